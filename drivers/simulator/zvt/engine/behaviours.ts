/** Named behaviours of the virtual terminal: the actions of customer, host and line, as data. */
import type { Message } from '../../../zvt/codec/apdu.ts';
import { nameForAmount, rowOf } from '../../behaviourNames.ts';
import type { CardName } from './cards.ts';

export interface Behaviour {
  readonly about: string;
  /** The action of the automatic customer; `nobody` leaves it to the HTTP control. */
  readonly customer: 'pays' | 'stops' | 'nobody';
  readonly card: CardName;
  /** Number of wrong PINs before the right one. */
  readonly wrongPins: number;
  /** Minor units that the customer adds when a tip is allowed. */
  readonly tip: number;
  /** Minor units of the amount that the host does not approve. */
  readonly less: number;
  /** The card stays in the slot until a person takes it. */
  readonly leavesCard?: true;
  /** The signature is on a picture that the till shows. */
  readonly signsOnPicture?: true;
  /** The question to the cashier during a payment. */
  readonly asks?: 'amount' | 'application' | 'blockedList';
  /** Result code of the host, 0 = approved, and its time in milliseconds. */
  readonly host: { readonly result: number; readonly delay: number; readonly inLetters?: true };
  /** The host cannot be reached, and the terminal approves alone. */
  readonly offline?: true;
  /** Error code that refuses every payment. */
  readonly refuse?: number;
  /** Error code that aborts every command that a locked terminal does not carry out. */
  readonly locks?: number;
  /** Status code of the terminal while the trouble lasts. */
  readonly status?: number;
  /** The command that ends the trouble. */
  readonly curedBy?: Message['name'];
  /** So many open bookings fill the storage. */
  readonly capacity?: number;
  readonly endOfDay: 'done' | 'fails' | 'busy' | 'updates' | 'restarts';
  /** The totals of the day, as they are reported; left out: in the currency of the terminal. */
  readonly totals?: 'foreign' | 'missing' | 'refused';
  /** The last receipt is that of the end-of-day until the next booking (06 20). */
  readonly repeatsEndOfDay?: true;
  /** Milliseconds of an update. */
  readonly update: number;
  /** Milliseconds between two results after 84 9C; left out: those of the model. */
  readonly goodsPause?: number;
  /** The terminal numbers messages for a till that offers numbers (tag 1F73). */
  readonly numbers?: true;
  /** The terminal sends unique transaction ids, and reverses a transaction that the till does not know (tag 1F1F). */
  readonly uniqueIds?: true;
  /** An abort during the dialogue with the host: refused, or accepted although the payment is approved. */
  readonly lateAbort: 'refused' | 'accepted';
  /** The fate of a payment whose result or slips the till did not acknowledge; left out: that of the terminal. */
  readonly unacknowledged?: 'kept' | 'reversed';
  /** A payment that is approved and kept is contradicted by a failure, or booked and reported once more. */
  readonly afterApproval?: 'fails' | 'books';
  readonly line: LineFaults;
}

export interface LineFaults {
  /** Bytes in one piece; 0 = random pieces. */
  readonly pieces?: number;
  /** An answer waits for the message after it, and both leave in one piece. */
  readonly glue?: true;
  /** The line is cut after so many bytes since the payment began. */
  readonly cutAfter?: number;
  /** The line is silent after so many messages since the payment began, until it is over. */
  readonly muteAfter?: number;
  readonly cutAt?: 'answer' | 'result';
}

/** The numbers behind a colon, as in `slow:5000`. */
type Row = Partial<Behaviour> & { readonly about: string };

