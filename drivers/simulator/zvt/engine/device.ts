/** The box on the counter: display, keys, card reader, printer, and whoever stands in front of it. */
import type { ReceiptText, TerminalReceipt } from '../../../terminal.ts';
import { type Card, type CardName, cards } from './cards.ts';

export const KEYS = ['ok', 'clear', 'stop', 'up', 'down', 'f1', 'f2', 'f3', 'f4'] as const;
export type Key = (typeof KEYS)[number];

/** What a hand may do. */
export type CustomerAction =
  | { readonly type: 'card'; readonly card: CardName }
  | { readonly type: 'pin'; readonly pin: string }
  | { readonly type: 'digits'; readonly digits: string }
  | { readonly type: 'key'; readonly key: Key }
  | { readonly type: 'signature'; readonly signed: boolean }
  | { readonly type: 'removal' };

export type Awaited = CustomerAction['type'];

/** What ends the waiting for a hand. */
export type WaitResult = CustomerAction | { readonly type: 'timeout' } | { readonly type: 'abort' };

export interface Slip extends TerminalReceipt {
  /** Who put it on paper. */
  readonly printedBy: 'terminal' | 'till';
}

export type Phase = 'idle' | 'card' | 'pin' | 'input' | 'signature' | 'host' | 'cashier' | 'result';

export interface Wait {
  readonly what: Awaited;
  /** What the automatic customer does; without it only a hand ends the waiting. */
  readonly automatic?: CustomerAction | undefined;
  /** Milliseconds, otherwise those of the terminal. */
  readonly timeout?: number | undefined;
}

export interface Device {
  readonly phase: Phase;
  readonly display: readonly string[];
  readonly amount: number | undefined;
  readonly paper: readonly Slip[];
  readonly awaits: Awaited | undefined;
  /** The card that is in the slot. */
  readonly inserted: CardName | undefined;
  /** The card that was read for the till and may pay next (ZVT 06 C0). */
  readCard: CardName | undefined;
  /** A terminal without paper refuses what it would have to print. */
  hasPaper: boolean;
  show(phase: Phase, lines: readonly string[], amount?: number): void;
  /** Lines of the till, which stay until the next ones (ZVT 06 E0). */
  write(lines: readonly string[], milliseconds: number): void;
  wait(wait: Wait): Promise<WaitResult>;
  /** A hand acts; false when the terminal does not wait for that. */
  act(action: CustomerAction): boolean;
  /** The till asked to abort; false when nobody is being waited for. */
  abort(): boolean;
  print(slip: Slip): void;
  /** A line of the till on the terminal's paper; `ends`: the slip is torn off. */
  printLine(line: ReceiptText | undefined, ends: boolean): void;
  clearPaper(): void;
  /** Switched off and on: nothing is awaited any more. */
  restart(): void;
}

export interface Pace {
  /** Milliseconds before the automatic customer acts, and between two displays. */
  readonly delay: number;
  /** Milliseconds until the terminal stops waiting for a customer. */
  readonly customerTimeout: number;
  /** Every slip says that it is none. */
  readonly training?: boolean | undefined;
}

const IDLE = ['Tillbridge', 'Terminal bereit'];
const MOST_SLIPS = 200;
const TRAINING: ReceiptText = { text: 'ÜBUNG / TRAINING', align: 'center', wide: false, tall: true };
const CAN_ABORT: ReadonlySet<Phase> = new Set(['card', 'pin', 'input']);

