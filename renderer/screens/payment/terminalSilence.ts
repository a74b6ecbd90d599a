/** How long the terminal has said nothing, and what the cashier is told about it. Pure; times in milliseconds. */

export type Tip = 'look' | 'line' | 'leave';

export interface TerminalSilence {
  /** Whole seconds; null while it is too short to be worth a word. */
  readonly seconds: number | null;
  readonly tip: Tip | null;
  /** The queue need not wait for this terminal any longer. */
  readonly mayLeave: boolean;
}

const TIPS: readonly (readonly [after: number, tip: Tip])[] = [
  [60_000, 'leave'],
  [30_000, 'line'],
  [10_000, 'look'],
];

/** A terminal that was asked to stop has this long to answer before the queue may go on. */
const STOP_ANSWER = 10_000;

/** `silent`: since its last word. `stopping`: since it was asked to stop, null where nobody has. */
export function terminalSilence(silent: number, stopping: number | null): TerminalSilence {
  const [after = null, tip = null] = TIPS.find(([limit]) => silent >= limit) ?? [];
  const isUnanswered = stopping !== null && Math.min(stopping, silent) >= STOP_ANSWER;
  const mayLeave = tip === 'leave' || isUnanswered;
  return {
    seconds: after === null ? null : Math.floor(silent / 1000),
    // Who has asked to stop waits for the terminal, whatever the customer does.
    tip: mayLeave ? 'leave' : stopping === null ? tip : null,
    mayLeave,
  };
}
