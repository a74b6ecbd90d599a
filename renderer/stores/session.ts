/** The signed-in person. The token itself stays in the bridge client. */

import { createStore } from 'zustand/vanilla';
import type { ScreenInfo } from '../../main/wire/screen.ts';
import type { Session } from '../../main/wire/session.ts';
import type { Problem } from '../bridge/problem.ts';
import { setShopZone } from '../texts/zone.ts';

export interface SessionState {
  /** `connecting` until the bridge has named the staff and the current session. */
  readonly state: 'connecting' | 'signedOut' | 'signedIn';
  readonly info: ScreenInfo | null;
  readonly user: Session['user'] | null;
  /** SDV_… of the till of this sign-in. */
  readonly till: string | null;
  /** User name of the person who called the signed-in manager, and who gets the till back. */
  readonly calledBy: string | null;
  readonly busy: boolean;
  /** Reason why signing in failed, or why the bridge cannot be reached. */
  readonly problem: Problem | null;
}

export type SessionStore = ReturnType<typeof createSession>;

export function createSession() {
  const store = createStore<SessionState>(() => ({
    state: 'connecting',
    info: null,
    user: null,
    till: null,
    calledBy: null,
    busy: false,
    problem: null,
  }));
  return {
    ...store,
    setInfo(info: ScreenInfo) {
      setShopZone(info.merchant.timeZone);
      store.setState({ info, problem: null });
    },
    setSession: (session: Session | null) =>
      store.setState(({ calledBy }) => ({
        state: session ? 'signedIn' : 'signedOut',
        user: session?.user ?? null,
        till: session?.till ?? null,
        calledBy: session ? calledBy : null,
        problem: null,
      })),
    setCalledBy: (calledBy: string | null) => store.setState({ calledBy }),
    setBusy: (busy: boolean) => store.setState({ busy }),
    setProblem: (problem: Problem | null) => store.setState({ problem }),
  };
}

/** The chosen till while the shop has it; a shop with one till needs no choice. */
export const standsAt = (info: ScreenInfo | null, chosen: string | null): string | undefined =>
  info && info.tills.length > 1 ? (info.tills.find(({ id }) => id === chosen) ?? info.tills[0])?.id : undefined;

/** True for a person who may decide about money. */
export const isManager = (user: Session['user'] | null): boolean => user?.role === 'manager';
