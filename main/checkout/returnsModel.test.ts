/**
 * Random days at a till: sales of pieces and of weighed goods by several tenders, cancels, returns of parts, exchanges, terminals that decline, lines to terminal and
 * acquirer that break, and kills in between. After every step drawer, terminal, acquirer, cards and units agree, and nothing has come
 * back twice.
 */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { recoverOperations } from '../acquirer/payments/operationRun.ts';
import { priceOfMeasure } from '../domain/money.ts';
import { isHeld } from '../domain/saleParts.ts';
import { cards, closeAll, item, sale, temporaryDirectory, until } from '../doubles/bridge.fixture.ts';
import { expectPaymentsAgree } from '../doubles/paymentsAgree.ts';
import { type ScriptedOutcome, type TerminalMemory, terminalMemory } from '../doubles/terminalMemory.ts';
import { cashier, type TestWorld, testWorld } from '../doubles/world.fixture.ts';
import type { WantedLine } from '../sale/returnedLines.ts';
import { copyDirectory } from '../store/directoryCopy.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import type { Acquirer, AcquirerAnswer, AcquirerRequest } from '../world/acquirer.ts';
import { BridgeError } from '../world/errors.ts';
import type { Sale } from '../world/sales.ts';
import { flow } from './flow.ts';

afterAll(closeAll);

/** The line to the acquirer breaks before the next request arrives, or before its answer does; or the acquirer refuses it. */
type Cut = 'before' | 'after' | 'refused';
const CUTS: readonly Cut[] = ['before', 'after', 'refused'];

type Step =
  | {
      readonly do: 'sell';
      readonly quantities: readonly number[];
      readonly cash: number;
      readonly withCard: boolean;
      readonly atAcquirer: boolean;
      /** Weighed goods beside the pieces; 0: none. */
      readonly grams: number;
    }
  | {
      readonly do: 'return';
      readonly of: number;
      readonly quantities: readonly number[];
      readonly grams: number;
      readonly newPrice: number;
    }
  | { readonly do: 'payOut'; readonly of: number; readonly way: 'proposed' | 'cash' | 'card' }
  | { readonly do: 'cancel'; readonly of: number }
  | { readonly do: 'ending'; readonly ending: ScriptedOutcome }
  | { readonly do: 'cut'; readonly cut: Cut }
  | { readonly do: 'kill' };

const quantities = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 2 });
const grams = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1200 }));
const of = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      quantities,
      cash: fc.constantFrom(0, 0, 150, 99_999),
      withCard: fc.boolean(),
      atAcquirer: fc.boolean(),
      grams,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('return' as const),
      of,
      quantities,
      grams,
      newPrice: fc.constantFrom(0, 0, 100, 2500),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('payOut' as const),
      of,
      way: fc.constantFrom('proposed', 'proposed', 'cash', 'card'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), of }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ending' as const),
      ending: fc.constantFrom('decline', 'loseApproval', 'loseNothing'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('cut' as const), cut: fc.constantFrom(...CUTS) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'kill' as const }) },
) as fc.Arbitrary<Step>;

const sell = (
  quantities: readonly number[],
  cash: number,
  withCard: boolean,
  { atAcquirer = false, grams = 0 } = {},
): Step => ({
  do: 'sell',
  grams,
  quantities,
  cash,
  withCard,
  atAcquirer,
});

/** A day begins with four sales, so that something can come back, and with a return that the acquirer is to pay out. */
const day = fc
  .record({
    cut: fc.constantFrom(...CUTS),
    steps: fc.array(step, { minLength: 10, maxLength: 22, size: 'max' }),
  })
  .map(({ cut, steps }): readonly Step[] => [
    ...[sell([3, 1], 150, true), sell([2, 3], 0, false, { grams: 1000 }), sell([3, 3], 99_999, false)],
    sell([2, 2], 0, true, { atAcquirer: true, grams: 700 }),
    { do: 'return', of: 3, quantities: [1, 1], grams: 350, newPrice: 0 },
    { do: 'cut', cut },
    { do: 'payOut', of: 0, way: 'proposed' },
    ...steps,
  ]);

