/** The device on the counter: display, keys, card reader and printer, and the actions of the customer. */
import type { ReceiptText, TerminalReceipt } from '../../../terminal.ts';
import { type Card, type CardName, cards } from './cards.ts';

export const KEYS = ['ok', 'clear', 'stop', 'up', 'down', 'f1', 'f2', 'f3', 'f4'] as const;
export type Key = (typeof KEYS)[number];

/** An action of the customer, or of a person who plays the customer. */
export type CustomerAction =
  | { readonly type: 'card'; readonly card: CardName }
  | { readonly type: 'pin'; readonly pin: string }
  | { readonly type: 'digits'; readonly digits: string }
  | { readonly type: 'key'; readonly key: Key }
  | { readonly type: 'signature'; readonly signed: boolean }
  | { readonly type: 'removal' };

export type Awaited = CustomerAction['type'];

/** The end of a wait for the customer. */
export type WaitResult = CustomerAction | { readonly type: 'timeout' } | { readonly type: 'abort' };

export interface Slip extends TerminalReceipt {
  /** The printer that put it on paper. */
  readonly printedBy: 'terminal' | 'till';
}

export type Phase = 'idle' | 'card' | 'pin' | 'input' | 'signature' | 'host' | 'cashier' | 'result';

export interface Wait {
  readonly what: Awaited;
  /** The action of the automatic customer; left out: only a person ends the wait. */
  readonly automatic?: CustomerAction | undefined;
  /** Milliseconds; left out: those of the terminal. */
  readonly timeout?: number | undefined;
}

export interface Device {
  readonly phase: Phase;
  readonly display: readonly string[];
  readonly amount: number | undefined;
  readonly paper: readonly Slip[];
  readonly awaits: Awaited | undefined;
  /** The card in the slot. */
  readonly inserted: CardName | undefined;
  /** The card that was read for the till and may pay next (ZVT 06 C0). */
  readCard: CardName | undefined;
  /** A terminal without paper refuses what it would have to print. */
  hasPaper: boolean;
  show(phase: Phase, lines: readonly string[], amount?: number): void;
  /** Shows lines of the till until the next lines, or for some milliseconds (ZVT 06 E0). */
  write(lines: readonly string[], milliseconds: number): void;
  wait(wait: Wait): Promise<WaitResult>;
  /** The customer acts; false when the terminal does not wait for that action. */
  act(action: CustomerAction): boolean;
  /** The till asks to abort; false when the terminal does not wait for the customer. */
  abort(): boolean;
  print(slip: Slip): void;
  /** Prints a line of the till on the terminal's paper; `ends`: the slip is torn off. */
  printLine(line: ReceiptText | undefined, ends: boolean): void;
  clearPaper(): void;
  /** Ends every wait: the terminal was switched off and on. */
  restart(): void;
}

export interface Pace {
  /** Milliseconds before the automatic customer acts, and between two displays. */
  readonly delay: number;
  /** Milliseconds until the terminal stops waiting for a customer. */
  readonly customerTimeout: number;
  /** Every slip says that it is for training. */
  readonly training?: boolean | undefined;
}

const IDLE = ['Tillbridge', 'Terminal bereit'];
const MOST_SLIPS = 200;
const TRAINING: ReceiptText = { text: 'ÜBUNG / TRAINING', align: 'center', wide: false, tall: true };
const CAN_ABORT: ReadonlySet<Phase> = new Set(['card', 'pin', 'input']);

/** Everything about a device that changes. */
interface DeviceState {
  readonly pace: Pace;
  readonly changed: () => void;
  phase: Phase;
  display: readonly string[];
  /** Shown while the terminal has nothing to do. */
  idleLines: readonly string[];
  amount: number | undefined;
  paper: readonly Slip[];
  /** Lines of the slip that the till is printing. */
  lines: readonly ReceiptText[];
  hasPaper: boolean;
  inserted: CardName | undefined;
  readCard: CardName | undefined;
  /** The till asked to abort while the terminal was between two waits. */
  isAborting: boolean;
  waiting: { readonly what: Awaited; readonly end: (result: WaitResult) => void } | undefined;
  /** Puts the usual lines back. */
  idleTimer: NodeJS.Timeout | undefined;
}

