/** A pause in which the second tap of a double tap meets a button that does nothing. */

import { useEffect, useState } from 'react';
import { later } from '../app/timers.ts';

/** ms */
const PAUSE = 500;

/** True for a moment after the first drawing, and after each change of `since`. */
export function useRest(since: unknown = null): boolean {
  const [rested, setRested] = useState<{ readonly since: unknown } | null>(null);
  useEffect(() => later(() => setRested({ since }), PAUSE), [since]);
  return rested === null || rested.since !== since;
}