const PRICES = [333, 1250];
/** Minor units for a kilogram. */
const WEIGHED = 1999;

const account = {
  container: { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika' } },
  customer: { contact: { surname: 'Muster' } },
};

/** Fate of the next requests to the acquirer. */
interface Line {
  readonly cuts: Cut[];
}

const overLine =
  ({ cuts }: Line) =>
  (real: Acquirer): Acquirer => {
    const over =
      (kind: 'sale' | 'refund') =>
      async (request: AcquirerRequest): Promise<AcquirerAnswer> => {
        const cut = cuts.shift();
        if (cut === 'before') throw new Error('connection refused');
        if (cut === 'refused' && kind === 'refund')
          return { approved: false, waits: null, authorisation: '', reason: 'refused', token: null };
        const answer = await real[kind](request);
        if (cut === 'after') throw new Error('connection lost');
        return answer;
      };
    return { ...real, sale: over('sale'), refund: over('refund') };
  };

const partOf = (of: string, line: number, grams: number): WantedLine => ({
  ...{ sale: of, line },
  measure: { value: grams, decimals: 3 },
});

class Shop {
  #at: TestWorld;
  readonly memory: TerminalMemory;
  readonly line: Line;
  readonly ids: string[] = [];
  readonly returns: string[] = [];
  constructor(at: TestWorld, memory: TerminalMemory, line: Line) {
    this.#at = at;
    this.memory = memory;
    this.line = line;
  }

  /** Money that the acquirer has taken and not given back, by its own books. */
  atAcquirer(): number {
    const approved = "answer ->> '$.approved' = 1";
    const sign = "CASE kind WHEN 'refund' THEN -amount WHEN 'sale' THEN amount END";
    return (
      this.#at.db
        .prepare<{ sum: number }>(`SELECT ifnull(sum(${sign}), 0) AS sum FROM acquirer_book WHERE ${approved}`)
        .get()?.sum ?? 0
    );
  }

  get world() {
    return this.#at.world;
  }

  all(): readonly Sale[] {
    return [...this.ids, ...this.returns].flatMap(id => this.world.ledger.sale(cashier.merchant, id) ?? []);
  }

  async take(one: Step): Promise<void> {
    try {
      await this.#take(one);
    } catch (error) {
      // A refusal is fine; what it leaves is looked at.
      if (!(error instanceof BridgeError)) throw error;
    }
    await until(() => this.world.intents.allUnsettled().length === 0);
    while (this.world.payments.operations.allOpen().length > 0) await recoverOperations(this.world);
  }

  async #take(one: Step): Promise<void> {
    const { world } = this;
    switch (one.do) {
      case 'ending':
        return void this.memory.endings.push(one.ending);
      case 'cut':
        return void this.line.cuts.push(one.cut);
      case 'kill':
        return this.#kill();
      case 'sell': {
        const lines = one.quantities.flatMap((quantity, index) =>
          quantity > 0 ? [item(PRICES[index] ?? 0, { quantity, articleNumber: `A${index}` })] : [],
        );
        const { grams } = one;
        if (grams > 0) {
          const measure = { value: grams, decimals: 3, unit: 'kg', priceOne: WEIGHED };
          lines.push(item(priceOfMeasure(grams, 3, WEIGHED), { articleNumber: 'W', measure }));
        }
        if (lines.length === 0) return;
        const { id } = await flow.create(world, cashier, sale(lines, one.withCard ? cards.some : undefined));
        this.ids.push(id);
        if (one.withCard) await flow.preTransaction(world, cashier, id);
        const { missing_sum: missing } = this.#document(id).basket_info;
        if (missing === 0) return void (await flow.start(world, cashier, id, one.withCard ? 'loyalty' : 'cash', {}));
        if (one.atAcquirer) return void (await flow.start(world, cashier, id, 'debit', account));
        if (one.cash > 0)
          await flow.start(world, cashier, id, 'cash', one.cash < missing ? { part: { amount: one.cash } } : {});
        if (one.cash < missing) await flow.start(world, cashier, id, 'cashless', {});
        return;
      }
      case 'return': {
        const sold = this.ids[one.of % this.ids.length] ?? '';
        const products = this.#document(sold).basket.products.filter(({ item_type: type }) => type === 'article');
        const lines = products.flatMap(({ id, articleNumber, measure }): WantedLine[] => {
          if (measure) return one.grams > 0 ? [partOf(sold, id, one.grams)] : [];
          const quantity = one.quantities[Number(articleNumber.slice(1))] ?? 0;
          return quantity > 0 ? [{ sale: sold, line: id, quantity }] : [];
        });
        const { id } = await flow.openReturn(world, cashier, { lines, reason: 'x' });
        this.returns.push(id);
        if (one.newPrice === 0) return;
        const { basket_info: info } = await flow.update(world, cashier, id, sale([item(one.newPrice)]));
        if (info.sum > 0) await flow.start(world, cashier, id, 'cashless', {});
        return;
      }
      case 'payOut': {
        const id = this.returns[one.of % this.returns.length] ?? '';
        const due = -this.#document(id).basket_info.missing_sum;
        const ways = {
          proposed: {},
          cash: { back: due > 0 ? [{ method: 'cash' as const, amount: due }] : [] },
          card: { back: due > 0 ? [{ method: 'loyalty' as const, amount: due, card: cards.empty }] : [] },
        };
        return void (await flow.payOut(world, cashier, id, ways[one.way]));
      }
      case 'cancel': {
        const every = [...this.ids, ...this.returns];
        return void (await flow.cancel(world, cashier, every[one.of % every.length] ?? ''));
      }
    }
  }

  #document(id: string): SmartTransaction {
    const found = this.world.ledger.sale(cashier.merchant, id);
    if (!found) throw new BridgeError('notFound', id);
    return found.document;
  }

  async #kill(): Promise<void> {
    const data = temporaryDirectory();
    copyDirectory(this.#at.data, data);
    await this.#at.db.close();
    this.#at = await testWorld({ data, memory: this.memory, acquirer: overLine(this.line) });
    await this.world.recovery.begin();
  }

  close(): Promise<void> {
    return this.#at.db.close();
  }
}

