/** A ZVT terminal, over real TCP, that says ready while it works: it goes on with a payment whose line broke, and books it later. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Peer, type ScriptedTerminal, scriptedTerminal } from '../../../../drivers/doubles/scriptedTerminal.ts';
import { openTerminal } from '../../../../drivers/index.ts';
import { encode } from '../../../../drivers/zvt/codec/apdu.ts';
import { scaledWaits } from '../../../domain/denialWait.ts';
import { type Client, closeAll, item, ok, sale, startBridge, until } from '../../../doubles/bridge.fixture.ts';
import type { TillView } from '../../../wire/till.ts';
import type { SmartTransaction } from '../../../wire/transactions.ts';
import { demoIds } from '../../../world/demoIds.ts';

let script: ScriptedTerminal | null = null;
afterEach(async () => {
  await closeAll();
  await script?.close();
});

const TIMERS = { t3: 500, t4: 2000, short: 1000, read: 1000, settle: 100, stop: 200, retryFirst: 10, retryMost: 50 };
/** So many receipts are booked; the totals follow. */
interface Book {
  amounts: number[];
}

const answersOf = (book: Book): Readonly<Record<string, readonly string[]>> => {
  const last = book.amounts.at(-1);
  const receipt = String(book.amounts.length).padStart(4, '0');
  const status = { resultCode: 0, amount: last ?? 0, receiptNumber: receipt, traceNumber: `00${receipt}` };
  const sum = book.amounts.reduce((all, amount) => all + amount, 0);
  return {
    '0600': ['060f0a19002960001234490978'],
    // Ready, whatever it does.
    '0501': ['060f0100'],
    '0620': last === undefined ? ['060f00'] : [hex('statusInformation', status), '060f00'],
    '0610': [hex('statusInformation', { resultCode: 0, amount: sum }), '060f00'],
  };
};

const hex = (name: Parameters<typeof encode>[0], fields: Parameters<typeof encode>[1]) =>
  encode(name, fields).toString('hex');

/** One connection: inquiries are answered, an abort is taken, and every payment is accepted and cut while the card is awaited. */
const conversation =
  (book: Book) =>
  async (peer: Peer): Promise<void> => {
    const isOver = peer.gone.then(() => null);
    for (;;) {
      const command = await Promise.race([peer.expect(), isOver]).catch(() => null);
      if (command === null) return;
      const name = command.slice(0, 4);
      peer.send('800000');
      if (name === '06b0') continue;
      if (name === '0601') {
        await peer.tell('04ff010a');
        peer.cut();
        return;
      }
      for (const message of answersOf(book)[name] ?? []) await peer.tell(message).catch(() => undefined);
    }
  };

async function shop(book: Book, scale: number) {
  script = await scriptedTerminal(conversation(book));
  const { port } = script;
  const bridge = await startBridge({
    parts: {
      waits: scaledWaits(scale),
      outcomeTimeout: 20,
      clock: { now: () => Date.now(), elapsed: () => performance.now() },
      openTerminal: () =>
        openTerminal({
          protocol: 'zvt',
          connection: { type: 'tcp', host: '127.0.0.1', port },
          options: { timers: TIMERS },
        }),
    },
    config: {
      terminals: [
        {
          protocol: 'zvt',
          device: demoIds.terminal,
          connection: { type: 'tcp', host: '127.0.0.1', port },
          shared: 'no',
        },
      ],
    },
  });
  return { bridge, till: await bridge.client(), sent: () => script!.received };
}

const opened = async (till: Client, amount: number) => (await till.create(sale([item(amount)]))).id;
const pay = (till: Client, id: string) => till.post<SmartTransaction>(`/${id}/start/cashless`);
const payments = (sent: readonly string[]) => sent.filter(apdu => apdu.startsWith('0601')).length;

describe('a terminal that says ready while it waits for the card', () => {
  it('is asked to give up once, and the payment that it books all the same is paid', async () => {
    const book: Book = { amounts: [300] };
    const { till, sent } = await shop(book, 0.05);
    const id = await opened(till, 1000);
    expect(ok(await pay(till, id)).status).toBe('pending');
    const waiting = async () => (await till.ask<TillView>('GET', '/bridge/v1/till')).body.payment?.waiting?.for;
    await until(async () => (await waiting()) === 'denial');
    book.amounts.push(1000);
    await until(async () => (await till.read(id)).status === 'ok');
    expect((await till.read(id)).payments).toMatchObject([{ status: 'paid', receipt_number: 2 }]);
    expect(sent().filter(apdu => apdu.startsWith('06b0'))).toHaveLength(1);
    expect(payments(sent())).toBe(1);
  });

  it('and stores nothing: not paid, when the whole wait is over', async () => {
    const { till, sent } = await shop({ amounts: [300] }, 0.02);
    const id = await opened(till, 1000);
    expect(ok(await pay(till, id)).status).toBe('pending');
    await until(async () => (await till.read(id)).status === 'failed');
    expect(payments(sent())).toBe(1);
  });

  it('and books after the whole wait: the retry is answered as paid, another payment is not sent', async () => {
    const book: Book = { amounts: [300] };
    const { till, sent } = await shop(book, 0);
    const id = await opened(till, 1000);
    await pay(till, id);
    await until(async () => (await till.read(id)).status === 'failed');
    book.amounts.push(1000);
    const other = await till.post<{ readonly code: number }>(`/${await opened(till, 500)}/start/cashless`);
    expect([other.status, other.body.code]).toEqual([405, 1265]);
    expect(await till.read(id)).toMatchObject({ status: 'ok', outcome: { result: 'paid', late: true } });
    expect(payments(sent())).toBe(1);
  });
});
