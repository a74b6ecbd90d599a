/** Who is signed in. The token itself stays in `bridgeClient.ts`. */

import { createStore } from 'zustand/vanilla';
import type { ScreenInfo } from '../../main/wire/screen.ts';
import type { Session } from '../../main/wire/session.ts';
import type { Problem } from '../bridge/problem.ts';

export interface SessionState {
  /** `connecting` until the bridge has said who may sign in and whether somebody still is. */
  readonly state: 'connecting' | 'signedOut' | 'signedIn';
  readonly info: ScreenInfo | null;
  readonly user: Session['user'] | null;
  /** User name of who called the one that is signed in now, and gets the till back. */
  readonly calledBy: string | null;
  readonly busy: boolean;
  /** Why signing in failed, or why the bridge cannot be reached. */
  readonly problem: Problem | null;
}

export type SessionStore = ReturnType<typeof createSession>;

export function createSession() {
  const store = createStore<SessionState>(() => ({
    state: 'connecting',
    info: null,
    user: null,
    calledBy: null,
    busy: false,
    problem: null,
  }));
  return {
    ...store,
    setInfo: (info: ScreenInfo) => store.setState({ info, problem: null }),
    setSession: (session: Session | null) =>
      store.setState(({ calledBy }) => ({
        state: session ? 'signedIn' : 'signedOut',
        user: session?.user ?? null,
        calledBy: session ? calledBy : null,
        problem: null,
      })),
    setCalledBy: (calledBy: string | null) => store.setState({ calledBy }),
    setBusy: (busy: boolean) => store.setState({ busy }),
    setProblem: (problem: Problem | null) => store.setState({ problem }),
  };
}

/** May this person decide about money and terminals? */
export const isManager = (user: Session['user'] | null): boolean =>
  user?.role === 'manager' || user?.role === 'integrator';
