/** The time since a moment, updated every second. */

import { useEffect, useState } from 'react';
import { formatElapsed } from '../texts/money.ts';

/** `since` in milliseconds since 1970. */
export function Elapsed({ since, label }: { readonly since: number; readonly label: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span role="timer" aria-label={label} className="figures">
      {formatElapsed(now - since)}
    </span>
  );
}
