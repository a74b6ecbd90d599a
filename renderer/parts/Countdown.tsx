/** Time left until a moment, by the second for the eyes; for the ears one word when it gets short. */

import { useEffect, useState } from 'react';
import { formatElapsed } from '../texts/money.ts';

export interface CountdownProps {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly label: string;
  /** Called once when `SHORT` is left. */
  readonly onShort: () => void;
}

/** Milliseconds at which the time is short. */
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

/** Milliseconds left, anew every second. */
export function useLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, until - now);
}
