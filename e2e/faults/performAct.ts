/** How each act is done at the counter: what is prepared while the line is whole, and what is done while it may be cut. */
import { setTimeout as pause } from 'node:timers/promises';
import { book } from '../../drivers/simulator/zvt/engine/bookings.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import type { Act, OtherWork, SaleEnding } from './acts.ts';
import type { Answer, Counter } from './counter.ts';
import { otherTill } from './otherTill.ts';

/** A counter with what the steps have to remember. */
export interface Shop {
  readonly counter: Counter;
  readonly shared: boolean;
  /** Ids of the bookings somebody typed in at the terminal. */
  readonly byHand: Set<number>;
  /** Commands of another till that arrived at the terminal. */
  others: number;
  /** The amount that was asked for last; every command has its own. */
  amount: number;
}

/** Resolves with the answers of the API. */
export type Run = () => Promise<readonly Answer[]>;

const sales = '/api/v2/Smart/Transactions';
const terminal = `/bridge/v1/terminals/${demoIds.terminal}`;
const NOTHING: Run = async () => [];

/** The steps that follow once the line is watched. */
export async function prepare(shop: Shop, act: Act): Promise<Run> {
  const { counter } = shop;
  const one = (method: string, path: string, body?: unknown) => async () => [await counter.call(method, path, body)];
  const operation = (body: object) => one('POST', `${terminal}/operations`, body);
  switch (act.do) {
    case 'sale':
      return saleOf(shop, act.ending, act.till, act.after);
    case 'cancel': {
      const paid = chosen(counter, "SELECT id FROM smart_transaction WHERE state = 'closed'", act.which);
      return paid ? one('POST', `${sales}/${paid.id}/cancel`) : NOTHING;
    }
    case 'refund':
      return operation({ do: 'refund', amount: nextAmount(shop) });
    case 'hold':
      return operation({ do: 'preAuthorisation', amount: nextAmount(shop) });
    case 'tip': {
      const paid = receiptOf(counter, 'payment', act.which);
      return paid ? operation({ do: 'tip', amount: nextAmount(shop), receipt_number: paid.receipt }) : NOTHING;
    }
    case 'reversal':
    case 'partialReversal': {
      const refund = receiptOf(counter, 'refund', act.which);
      const part = act.do === 'reversal' ? {} : { amount: (refund?.amount ?? 0) / 2 };
      return refund ? operation({ do: 'reversal', receipt_number: refund.receipt, ...part }) : NOTHING;
    }
    case 'book':
    case 'bookHalf': {
      const held = receiptOf(counter, 'preAuthorisation', act.which);
      const amount = (held?.amount ?? 0) / (act.do === 'book' ? 1 : 2);
      return held ? operation({ do: 'booking', amount, receipt_number: held.receipt }) : NOTHING;
    }
    case 'release':
    case 'releaseHalf': {
      const held = receiptOf(counter, 'preAuthorisation', act.which);
      const unused = act.do === 'release' ? {} : { amount: (held?.amount ?? 0) / 2 };
      return held ? operation({ do: 'release', receipt_number: held.receipt, ...unused }) : NOTHING;
    }
    case 'endOfDay':
      return one('POST', `${terminal}/day-end`, {});
    case 'preview':
      return one('GET', `${terminal}/day-end`);
    case 'status':
      return one('GET', `${terminal}/status`);
    case 'holds':
      return one('GET', `${terminal}/pre-authorisations`);
    case 'diagnosis':
      return one('POST', `${terminal}/tasks`, { do: 'diagnosis' });
    case 'late':
      return one('POST', '/bridge/v1/till/late', { keep: act.keep });
    case 'clock':
      return one('PUT', '/bridge/v1/control/clock', { by: act.by });
    // Somebody at the terminal acts between two commands of ours.
    case 'terminalClock': {
      const { memory } = counter.terminal;
      memory.change({ clockAhead: memory.now.clockAhead + act.by });
      return NOTHING;
    }
    case 'byHand':
      typeIn(shop, act.same);
      return NOTHING;
  }
}

