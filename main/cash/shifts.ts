/**
 * Shifts of a till: opened with a counted float, handed over or closed with a blind count, counted again by right. The expected
 * sum is said in the answer to a committed count and nowhere before; a difference is a movement of its own.
 */
import { countedSum, expectedCash, movedSinceCount } from '../domain/cashBook.ts';
import { countSlip } from '../domain/cashSlip.ts';
import { withTrainingMark } from '../domain/trainingMark.ts';
import type { CashCount, CashShift, CountAnswer, CountInput } from '../wire/cash.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import { newId } from '../world/ids.ts';
import type { Principal } from '../world/people.ts';
import { noteAudit } from '../world/requestContext.ts';
import { bookMovement } from './movements.ts';
import { type CashPerson, type CashWorld, cashTill, personOf, reasonOf, slipPlace } from './place.ts';

type Pieces = CountInput['pieces'];

interface Counting {
  readonly merchant: string;
  readonly till: string;
  readonly shift: string;
  readonly pieces: Pieces;
  readonly person: CashPerson;
  readonly why: CashCount['why'];
  readonly reason: string | null;
}

/** Throws `countIncomplete` unless every note and coin of the currency is counted once. */
function sumOf(currency: string, pieces: Pieces): number {
  const read = countedSum(currency, pieces);
  if (read.ok) return read.sum;
  const what = {
    missing: 'is not counted: write 0 where there is none',
    twice: 'is counted twice',
    unknown: `is no note or coin of ${currency}`,
    pieces: 'has no number of pieces from 0 to 99999',
  }[read.why];
  throw new BridgeError('countIncomplete', `pieces: ${read.value} ${what}; nothing was counted`);
}

/** Inside a job: what was expected, the difference as a movement, and the count from which the drawer is reckoned on. */
function commitCount(world: CashWorld, counting: Counting): CashCount {
  const { merchant, till, shift, pieces, person, why, reason } = counting;
  const { currency } = world.devices.merchant(merchant);
  const counted = sumOf(currency, pieces);
  const expected = expectedCash(world.cashBook.since(till));
  const difference = expected === null ? null : counted - expected;
  if (difference !== null && difference !== 0)
    bookMovement(world, {
      ...{
        merchant,
        till,
        shift,
        kind: why === 'opening' ? 'openingDifference' : 'difference',
        amount: difference,
        person,
      },
      reason: DIFFERENCES[world.settings.language][why],
    });
  const now = world.clock.now();
  world.cashBook.setCount(till, counted, now, shift);
  noteAudit({
    ...{ kind: 'cash', subject: till, action: 'counted', before: { expected }, after: { counted, difference } },
    ...(reason === null ? {} : { reason }),
  });
  const at = timestamp(now);
  return { at, person: { ...person }, why, reason, counted, pieces: [...pieces], expected, difference };
}

const DIFFERENCES = {
  de: {
    opening: 'Zählung bei Schichtbeginn',
    closing: 'Zählung bei Schichtende',
    handOver: 'Zählung bei Übergabe',
    recount: 'Nachzählung',
  },
  en: {
    opening: 'Count at the start of the shift',
    closing: 'Count at the end of the shift',
    handOver: 'Count at the hand-over',
    recount: 'Recount',
  },
} as const;

/** Inside a job. */
function begin(world: CashWorld, merchant: string, till: string, person: CashPerson, opening: CashCount, id: string) {
  const shift: CashShift = {
    ...{ id, till, number: world.cashBook.nextShift(till), state: 'open', person: { ...person } },
    ...{ opened: opening.at, ended: null, currency: world.devices.merchant(merchant).currency },
    ...{ opening, counts: [], handed_to: null },
  };
  world.cashBook.insertShift(merchant, shift);
  report(world, merchant, shift, 'opened');
  return shift;
}

/** Inside a job: the record for the back office. */
function report(world: CashWorld, merchant: string, shift: CashShift, event: 'opened' | 'closed' | 'recounted'): void {
  const count = shift.counts.at(-1) ?? shift.opening;
  world.queue.append({
    ...{ kind: 'shift', event, object: shift.id, merchant, till: shift.till, lane: shift.till },
    ...{ sum: count.counted, currency: shift.currency },
    facts: {
      number: shift.number,
      person: shift.person.name,
      handed_to: shift.handed_to?.name ?? null,
      opened: shift.opened,
      ended: shift.ended,
      opening: shift.opening.counted,
      counted: count.counted,
      expected: count.expected,
      difference: count.difference,
      counted_by: count.person.name,
    },
  });
}

/** Inside a job: the slip goes to the printer of the till, where it has one. `ended`: the shift that was counted, where the answer is the next one. */
function answer(world: CashWorld, merchant: string, shift: CashShift, count: CashCount, ended = shift): CountAnswer {
  const place = slipPlace(world, merchant, shift.till, count.person.name);
  const to = count.why === 'handOver' ? (shift.handed_to?.name ?? shift.person.name) : null;
  const of = ended.person.id === count.person.id ? null : ended.person.name;
  const slip = withTrainingMark(world.settings, countSlip({ ...count, ...place, to, of }, world.settings.language));
  world.printing.lines({ merchant, till: shift.till, lines: slip });
  return { shift, count, receipt: [...slip] as CountAnswer['receipt'] };
}

