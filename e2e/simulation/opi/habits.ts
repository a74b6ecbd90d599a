/** How O.P.I. terminals behave. The honest ones differ in what they report; each dishonest kind breaks one promise. */
import type { Random } from '../random.ts';

export interface OpiHabits {
  /** Its answers contain the STAN, times, and the host's approval code. */
  readonly stans: boolean;
  readonly times: boolean;
  readonly approvalCodes: boolean;
  /** Its amounts name their currency, and what was declined has an amount and numbers. */
  readonly currencies: boolean;
  readonly tellsDeclined: boolean;
  /** Receipt numbers of four digits, of six, or none; the one before its first; and whether they begin anew after an end-of-day. */
  readonly receipts: 'short' | 'long' | 'none';
  readonly firstReceipt: number;
  readonly restartsReceipts: boolean;
  /** A declined transaction uses up a receipt number. */
  readonly countsDeclined: boolean;
  /** It repeats its last message; the OriginalHeader is there, there without the RequestID, or missing. */
  readonly repeats: boolean;
  readonly header: 'whole' | 'unnumbered' | 'none';
  /** A declined transaction is repeated, too. */
  readonly repeatsDeclined: boolean;
  /** Behind an end-of-day it repeats the transaction before, the end-of-day, or nothing. */
  readonly afterDayEnd: 'transaction' | 'dayEnd' | 'nothing';
  /** It answers a Diagnosis, and a Reconciliation. */
  readonly diagnoses: boolean;
  readonly totals: boolean;
  /** Its totals leave out a payment that was reversed, and its reversal. */
  readonly netsReversals: boolean;
  /** It writes RequestIDs with zeros in front. */
  readonly padsNumbers: boolean;
  /** Its answer to everything else while it works. */
  readonly whileBusy: 'busy' | 'silent' | 'ready';
  /** A till may log in while it works. */
  readonly logsInAtWork: boolean;
  /** It knows a Login. */
  readonly login: boolean;
  /** It closes the connection behind each answer. */
  readonly hangsUp: boolean;
  /** It shows at the till what it shows to the customer. */
  readonly displays: boolean;
  /** Order of its slips at the till and of its answer, and whether a slip names its request. */
  readonly slips: 'none' | 'before' | 'behind';
  readonly namesSlips: boolean;
  /** A payment whose slip is refused goes back; else it prints the slip itself. */
  readonly needsSlip: boolean;
  /** Without a line it ends what waits for a card. */
  readonly stopsAlone: boolean;
  /** A payment that it could not answer it keeps, or takes back: its last message then fails, or is a reversal of its own. */
  readonly unanswered: 'kept' | 'failed' | 'reversed';
  /** It accepts an abort while the host is asked, and books all the same. */
  readonly abortsLate: boolean;
  /** ms until it takes a request; until then it is ready. */
  readonly takes: number;
  /** ms from the break of the line to the booking, where the host was asked already. */
  readonly booksLate: number;
  /** It forgets its last message when its line breaks, or without power. */
  readonly forgets: 'never' | 'line' | 'power';
  /** It answers an approval as successful in part. */
  readonly partly: boolean;
}

const PLAIN: OpiHabits = {
  stans: true,
  times: true,
  approvalCodes: true,
  currencies: true,
  tellsDeclined: true,
  receipts: 'short',
  firstReceipt: 0,
  restartsReceipts: false,
  countsDeclined: true,
  repeats: true,
  header: 'whole',
  repeatsDeclined: true,
  afterDayEnd: 'transaction',
  diagnoses: true,
  totals: true,
  netsReversals: false,
  padsNumbers: false,
  whileBusy: 'busy',
  logsInAtWork: false,
  login: true,
  hangsUp: false,
  displays: true,
  slips: 'none',
  namesSlips: true,
  needsSlip: true,
  stopsAlone: false,
  unanswered: 'kept',
  abortsLate: false,
  takes: 0,
  booksLate: 0,
  forgets: 'never',
  partly: false,
};

/** The promise that each kind breaks. */
export const opiKinds = {
  honest: {},
  readyAtWork: { whileBusy: 'ready' },
  booksLate: { whileBusy: 'ready', booksLate: 20_000 },
  booksVeryLate: { whileBusy: 'ready', booksLate: 120_000 },
  takesLate: { whileBusy: 'ready', takes: 8_000 },
  forgets: { forgets: 'line' },
  forgetsWithoutPower: { forgets: 'power' },
  partly: { partly: true },
} as const satisfies Record<string, Partial<OpiHabits>>;

export type OpiKind = keyof typeof opiKinds;

/** Habits that an honest terminal may have; a plan names those that differ from the plain ones. */
export function drawOpiHabits(random: Random): Partial<OpiHabits> {
  const odd: { -readonly [Name in keyof OpiHabits]?: OpiHabits[Name] } = {};
  if (random.chance(15)) odd.stans = false;
  if (random.chance(15)) odd.times = false;
  if (random.chance(15)) odd.approvalCodes = false;
  if (random.chance(30)) odd.receipts = random.pick(['long', 'none'] as const);
  if (random.chance(20)) odd.currencies = false;
  if (random.chance(20)) odd.tellsDeclined = false;
  if (random.chance(25)) odd.firstReceipt = random.between(9_995, 9_999);
  if (random.chance(25)) odd.restartsReceipts = true;
  if (random.chance(40)) odd.netsReversals = true;
  if (random.chance(30)) odd.countsDeclined = false;
  if (random.chance(10)) odd.repeats = false;
  if (random.chance(25)) odd.header = random.pick(['unnumbered', 'none'] as const);
  if (random.chance(25)) odd.repeatsDeclined = false;
  if (random.chance(40)) odd.afterDayEnd = random.pick(['dayEnd', 'nothing'] as const);
  if (random.chance(15)) odd.diagnoses = false;
  if (random.chance(20)) odd.totals = false;
  if (random.chance(15)) odd.padsNumbers = true;
  if (random.chance(30)) odd.whileBusy = 'silent';
  if (random.chance(40)) odd.logsInAtWork = true;
  if (random.chance(10)) odd.login = false;
  if (random.chance(20)) odd.hangsUp = true;
  if (random.chance(20)) odd.displays = false;
  if (random.chance(50)) odd.slips = random.pick(['before', 'behind'] as const);
  if (random.chance(30)) odd.namesSlips = false;
  if (random.chance(30)) odd.needsSlip = false;
  if (random.chance(30)) odd.stopsAlone = true;
  if (random.chance(30)) odd.unanswered = random.pick(['failed', 'reversed'] as const);
  if (random.chance(15)) odd.abortsLate = true;
  return odd;
}

export const opiHabitsOf = (kind: OpiKind, odd: Partial<OpiHabits>): OpiHabits => ({
  ...PLAIN,
  ...odd,
  ...opiKinds[kind],
});
