/** A sale is paid at a terminal of another protocol, and a lost answer is reconciled. */

import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../drivers/doubles/freePort.ts';
import { openTerminal } from '../../../drivers/index.ts';
import { message } from '../../../drivers/opi/codec/messages.ts';
import { FAST, until as whenever } from '../../../drivers/opi/pair.fixture.ts';
import { cardAnswer } from '../../../drivers/simulator/opi/answers.ts';
import { type RunningVirtualOpi, startVirtualOpi } from '../../../drivers/simulator/opi/start.ts';
import type { PaymentTerminal } from '../../../drivers/terminal.ts';
import {
  type Client,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import type { OperationList } from '../../wire/operations.ts';
import type { TillView } from '../../wire/till.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';

let virtual: RunningVirtualOpi;
let opened: TestBridge;
afterEach(async () => {
  await closeAll();
  await virtual.close();
});

async function shop(shared = false): Promise<Client> {
  const devicePort = await freePort();
  virtual = await startVirtualOpi({ delay: 0, till: { host: '127.0.0.1', port: devicePort } });
  let terminal: PaymentTerminal | undefined;
  const bridge = await startBridge({
    config: {
      terminals: [
        {
          protocol: 'opi',
          device: demoIds.terminal,
          shared,
          connection: { type: 'tcp', host: '127.0.0.1', port: virtual.port },
          options: { devicePort, deviceHost: '127.0.0.1', timers: FAST },
        },
      ],
    },
    parts: {
      openTerminal: async settings => {
        terminal = await openTerminal(settings);
        return terminal;
      },
    },
  });
  await whenever(() => terminal?.state === 'ready');
  opened = bridge;
  return bridge.client();
}

/** The terminal carries out, after the till got no answer, the request of this name. */
function bookLate(amount: number, requestId: string): void {
  const { memory } = virtual.terminal;
  const [first] = memory.bookings;
  const numbers = memory.nextNumbers();
  const booking = { ...first!, ...numbers, amount, at: first!.at };
  memory.book(booking);
  const head = { requestType: 'CardPayment', requestId, workstation: '1' };
  const identity = { terminalId: '60001234', currency: 'EUR' };
  memory.lastAnswer = cardAnswer(head, { result: 'Success', amount, ...numbers, booking }, identity);
}

const begin = (till: Client, amount: number) => till.create(sale([item(amount)]));
const pay = (till: Client, id: string) => till.post<SmartTransaction>(`/${id}/start/cashless`);
const commands = (type: string) => virtual.terminal.received.filter(one => one === type).length;

describe('a sale', () => {
  it('is paid, with the slips of the terminal', async () => {
    const till = await shop();
    const { id } = await begin(till, 1234);
    const paid = ok(await pay(till, id));
    expect(paid).toMatchObject({ status: 'ok', payment_method: 'cashless' });
    expect(JSON.stringify(paid.receipt)).toContain('Betrag EUR 12.34');
    expect(JSON.stringify(paid.receipt_merchant)).toContain('Betrag EUR 12.34');
    expect(virtual.terminal.memory.bookings).toMatchObject([{ kind: 'payment', amount: 1234 }]);
  });

  it('that was declined can be tried again', async () => {
    const till = await shop();
    const { id } = await begin(till, 1205);
    expect((await pay(till, id)).status).toBe(405);
    virtual.terminal.amountRules = false;
    expect(ok(await pay(till, id))).toMatchObject({ status: 'ok' });
    expect(commands('CardPayment')).toBe(2);
  });

  it('at a terminal that is busy is refused, and an operation there says so in both languages', async () => {
    const till = await shop();
    virtual.terminal.behaviour = 'busy';
    const operations = `/bridge/v1/terminals/${demoIds.terminal}/operations`;
    await till.ask('POST', operations, { body: { do: 'refund', amount: 300 } });
    const { data } = ok(await till.ask<OperationList>('GET', operations));
    expect(data).toMatchObject([{ reason: { de: 'Das Terminal ist belegt', en: 'the terminal is busy' } }]);
  });

  it('is taken back at the terminal when it is cancelled', async () => {
    const till = await shop();
    const { id } = await begin(till, 1234);
    ok(await pay(till, id));
    ok(await till.post(`/${id}/cancel`));
    expect(virtual.terminal.memory.bookings.map(({ kind }) => kind)).toEqual(['payment', 'reversal']);
  });
});

describe('a signature', () => {
  async function paying(behaviour: string) {
    const till = await shop();
    virtual.terminal.behaviour = behaviour;
    const { id } = await begin(till, 1234);
    ok(await till.ask('PUT', '/bridge/v1/till', { body: { transaction: id } }));
    return { till, id, ended: pay(till, id) };
  }
  const view = async (till: Client) => ok(await till.ask<TillView>('GET', '/bridge/v1/till')).payment;

  it('that the terminal does not ask about is compared at the till, and a wrong signature takes the money back', async () => {
    const { till, id, ended } = await paying('signature-on-slip');
    expect(ok(await ended)).toMatchObject({ status: 'ok', receipt_merchant_print: true });
    expect(await view(till)).toMatchObject({ transaction: id, step: 'signature' });
    virtual.terminal.behaviour = 'approve';
    ok(await till.ask('POST', '/bridge/v1/till/late', { body: { keep: false, transaction: id } }));
    expect((await till.read(id)).status).toBe('cancelled');
    expect(virtual.terminal.memory.bookings.map(({ kind }) => kind)).toEqual(['payment', 'reversal']);
  });

  it('about which it asks is compared once', async () => {
    const { till, ended } = await paying('signature');
    const question = await until(async () => (await view(till))?.question);
    ok(await till.ask('POST', '/bridge/v1/till/answer', { body: { question: question.id, answer: 'yes' } }));
    expect(ok(await ended).status).toBe('ok');
    expect(await view(till)).toBeNull();
  });
});

describe('an unknown outcome', () => {
  it('is found to be a payment', async () => {
    const till = await shop();
    ok(await pay(till, (await begin(till, 1000)).id));
    const { id } = await begin(till, 1213);
    expect((await pay(till, id)).status).toBe(200);
    await whenever(async () => (await till.read(id)).status === 'ok');
    expect(virtual.terminal.memory.bookings.map(({ amount }) => amount)).toEqual([1000, 1213]);
    expect(commands('CardPayment')).toBe(2);
  });

  it('is found to be a payment where others pay, too: the terminal names the request', async () => {
    const till = await shop(true);
    ok(await pay(till, (await begin(till, 1213)).id));
    const { id } = await begin(till, 1213);
    await pay(till, id);
    await whenever(async () => (await till.read(id)).status === 'ok');
    expect(virtual.terminal.memory.bookings.map(({ amount }) => amount)).toEqual([1213, 1213]);
  });

  it('is found where others pay, too, by a till that was killed while it waited: the name follows from its record', async () => {
    const till = await shop(true);
    ok(await pay(till, (await begin(till, 1213)).id));
    const { id } = await begin(till, 1213);
    virtual.terminal.behaviour = 'mute';
    void pay(till, id).catch(() => undefined);
    await whenever(() => virtual.terminal.memory.bookings.length === 2);
    virtual.terminal.behaviour = 'approve';
    const crashed = await opened.crashCopy();
    await opened.close();
    const started = await crashed.client();
    await whenever(async () => (await started.read(id)).status === 'ok');
    expect(commands('CardPayment')).toBe(2);
  });

  it.each(['forget-request', 'hang-up-after-request'])('is found to be none: %s', async behaviour => {
    const till = await shop();
    ok(await pay(till, (await begin(till, 1000)).id));
    const { id } = await begin(till, 1200);
    virtual.terminal.behaviour = behaviour;
    const answer = pay(till, id);
    await whenever(() => commands('CardPayment') === 2);
    virtual.terminal.behaviour = 'approve';
    await answer;
    await whenever(async () => (await till.read(id)).status === 'failed');
    expect(virtual.terminal.memory.bookings.map(({ amount }) => amount)).toEqual([1000]);
    expect(commands('CardPayment')).toBe(2);
  });

  it.each([
    ['the same sale', true],
    ['another sale', false],
  ] as const)(
    'that is booked after "not paid" is found under its RequestID by the payment of %s, which is not sent',
    async (_, again) => {
      const till = await shop();
      ok(await pay(till, (await begin(till, 1000)).id));
      const { id } = await begin(till, 1200);
      virtual.terminal.behaviour = 'forget-request';
      expect((await pay(till, id)).status).toBe(405);
      expect((await till.read(id)).outcome).toMatchObject({ result: 'not_paid' });
      virtual.terminal.behaviour = 'approve';
      bookLate(1200, opened.rows<{ name: string }>("SELECT facts ->> 'reference' AS name FROM intent").at(-1)!.name);
      const next = again ? id : (await begin(till, 1200)).id;
      const answer = await pay(till, next);
      expect([answer.status, answer.body]).toMatchObject(
        again
          ? [200, { id, status: 'ok', outcome: { result: 'paid', paid: 1200 } }]
          : [405, { code: 1265, found: { transaction: id, amount: 1200, receipt_number: 2 } }],
      );
      expect((await till.read(id)).status).toBe('ok');
      expect(commands('CardPayment')).toBe(2);
      expect(virtual.terminal.memory.bookings.map(({ amount }) => amount)).toEqual([1000, 1200]);
    },
  );

  it('is found to be none by the totals, where the terminal repeats its end-of-day', async () => {
    const till = await shop();
    ok(await pay(till, (await begin(till, 1000)).id));
    const head = { requestType: 'ReconciliationWithClosure', requestId: '3', workstation: '1' };
    virtual.terminal.memory.lastAnswer = message('ServiceResponse', head, [], 'Success');
    const { id } = await begin(till, 1200);
    virtual.terminal.behaviour = 'forget-request';
    await pay(till, id);
    await whenever(async () => (await till.read(id)).status === 'failed');
    expect(virtual.terminal.memory.bookings.map(({ amount }) => amount)).toEqual([1000]);
  });

  it('does not hold up the next sale', async () => {
    const till = await shop();
    const first = await begin(till, 1213);
    const second = await begin(till, 800);
    await pay(till, first.id);
    expect(ok(await pay(till, second.id))).toMatchObject({ status: 'ok' });
    expect(await till.read(first.id)).toMatchObject({ status: 'ok' });
  });
});
