/** Billing cycles of a plan: allowed cycles, due times, and the progress of a subscription. */

export const units = ['day', 'week', 'month', 'year'] as const;
export type Unit = (typeof units)[number];

export interface BillingCycle {
  /** Their order; 0 is the set-up fee. */
  readonly sequence: number;
  /** Not for the set-up fee, which is due once. */
  readonly interval: { readonly unit: Unit; readonly count: number } | null;
  readonly tenure_type: 'setup' | 'trial' | 'regular';
  /** 0: without end. */
  readonly total_cycles: number;
  /** Minor units. */
  readonly price: number;
}

export interface CycleExecution {
  readonly sequence: number;
  readonly tenure_type: BillingCycle['tenure_type'];
  readonly total_cycles: number;
  readonly cycles_completed: number;
  readonly cycles_remaining: number;
}

/** The problem of the cycles of a plan, or null. */
export function cyclesProblem(cycles: readonly BillingCycle[]): string | null {
  const [regular, rest] = [inOrder(cycles), cycles.filter(isSetup)];
  if (new Set(cycles.map(({ sequence }) => sequence)).size < cycles.length) return 'each sequence may be there once';
  if (rest.some(({ sequence, total_cycles }) => sequence !== 0 || total_cycles !== 1))
    return 'a set-up fee has sequence 0 and total_cycles 1';
  if (regular.some(({ sequence }) => sequence === 0)) return 'sequence 0 is the set-up fee';
  if (regular.some(({ interval }) => interval === null)) return 'interval is missing';
  if (!regular.some(({ tenure_type }) => tenure_type === 'regular')) return 'there is no regular cycle';
  if (regular.slice(0, -1).some(({ total_cycles }) => total_cycles === 0))
    return 'only the last cycle may go on without end (total_cycles 0)';
  if (regular.some(({ tenure_type, total_cycles }) => tenure_type === 'trial' && total_cycles === 0))
    return 'a trial has an end';
  return regular.some(
    ({ tenure_type }, index) => tenure_type === 'trial' && regular[index - 1]?.tenure_type === 'regular',
  )
    ? 'trials come before the regular cycles'
    : null;
}

export interface DueCycle {
  readonly cycle: BillingCycle;
  /** ms since 1970 */
  readonly time: number;
}

/**
 * The cycle after `completed` ones, without the set-up fee, and its due time; null when all are done. `start` is the
 * due time of the first cycle, ms since 1970.
 */
export function dueCycle(cycles: readonly BillingCycle[], start: number, completed: number): DueCycle | null {
  let [begin, left] = [start, completed];
  for (const cycle of inOrder(cycles)) {
    const { interval, total_cycles } = cycle;
    if (!interval) continue;
    if (total_cycles === 0 || left < total_cycles) return { cycle, time: later(begin, interval, left) };
    begin = later(begin, interval, total_cycles);
    left -= total_cycles;
  }
  return null;
}

/** The number of executions of each cycle. */
export function executions(cycles: readonly BillingCycle[], completed: number, setUp: boolean): CycleExecution[] {
  let left = completed;
  const of = ({ sequence, tenure_type, total_cycles }: BillingCycle, done: number): CycleExecution => ({
    sequence,
    tenure_type,
    total_cycles,
    cycles_completed: done,
    cycles_remaining: Math.max(0, total_cycles - done),
  });
  const rest = inOrder(cycles).map(cycle => {
    const done = cycle.total_cycles === 0 ? left : Math.min(left, cycle.total_cycles);
    left -= done;
    return of(cycle, done);
  });
  return [...cycles.filter(isSetup).map(cycle => of(cycle, setUp ? 1 : 0)), ...rest];
}

/**
 * The time `times` intervals later; a day that a month does not have becomes its last day, so 28 February follows 31
 * January.
 */
export function later(from: number, { unit, count }: NonNullable<BillingCycle['interval']>, times: number): number {
  const steps = count * times;
  const date = new Date(from);
  if (unit === 'day' || unit === 'week') return date.setUTCDate(date.getUTCDate() + steps * (unit === 'week' ? 7 : 1));
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + steps * (unit === 'year' ? 12 : 1));
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, last));
}

const isSetup = ({ tenure_type }: BillingCycle) => tenure_type === 'setup';

const inOrder = (cycles: readonly BillingCycle[]) =>
  cycles.filter(cycle => !isSetup(cycle)).toSorted((a, b) => a.sequence - b.sequence);