/** `changed` is called after every change somebody could see. */
export function openDevice(pace: Pace, changed: () => void): Device {
  let phase: Phase = 'idle';
  let display: readonly string[] = IDLE;
  let idleLines: readonly string[] = IDLE;
  let amount: number | undefined;
  let paper: readonly Slip[] = [];
  let lines: readonly ReceiptText[] = []; // of a slip the till is printing
  let hasPaper = true;
  let inserted: CardName | undefined;
  let readCard: CardName | undefined;
  let aborting = false; // asked while the terminal was between two waits
  let waiting: { what: Awaited; end: (waited: WaitResult) => void } | undefined;
  let cleaning: NodeJS.Timeout | undefined;

  return {
    get phase() {
      return phase;
    },
    get display() {
      return display;
    },
    get amount() {
      return amount;
    },
    get paper() {
      return paper;
    },
    get awaits() {
      return waiting?.what;
    },
    get inserted() {
      return inserted;
    },
    get readCard() {
      return readCard;
    },
    set readCard(next) {
      readCard = next;
    },
    get hasPaper() {
      return hasPaper;
    },
    set hasPaper(next) {
      hasPaper = next;
      changed();
    },
    show,
    write(lines, milliseconds) {
      clearTimeout(cleaning);
      idleLines = lines.length > 0 ? lines : IDLE;
      if (milliseconds > 0) cleaning = setTimeout(clean, milliseconds).unref();
      if (phase === 'idle') show('idle', []);
    },
    wait({ what, automatic, timeout = pace.customerTimeout }) {
      if (aborting) return Promise.resolve({ type: 'abort' });
      if (what === 'removal' && inserted === undefined) return Promise.resolve({ type: 'removal' });
      if (automatic && pace.delay === 0) return Promise.resolve(taken(automatic));
      const { promise, resolve } = Promise.withResolvers<WaitResult>();
      const timer = setTimeout(() => end({ type: 'timeout' }), timeout);
      const customer = automatic && setTimeout(() => end(taken(automatic)), pace.delay);
      const end = (waited: WaitResult) => {
        clearTimeout(timer);
        clearTimeout(customer);
        waiting = undefined;
        resolve(waited);
        changed();
      };
      waiting = { what, end };
      changed();
      return promise;
    },
    act(action) {
      if (action.type === 'removal' && inserted !== undefined && waiting?.what !== 'removal') return pull();
      const key = action.type === 'key' && (action.key === 'stop' || waiting?.what === 'digits');
      if (!waiting || (!key && waiting.what !== action.type)) return false;
      waiting.end(taken(action));
      return true;
    },
    abort() {
      if (!CAN_ABORT.has(phase)) return false;
      aborting = true;
      waiting?.end({ type: 'abort' });
      return true;
    },
    print,
    printLine(line, ends) {
      if (line) lines = [...lines, line];
      if (!ends) return;
      print({ copy: 'admin', lines, printedBy: 'terminal' });
      lines = [];
    },
    clearPaper() {
      paper = [];
      changed();
    },
    restart() {
      waiting?.end({ type: 'abort' });
      inserted = undefined;
      readCard = undefined;
      idleLines = IDLE;
      show('idle', []);
    },
  };

  function show(next: Phase, lines: readonly string[], shown?: number): void {
    phase = next;
    display = next === 'idle' ? idleLines : lines;
    amount = next === 'idle' ? undefined : (shown ?? amount);
    if (next === 'idle') {
      aborting = false;
      inserted = undefined;
    }
    changed();
  }

  function print(slip: Slip): void {
    const lines = pace.training ? [TRAINING, ...slip.lines, TRAINING] : slip.lines;
    paper = [...paper, { ...slip, lines }].slice(-MOST_SLIPS);
    changed();
  }

  function clean(): void {
    idleLines = IDLE;
    if (phase === 'idle') show('idle', []);
  }

  function taken(action: CustomerAction): CustomerAction {
    if (action.type === 'card' && (cards[action.card] as Card).technology === 1) inserted = action.card;
    if (action.type === 'removal') inserted = undefined;
    return action;
  }

  /** The card leaves the slot while something else is awaited: that cannot go on. */
  function pull(): boolean {
    inserted = undefined;
    if (waiting?.what === 'pin') waiting.end({ type: 'key', key: 'stop' });
    changed();
    return true;
  }
}
