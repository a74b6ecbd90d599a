/**
 * The drawer of a till against a model of it: random hours of sales, parts, changes of mind, cancellations, refunds by the Payment
 * Transaction, returns, empties, movements and counts. After every step the till expects what lies in the drawer.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Answer,
  type Client,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import type { ZReport } from '../wire/zReports.ts';
import { cashOf } from './cash.fixture.ts';

let bridge: TestBridge;
let manager: Client;
beforeAll(async () => {
  bridge = await startBridge();
  manager = await bridge.staff('manager');
});
afterAll(closeAll);

/** The same hours each time: a small generator of numbers. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

/** Cash that a person puts in and takes out, knowing the sales. */
class Drawer {
  holds: number;
  readonly random: (below: number) => number;
  /** Sales that are closed, with the cash that the shop still has of each. */
  readonly closed: { readonly id: string; cash: number; touched: boolean }[] = [];
  constructor(holds: number, seed: number) {
    this.holds = holds;
    this.random = numbers(seed);
  }

  price = () => 100 + this.random(3000);

  async sell(): Promise<void> {
    const price = this.price();
    const { id } = await manager.create(sale([item(price, { quantity: 2 })]));
    ok(await manager.post(`/${id}/start/cash`, { amount_given: price * 2 + this.random(2000) }));
    this.holds += price * 2;
    this.closed.push({ id, cash: price * 2, touched: false });
  }

