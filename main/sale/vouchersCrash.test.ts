/** Random days with vouchers, killed at every commit: what vouchers hold is what was sold less what they pay, to the cent. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { flow } from '../checkout/flow.ts';
import { isHeld } from '../domain/saleParts.ts';
import { closeAll, item, sale, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { cashier, testWorld } from '../doubles/world.fixture.ts';
import { copyDirectory } from '../store/directoryCopy.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { demoIds } from '../world/demoIds.ts';
import { BridgeError } from '../world/errors.ts';
import type { Ledger } from '../world/sales.ts';
import type { World } from '../world/world.ts';

afterAll(closeAll);

type Step =
  | { readonly do: 'sell'; readonly values: readonly number[] }
  | { readonly do: 'pay'; readonly voucher: number; readonly amount: number; readonly price: number }
  | { readonly do: 'giveBack' | 'finish' | 'cancel'; readonly sale: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('sell' as const),
    values: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    do: fc.constant('pay' as const),
    voucher: fc.nat(5),
    amount: fc.integer({ min: 1, max: 600 }),
    price: fc.integer({ min: 1, max: 600 }),
  }),
  fc.record({ do: fc.constantFrom('giveBack' as const, 'finish' as const, 'cancel' as const), sale: fc.nat(5) }),
);

/** Refusals are answers; anything else is a fault. */
const attempt = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BridgeError) return null;
    throw error;
  }
};

interface Day {
  readonly codes: string[];
  readonly sales: string[];
}

const tax = { tax: 0, ean: '2900000000216' };

async function take(world: World, day: Day, step: Step): Promise<void> {
  if (step.do === 'sell') {
    const { id } = await flow.create(world, cashier, sale(step.values.map(value => item(value, tax))));
    const closed = await flow.start(world, cashier, id, 'cash', {});
    day.sales.push(id);
    day.codes.push(...(closed.sold_vouchers ?? []).map(({ code }) => code));
  } else if (step.do === 'pay') {
    const voucher = day.codes[step.voucher % Math.max(1, day.codes.length)];
    if (voucher === undefined) return;
    const { id } = await flow.create(world, cashier, sale([item(step.price)]));
    day.sales.push(id);
    await attempt(flow.start(world, cashier, id, 'voucher', { voucher, part: { amount: step.amount } }));
  } else {
    const id = day.sales[step.sale % Math.max(1, day.sales.length)];
    const document = id === undefined ? undefined : world.ledger.sale(demoIds.merchant, id)?.document;
    if (!document) return;
    const held = (document.parts ?? []).find(isHeld);
    if (step.do === 'cancel') await attempt(flow.cancel(world, cashier, document.id));
    if (step.do === 'finish') await attempt(flow.start(world, cashier, document.id, 'cash', {}));
    if (step.do === 'giveBack' && held) await attempt(flow.giveBackPart(world, cashier, document.id, held.id));
  }
}

/** By voucher: what its card holds, and what the sales say that it must hold. */
function books(documents: readonly SmartTransaction[], balanceOf: (card: string) => number) {
  const wanted = new Map<string, number>();
  const add = (card: string, amount: number) => wanted.set(card, (wanted.get(card) ?? 0) + amount);
  for (const { status, sold_vouchers: sold = [], parts = [] } of documents) {
    for (const { card, amount } of sold) add(card, status === 'cancelled' ? 0 : amount);
    for (const part of parts) if (part.voucher && isHeld(part)) add(part.voucher.card, -part.amount);
  }
  return [...wanted].map(([card, amount]) => ({ card, is: balanceOf(card), wanted: amount }));
}

it('agree after every commit of a random day', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 10 }), async day => {
      let source: string | null = null;
      const killed: string[] = [];
      const write =
        (inner: Ledger['write']): Ledger['write'] =>
        async job => {
          const value = await inner(job);
          if (source) {
            const copy = temporaryDirectory();
            copyDirectory(source, copy);
            killed.push(copy);
          }
          return value;
        };
      const { world, db, data } = await testWorld({ write });
      const { loyalty } = world;
      const [group] = loyalty.groups.all(demoIds.merchant);
      await world.ledger.write(() => {
        if (group) loyalty.groups.save(demoIds.merchant, group.document, { ...group.inner, voucher: true });
      });
      source = data;
      const state: Day = { codes: [], sales: [] };
      for (const step of day) await take(world, state, step);
      await db.close();
      // Every third is enough to meet each kind of commit, and keeps the test short.
      for (const copy of killed.filter((_, at) => at % 3 === 0 || at === killed.length - 1)) {
        const after = await testWorld({ data: copy });
        const rows = after.db.prepare<{ document: string }>('SELECT document FROM smart_transaction').all();
        const documents = rows.map(({ document }) => JSON.parse(document) as SmartTransaction);
        for (const { is, wanted } of books(documents, card => after.world.loyalty.available(card).cash)) {
          expect(is).toBe(wanted);
          expect(is).toBeGreaterThanOrEqual(0);
        }
        await after.db.close();
      }
    }),
    { numRuns: 8 },
  );
});
