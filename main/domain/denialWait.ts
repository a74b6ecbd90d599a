/**
 * How long the word "not paid" waits. It is a claim about the future: a terminal that says that it is ready may still be at work, and
 * some do say so while the customer types the PIN or the host is asked. The wait follows the last sign of the command, and ends with
 * another look. Pure; times are milliseconds of the running process.
 */
import type { PromptCode } from './terminalPrompt.ts';

/**
 * The stage of a command at the terminal, as far as it has said. `sent`: the command was handed to the line, and nothing came back.
 * `card`: it was accepted, and a card is waited for. `approved`: the approval has come, and the terminal has still to finish.
 */
export type Stage = 'sent' | 'card' | 'cardRead' | 'pin' | 'host' | 'approved';

/** The last sign of a command. */
export interface LastSign {
  readonly stage: Stage;
  readonly at: number;
}

/** States that a terminal reports while a command runs; `accepted`: it has taken the command. */
export type Sign = 'accepted' | 'abortRefused' | 'finishing' | PromptCode;

/** How long the steps of a terminal take at most, ms. */
export interface Waits {
  /** Until a terminal takes a command that it has received: acknowledgements after 8 s were seen. */
  readonly take: number;
  /**
   * Until somebody presents a card, and until somebody has typed the PIN. With the host they are 180 s, the longest silence that
   * ZVT allows (T4); of a PIN with its host silences of 120 s were seen.
   */
  readonly card: number;
  readonly pin: number;
  /** The dialogue with the host, with a second try. */
  readonly host: number;
  /** From the approval to the booking: slips, and the card is taken out. */
  readonly finish: number;
  /** From "ready" after "busy" to the booking: some terminals report ready while they store. */
  readonly settle: number;
  /** Until a terminal has taken back an approval that the till did not acknowledge. */
  readonly takeBack: number;
  /** How long the system goes on delivering the bytes of a process that was killed; a living process resets its connections. */
  readonly orphan: number;
}

export const WAITS: Waits = {
  take: 30_000,
  card: 60_000,
  pin: 75_000,
  host: 45_000,
  finish: 30_000,
  settle: 10_000,
  takeBack: 15_000,
  orphan: 120_000,
};

/** The same waits, shorter: for tests, and for simulated terminals. */
export const scaledWaits = (scale: number): Waits => ({
  take: WAITS.take * scale,
  card: WAITS.card * scale,
  pin: WAITS.pin * scale,
  host: WAITS.host * scale,
  finish: WAITS.finish * scale,
  settle: WAITS.settle * scale,
  takeBack: WAITS.takeBack * scale,
  orphan: WAITS.orphan * scale,
});

/** The steps that may still follow each stage. */
const FOLLOWING = {
  sent: ['take'],
  card: ['card', 'pin', 'host'],
  cardRead: ['pin', 'host'],
  pin: ['pin', 'host'],
  host: ['host'],
  approved: ['finish'],
} as const satisfies Record<Stage, readonly (keyof Waits)[]>;

const sumOf = (waits: Waits, steps: readonly (keyof Waits)[]): number =>
  steps.reduce((sum, step) => sum + waits[step], 0);

/** The longest time from the acknowledgement of a command to its end, ms. */
export const longestWork = (waits: Waits = WAITS): number => sumOf(waits, FOLLOWING.card);

/** The stage that each sign leads to; null: the sign says nothing about it. */
const STAGES: Readonly<Record<Sign, Stage | null>> = {
  accepted: 'card',
  abortRefused: 'host',
  finishing: 'approved',
  presentCard: 'card',
  cardUnreadable: 'card',
  // Another card may be tried.
  cardRefused: 'card',
  limitReached: 'card',
  notPossible: 'card',
  confirmAmount: 'cardRead',
  chooseApplication: 'cardRead',
  chooseLanguage: 'cardRead',
  chooseCurrency: 'cardRead',
  enterData: 'cardRead',
  cashierAsked: 'cardRead',
  enterPin: 'pin',
  pinWrong: 'pin',
  pinBlocked: 'host',
  wait: 'host',
  reversing: 'host',
  cancelled: 'host',
  removeCard: 'host',
  service: 'host',
  signature: 'approved',
  approved: 'approved',
  takeGoods: 'approved',
  seeTerminal: null,
};

/** The stage after a sign. "Please wait" before the PIN may be followed by the PIN. */
export function stageAfter(stage: Stage, sign: Sign): Stage {
  const next = STAGES[sign] ?? (stage === 'sent' ? 'card' : stage);
  if (sign === 'accepted' && stage !== 'sent') return stage;
  if (sign === 'wait' && (stage === 'sent' || stage === 'card' || stage === 'cardRead')) return 'cardRead';
  return next === 'host' && stage === 'approved' ? 'approved' : next;
}