/** Money that a method has brought, less what it gave back, by the documents. */
function netOf(sales: readonly Sale[], method: string): number {
  return sales.reduce((sum, { state, document }) => {
    const { parts = [], tenders = [] } = document;
    const ofParts = parts
      .filter(part => isHeld(part) && part.method === method)
      .reduce((own, { amount }) => own + amount, 0);
    if (state === 'closed')
      return sum + tenders.filter(one => one.method === method).reduce((own, { amount }) => own + amount, 0);
    return state === 'partlyPaid' || state === 'partlyReversed' ? sum + ofParts : sum;
  }, 0);
}

function expectAgreement(
  shop: Shop,
  before: { readonly acquirer: number; readonly cash: number; readonly points: number; readonly bonus: number },
) {
  const { world, memory } = shop;
  const sales = shop.all();
  expect(netOf(sales, 'cashless')).toBe(memory.totals.amount);
  expect(netOf(sales, 'debit')).toBe(shop.atAcquirer() - before.acquirer);
  const balances = [cards.some, cards.empty].map(number => {
    const id = world.loyalty.card(cashier.merchant, number)?.merchantcard.id ?? '';
    return world.loyalty.available(id);
  });
  for (const { cash, bonus, points } of balances) expect(Math.min(cash, bonus, points)).toBeGreaterThanOrEqual(0);
  const held = sales.reduce((sum, { id }) => sum + (world.loyalty.held(id)?.cash ?? 0), 0);
  const onCards = balances.reduce((sum, { cash }) => sum + cash, 0) + held;
  expect(onCards + netOf(sales, 'loyalty')).toBe(before.cash);
  for (const { id, document } of sales) {
    expectPaymentsAgree(document);
    const units = world.returns.unitsOf(id);
    const worth = world.returns.worthOf(id) ?? [];
    for (const { line, units: sold } of worth) {
      const own = units.filter(one => one.line === line).sort((a, b) => a.first - b.first);
      let reached = 0;
      for (const { first, last } of own) {
        expect(first).toBeGreaterThan(reached);
        reached = last;
      }
      expect(reached).toBeLessThanOrEqual(sold);
    }
    for (const [tender, { amount }] of (document.tenders ?? []).entries()) {
      const back = world.returns.tendersOf(id).filter(one => one.tender === tender);
      expect(back.reduce((sum, one) => sum + one.amount, 0)).toBeLessThanOrEqual(Math.max(0, amount));
    }
  }
}

