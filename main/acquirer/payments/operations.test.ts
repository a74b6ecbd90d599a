/** The life of a Payment Transaction under random calls, lost answers and kills, against the books of the acquirer. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { leftOf, limitOf, type PaymentMoney } from '../../domain/payment.ts';
import { closeAll } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { type TestWorld, testWorld } from '../../doubles/world.fixture.ts';
import { createAcquirerBooks } from '../../sandbox/acquirerBooks.ts';
import { moneyOf } from '../../sandbox/virtualAcquirer.ts';
import type { Acquirer, AcquirerRequest } from '../../world/acquirer.ts';
import { demoIds } from '../../world/demoIds.ts';
import { BridgeError } from '../../world/errors.ts';
import type { World } from '../../world/world.ts';
import { cancelPayment } from './cancel.ts';
import { capturePayment, increasePayment } from './capture.ts';
import { endChallenge } from './challenge.ts';
import { createPayment } from './create.ts';
import { recoverOperations } from './operationRun.ts';
import { statusOf } from './record.ts';

afterAll(closeAll);

/** Fault of the next request to the acquirer. */
type Fault = 'none' | 'neverArrives' | 'answerLost' | 'diskFull' | 'killed';
const FAULTS = ['none', 'none', 'none', 'neverArrives', 'answerLost', 'diskFull', 'killed'] as const;

interface Step {
  readonly call: 'capture' | 'cancel' | 'increase' | 'accept' | 'refuse';
  readonly share: number;
  readonly fault: Fault;
}

const account = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };

/** A world with an acquirer and a disk that fail once, as `fault` says. */
async function faultyWorld(): Promise<TestWorld & { next: (fault: Fault) => void }> {
  let fault: Fault = 'none';
  let answered = false;
  const take = (kind: Fault) => {
    if (fault !== kind) return false;
    fault = 'none';
    return true;
  };
  const faulty = (real: Acquirer): Acquirer => {
    const wrap =
      (call: (request: AcquirerRequest) => ReturnType<Acquirer['sale']>) => async (request: AcquirerRequest) => {
        if (take('neverArrives')) throw new Error('connection refused');
        const answer = await call(request);
        if (take('answerLost') || take('killed')) throw new Error('connection lost');
        answered = fault === 'diskFull';
        return answer;
      };
    const { authorise, sale, confirm, capture, refund, void: giveUp, increase, collect } = real;
    return {
      ...real,
      authorise: wrap(authorise),
      sale: wrap(sale),
      confirm: wrap(confirm),
      capture: wrap(capture),
      refund: wrap(refund),
      void: wrap(giveUp),
      increase: wrap(increase),
      collect: wrap(collect),
    };
  };
  const made = await testWorld({
    acquirer: faulty,
    write: write => job => {
      if (!answered || fault !== 'diskFull') return write(job);
      answered = false;
      fault = 'none';
      return Promise.reject(new Error('the disk is full'));
    },
  });
  return {
    ...made,
    next(next) {
      fault = next;
      answered = false;
    },
  };
}

/** Only what the error table names may come back; it says that nothing happened or that it is being looked up. */
async function attempt(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    expect(error).toBeInstanceOf(BridgeError);
  }
}

const idOfNewest = (world: World) =>
  world.payments.all(demoIds.merchant).findLast(({ inner }) => inner.order.orderId === 'model')?.document.id ?? '';

async function take(world: World, id: string, { call, share }: Step): Promise<void> {
  const { money } = recordOf(world, id).inner;
  const part = (most: number) => Math.max(1, Math.round(most * share));
  if (call === 'capture')
    return attempt(
      capturePayment(world, demoIds.merchant, id, { amount: part(limitOf('capture', money) ?? 9), shipping: null }),
    );
  if (call === 'increase') return attempt(increasePayment(world, demoIds.merchant, id, part(500)));
  if (call === 'cancel') {
    const amount = part(leftOf(money) * 1.2);
    return attempt(cancelPayment(world, demoIds.merchant, id, { amount, reason: null, reduceStakeholders: false }));
  }
  const challenge = world.payments.challenges.openOf(id);
  if (challenge) await attempt(endChallenge(world, challenge.id, call === 'accept' ? 'accepted' : 'refused'));
}