/** Facts about a terminal while the outcome of its command is unknown. */
export interface Standing {
  readonly now: number;
  /** Since when this process asks the terminal. */
  readonly askedSince: number;
  /** Null: another process sent the command, and was killed. */
  readonly sign: LastSign | null;
  /** How long ago the command was sent, by the clock of the machine; below 0 where that clock was set back. */
  readonly age: number;
  /** The system may still deliver what a killed process sent: on a network, not on a serial line. */
  readonly mayDeliverLate: boolean;
  /** Others pay at this terminal, too: being busy says nothing about our command. */
  readonly shared: boolean;
  /** Time at which the terminal said ready after it had said busy; null: it has not been seen busy. */
  readonly readyAfterBusy: number | null;
  /** Time at which the terminal answered the newest request to give up its work; null: it was not asked. */
  readonly stopAnswered: number | null;
  /** This terminal has once said ready while it was at work. */
  readonly readyAtWork: boolean;
}

/** Until when the terminal may be at work on the command. */
function atWorkUntil(standing: Standing, waits: Waits): number {
  const { sign, askedSince, age, readyAtWork, shared, readyAfterBusy, stopAnswered } = standing;
  const isTaken = sign !== null && sign.stage !== 'sent';
  if (sign === null && isLongAgo(age, waits)) return askedSince;
  const taken = isTaken ? sign.at : takenUntil(standing, waits);
  const working = isTaken ? sign.at + sumOf(waits, FOLLOWING[sign.stage]) : workOfUntaken(standing, taken, waits);
  // Asked to give up, a terminal waits for nobody any more; only the host may still answer.
  const stopped = stopAnswered === null ? working : Math.min(working, Math.max(taken, stopAnswered + waits.host));
  // At a shared terminal a command that was not taken yet is not what it was busy with.
  if (readyAfterBusy === null || (shared && !isTaken)) return stopped;
  return readyAtWork ? Math.max(stopped, readyAfterBusy + waits.host) : readyAfterBusy + waits.settle;
}

/** Until when a terminal that has not acknowledged the command may take it. */
const takenUntil = ({ sign, askedSince, mayDeliverLate }: Standing, waits: Waits): number =>
  sign ? sign.at + waits.take : askedSince + waits.take + (mayDeliverLate ? waits.orphan : 0);

/** A terminal that takes the command that late says that it is busy then, unless it is known to say ready at work. */
function workOfUntaken({ sign, askedSince, readyAtWork }: Standing, taken: number, waits: Waits): number {
  const whole = longestWork(waits);
  if (readyAtWork) return taken + whole;
  return sign ? taken : Math.max(taken, askedSince + whole);
}

/** A command that a killed process sent so long ago is over, whatever stage it had reached. */
const isLongAgo = (age: number, waits: Waits): boolean => age > waits.orphan + waits.take + longestWork(waits);

/** How long a denial has still to wait, ms; 0: it may be spoken. */
export const denialWait = (standing: Standing, waits: Waits = WAITS): number =>
  Math.max(0, atWorkUntil(standing, waits) - standing.now);

/**
 * How long "paid" has still to wait that was found by looking, ms: a terminal takes back what the till has not acknowledged.
 * `foundAt`: when it was found first.
 */
export function confirmationWait(standing: Standing, foundAt: number, waits: Waits = WAITS): number {
  const { sign, readyAfterBusy, readyAtWork, now } = standing;
  // The till has acknowledged the approval, or the terminal was seen to end: unless it may be at work and say that it is ready.
  if (!readyAtWork && (sign?.stage === 'approved' || readyAfterBusy !== null)) return 0;
  const from = Math.min(foundAt, atWorkUntil(standing, waits));
  const atWork = readyAtWork && sign?.stage !== 'approved';
  return Math.max(0, from + (atWork ? waits.host : waits.takeBack) - now);
}

/** How long a command that the terminal has not acknowledged may still be taken, ms. */
export function takeWait(standing: Standing, waits: Waits = WAITS): number {
  const isOver = isAcknowledged(standing) || (standing.sign === null && isLongAgo(standing.age, waits));
  return isOver ? 0 : Math.max(0, takenUntil(standing, waits) - standing.now);
}

/** The terminal has taken the command. */
const isAcknowledged = ({ sign }: Standing): boolean => sign !== null && sign.stage !== 'sent';

/**
 * Would the terminal's answer to "give up" shorten the wait? Not where only the host is waited for, nor at a shared terminal. A command
 * that was not acknowledged may be taken after the answer, so that it is asked again and again until the wait is over.
 */
export function isWorthStopping(standing: Standing): boolean {
  const { sign, stopAnswered, shared } = standing;
  const isOpen = stopAnswered === null || !isAcknowledged(standing);
  return !shared && isOpen && sign?.stage !== 'host' && sign?.stage !== 'approved';
}
