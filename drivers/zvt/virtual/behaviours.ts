/** Named behaviours of the virtual terminal: what the customer, the host and the line do, as data. */
import type { CardName } from './cards.ts';

export interface Behaviour {
  readonly about: string;
  /** What the automatic customer does; `nobody` leaves it to the HTTP control. */
  readonly customer: 'pays' | 'stops' | 'nobody';
  readonly card: CardName;
  /** How often the customer types a wrong PIN first. */
  readonly wrongPins: number;
  /** Answer of the host, 0 = approved, and how many milliseconds it takes. */
  readonly host: { readonly result: number; readonly delay: number };
  /** Error code with which a payment is refused outright. */
  readonly refuse?: number;
  /** Code of the terminal's status while this holds. */
  readonly status?: number;
  /** An abort during the dialogue with the host: refused, or accepted although the payment is approved. */
  readonly lateAbort: 'refused' | 'accepted';
  /** What happens to a payment whose result the till did not acknowledge. */
  readonly unacknowledged: 'kept' | 'reversed';
  readonly line: LineFaults;
}

export interface LineFaults {
  /** Bytes in one piece; 0 = random pieces. */
  readonly pieces?: number;
  /** An answer waits for the message after it, and both leave in one piece. */
  readonly glue?: true;
  /** Cut after so many bytes since the payment began. */
  readonly cutAfter?: number;
  /** Silent after so many messages since the payment began, until it is over. */
  readonly muteAfter?: number;
  readonly cutAt?: 'answer' | 'result';
}

/** The numbers behind a colon, as in `slow:5000`. */
type Row = Partial<Behaviour> & { readonly about: string };

export const behaviours = {
  approve: () => ({ about: 'approves contactless at once' }),
  decline: () => ({ about: 'the host declines', host: { result: 0x05, delay: 0 } }),
  'card-error': () => ({ about: 'the card cannot be read', card: 'unreadable' }),
  slow: (ms = 30_000) => ({ about: 'the host answers after :N milliseconds', host: { result: 0, delay: ms } }),
  mute: (messages = 2) => ({ about: 'falls silent after :N messages of a payment', line: { muteAfter: messages } }),
  'cut-after': (bytes = 20) => ({ about: 'cuts the line after :N bytes of a payment', line: { cutAfter: bytes } }),
  split: (bytes = 1) => ({ about: 'sends pieces of :N bytes, 0 = random ones', line: { pieces: bytes } }),
  glue: () => ({ about: 'sends an answer together with the next message', line: { glue: true } }),
  'hang-up-after-ack': () => ({ about: 'cuts the line after it accepted the payment', line: { cutAt: 'answer' } }),
  'abort-on-device': () => ({ about: 'the customer presses stop', customer: 'stops' }),
  'lose-line-before-result': () => ({
    about: 'approves, keeps it, and cuts the line before the result',
    line: { cutAt: 'result' },
  }),
  'reverse-unacknowledged': () => ({
    about: 'approves, cuts the line before the result, and reverses',
    unacknowledged: 'reversed',
    line: { cutAt: 'result' },
  }),
  manual: () => ({ about: 'waits for the HTTP control', customer: 'nobody' }),
  busy: () => ({ about: 'works for somebody else', refuse: 0x9c, status: 0x9c }),
  'wrong-pin-then-right': () => ({
    about: 'chip and PIN, the first PIN is wrong',
    card: 'girocard-chip',
    wrongPins: 1,
  }),
  'end-of-day-required': () => ({ about: 'refuses payments until an end-of-day', refuse: 0xf0, status: 0xf0 }),
  'late-approval': (ms = 1_000) => ({
    about: 'accepts an abort during the :N milliseconds of the host, and approves all the same',
    host: { result: 0, delay: ms },
    lateAbort: 'accepted',
  }),
} as const satisfies Record<string, (parameter?: number) => Row>;

export type BehaviourName = keyof typeof behaviours;

/** Reads `name` or `name:N`; undefined when there is no such behaviour. */
export function behaviourOf(text: string): Behaviour | undefined {
  const [, name = '', parameter] = /^([a-z-]+)(?::(\d+))?$/.exec(text) ?? [];
  if (!Object.hasOwn(behaviours, name)) return undefined;
  const make: (parameter?: number) => Row = behaviours[name as BehaviourName];
  return { ...USUAL, ...make(parameter === undefined ? undefined : Number(parameter)) };
}

/** What the last two digits of an amount do in demo mode; they bend the behaviour `approve` only. */
export function behaviourOfAmount(amount: number, slow: number): Behaviour | undefined {
  const name = AMOUNT_RULES[amount % 100];
  return name === undefined ? undefined : behaviourOf(name === 'slow' ? `slow:${slow}` : name);
}

const AMOUNT_RULES: Readonly<Record<number, BehaviourName>> = {
  5: 'decline',
  7: 'card-error',
  9: 'slow',
  13: 'lose-line-before-result',
};

const USUAL: Omit<Behaviour, 'about'> = {
  customer: 'pays',
  card: 'girocard-contactless',
  wrongPins: 0,
  host: { result: 0, delay: 0 },
  lateAbort: 'refused',
  unacknowledged: 'kept',
  line: {},
};
