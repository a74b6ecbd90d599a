/**
 * A program that gives money back in two shops and dies in the middle of it by SIGKILL: in `before` no money has moved yet, and in
 * `after` all of it has, but nobody has answered. Arguments: the two data directories, and the ids of `MoneyBack` as JSON.
 */
import { cancelPayment } from '../acquirer/payments/cancel.ts';
import { cashier, testWorld } from '../doubles/world.fixture.ts';
import type { World } from '../world/world.ts';
import { flow } from './flow.ts';

/** Goods and tenders to be given back; each shop has the same. */
export interface MoneyBack {
  /** The sale of empties alone. */
  readonly empties: string;
  /** The return of goods that an acquirer took money for. */
  readonly goods: string;
  /** The Payment Transaction of a sale in cash, and how much of it goes back. */
  readonly payment: string;
  readonly refund: number;
}

const never = () => new Promise<never>(() => undefined);

const inCash = (world: World, { empties, payment, refund }: MoneyBack) => [
  flow.payOut(world, cashier, empties, {}),
  cancelPayment(world, cashier.merchant, payment, { amount: refund, reason: 'Kulanz', reduceStakeholders: false }),
];

/** The acquirer has moved the money, and both commits of cash are on disk; nobody hears of it. */
async function goneAfter(data: string, back: MoneyBack): Promise<void> {
  const refunded = Promise.withResolvers<void>();
  const committed = Promise.withResolvers<void>();
  let left = Number.POSITIVE_INFINITY;
  const { world } = await testWorld({
    data,
    write: write => async job => {
      const done = await write(job);
      left -= 1;
      if (left === 0) committed.resolve();
      return Number.isFinite(left) ? never() : done;
    },
    acquirer: real => ({
      ...real,
      async refund(request) {
        await real.refund(request);
        refunded.resolve();
        return never();
      },
    }),
  });
  void flow.payOut(world, cashier, back.goods, {});
  await refunded.promise;
  left = 2;
  void Promise.all(inCash(world, back));
  await committed.promise;
}

/** The intent is on disk and the acquirer has not been asked; both commits of cash are written and not yet on disk. */
async function dyingBefore(data: string, back: MoneyBack): Promise<void> {
  const intended = Promise.withResolvers<void>();
  let left = Number.POSITIVE_INFINITY;
  const { world } = await testWorld({
    data,
    write: write => job =>
      write(() => {
        const done = job();
        left -= 1;
        if (left === 0) process.kill(process.pid, 'SIGKILL');
        return done;
      }),
    acquirer: real => ({
      ...real,
      refund() {
        intended.resolve();
        return never();
      },
    }),
  });
  void flow.payOut(world, cashier, back.goods, {});
  await intended.promise;
  left = 2;
  await Promise.all(inCash(world, back));
}

const [before = '', after = '', ids = '{}'] = process.argv.slice(2);
if (import.meta.main) {
  const back = JSON.parse(ids) as MoneyBack;
  await goneAfter(after, back);
  await dyingBefore(before, back);
}
