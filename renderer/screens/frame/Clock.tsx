/** The time of day in the bar. */

import { useEffect, useState } from 'react';
import { useTexts } from '../../texts/context.tsx';

/** How often it looks, ms. */
const LOOK_EVERY = 5000;

export function Clock() {
  const { time } = useTexts();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_EVERY);
    return () => clearInterval(timer);
  }, []);
  return <span className="figures text-soft max-xl:hidden">{time(now)}</span>;
}
