/** Money that would move at the wrong place: under a number that means another payment now, or in another currency. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Refusal } from '../../../checkout/payments.fixture.ts';
import {
  type Client,
  closeAll,
  item,
  ok,
  type Settings,
  sale,
  startBridge,
  until,
} from '../../../doubles/bridge.fixture.ts';
import { bookTransaction } from '../../../doubles/terminalMemory.ts';
import type { Operation } from '../../../wire/operations.ts';
import type { TillView } from '../../../wire/till.ts';
import type { SmartTransaction } from '../../../wire/transactions.ts';
import { demoIds } from '../../../world/demoIds.ts';

afterEach(closeAll);

async function shop(settings: Settings = {}) {
  const bridge = await startBridge({ ...settings, parts: { outcomeTimeout: 50 } });
  return { bridge, terminal: bridge.terminal, till: await bridge.client() };
}

async function paid(till: Client, amount: number): Promise<string> {
  const { id } = await till.create(sale([item(amount)]));
  expect(ok(await till.post(`/${id}/start/cashless`)).status).toBe('ok');
  return id;
}

describe('a cancel', () => {
  it('whose number the terminal has given again after an end-of-day of its own: refused before anything is sent', async () => {
    const { bridge, terminal, till } = await shop();
    const old = await paid(till, 450);
    terminal.receiptNumber = 0;
    Object.assign(terminal.totals, { count: 0, amount: 0 });
    bridge.clock.pass(5 * 60_000);
    const fresh = await paid(till, 450);
    const refused = await till.post<Refusal>(`/${old}/cancel`);
    expect([refused.status, refused.body.code]).toEqual([405, 1031]);
    expect((await till.read(old)).status).toBe('ok');
    expect(ok(await till.post(`/${fresh}/cancel`)).status).toBe('cancelled');
    expect(terminal.commands.map(({ name }) => name)).toEqual(['pay', 'pay', 'reverse']);
  });

  it('whose number now belongs to another customer’s payment, as the terminal has just reported: refused before anything is sent', async () => {
    const { bridge, terminal, till } = await shop();
    const old = await paid(till, 1000);
    Object.assign(terminal, { receiptNumber: 0, last: null, before: null });
    const stranger = bookTransaction(terminal, 1000, bridge.clock.now());
    terminal.last = { ...stranger, facts: { ...stranger.facts, traceNumber: 2001, lastFour: '9999' } };
    bridge.clock.pass(5 * 60_000);
    const refused = await till.post<Refusal>(`/${old}/cancel`);
    expect([refused.status, refused.body.code]).toEqual([405, 1031]);
    expect((await till.read(old)).status).toBe('ok');
    expect(terminal.commands.map(({ name }) => name)).toEqual(['pay']);
  });

  it.each(['repeatLast', 'loseRepeated'] as const)(
    'that is answered with the payment once more (%s): not cancelled, and can be cancelled again',
    async ending => {
      const { bridge, terminal, till } = await shop();
      const id = await paid(till, 1000);
      terminal.endings.push(ending);
      const refused = await till.post<Refusal>(`/${id}/cancel`);
      expect(refused.status).toBe(405);
      expect((await till.read(id)).status).toBe('ok');
      expect(terminal.totals).toEqual({ count: 1, amount: 1000 });
      bridge.clock.pass(60_000);
      expect(ok(await till.post<SmartTransaction>(`/${id}/cancel`)).status).toBe('cancelled');
    },
  );

  it('that took back something else: a person decides, and the sale is not called cancelled', async () => {
    const { terminal, till } = await shop();
    const id = await paid(till, 1000);
    terminal.endings.push('reverseOther');
    expect(ok(await till.post<SmartTransaction>(`/${id}/cancel`)).status).toBe('pending');
    const view = async () => (await till.ask<TillView>('GET', '/bridge/v1/till')).body.payment;
    await until(async () => (await view())?.step === 'person');
    expect((await view())?.evidence?.because?.en).toContain('reverses something else');
  });
});

describe('a terminal of another currency', () => {
  it('takes no sale: refused before anything is written or sent', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await till.create({ ...sale([item(1000)]), basket_info: { currency: 'CHF', sum: 1000 } });
    const refused = await till.post<Refusal>(`/${id}/start/cashless`);
    expect([refused.status, refused.body.code]).toEqual([405, 1099]);
    expect(refused.text).toMatch(/kein Geld bewegt/);
    expect((await till.read(id)).status).toBe('created');
    expect(terminal.commands).toEqual([]);
    expect(bridge.rows('SELECT 1 FROM intent')).toEqual([]);
  });

  it('moves no money without a sale either', async () => {
    const terminals = [
      {
        protocol: 'twin',
        device: demoIds.terminal,
        currency: 'CHF',
        connection: { type: 'tcp', host: '127.0.0.1', port: 1 },
      },
    ] as const;
    const { bridge, terminal } = await shop({ config: { terminals: [...terminals] } });
    const manager = await bridge.staff('manager');
    const refused = await manager.ask<Operation & Refusal>(
      'POST',
      `/bridge/v1/terminals/${demoIds.terminal}/operations`,
      { body: { do: 'refund', amount: 100 }, headers: { 'x-reason': 'complaint' } },
    );
    expect([refused.status, refused.body.code]).toEqual([405, 1099]);
    expect(terminal.commands).toEqual([]);
  });
});

describe('a receipt number', () => {
  it('has four digits: a longer number is refused before anything is written', async () => {
    const { bridge, terminal } = await shop();
    const manager = await bridge.staff('manager');
    const refused = await manager.ask<Refusal>('POST', `/bridge/v1/terminals/${demoIds.terminal}/operations`, {
      body: { do: 'reversal', receipt_number: 10_000 },
      headers: { 'x-reason': 'complaint' },
    });
    expect([refused.status, refused.body.code]).toEqual([500, 1001]);
    expect(terminal.commands).toEqual([]);
    expect(bridge.rows('SELECT 1 FROM intent')).toEqual([]);
  });
});