/** The card has its first balance again after all has come back or was cancelled. */
async function bringAllBack(shop: Shop): Promise<void> {
  shop.memory.endings.length = 0;
  shop.line.cuts.length = 0;
  const { world } = shop;
  for (const id of shop.returns) {
    const now = world.ledger.sale(cashier.merchant, id);
    if (!now || now.state === 'closed' || now.state === 'cancelled') continue;
    if (now.document.basket_info.missing_sum > 0) await flow.cancel(world, cashier, id);
    else await flow.payOut(world, cashier, id, {});
  }
  for (const { id, state } of shop.all()) {
    if (state !== 'closed') {
      if (state !== 'cancelled') await flow.cancel(world, cashier, id).catch(() => undefined);
      continue;
    }
    const document = world.ledger.sale(cashier.merchant, id)?.document;
    const gone = world.returns.unitsOf(id);
    const lines = (document?.basket.products ?? []).flatMap(({ id: line, item_type: type, quantity, measure }) => {
      const back = gone.filter(one => one.line === line).reduce((sum, { first, last }) => sum + last - first + 1, 0);
      if (measure) return type === 'article' && measure.value > back ? [partOf(id, line, measure.value - back)] : [];
      return type === 'article' && quantity > back ? [{ sale: id, line, quantity: quantity - back }] : [];
    });
    if (lines.length === 0) continue;
    const begun = await flow.openReturn(world, cashier, { lines, reason: 'x' });
    await flow.payOut(world, cashier, begun.id, {});
    shop.returns.push(begun.id);
  }
}

it('agrees after every step, and when everything has come back nothing is left', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(day, async steps => {
      const memory = terminalMemory();
      const line: Line = { cuts: [] };
      const shop = new Shop(await testWorld({ memory, acquirer: overLine(line) }), memory, line);
      const cardsNow = () =>
        [cards.some, cards.empty].reduce(
          (sum, number) => {
            const id = shop.world.loyalty.card(cashier.merchant, number)?.merchantcard.id ?? '';
            const { cash, bonus, points } = shop.world.loyalty.available(id);
            return { cash: sum.cash + cash, bonus: sum.bonus + bonus, points: sum.points + points };
          },
          { cash: 0, bonus: 0, points: 0 },
        );
      const before = { ...cardsNow(), acquirer: shop.atAcquirer() };
      try {
        for (const one of steps) {
          await shop.take(one);
          expectAgreement(shop, before);
        }
        await bringAllBack(shop);
        expectAgreement(shop, before);
        const sales = shop.all();
        const total = ['cash', 'cashless', 'loyalty', 'debit'].reduce((sum, method) => sum + netOf(sales, method), 0);
        expect(total).toBe(0);
        // Points and bonus are exactly what they were: nothing of them was spent meanwhile but what came back.
        expect([cardsNow().points, cardsNow().bonus]).toEqual([before.points, before.bonus]);
      } finally {
        await shop.close();
      }
    }),
    { numRuns: Number(process.env.RUNS ?? (process.env.LONG ? 12 : 6)) },
  );
});
