/** The permission to close the window of a kiosk: a manager gives it, it is good once, and it expires soon. */
import type { Clock } from '../../world/clock.ts';

export const EXIT_SECONDS = 30;

export interface KioskExit {
  /** Until when, ms since 1970. */
  permit(): number;
  /** Uses the permission up; false where there is none. */
  take(): boolean;
}

export function createKioskExit({ now, elapsed }: Clock): KioskExit {
  /** By time that passes: a clock that is set must not open the kiosk. */
  let until = Number.NEGATIVE_INFINITY;
  return {
    permit() {
      until = elapsed() + EXIT_SECONDS * 1000;
      return now() + EXIT_SECONDS * 1000;
    },
    take() {
      const permitted = elapsed() < until;
      until = Number.NEGATIVE_INFINITY;
      return permitted;
    },
  };
}
