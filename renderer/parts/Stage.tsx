/** Stage and ticket of a running or ended payment: the same two places as those of the sale, so that a hand finds what it knows. */

import type { ReactNode } from 'react';

const TONES = {
  action: 'bg-action-tint text-action-ink',
  good: 'bg-good-tint text-good',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
} as const;

export type StageTone = keyof typeof TONES;

interface StageProps {
  /** The verdict, or what the customer is asked for. */
  readonly children: ReactNode;
  /** The ticket beside it, with the ways on at its lower edge. */
  readonly ticket: ReactNode;
  /** Name of a stage that may be longer than its place: then it is reached by keyboard, and scrolls. */
  readonly label?: string;
}

export const Stage = ({ children, ticket, label }: StageProps) => (
  <main className="flex flex-1 flex-col beside:grid beside:min-h-0 beside:grid-cols-[minmax(0,1fr)_var(--ticket)] beside:tall:grid-rows-[minmax(0,1fr)] left-hand:beside:grid-cols-[var(--ticket)_minmax(0,1fr)]">
    <div
      className="relative flex min-h-0 min-w-0 flex-col gap-3 p-3 outline-offset-[-3px] beside:overflow-y-auto"
      {...(label === undefined ? {} : { role: 'group', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </div>
    <div className="stacked:contents flex min-h-0 min-w-0 flex-col border-line bg-surface shadow-card beside:scroll-pb-44 beside:overflow-y-auto beside:border-s left-hand:beside:order-first left-hand:beside:border-e">
      {ticket}
    </div>
  </main>
);

interface VerdictProps {
  readonly tone: StageTone;
  readonly children: ReactNode;
  /** Fills the stage; otherwise as high as its words. */
  readonly fills?: boolean;
}

/** The sentence about the money, as large as the stage allows. */
export const Verdict = ({ tone, children, fills = false }: VerdictProps) => (
  <div
    className={`grid content-center gap-3 rounded-sheet border border-(--fill-edge) p-6 max-sm:p-4 short:gap-2 ${fills ? 'flex-1' : ''} ${TONES[tone]}`}
  >
    {children}
  </div>
);

interface TicketFootProps {
  readonly label?: ReactNode;
  readonly amount?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The amount and the ways on, at the place where the sale has them. For half a second they take no touch: the second tap of a hand that
 * paid must not stop the payment. Keys count at once.
 */
export const TicketFoot = ({ label, amount, children }: TicketFootProps) => (
  <div className="mt-auto grid animate-settle gap-2 border-t border-line bg-sunken px-4 pt-2 pb-4 short:pb-3 stacked:tall:pb-2 tall:sticky tall:bottom-0 tall:z-1 beside:sticky beside:bottom-0 beside:z-1">
    {(label || amount) && (
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-xl font-semibold">{label}</span>
        {amount}
      </p>
    )}
    {children}
  </div>
);
