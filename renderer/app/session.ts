/** Signing in and out, renewing the session in time, and ending the program. */

import type { LoginInput, Session } from '../../main/wire/session.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { problemOf } from '../bridge/problem.ts';
import type { BasketSync } from '../stores/basketSync.ts';
import { standsAt } from '../stores/session.ts';
import type { DesktopWindow } from './desktopWindow.ts';
import type { Stores } from './stores.ts';
import { later, wait } from './timers.ts';

export interface SessionParts
  extends Pick<Stores, 'settings' | 'session' | 'notices' | 'basket' | 'till' | 'approval' | 'managerPage'> {
  readonly client: Pick<BridgeClient, 'screen' | 'signIn' | 'resume' | 'signOut' | 'ask'>;
  readonly sync: Pick<BasketSync, 'settled'>;
  /** Loads the catalogue and follows the event stream until `signal` is aborted. */
  readonly open: (signal: AbortSignal) => void;
}

/** Seconds before its end at which a token is renewed. */
const RENEW_BEFORE_END = 90;

/** Answers every new session of the client: opens the till for a new person, and closes it when the session is over. */
export function createSessionHandler(parts: SessionParts): (session: Session | null) => void {
  const { client, settings, session: store, approval, managerPage, open } = parts;
  let stop = new AbortController();
  let cancelRenewal = () => {};
  return next => {
    cancelRenewal();
    const lastUser = store.getState().user?.id;
    store.setSession(next);
    // A renewal of the same person leaves a language that was chosen meanwhile.
    if (lastUser !== next?.user.id) settings.showFor(next?.user.language ?? null);
    if (!next) {
      approval.cancel();
      managerPage.back();
      // People may have been made, locked or renamed since this till listed them.
      if (lastUser !== undefined) client.screen().then(store.setInfo, problemOf);
      return stop.abort();
    }
    cancelRenewal = later(() => void client.resume().catch(problemOf), (next.expires_in - RENEW_BEFORE_END) * 1000);
    if (!stop.signal.aborted && lastUser === next.user.id) return;
    stop.abort();
    stop = new AbortController();
    open(stop.signal);
  };
}

export function createSessionSteps({ client, settings, session, notices, basket, till, sync }: SessionParts) {
  const showProblem = (error: unknown) => {
    const failure = problemOf(error);
    notices.show('error', ({ problem }) => problem(failure));
  };

  async function signOut(): Promise<void> {
    const { lines } = basket.getState();
    if (till.getState().busy || ((await sync.settled()) === null && lines.length > 0))
      return notices.show('warn', ({ t }) => t('signOut.unsaved'));
    await client.signOut().catch(showProblem);
  }

  /** Also works while another person is signed in: a called manager takes the till with the basket on it. */
  async function signIn(input: LoginInput): Promise<void> {
    if (session.getState().busy) return;
    const { user, calledBy, info } = session.getState();
    const place = standsAt(info, settings.getState().till);
    session.setBusy(true);
    notices.clear();
    try {
      await client.signIn(place === undefined ? input : { ...input, till: place });
      session.setCalledBy(user && input.username !== calledBy ? user.username : null);
      // After the first sign-in the till is known to the bridge and may show the names of the staff.
      if (session.getState().info?.staffHidden) session.setInfo(await client.screen());
    } catch (error) {
      session.setProblem(problemOf(error));
    } finally {
      session.setBusy(false);
    }
  }

  return {
    /** Tries until the bridge has named the staff and the current session. */
    async start(): Promise<void> {
      for (let attempt = 0; ; attempt += 1) {
        try {
          const info = await client.screen();
          session.setInfo(info);
          // Nobody can sign in before there is a shop.
          if (info.setup.waiting) session.setSession(null);
          else await client.resume();
          return;
        } catch (error) {
          session.setProblem(problemOf(error));
          await wait(Math.min(5000, 300 * 2 ** attempt));
        }
      }
    },

    signIn,

    /** Chooses another PIN; the other sign-ins of this person end. */
    async changePin(pin: string, newPin: string): Promise<void> {
      await client.ask('PUT', '/bridge/v1/session/pin', { pin, new_pin: newPin });
    },

    /** Signs out only when everything is saved: an unsaved basket must not depend on the next person who signs in. */
    signOut,
    /** Leaves the till to the next person in place: the basket stays on it. */
    lock: signOut,

    /** Closes the window. In kiosk mode only a manager may close it. */
    async quit(desktopWindow: DesktopWindow): Promise<void> {
      if (await desktopWindow.quit()) return;
      if (!session.getState().user) return notices.show('warn', ({ t }) => t('menu.quitManager'));
      try {
        await client.ask('POST', '/bridge/v1/kiosk/exit');
        await desktopWindow.quit();
      } catch (error) {
        showProblem(error);
      }
    },
  };
}
