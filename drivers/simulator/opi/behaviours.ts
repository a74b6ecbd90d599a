/** Named behaviours of the virtual O.P.I. terminal: the actions of customer, host and line, as data. */
import { nameForAmount, rowOf } from '../behaviourNames.ts';

export interface Behaviour {
  readonly about: string;
  /** `nobody`: no customer comes, until the terminal gives up or the till aborts. */
  readonly customer: 'pays' | 'stops' | 'unreadable' | 'nobody';
  readonly host: { readonly approves: boolean; readonly delay: number };
  /** `slip`: the customer signs the merchant's slip, and the cashier is not asked. */
  readonly check: 'none' | 'signature' | 'slip';
  /** An abort while the host is asked: refused, or accepted although the payment is approved. */
  readonly lateAbort: 'refused' | 'accepted';
  /** The line during a request that moves money. */
  readonly line: 'holds' | 'cutAfterRequest' | 'cutBeforeResult' | 'silent' | 'garbles';
  /** The terminal forgets the request after reading it. */
  readonly forgets: boolean;
  /** The terminal works for another till. */
  readonly busy: boolean;
  /** A row of the totals in Swiss francs or below zero, or no Reconciliation at all. */
  readonly totals: 'plain' | 'foreignRow' | 'negativeRow' | 'missing';
  /** `part`: what was approved is answered, and repeated, as successful in part. */
  readonly success: 'whole' | 'part';
  /** Receipt numbers of four digits, of more, or none: then only the STAN names a payment. */
  readonly receipts: 'short' | 'long' | 'none';
  /** A payment is approved for so much less than was asked for, minor units. */
  readonly less: number;
}

/** The number behind a colon, as in `slow:5000`. */
type Row = Partial<Behaviour> & { readonly about: string };

export const behaviours = {
  approve: () => ({ about: 'approves contactless at once' }),
  decline: () => ({ about: 'the host declines', host: { approves: false, delay: 0 } }),
  'card-error': () => ({ about: 'the card cannot be read', customer: 'unreadable' }),
  slow: (ms = 30_000) => ({ about: 'the host answers after :N milliseconds', host: { approves: true, delay: ms } }),
  'abort-on-device': () => ({ about: 'the customer presses stop', customer: 'stops' }),
  nobody: () => ({ about: 'the customer never comes', customer: 'nobody' }),
  signature: () => ({ about: 'asks the cashier whether the signature is right', check: 'signature' }),
  'signature-on-slip': () => ({ about: 'the customer signs on the slip, and nobody is asked', check: 'slip' }),
  busy: () => ({ about: 'works for somebody else', busy: true }),
  'hang-up-after-request': () => ({
    about: 'cuts the line after the request, and carries it out',
    line: 'cutAfterRequest',
  }),
  'forget-request': () => ({
    about: 'cuts the line after the request, and forgets it',
    line: 'cutAfterRequest',
    forgets: true,
  }),
  'lose-line-before-result': () => ({
    about: 'approves, keeps it, and cuts the line before the result',
    line: 'cutBeforeResult',
  }),
  mute: () => ({ about: 'approves, keeps it, and never answers', line: 'silent' }),
  'garble-result': () => ({ about: 'approves, keeps it, and sends XML that cannot be read', line: 'garbles' }),
  'foreign-row': () => ({ about: 'one row of the totals is in Swiss francs', totals: 'foreignRow' }),
  'negative-row': () => ({ about: 'one row of the totals is below zero', totals: 'negativeRow' }),
  'no-sums': () => ({ about: 'answers a reconciliation without sums', totals: 'missing' }),
  'partial-result': () => ({ about: 'approves, keeps it, and answers PartialFailure', success: 'part' }),
  partial: (less = 50) => ({ about: 'approves :N less than was asked for', less }),
  'partial-unclear': (less = 50) => ({ about: 'approves :N less, and answers PartialFailure', less, success: 'part' }),
  'partial-by-stan': (less = 50) => ({
    about: 'approves :N less, and names it by the STAN alone',
    less,
    receipts: 'none',
  }),
  'long-receipt-numbers': () => ({ about: 'gives receipt numbers of six digits', receipts: 'long' }),
  'no-receipt-numbers': () => ({ about: 'names its payments by the STAN alone', receipts: 'none' }),
  'late-approval': (ms = 1_000) => ({
    about: 'accepts an abort during the :N milliseconds of the host, and approves all the same',
    host: { approves: true, delay: ms },
    lateAbort: 'accepted',
  }),
} as const satisfies Record<string, (parameter?: number) => Row>;

/** Reads `name` or `name:N`; undefined when there is no such behaviour. */
export function behaviourOf(text: string): Behaviour | undefined {
  const row: Row | undefined = rowOf<Row>(behaviours, text);
  return row && { ...USUAL, ...row };
}

/** The behaviour that the last two digits of an amount ask for in demo mode; it replaces the behaviour `approve` only. */
export function behaviourOfAmount(amount: number, slow: number): Behaviour | undefined {
  const name = nameForAmount(amount, slow);
  return name === undefined ? undefined : behaviourOf(name);
}

const USUAL: Omit<Behaviour, 'about'> = {
  customer: 'pays',
  host: { approves: true, delay: 0 },
  check: 'none',
  lateAbort: 'refused',
  line: 'holds',
  forgets: false,
  busy: false,
  totals: 'plain',
  success: 'whole',
  receipts: 'short',
  less: 0,
};
