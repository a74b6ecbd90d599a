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
  /**
   * A later tip makes the receipt of its payment grow, or gives payment and tip a receipt number of their own, or is booked beside the
   * payment, which goes back without it.
   */
  readonly tips: 'grow' | 'renumber' | 'beside';
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
  /** Way of printing on the till, and whether it takes a payment back whose slip was not acknowledged. */
  readonly slips: 'none' | 'lines' | 'block';
  readonly slipsMatter: boolean;
  /** It was in use before this till: it repeats a payment of an earlier day. */
  readonly used: boolean;
  /** The receipt number before its first one, and whether the numbers begin anew after an end-of-day. */
  readonly firstReceipt: number;
  readonly restartsReceipts: boolean;
  /** Percentage of a payment that it approves, and whether it approves and books each payment twice. */
  readonly approves: number;
  readonly approvesTwice: boolean;
  /** ms after its report until it takes everything back; 0: it does not. */
  readonly takesBackAfter: number;
  /** Once, when the line has broken, somebody takes two payments at its keys. */
  readonly usedByKeys: boolean;
  /** Its totals leave the newest booking out. */
  readonly totalsLag: boolean;
  /** After its approval it reports a failure, too, and keeps the payment all the same. */
  readonly contradicts: boolean;
  /** A power cut before the acknowledgement loses its last transaction, though it is booked. */
  readonly losesResult: boolean;
}

const PLAIN: Habits = {
  traces: true,
  receipts: true,
  times: true,
  repeats: true,
  totals: true,
  repeatsDayEnd: false,
  tips: 'grow',
  whileBusy: 'status',
  stopsAlone: false,
  takesBack: false,
  acknowledges: 50,
  booksLate: 0,
  forgets: false,
  slips: 'none',
  slipsMatter: true,
  used: false,
  firstReceipt: 0,
  restartsReceipts: false,
  approves: 100,
  approvesTwice: false,
  takesBackAfter: 0,
  usedByKeys: false,
  totalsLag: false,
  contradicts: false,
  losesResult: false,
};

/** The promise that each kind breaks. */
export const kinds = {
  honest: {},
  readyAtWork: { whileBusy: 'ready' },
  booksLate: { whileBusy: 'ready', booksLate: 20_000 },
  acknowledgesLate: { whileBusy: 'ready', acknowledges: 8_000 },
  booksVeryLate: { whileBusy: 'ready', booksLate: 400_000 },
  forgets: { forgets: true },
  contradicts: { contradicts: true },
  takesBackLater: { takesBackAfter: 90_000 },
  approvesTwice: { approvesTwice: true },
  approvesPart: { approves: 95 },
  oddTotals: { totalsLag: true },
  tipsBeside: { tips: 'beside' },
  usedByKeys: { usedByKeys: true },
  losesResult: { losesResult: true, takesBack: false },
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
  if (random.chance(30)) odd.tips = 'renumber';
  if (random.chance(50)) odd.whileBusy = random.pick(['refuse', 'silent'] as const);
  if (random.chance(30)) odd.stopsAlone = true;
  if (random.chance(30)) odd.takesBack = true;
  if (random.chance(40)) odd.slips = random.pick(['lines', 'block'] as const);
  if (random.chance(30)) odd.slipsMatter = false;
  if (random.chance(30)) odd.firstReceipt = random.between(9995, 9999);
  if (random.chance(30)) odd.restartsReceipts = true;
  if (random.chance(40)) odd.used = true;
  return odd;
}

export const habitsOf = (kind: Kind, odd: Partial<Habits>): Habits => ({ ...PLAIN, ...odd, ...kinds[kind] });
