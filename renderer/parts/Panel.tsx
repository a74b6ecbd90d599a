/** Small parts that several screens use. */

import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { Icon, type IconName } from './Icon.tsx';

const TONES = {
  info: { look: 'bg-action-tint text-action-ink', icon: 'info' },
  good: { look: 'bg-good-tint text-good', icon: 'check' },
  warn: { look: 'bg-warn-tint text-warn', icon: 'alert' },
  error: { look: 'bg-bad-tint text-bad', icon: 'alert' },
} as const satisfies Record<string, { look: string; icon: IconName }>;

export type Tone = keyof typeof TONES;

/** A message with an icon, and with one optional action. */
export function Message({ tone, children, action }: { tone: Tone; children: ReactNode; action?: ReactNode }) {
  return (
    <div
      className={`flex items-center gap-x-3 rounded-control border border-(--fill-edge) px-4 py-1 max-sm:flex-wrap text-start ${TONES[tone].look}`}
    >
      <Icon name={TONES[tone].icon} />
      <p className="min-w-0 flex-1 py-2 font-semibold break-words max-sm:basis-56">{children}</p>
      {action}
    </div>
  );
}

/** The heading of a screen. It takes the focus when the screen appears, so that a screen reader reads it first. */
export function ScreenTitle({
  children,
  className = '',
  level = 1,
}: {
  readonly children: ReactNode;
  readonly className?: string;
  /** 2 for a heading within a screen that already has a title. */
  readonly level?: 1 | 2 | 3;
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
  readonly name: ReactNode;
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
  /** For a region that takes the focus when the focused element disappears. */
  readonly ref?: Ref<HTMLDivElement>;
}

/** A live region for messages. It is in the page before its first message, so that a screen reader announces the message. */
export const StatusRegion = ({ children, ref }: StatusRegionProps) => (
  <div role="status" className="empty:absolute" {...(ref ? { ref, tabIndex: -1 } : {})}>
    {children}
  </div>
);