/** Opens a shift with what was counted. Throws `shiftOpen` where one is open. */
export function openShift(world: CashWorld, principal: Principal, input: CountInput): Promise<CountAnswer> {
  return beginAt(world, principal, input, 'opening', shift => shift);
}

/** One count of a till at which nobody opened a shift, so that its day can be closed. Throws `shiftOpen` where one is open. */
export function countAlone(world: CashWorld, principal: Principal, input: CountInput): Promise<CountAnswer> {
  return beginAt(world, principal, input, 'closing', (shift, count) => {
    const ended: CashShift = { ...shift, state: 'closed', ended: count.at, counts: [count] };
    world.cashBook.saveShift(ended);
    report(world, principal.merchant, ended, 'closed');
    return ended;
  });
}

/** Begins a shift with a count; `go` gives the shift that is answered, inside the same job. */
function beginAt(
  world: CashWorld,
  principal: Principal,
  { till: named, pieces }: CountInput,
  why: CashCount['why'],
  go: (shift: CashShift, count: CashCount) => CashShift,
): Promise<CountAnswer> {
  const { merchant } = principal;
  const till = cashTill(world, principal, named);
  const person = personOf(principal);
  return world.ledger.write(() => {
    const open = world.cashBook.openShift(till);
    if (open) throw new BridgeError('shiftOpen', `shift ${open.number} of ${open.person.name} is open at ${till}`);
    const shift = newId('CSH');
    const count = commitCount(world, { merchant, till, shift, pieces, person, why, reason: null });
    return answer(world, merchant, go(begin(world, merchant, till, person, count, shift), count), count);
  });
}

/** Inside a job: the shift, which has to be open. */
function openOne(world: CashWorld, principal: Principal, id: string): CashShift {
  const shift = world.cashBook.shift(principal.merchant, id);
  if (!shift) throw new BridgeError('notFound', `there is no shift ${id}`);
  cashTill(world, principal, shift.till);
  if (shift.state === 'closed') throw new BridgeError('shiftClosed', `shift ${shift.number} was closed ${shift.ended}`);
  return shift;
}

export function closeShift(world: CashWorld, principal: Principal, id: string, pieces: Pieces): Promise<CountAnswer> {
  const { merchant } = principal;
  return world.ledger.write(() => {
    const shift = openOne(world, principal, id);
    const counting = { merchant, till: shift.till, shift: id, pieces, person: personOf(principal) };
    const count = commitCount(world, { ...counting, why: 'closing', reason: null });
    const ended: CashShift = { ...shift, state: 'closed', ended: count.at, counts: [count] };
    world.cashBook.saveShift(ended);
    report(world, merchant, ended, 'closed');
    return answer(world, merchant, ended, count);
  });
}

/** One count ends the shift and opens that of the next person, whose PIN has been checked. */
export function handOver(
  world: CashWorld,
  principal: Principal,
  id: string,
  { pieces, to }: { readonly pieces: Pieces; readonly to: CashPerson },
): Promise<CountAnswer> {
  const { merchant } = principal;
  return world.ledger.write(() => {
    const shift = openOne(world, principal, id);
    if (to.id === shift.person.id)
      throw new BridgeError('handOverToSelf', `${to.name} has the shift already; close it or name somebody else`);
    const counting = { merchant, till: shift.till, shift: id, pieces, person: personOf(principal) };
    const count = commitCount(world, { ...counting, why: 'handOver', reason: null });
    const ended: CashShift = { ...shift, state: 'closed', ended: count.at, counts: [count], handed_to: { ...to } };
    world.cashBook.saveShift(ended);
    report(world, merchant, ended, 'closed');
    const next = begin(world, merchant, shift.till, to, count, newId('CSH'));
    return answer(world, merchant, next, count, ended);
  });
}

/** Counts the closed shift again, by right and with a reason, as long as no cash moved behind its count. */
export function recount(world: CashWorld, principal: Principal, id: string, input: CountInput): Promise<CountAnswer> {
  const { merchant } = principal;
  const reason = reasonOf(input.reason ?? '');
  return world.ledger.write(() => {
    const shift = world.cashBook.shift(merchant, id);
    if (!shift) throw new BridgeError('notFound', `there is no shift ${id}`);
    const till = cashTill(world, principal, shift.till);
    const last = world.cashBook.lastCount(till);
    const since = world.cashBook.since(till);
    // By records and never by times: a clock is set back, and a report and a count share a second.
    const reported = world.zReports.beginning(till).record > (last?.record ?? 0);
    const moved = movedSinceCount(since, since.moved) || world.cashBook.openShift(till) !== null;
    if (shift.state === 'open' || last?.shift !== id || moved || reported)
      throw new BridgeError(
        'recountTooLate',
        `shift ${shift.number} is open, reported, or cash moved behind its count`,
      );
    const counting = { merchant, till, shift: id, pieces: input.pieces, person: personOf(principal) };
    const count = commitCount(world, { ...counting, why: 'recount', reason });
    const again: CashShift = { ...shift, counts: [...shift.counts, count] };
    world.cashBook.saveShift(again);
    report(world, merchant, again, 'recounted');
    return answer(world, merchant, again, count);
  });
}