/** `changed` is called after every change that can be seen. */
export function openDevice(pace: Pace, changed: () => void): Device {
  const state: DeviceState = {
    ...{ pace, changed, phase: 'idle', display: IDLE, idleLines: IDLE, amount: undefined },
    ...{ paper: [], lines: [], hasPaper: true, inserted: undefined, readCard: undefined },
    ...{ isAborting: false, waiting: undefined, idleTimer: undefined },
  };
  return {
    get phase() {
      return state.phase;
    },
    get display() {
      return state.display;
    },
    get amount() {
      return state.amount;
    },
    get paper() {
      return state.paper;
    },
    get awaits() {
      return state.waiting?.what;
    },
    get inserted() {
      return state.inserted;
    },
    get readCard() {
      return state.readCard;
    },
    set readCard(next) {
      state.readCard = next;
    },
    get hasPaper() {
      return state.hasPaper;
    },
    set hasPaper(next) {
      state.hasPaper = next;
      changed();
    },
    show: (phase, lines, amount) => show(state, phase, lines, amount),
    write: (lines, milliseconds) => writeIdleLines(state, lines, milliseconds),
    wait: wait => waitFor(state, wait),
    act: action => act(state, action),
    abort: () => abort(state),
    print: slip => print(state, slip),
    printLine: (line, ends) => printLine(state, line, ends),
    clearPaper() {
      state.paper = [];
      changed();
    },
    restart: () => restart(state),
  };
}

function show(state: DeviceState, phase: Phase, lines: readonly string[], amount?: number): void {
  const isIdle = phase === 'idle';
  state.phase = phase;
  state.display = isIdle ? state.idleLines : lines;
  state.amount = isIdle ? undefined : (amount ?? state.amount);
  if (isIdle) {
    state.isAborting = false;
    state.inserted = undefined;
  }
  state.changed();
}

function writeIdleLines(state: DeviceState, lines: readonly string[], milliseconds: number): void {
  clearTimeout(state.idleTimer);
  const showIdleLines = (idleLines: readonly string[]) => {
    state.idleLines = idleLines;
    if (state.phase === 'idle') show(state, 'idle', []);
  };
  if (milliseconds > 0) state.idleTimer = setTimeout(() => showIdleLines(IDLE), milliseconds).unref();
  showIdleLines(lines.length > 0 ? lines : IDLE);
}

function waitFor(state: DeviceState, wait: Wait): Promise<WaitResult> {
  const { pace, changed } = state;
  const { what, automatic, timeout = pace.customerTimeout } = wait;
  if (state.isAborting) return Promise.resolve({ type: 'abort' });
  if (what === 'removal' && state.inserted === undefined) return Promise.resolve({ type: 'removal' });
  if (automatic && pace.delay === 0) return Promise.resolve(carriedOut(state, automatic));
  const { promise, resolve } = Promise.withResolvers<WaitResult>();
  const timer = setTimeout(() => end({ type: 'timeout' }), timeout);
  const customer = automatic && setTimeout(() => end(carriedOut(state, automatic)), pace.delay);
  const end = (result: WaitResult) => {
    clearTimeout(timer);
    clearTimeout(customer);
    state.waiting = undefined;
    resolve(result);
    changed();
  };
  state.waiting = { what, end };
  changed();
  return promise;
}

function act(state: DeviceState, action: CustomerAction): boolean {
  const { waiting, inserted } = state;
  if (action.type === 'removal' && inserted !== undefined && waiting?.what !== 'removal') return pullCard(state);
  const isKey = action.type === 'key' && (action.key === 'stop' || waiting?.what === 'digits');
  if (!waiting || (!isKey && waiting.what !== action.type)) return false;
  waiting.end(carriedOut(state, action));
  return true;
}

/** The card leaves the slot while the terminal waits for something else: a PIN cannot be entered any more. */
function pullCard(state: DeviceState): boolean {
  state.inserted = undefined;
  if (state.waiting?.what === 'pin') state.waiting.end({ type: 'key', key: 'stop' });
  state.changed();
  return true;
}

/** Notes in the slot what the action does to the card. */
function carriedOut(state: DeviceState, action: CustomerAction): CustomerAction {
  if (action.type === 'card' && (cards[action.card] as Card).technology === 1) state.inserted = action.card;
  if (action.type === 'removal') state.inserted = undefined;
  return action;
}

function abort(state: DeviceState): boolean {
  if (!CAN_ABORT.has(state.phase)) return false;
  state.isAborting = true;
  state.waiting?.end({ type: 'abort' });
  return true;
}

function print(state: DeviceState, slip: Slip): void {
  const lines = state.pace.training ? [TRAINING, ...slip.lines, TRAINING] : slip.lines;
  state.paper = [...state.paper, { ...slip, lines }].slice(-MOST_SLIPS);
  state.changed();
}

function printLine(state: DeviceState, line: ReceiptText | undefined, ends: boolean): void {
  if (line) state.lines = [...state.lines, line];
  if (!ends) return;
  print(state, { copy: 'admin', lines: state.lines, printedBy: 'terminal' });
  state.lines = [];
}

function restart(state: DeviceState): void {
  state.waiting?.end({ type: 'abort' });
  state.inserted = undefined;
  state.readCard = undefined;
  state.idleLines = IDLE;
  show(state, 'idle', []);
}
