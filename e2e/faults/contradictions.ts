/** Every contradiction between the rows of the journal and the bookings of the terminal, in words. Pure. */
import type { Booking } from '../../drivers/simulator/zvt/engine/booking.ts';

export interface IntentFacts {
  readonly id: string;
  readonly sale: string | null;
  readonly kind: string;
  readonly amount: number;
  readonly state: string;
  readonly person: number;
  /** Receipt number the terminal gave it, as far as the bridge knows. */
  readonly receipt: number | null;
}

export interface SaleFacts {
  readonly id: string;
  readonly state: string;
}

/** A booking of the terminal; kinds as the journal names them are taken, too. */
export interface BookingFacts extends Pick<Booking, 'state' | 'receiptNumber' | 'amount'> {
  readonly kind: string;
}

/** Every contradiction, in words; none: they agree. */
export function contradictions(
  intents: readonly IntentFacts[],
  sales: readonly SaleFacts[],
  bookings: readonly BookingFacts[],
): readonly string[] {
  const approved = intents.filter(intent => intent.state === 'approved');
  const counted = bookings.filter(booking => booking.state !== 'takenBack' && booking.state !== 'pending');
  const journal = approved.map(({ kind, receipt, amount }) => `${kindOf(kind)} ${receipt} of ${amount}`);
  const terminal = counted.map(booking => `${kindOf(booking.kind)} ${booking.receiptNumber} of ${booking.amount}`);
  return [
    ...without(journal, terminal).map(line => `only the journal has ${line}`),
    ...withoutUndecided(without(terminal, journal), intents).map(line => `only the terminal has ${line}`),
    ...sales.flatMap(sale => wrongSale(sale, intents)),
  ];
}

/** The ones that only a person can decide: no contradiction, but no verdict either. */
export const leftToPersons = (intents: readonly IntentFacts[]): number =>
  intents.filter(({ state, person }) => person === 1 && (state === 'open' || state === 'unknown')).length;

/** Intents that wait for a person may have been booked, each once. */
function withoutUndecided(lines: readonly string[], intents: readonly IntentFacts[]): readonly string[] {
  const undecided = intents.filter(intent => leftToPersons([intent]) > 0);
  return undecided.reduce<readonly string[]>((left, { kind, amount }) => {
    const at = left.findIndex(line => line.startsWith(`${kindOf(kind)} `) && line.endsWith(` of ${amount}`));
    return at < 0 ? left : left.toSpliced(at, 1);
  }, lines);
}

/** Taking a pre-authorisation is a payment at the terminal. */
const kindOf = (kind: string): string => (kind === 'booking' ? 'payment' : kind);

/** A multiset difference: the same line twice is a double charge. */
function without(lines: readonly string[], taken: readonly string[]): string[] {
  const left = [...taken];
  return lines.filter(line => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function wrongSale({ id, state }: SaleFacts, intents: readonly IntentFacts[]): readonly string[] {
  const own = intents.filter(intent => intent.sale === id);
  if (own.length === 0 || leftToPersons(own) > 0) return [];
  const paid = own.filter(({ kind, state }) => kind === 'payment' && state === 'approved').length;
  const back = own.filter(({ kind, state }) => kind === 'reversal' && state === 'approved').length;
  const due = paid > back ? 'closed' : back > 0 ? 'cancelled' : 'failed';
  const fine = paid - back <= 1 && state === due;
  return fine ? [] : [`sale ${id} is ${state}, but ${paid} payments and ${back} reversals were approved`];
}
