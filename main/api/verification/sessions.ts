/** The people signed in on the verification page, for some minutes and in memory: after a restart they sign in again. */

import type { StaffRow } from '../../store/accounts.ts';
import type { Device } from '../../wire/devices.ts';
import type { Clock } from '../../world/clock.ts';
import { newToken } from '../../world/secrets.ts';

/** How long a person has from signing in, s. */
export const SESSION_SECONDS = 600;
const MOST = 1000;

export interface PageSession {
  readonly staff: StaffRow;
  /** Stands in every form of this session and nowhere else. */
  readonly csrf: string;
  /** The code that was typed, and the device that shows it. */
  asking: { readonly userCode: string; readonly device: Device } | null;
  /** The decision, to be shown once. */
  decided: { readonly approved: boolean; readonly device: Device } | null;
}

export interface PageSessions {
  /** Gives the token that finds the session again. */
  open(staff: StaffRow): string;
  find(token: string | undefined): PageSession | null;
  end(token: string | undefined): void;
}

export function createPageSessions(clock: Clock): PageSessions {
  const sessions = new Map<string, { readonly session: PageSession; readonly endsAt: number }>();

  function forgetOld() {
    for (const [token, { endsAt }] of sessions) if (endsAt <= clock.now()) sessions.delete(token);
    const [oldest] = sessions.keys();
    if (sessions.size >= MOST && oldest !== undefined) sessions.delete(oldest);
  }

  return {
    open(staff) {
      forgetOld();
      const token = newToken();
      const session: PageSession = { staff, csrf: newToken(), asking: null, decided: null };
      sessions.set(token, { session, endsAt: clock.now() + SESSION_SECONDS * 1000 });
      return token;
    },
    find(token = '') {
      const found = sessions.get(token);
      return found && found.endsAt > clock.now() ? found.session : null;
    },
    end: (token = '') => void sessions.delete(token),
  };
}
