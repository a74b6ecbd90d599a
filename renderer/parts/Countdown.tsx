/** The time left until a moment, updated every second; announced once to screen readers when it gets short. */

import { useEffect, useState } from 'react';
import { formatElapsed } from '../texts/money.ts';

export interface CountdownProps {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly label: string;
  /** Called once when the time left is `SHORT`. */
  readonly onShort: () => void;
}

/** Milliseconds left at which the time counts as short. */
const SHORT = 15_000;

export function Countdown({ until, label, onShort }: CountdownProps) {
  const left = useLeft(until);
  const short = left <= SHORT && left > 0;
  useEffect(() => {
    if (short) onShort();
  }, [short, onShort]);
  return (
    <span role="timer" aria-label={label} className={`figures ${left <= SHORT ? 'font-bold text-warn' : ''}`}>
      {formatElapsed(left)}
    </span>
  );
}

/** Milliseconds left, updated every second. */
export function useLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, until - now);
}
