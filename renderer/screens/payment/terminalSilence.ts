/** The silence of the terminal during a payment, and the tip for the cashier. Pure; times in milliseconds. */

export type Tip = 'look' | 'line' | 'leave';

export interface TerminalSilence {
  /** Whole seconds; null while the silence is too short to be shown. */
  readonly seconds: number | null;
  readonly tip: Tip | null;
  /** True when the cashier may continue with the next customer. */
  readonly mayLeave: boolean;
}

const TIPS: readonly (readonly [after: number, tip: Tip])[] = [
  [60_000, 'leave'],
  [30_000, 'line'],
  [10_000, 'look'],
];

/** Time that the terminal has to answer a request to stop, before the cashier may continue. */
const STOP_ANSWER = 10_000;

/** `silent`: time since the last text of the terminal. `stopping`: time since the request to stop; null without one. */
export function terminalSilence(silent: number, stopping: number | null): TerminalSilence {
  const [after = null, tip = null] = TIPS.find(([limit]) => silent >= limit) ?? [];
  const isUnanswered = stopping !== null && Math.min(stopping, silent) >= STOP_ANSWER;
  const mayLeave = tip === 'leave' || isUnanswered;
  return {
    seconds: after === null ? null : Math.floor(silent / 1000),
    // After a request to stop, the cashier waits for the terminal, not for the customer.
    tip: mayLeave ? 'leave' : stopping === null ? tip : null,
    mayLeave,
  };
}
