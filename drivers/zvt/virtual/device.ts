/** The box on the counter: display, keys, card reader, printer, and the customer in front of it. */
import type { TerminalReceipt } from '../../terminal.ts';
import type { Behaviour } from './behaviours.ts';
import { type CardName, RIGHT_PIN } from './cards.ts';

export type Key = 'ok' | 'clear' | 'stop';

type CustomerAction =
  | { readonly type: 'card'; readonly card: CardName }
  | { readonly type: 'pin'; readonly pin: string }
  | { readonly type: 'key'; readonly key: Key };

/** What ends the waiting for a customer. */
export type Waited = CustomerAction | { readonly type: 'timeout' } | { readonly type: 'abort' };

export interface Slip extends TerminalReceipt {
  /** Who put it on paper. */
  readonly printedBy: 'terminal' | 'till';
}

export interface Device {
  readonly phase: 'idle' | 'card' | 'pin' | 'host' | 'result';
  readonly display: readonly string[];
  readonly amount: number | undefined;
  readonly paper: readonly Slip[];
  show(phase: Device['phase'], lines: readonly string[], amount?: number): void;
  /** Waits for a card or a PIN; the automatic customer acts by the behaviour. */
  wait(what: 'card' | 'pin', behaviour: Behaviour, attempt: number): Promise<Waited>;
  /** A hand acts; false when the terminal does not wait for that. */
  act(action: CustomerAction): boolean;
  /** The till asked to abort; false when no customer is being waited for. */
  abort(): boolean;
  print(slip: Slip): void;
  clearPaper(): void;
}

export interface Pace {
  /** Milliseconds before the automatic customer acts, and between two displays. */
  readonly delay: number;
  /** Milliseconds until the terminal stops waiting for a customer. */
  readonly customerTimeout: number;
}

const IDLE = ['Tillbridge', 'Terminal bereit'];
const MOST_SLIPS = 200;

export function openDevice(pace: Pace): Device {
  let phase: Device['phase'] = 'idle';
  let display: readonly string[] = IDLE;
  let amount: number | undefined;
  let paper: Slip[] = [];
  let aborting = false; // asked while the terminal was between two waits
  let waiting: { what: 'card' | 'pin'; end: (waited: Waited) => void } | undefined;

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
    show(next, lines, shown) {
      phase = next;
      display = next === 'idle' ? IDLE : lines;
      amount = next === 'idle' ? undefined : (shown ?? amount);
      if (next === 'idle') aborting = false;
    },
    wait(what, behaviour, attempt) {
      if (aborting) return Promise.resolve({ type: 'abort' });
      const action = automatic(what, behaviour, attempt);
      if (action && pace.delay === 0) return Promise.resolve(action);
      const { promise, resolve } = Promise.withResolvers<Waited>();
      const timeout = setTimeout(() => end({ type: 'timeout' }), pace.customerTimeout);
      const customer = action && setTimeout(() => end(action), pace.delay);
      const end = (waited: Waited) => {
        clearTimeout(timeout);
        clearTimeout(customer);
        waiting = undefined;
        resolve(waited);
      };
      waiting = { what, end };
      return promise;
    },
    act(action) {
      const stop = action.type === 'key' && action.key === 'stop';
      if (!waiting || (!stop && waiting.what !== action.type)) return false;
      waiting.end(action);
      return true;
    },
    abort() {
      if (phase !== 'card' && phase !== 'pin') return false;
      aborting = true;
      waiting?.end({ type: 'abort' });
      return true;
    },
    print(slip) {
      paper = [...paper, slip].slice(-MOST_SLIPS);
    },
    clearPaper() {
      paper = [];
    },
  };
}

function automatic(what: 'card' | 'pin', behaviour: Behaviour, attempt: number): CustomerAction | undefined {
  if (behaviour.customer === 'nobody') return undefined;
  if (behaviour.customer === 'stops') return { type: 'key', key: 'stop' };
  if (what === 'card') return { type: 'card', card: behaviour.card };
  return { type: 'pin', pin: attempt < behaviour.wrongPins ? '9999' : RIGHT_PIN };
}
