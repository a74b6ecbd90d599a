/** How terminals behave. The honest ones differ in what they report; each dishonest kind breaks one promise. */
import type { Random } from './random.ts';

export interface Habits {
  /** Its results contain trace numbers, receipt numbers, and times. */
  readonly traces: boolean;
  readonly receipts: boolean;
  readonly times: boolean;
  /** It repeats its last transaction (06 20), its totals (06 10), and the receipt of its end-of-day as last transaction. */
  readonly repeats: boolean;
  readonly totals: boolean;
  readonly repeatsDayEnd: boolean;
  /** A later tip makes its payment grow, or is a transaction of its own. */
  readonly tipsGrow: boolean;
  /** Its answer to a status enquiry while it works. */
  readonly whileBusy: 'status' | 'refuse' | 'silent' | 'ready';
  /** Without a line it ends what waits for a card. */
  readonly stopsAlone: boolean;
  /** It takes back what it could not report. */
  readonly takesBack: boolean;
  /** ms from the command to its acknowledgement. */
  readonly acknowledges: number;
  /** ms from the break of the line to the booking, where the host was asked already. */
  readonly booksLate: number;
  /** It forgets the last transaction when its line breaks. */
  readonly forgets: boolean;
}

const PLAIN: Habits = {
  traces: true,
  receipts: true,
  times: true,
  repeats: true,
  totals: true,
  repeatsDayEnd: false,
  tipsGrow: true,
  whileBusy: 'status',
  stopsAlone: false,
  takesBack: false,
  acknowledges: 50,
  booksLate: 0,
  forgets: false,
};

/** The promise that each kind breaks. */
export const kinds = {
  honest: {},
  readyAtWork: { whileBusy: 'ready' },
  booksLate: { whileBusy: 'ready', booksLate: 20_000 },
  acknowledgesLate: { whileBusy: 'ready', acknowledges: 8_000 },
  forgets: { forgets: true },
} as const satisfies Record<string, Partial<Habits>>;

export type Kind = keyof typeof kinds;

/** Habits that an honest terminal may have; a plan names those that differ from the plain ones. */
export function drawHabits(random: Random): Partial<Habits> {
  const odd: { -readonly [Name in keyof Habits]?: Habits[Name] } = {};
  if (random.chance(20)) odd.traces = false;
  if (random.chance(10)) odd.receipts = false;
  if (random.chance(20)) odd.times = false;
  if (random.chance(15)) odd.repeats = false;
  if (random.chance(20)) odd.totals = false;
  if (random.chance(15)) odd.repeatsDayEnd = true;
  if (random.chance(30)) odd.tipsGrow = false;
  if (random.chance(50)) odd.whileBusy = random.pick(['refuse', 'silent'] as const);
  if (random.chance(30)) odd.stopsAlone = true;
  if (random.chance(30)) odd.takesBack = true;
  return odd;
}

export const habitsOf = (kind: Kind, odd: Partial<Habits>): Habits => ({ ...PLAIN, ...odd, ...kinds[kind] });