function recordOf(world: World, id: string) {
  const record = world.payments.find(demoIds.merchant, id);
  if (!record) throw new Error(`${id} is gone`);
  return record;
}

const same = ({ stage, held, captured, refunded }: PaymentMoney) => ({ stage, held, captured, refunded });

function agree(world: World, books: ReturnType<typeof createAcquirerBooks>, id: string) {
  const { document, inner } = recordOf(world, id);
  const { money } = inner;
  expect(world.payments.operations.openOf(id)).toBe(null);
  const entries = world.payments.operations.ofPayment(id).map(({ id: key }) => books.find(key));
  expect(new Set(entries.flatMap(entry => (entry ? [entry.original] : []))).size).toBeLessThanOrEqual(1);
  if (inner.key !== null && books.find(inner.key)) expect(same(money)).toEqual(same(moneyOf(books.account(inner.key))));
  expect(document.status).toBe(statusOf(inner));
  expect(document.details.amount).toBe(leftOf(money));
  expect(money.refunded).toBeLessThanOrEqual(money.captured);
  expect(money.captured + money.held).toBeLessThanOrEqual(money.amount);
  const refunds = world.payments.all(demoIds.merchant).filter(({ document: { parents } }) => parents[0]?.id === id);
  expect(refunds.reduce((sum, refund) => sum + refund.document.amount, 0)).toBe(0 - money.refunded);
  expect(document.related_transactions.map(link => link.id)).toEqual(refunds.map(refund => refund.document.id));
}

describe('the life of a payment', () => {
  it('agrees with the books of the acquirer after random calls, lost answers and kills', async () => {
    specifies({ 'Payment Transaction': 'sums never exceed what was authorised, whatever is lost or killed' });
    const step = fc.record({
      call: fc.constantFrom('capture', 'capture', 'cancel', 'cancel', 'increase', 'accept', 'refuse'),
      share: fc.double({ min: 0.01, max: 1, noNaN: true }),
      fault: fc.constantFrom(...FAULTS),
    });
    const { world, db, next } = await faultyWorld();
    const books = createAcquirerBooks(db);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('debit', 'prepaid', 'twint', 'paypal'),
        fc.constantFrom('authorization', 'sale'),
        fc.constantFrom(100, 1000, 4711, 77_702, 77_704, 1005),
        fc.constantFrom(...FAULTS),
        fc.array(step, { maxLength: 8 }),
        async (method, action, amount, first, steps) => {
          next(first);
          const container = method === 'debit' ? account : null;
          const input = { amount, payment_action: action, order_id: 'model', container };
          await attempt(createPayment(world, demoIds.merchant, method, input));
          const id = idOfNewest(world);
          next('none');
          await recoverOperations(world);
          agree(world, books, id);
          for (const one of steps) {
            next(one.fault);
            await take(world, id, one);
            next('none');
            if (one.fault === 'killed') world.payments.operations.beingAsked.clear();
            await recoverOperations(world);
            agree(world, books, id);
          }
        },
      ),
      { numRuns: process.env.LONG ? 60 : 20 },
    );
    await db.close();
  });

  it('allows one operation at a time', async () => {
    const { world, db } = await testWorld();
    const input = { amount: 1000, payment_action: 'authorization' as const, container: account };
    const { id } = await createPayment(world, demoIds.merchant, 'debit', input);
    const capture = () => capturePayment(world, demoIds.merchant, id, { amount: 600, shipping: null });
    const endings = await Promise.allSettled([capture(), capture(), capture()]);
    expect(endings.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(recordOf(world, id).inner.money).toMatchObject({ captured: 600, held: 400 });
    await db.close();
  });
});