  /** Cash first, then the rest by card, given up, or a change of mind about the cash. */
  async parts(): Promise<void> {
    const price = this.price();
    const part = 1 + this.random(price - 1);
    const { id } = await manager.create(sale([item(price)]));
    const after = ok(await manager.post(`/${id}/start/cash`, { part: { amount: part } }));
    this.holds += part;
    await this.agrees();
    const end = this.random(3);
    if (end === 0) {
      ok(await manager.post(`/${id}/start/cashless`));
      this.closed.push({ id, cash: part, touched: false });
      return;
    }
    if (end === 1) ok(await manager.post(`/${id}/abort`));
    else {
      const [first] = after.parts ?? [];
      ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/parts/${first?.id}/return`));
    }
    this.holds -= part;
  }

  async cancel(): Promise<void> {
    const one = this.closed.splice(this.random(this.closed.length), 1)[0];
    if (!one) return;
    const answer = await cancelled(one.id);
    if (one.touched) return void expect(answer.status).toBe(405);
    ok(answer);
    this.holds -= one.cash;
  }

  /** A part of the payment, or all of it, by its own resource. */
  async refund(): Promise<void> {
    const one = this.closed[this.random(this.closed.length)];
    if (!one || one.cash === 0) return;
    const { transactions } = await manager.read(one.id);
    const ids = transactions.flatMap(({ object, id }) => (object === 'payment.transactions' ? [id] : []));
    for (const id of ids) {
      const { details, payment_method: method } = ok(
        await manager.ask<{ details: { amount: number }; payment_method: string }>(
          'GET',
          `/api/v2/Payment/Transactions/${id}`,
        ),
      );
      if (method !== 'cash' || details.amount === 0) continue;
      const amount = this.random(2) === 0 ? details.amount : 1 + this.random(details.amount);
      ok(
        await manager.ask('POST', `/api/v2/Payment/Transactions/${id}/cancel`, {
          body: { amount, reason: 'scratched' },
        }),
      );
      this.holds -= amount;
      one.cash -= amount;
      return;
    }
  }

  /** One piece comes back for cash, which a manager may give whatever paid. */
  async takeBack(): Promise<void> {
    const one = this.closed[this.random(this.closed.length)];
    if (!one || one.touched) return;
    const { basket } = await manager.read(one.id);
    const [line] = basket.products;
    const body = { lines: [{ sale: one.id, line: line?.id, quantity: 1 }], reason: 'too small' };
    const back = ok(await manager.ask('POST', '/bridge/v1/returns', { body }));
    const due = -back.basket_info.sum;
    one.touched = true;
    // Money that a payment gave back before is not given back twice.
    ok(
      await manager.ask('POST', `/bridge/v1/returns/${back.id}/pay-out`, {
        body: { back: [{ method: 'cash', amount: due }] },
        headers: { 'x-reason': 'no card with the customer' },
      }),
    );
    this.holds -= due;
    one.cash = Math.max(0, one.cash - due);
  }

  /** Three cards and cash: the second card cannot be reversed and goes back in cash while the third is still on its card. */
  async cardInCash(): Promise<void> {
    const { id } = await manager.create(sale([item(3000)]));
    for (const amount of [1000, 700, 500]) ok(await manager.post(`/${id}/start/cashless`, { part: { amount } }));
    ok(await manager.post(`/${id}/start/cash`, {}));
    this.holds += 800;
    await this.agrees();
    bridge.terminal.endings.push('approve', 'decline');
    expect((await cancelled(id)).status).toBe(405);
    await this.agrees();
    const { parts = [] } = await manager.read(id);
    const left = parts.find(({ method, status }) => method === 'cashless' && status === 'paid');
    const path = `/bridge/v1/transactions/${id}/parts/${left?.id}/cash-back`;
    ok(await manager.ask('POST', path, { body: { reason: 'the terminal cannot' } }));
    this.holds -= left?.amount ?? 0;
    await this.agrees();
    expect(ok(await cancelled(id)).status).toBe('cancelled');
    this.holds -= 800;
  }

  async move(): Promise<void> {
    const amount = 1 + this.random(2000);
    const isIn = this.random(2) === 0 || this.holds < amount;
    await cashOf(manager).move('bank', isIn ? 'in' : 'out', amount);
    this.holds += isIn ? amount : -amount;
  }

  /** Somebody counts, and a coin has gone now and then. */
  async count(): Promise<void> {
    const cash = cashOf(manager);
    const { shift } = await cash.current();
    if (!shift) return void (await cash.open(this.holds));
    this.holds -= this.random(3);
    await cash.close(shift.id, this.holds);
  }

  async agrees(): Promise<void> {
    expect(await cashOf(manager).expected()).toBe(this.holds);
  }

  /** A cashless sale moves no cash. */
  async card(): Promise<void> {
    const { id } = await manager.create(sale([item(this.price())]));
    ok(await manager.post(`/${id}/start/cashless`));
    this.closed.push({ id, cash: 0, touched: false });
  }
}

const cancelled = (id: string): Promise<Answer<SmartTransaction>> =>
  manager.ask('POST', `/api/v2/Smart/Transactions/${id}/cancel`, { headers: { 'x-reason': 'wrong' } });

it('expects what lies in the drawer, whatever was sold, given up, cancelled, refunded, returned, moved and counted', async () => {
  await cashOf(manager).open(50_000);
  const drawer = new Drawer(50_000, 4711);
  const actions = ['sell', 'sell', 'parts', 'cancel', 'refund', 'takeBack', 'move', 'count', 'card'] as const;
  for (let step = 0; step < 120; step += 1) {
    const action = actions[drawer.random(actions.length)] ?? 'sell';
    await drawer[action]();
    expect([step, action, await cashOf(manager).expected()]).toEqual([step, action, drawer.holds]);
  }
  await drawer.cardInCash();
  await drawer.agrees();
  const { cash } = await cashOf(manager).x();
  expect((cash.expected ?? 0) + (cash.difference ?? 0)).toBe(drawer.holds);
}, 120_000);

it('books a refunded cash payment as a movement with the person, and a later cancellation gives back only the rest', async () => {
  const { id, receipt_number: number } = await (async () => {
    const { id: created } = await manager.create(sale([item(1000)]));
    return ok(await manager.post(`/${created}/start/cash`));
  })();
  const { transactions } = await manager.read(id);
  const payment = transactions.find(({ object }) => object === 'payment.transactions')?.id;
  const before = (await cashOf(manager).expected()) ?? 0;
  ok(
    await manager.ask('POST', `/api/v2/Payment/Transactions/${payment}/cancel`, {
      body: { amount: 300, reason: 'scratched' },
    }),
  );
  expect(await cashOf(manager).expected()).toBe(before - 300);
  const { data } = ok(
    await cashOf(manager).call<{ data: { kind: string; amount: number; reason: string; person: object }[] }>(
      'GET',
      'cash-movements?count=1',
    ),
  );
  expect(data[0]).toMatchObject({
    ...{ kind: 'refund', amount: -300, reason: `${number}: scratched` },
    person: { name: expect.stringMatching(/\S/) },
  });
  const comeIn = async () => {
    const { cash }: ZReport = await cashOf(manager).x();
    return cash.movements.find(({ kind }) => kind === 'refund')?.in ?? 0;
  };
  const inBefore = await comeIn();
  ok(await cancelled(id));
  expect(await cashOf(manager).expected()).toBe(before - 1000);
  // The cancellation counts with all 10.00, of which 3.00 had left the drawer before.
  expect((await comeIn()) - inBefore).toBe(300);
  const byHand = await cashOf(manager).call('POST', 'cash-movements', {
    ...{ kind: 'refund', direction: 'out', amount: 1, reason: 'x' },
  });
  expect(byHand.status).toBeGreaterThanOrEqual(400);
});
