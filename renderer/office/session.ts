/** The person who is signed in at the back office. */

import { createStore } from 'zustand/vanilla';
import type { Me, OwnChange } from '../../main/wire/office/people.ts';
import { isStatus } from '../bridge/errors.ts';
import { type Problem, problemOf } from '../bridge/problem.ts';
import { attempt } from '../data/attempt.ts';
import type { OfficeClient } from './client.ts';

interface SessionState {
  /** `settingUp`: the chain wants a second factor, which has to be set up before anything else. */
  readonly state: 'connecting' | 'signedOut' | 'settingUp' | 'signedIn';
  readonly me: Me | null;
  readonly busy: boolean;
  readonly problem: Problem | null;
}

export type OfficeSession = ReturnType<typeof createOfficeSession>;

export function createOfficeSession(
  client: () => Pick<OfficeClient, 'ways' | 'me' | 'changeMe' | 'signIn' | 'signOut'>,
) {
  const store = createStore<SessionState>(() => ({ state: 'connecting', me: null, busy: false, problem: null }));
  const ended = () => store.setState({ state: 'signedOut', me: null });
  const load = async () => store.setState({ state: 'signedIn', me: await client().me(), problem: null });
  // Asked first: a call that is refused at each sign-in page would be a warning in the log each time.
  const enter = async () => {
    const { signed_in: signedIn, set_up: setUp } = await client().ways();
    if (!signedIn) ended();
    else if (setUp) store.setState({ state: 'settingUp', me: null, problem: null });
    else await load();
  };
  return {
    ...store,
    ended,
    /** Reads the person anew. Rejects like the call. */
    load,
    /** Continues the session of the cookie, if there is one. */
    async start(): Promise<void> {
      try {
        await enter();
      } catch (error) {
        if (isStatus(error, 401)) ended();
        else store.setState({ state: 'connecting', problem: problemOf(error) });
      }
    },
    /** `code` empty: nobody typed one. */
    async signIn(username: string, password: string, code = ''): Promise<void> {
      if (store.getState().busy) return;
      store.setState({ busy: true, problem: null });
      const signedIn = attempt(async () => {
        await client().signIn(username, password, code);
        await enter();
      });
      const { problem } = await signedIn.finally(() => store.setState({ busy: false }));
      store.setState({ problem });
    },
    /** Changes the own person. Rejects like the call. */
    async change(wanted: OwnChange): Promise<void> {
      store.setState({ me: await client().changeMe(wanted) });
    },
    async signOut(): Promise<void> {
      await client().signOut().catch(problemOf);
      ended();
    },
  };
}