export const behaviours = {
  approve: () => ({ about: 'approves contactless at once' }),
  decline: () => ({ about: 'the host declines', host: { result: 0x05, delay: 0 } }),
  'decline-in-letters': () => ({
    about: 'the host declines with a code that is no number (BMP A0)',
    host: { result: 0xa5, delay: 0, inLetters: true },
  }),
  'card-error': () => ({ about: 'the card cannot be read', card: 'unreadable' }),
  slow: (ms = 30_000) => ({ about: 'the host answers after :N milliseconds', host: { result: 0, delay: ms } }),
  mute: (messages = 2) => ({
    about: 'falls silent after :N messages of a payment, and keeps it',
    unacknowledged: 'kept',
    line: { muteAfter: messages },
  }),
  'cut-after': (bytes = 20) => ({
    about: 'cuts the line after :N bytes of a payment, and keeps it',
    unacknowledged: 'kept',
    line: { cutAfter: bytes },
  }),
  split: (bytes = 1) => ({ about: 'sends pieces of :N bytes, 0 = random ones', line: { pieces: bytes } }),
  glue: () => ({ about: 'sends an answer together with the next message', line: { glue: true } }),
  'hang-up-after-ack': () => ({
    about: 'cuts the line after it accepted the payment, and keeps it',
    unacknowledged: 'kept',
    line: { cutAt: 'answer' },
  }),
  'abort-on-device': () => ({ about: 'the customer presses stop', customer: 'stops' }),
  'lose-line-before-result': () => ({
    about: 'approves, keeps it, and cuts the line before the result',
    unacknowledged: 'kept',
    line: { cutAt: 'result' },
  }),
  'reverse-unacknowledged': () => ({
    about: 'approves, cuts the line before the result, and reverses',
    unacknowledged: 'reversed',
    line: { cutAt: 'result' },
  }),
  manual: () => ({ about: 'waits for a hand, as on this page', customer: 'nobody' }),
  busy: () => ({ about: 'works for somebody else', refuse: 0x9c, status: 0x9c }),
  'wrong-pin-then-right': () => ({
    about: 'chip and PIN, the first PIN is wrong',
    card: 'girocard-chip',
    wrongPins: 1,
  }),
  'wrong-pins': () => ({ about: 'chip and PIN, three wrong PINs', card: 'girocard-chip', wrongPins: 3 }),
  signature: () => ({ about: 'the customer signs on the slip', card: 'mastercard-signature' }),
  'signature-picture': () => ({
    about: 'the customer signs on the terminal, the till shows the picture',
    card: 'mastercard-signature',
    signsOnPicture: true,
  }),
  tip: (amount = 100) => ({ about: 'the customer adds a tip of :N, when tips are allowed', tip: amount }),
  partial: (less = 50) => ({ about: 'approves :N less than asked, as partial approvals do', less }),
  'asks-amount': () => ({ about: 'asks the cashier to confirm the amount (04 0D)', asks: 'amount' }),
  'asks-application': () => ({
    about: 'asks the cashier for the application of the card (04 0E)',
    asks: 'application',
  }),
  'asks-blocked-list': () => ({ about: 'asks the till whether the card is blocked (06 E4)', asks: 'blockedList' }),
  'unique-ids': () => ({ about: 'reverses a payment of which the till got no result (tag 1F1F)', uniqueIds: true }),
  'numbered-messages': () => ({
    about: 'numbers every message for a till that offers it (tag 1F73), and drops repeated ones',
    numbers: true,
  }),
  offline: () => ({ about: 'approves without the host', offline: true }),
  'card-stays': () => ({ about: 'chip and PIN, the card stays in the slot', card: 'girocard-chip', leavesCard: true }),
  'end-of-day-required': () => ({
    about: 'refuses payments until an end-of-day',
    refuse: 0xf0,
    status: 0xf0,
    curedBy: 'endOfDay',
  }),
  'end-of-day-fails': () => ({ about: 'an end-of-day fails, and is demanded from then on', endOfDay: 'fails' }),
  'end-of-day-busy': () => ({ about: 'says ready, and refuses an end-of-day because it is busy', endOfDay: 'busy' }),
  'totals-foreign': () => ({ about: 'reports the totals of the day in Swiss francs', totals: 'foreign' }),
  'totals-missing': () => ({ about: 'reports no totals of the day, and does not refuse to', totals: 'missing' }),
  'totals-refused': () => ({
    about: 'refuses the totals of the day, and repeats its end-of-day as its last receipt',
    totals: 'refused',
    repeatsEndOfDay: true,
  }),
  'update-follows': (ms = 1_000) => ({
    about: 'an end-of-day is followed by an update of :N milliseconds',
    endOfDay: 'updates',
    update: ms,
  }),
  'restart-follows': () => ({ about: 'an end-of-day is followed by a restart', endOfDay: 'restarts' }),
  'storage-full': (bookings = 0) => ({ about: 'takes :N bookings, then an end-of-day is needed', capacity: bookings }),
  'needs-diagnosis': () => ({
    about: 'locked until a diagnosis',
    locks: 0xc2,
    status: 0xc2,
    curedBy: 'diagnosis',
  }),
  'needs-initialisation': () => ({
    about: 'locked until an initialisation',
    locks: 0x51,
    status: 0x51,
    curedBy: 'initialisation',
  }),
  'impatient-goods': () => ({ about: 'repeats a result at once after 84 9C', goodsPause: 0 }),
  'late-approval': (ms = 1_000) => ({
    about: 'accepts an abort during the :N milliseconds of the host, and approves all the same',
    host: { result: 0, delay: ms },
    lateAbort: 'accepted',
  }),
  'fails-after-approval': () => ({
    about: 'approves, keeps it, and reports a failure (6F) after it',
    afterApproval: 'fails',
  }),
  'approves-twice': () => ({
    about: 'books a payment twice, and reports both receipts',
    afterApproval: 'books',
  }),
} as const satisfies Record<string, (parameter?: number) => Row>;

export type BehaviourName = keyof typeof behaviours;

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
  card: 'girocard-contactless',
  wrongPins: 0,
  tip: 0,
  less: 0,
  host: { result: 0, delay: 0 },
  endOfDay: 'done',
  update: 0,
  lateAbort: 'refused',
  line: {},
};
