/** Property: whatever is cut, delayed or refused wherever, each sale is at the service once, in the order of its lane, with its sum. */
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { cards, closeAll, item, sale, until } from '../doubles/bridge.fixture.ts';
import { closeStubs, type StubBehaviour, type StubFault, upstreamStub } from '../doubles/upstreamStub.ts';
import { closeShops, testShop } from './shop.fixture.ts';

afterEach(async () => {
  await closeShops();
  await closeStubs();
  await closeAll();
});

const FAULTS: readonly (StubFault | null)[] = [
  null,
  'cutBefore',
  'cutAfter',
  'hang',
  { status: 503 },
  { status: 502, headers: { 'retry-after': '0' } },
  { status: 500 },
];

const settings = {
  backoff: { first: 5, most: 40, mostAsked: 1000 },
  lag: 40,
  answerLimit: 150,
  straySearchAfter: 100,
};

interface Sold {
  readonly card: boolean;
  readonly cancelled: boolean;
}

const run = fc.record({
  behaviour: fc.record<StubBehaviour>({ keys: fc.boolean(), lag: fc.constantFrom(0, 30) }),
  sold: fc.array(fc.record<Sold>({ card: fc.boolean(), cancelled: fc.boolean() }), { minLength: 3, maxLength: 8 }),
  faults: fc.array(fc.nat(FAULTS.length + 5), { minLength: 10, maxLength: 60 }),
});

it('holds under any series of faults', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(run, async ({ behaviour, sold, faults }) => {
      const stub = await upstreamStub(behaviour);
      const shop = await testShop();
      const expected: { id: string; sum: number; status: string }[] = [];
      for (const [index, { card, cancelled }] of sold.entries()) {
        const { id } = await shop.sell(sale([item(index + 1)], card ? cards.rich : undefined));
        if (cancelled) await shop.cancel(id);
        expected.push({ id, sum: index + 1, status: cancelled ? 'cancelled' : 'ok' });
      }
      stub.faults(({ number }) => FAULTS[faults[number] ?? 0] ?? null);
      const { worker } = shop.deliverTo(stub.url, settings);
      await shop.drained();
      const strays = () => stub.sales.filter(({ status }) => status === 'created').length;
      worker.planStraySearch();
      await until(() => strays() === 0);
      const there = stub.sales.filter(({ receipt_number }) => receipt_number !== null);
      expect(there.map(({ product: id, sum, status }) => ({ id, sum, status })).sort(bySum)).toEqual(expected);
      const ofCard = sold.flatMap(({ card }, index) => (card ? [index + 1] : []));
      const paid = there.toSorted((a, b) => (a.receipt_number ?? 0) - (b.receipt_number ?? 0)).map(({ sum }) => sum);
      expect(paid.filter(sum => ofCard.includes(sum))).toEqual(ofCard);
      expect(shop.cases()).toEqual([]);
      await closeShops();
      await closeStubs();
      await closeAll();
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 6) },
  );
});

const bySum = (a: { readonly sum: number }, b: { readonly sum: number }) => a.sum - b.sum;
