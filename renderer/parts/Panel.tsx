/** Small pieces that several screens are made of. */

import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { Icon, type IconName } from './Icon.tsx';

const TONES = {
  info: { look: 'bg-raised text-ink border-edge', icon: 'info' },
  good: { look: 'bg-good-tint text-good border-good', icon: 'check' },
  warn: { look: 'bg-warn-tint text-warn border-warn', icon: 'alert' },
  error: { look: 'bg-bad-tint text-bad border-bad', icon: 'alert' },
} as const satisfies Record<string, { look: string; icon: IconName }>;

export type Tone = keyof typeof TONES;

/** A calm message in its place, with room for one action. */
export function Message({ tone, children, action }: { tone: Tone; children: ReactNode; action?: ReactNode }) {
  return (
    <div
      className={`flex items-center gap-x-3 rounded-panel border px-3 py-1 max-sm:flex-wrap text-start ${TONES[tone].look}`}
    >
      <Icon name={TONES[tone].icon} />
      <p className="min-w-0 flex-1 py-2 font-medium break-words max-sm:basis-56">{children}</p>
      {action}
    </div>
  );
}

/** The heading of a screen; takes the focus when the screen appears, so that its news is read first. */
export function ScreenTitle({
  children,
  className = '',
  level = 1,
}: {
  readonly children: ReactNode;
  readonly className?: string;
  /** 2 for news within a screen that has its title already. */
  readonly level?: 1 | 2;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const Heading = `h${level}` as const;
  return (
    <Heading ref={heading} tabIndex={-1} className={className}>
      {children}
    </Heading>
  );
}

/** Name and value of one fact, side by side. */
export function Fact({
  name,
  children,
  id,
}: {
  readonly name: string;
  readonly children: ReactNode;
  readonly id?: string;
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-2">
      <dt className="text-soft">{name}</dt>
      <dd className="figures min-w-0 font-semibold wrap-anywhere" data-testid={id}>
        {children}
      </dd>
    </div>
  );
}

interface StatusRegionProps {
  readonly children: ReactNode;
  /** For what has to take the focus where the place it was at is gone. */
  readonly ref?: Ref<HTMLDivElement>;
}

/** Where something may be said: in the page before there is anything, or a screen reader would not hear it come. */
export const StatusRegion = ({ children, ref }: StatusRegionProps) => (
  <div role="status" className="empty:absolute" {...(ref ? { ref, tabIndex: -1 } : {})}>
    {children}
  </div>
);
