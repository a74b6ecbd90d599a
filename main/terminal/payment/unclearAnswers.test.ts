/** O.P.I. terminals whose answers cannot be understood, or that name their payments otherwise: nobody waits in vain. */
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../drivers/doubles/freePort.ts';
import { openTerminal } from '../../../drivers/index.ts';
import { FAST, until as whenever } from '../../../drivers/opi/pair.fixture.ts';
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
import type { TillView } from '../../wire/till.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';

let virtual: RunningVirtualOpi;
afterEach(async () => {
  await closeAll();
  await virtual.close();
});

async function shop(behaviour: string): Promise<{ readonly bridge: TestBridge; readonly till: Client }> {
  const devicePort = await freePort();
  virtual = await startVirtualOpi({ delay: 0, behaviour, till: { host: '127.0.0.1', port: devicePort } });
  let terminal: PaymentTerminal | undefined;
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  const options = { devicePort, deviceHost: '127.0.0.1', timers: FAST };
  const bridge = await startBridge({
    config: { terminals: [{ protocol: 'opi', device: demoIds.terminal, shared: false, connection, options }] },
    parts: {
      openTerminal: async settings => {
        terminal = await openTerminal(settings);
        return terminal;
      },
    },
  });
  await whenever(() => terminal?.state === 'ready');
  return { bridge, till: await bridge.client() };
}

const pay = (till: Client, id: string) => till.post<SmartTransaction>(`/${id}/start/cashless`);

describe('a terminal that answers each question about a payment in the same unclear way', () => {
  it('leads to a person soon, with its words, and the verdict counts', async () => {
    const { bridge, till } = await shop('partial-result');
    const { id } = await till.create(sale([item(1234)]));
    expect((await pay(till, id)).body).toMatchObject({ status: 'pending' });
    const manager = await bridge.staff('manager');
    const view = async () => ok(await manager.ask<TillView>('GET', '/bridge/v1/till')).payment;
    await until(async () => (await view())?.step === 'person');
    expect((await view())?.evidence?.because?.en).toMatch(/answers, but its last transaction cannot be understood/);
    ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid: true } }));
    expect(await till.read(id)).toMatchObject({ status: 'ok', outcome: { result: 'paid', final: true } });
    virtual.terminal.behaviour = 'approve';
    const next = await till.create(sale([item(500)]));
    expect(ok(await pay(till, next.id))).toMatchObject({ status: 'ok' });
  });
});

describe('a terminal with receipt numbers of more than four digits', () => {
  it('takes its payments and refunds back under the number that the bridge itself names', async () => {
    const { bridge, till } = await shop('long-receipt-numbers');
    const { id } = await till.create(sale([item(1234)]));
    const paid = ok(await pay(till, id));
    expect(paid.payments?.[0]).toMatchObject({ receipt_number: 123_457 });
    ok(await till.post(`/${id}/cancel`));
    const manager = await bridge.staff('manager');
    const operate = (body: object) =>
      manager.ask<{ readonly own_receipt_number: number }>(
        'POST',
        `/bridge/v1/terminals/${demoIds.terminal}/operations`,
        { body, headers: { 'x-reason': 'test' } },
      );
    const { own_receipt_number } = ok(await operate({ do: 'refund', amount: 300 }));
    // The number is taken; this terminal takes no refund back, and says so itself.
    expect((await operate({ do: 'reversal', receipt_number: own_receipt_number })).body).toMatchObject({ code: 1005 });
    const { bookings } = virtual.terminal.memory;
    expect(bookings.map(({ kind, receiptNumber }) => [kind, receiptNumber])).toEqual([
      ['payment', 123_457],
      ['reversal', 123_458],
      ['refund', 123_459],
    ]);
  });
});

describe('a terminal that reports no receipt number', () => {
  it('takes its payment back by the STAN', async () => {
    const { till } = await shop('no-receipt-numbers');
    const { id } = await till.create(sale([item(1234)]));
    ok(await pay(till, id));
    ok(await till.post(`/${id}/cancel`));
    expect((await till.read(id)).status).toBe('cancelled');
    expect(virtual.terminal.memory.bookings.map(({ kind }) => kind)).toEqual(['payment', 'reversal']);
  });
});

describe('a terminal that approves less than was asked for', () => {
  it.each([
    ['partial', 2],
    ['partial-unclear', 2],
    ['partial-by-stan', null],
  ] as const)('leads to a person who keeps or takes back that amount: %s', async (behaviour, receipt) => {
    const { bridge, till } = await shop('approve');
    ok(await pay(till, (await till.create(sale([item(300)]))).id));
    virtual.terminal.behaviour = behaviour;
    const manager = await bridge.staff('manager');
    for (const part of ['keep', 'take_back'] as const) {
      virtual.terminal.behaviour = behaviour;
      const { id } = await till.create(sale([item(1000)]));
      expect((await pay(till, id)).body).toMatchObject({ status: 'pending' });
      const verdict = `/bridge/v1/transactions/${id}/verdict`;
      await until(async () => (await till.read(id)).outcome.next?.path === verdict);
      if (part === 'keep')
        expect((await till.read(id)).payments).toMatchObject([
          {
            status: 'unknown',
            amount: 1000,
            approved_amount: 950,
            ...(receipt === null ? {} : { receipt_number: receipt }),
          },
        ]);
      for (const paid of [true, false])
        expect((await manager.ask('POST', verdict, { body: { paid } })).body).toMatchObject({ code: 1269 });
      virtual.terminal.behaviour = receipt === null ? 'no-receipt-numbers' : 'approve';
      ok(await manager.ask('POST', verdict, { body: { part } }));
      expect((await till.read(id)).outcome).toMatchObject({ paid: part === 'keep' ? 950 : 0 });
    }
    expect(virtual.terminal.memory.bookings.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['payment', 300],
      ['payment', 950],
      ['payment', 950],
      ['reversal', 950],
    ]);
  });
});