/** Amounts end in zeros, also when they are halved: other last digits have a meaning for the terminal. */
const STEP = 200;
const HALF_STEP = 100;

function nextAmount(shop: Shop): number {
  shop.amount += STEP;
  return shop.amount;
}

const BEHAVIOURS = {
  paid: 'approve',
  declined: 'decline',
  stops: 'abort-on-device',
  aborted: 'manual',
  late: 'late-approval:40',
  left: 'slow:30',
  mute: 'mute:2',
} as const satisfies Record<SaleEnding, string>;

async function saleOf(shop: Shop, ending: SaleEnding, number: 0 | 1, after: number): Promise<Run> {
  const { counter } = shop;
  const till = number === 0 ? undefined : counter.secondTill;
  const product = { articleNumber: '1', ean: '', desc: 'Ware', quantity: 1, priceOne: nextAmount(shop), tax: 19 };
  const { body } = await counter.call('POST', sales, { basket: { products: [product] } }, till);
  await counter.call('PUT', '/bridge/v1/till', { transaction: body.id }, till);
  return async () => {
    counter.behave(BEHAVIOURS[ending]);
    const paying = counter.call('POST', `${sales}/${body.id}/start/cashless`, undefined, till);
    const meanwhile = DURING[ending];
    const [paid, more] = await Promise.all([paying, meanwhile?.(counter, paying, after, till)]);
    return [paid, ...(more ?? [])];
  };
}

type During = (
  counter: Counter,
  paying: Promise<Answer>,
  after: number,
  till: string | undefined,
) => Promise<readonly Answer[]>;

const DURING: Partial<Record<SaleEnding, During>> = {
  aborted: stop,
  late: stop,
  async left(counter, _, after, till) {
    await pause(after);
    return [await counter.call('PUT', '/bridge/v1/till', { transaction: null }, till)];
  },
};

/** Asks the terminal to stop, until there is something to stop or everything is over. */
async function stop(counter: Counter, paying: Promise<Answer>, after: number, till: string | undefined) {
  const over = paying.then(() => true);
  await Promise.race([over, pause(after)]);
  for (;;) {
    const answer = await counter.call('POST', '/bridge/v1/till/abort', undefined, till);
    if (answer.status !== 200 || answer.body.requested) return [answer];
    if (await Promise.race([over, pause(2, false)])) return [answer];
  }
}

/** The amount may equal the next requested amount only where the bridge knows of other tills. */
function typeIn({ counter, shared, byHand, amount }: Shop, same: boolean): void {
  const paid = amount + (same && shared ? STEP : HALF_STEP);
  const facts = { kind: 'payment', amount: paid, currency: 978, namesCurrency: true } as const;
  byHand.add(book(counter.terminal.memory, { ...facts, card: 'girocard-contactless' }, true).id);
}

/** Another till, once the terminal has done with what we had asked for, and of the amount that we asked for last. */
export async function otherWorks(shop: Shop, work: OtherWork): Promise<void> {
  const { counter, byHand, amount } = shop;
  while (counter.terminal.isBusy) await pause(2);
  const { memory } = counter.terminal;
  const before = memory.bookings.length;
  counter.behave('approve');
  const till = otherTill(() => counter.terminalPort);
  await { pays: till.pay, refunds: till.refund, holds: till.hold }[work](amount);
  for (const { id } of memory.bookings.slice(before)) byHand.add(id);
  shop.others += 1;
}

interface Known {
  readonly receipt: number;
  readonly amount: number;
}

function receiptOf(counter: Counter, kind: string, which: number): Known | undefined {
  const known = `SELECT facts ->> 'receiptNumber' AS receipt, amount FROM intent
    WHERE kind = '${kind}' AND state = 'approved' AND facts ->> 'receiptNumber' IS NOT NULL ORDER BY number DESC`;
  return chosen<Known>(counter, known, which);
}

function chosen<Row = { readonly id: string }>(counter: Counter, sql: string, which: number): Row | undefined {
  const rows = counter.rows<Row>(sql);
  return rows[which % Math.max(1, rows.length)];
}
