/** The whole screen without its looks: makes the stores and joins them. The only place where parts meet. */

import type { LoginInput } from '../../main/wire/session.ts';
import { type BridgeClient, type BridgeEvent, createBridgeClient } from '../bridge/client.ts';
import { problemOf } from '../bridge/problem.ts';
import { createCheckout } from '../checkout/checkout.ts';
import { createScanned } from '../checkout/scannedCodes.ts';
import { createSound, type Tone } from '../scan/sound.ts';
import { createTypedDigits } from '../scan/typedDigits.ts';
import { createApproval } from '../stores/approval.ts';
import { createBasket } from '../stores/basket.ts';
import { createBasketSync } from '../stores/basketSync.ts';
import { createCatalogue } from '../stores/catalogue.ts';
import { createLights } from '../stores/lights.ts';
import { createPlace } from '../stores/managerPage.ts';
import { createNotices } from '../stores/notices.ts';
import { createWaitingStore } from '../stores/openPayments.ts';
import { createScanner } from '../stores/scanner.ts';
import { createSession } from '../stores/session.ts';
import { createSettings } from '../stores/settings.ts';
import { createTill } from '../stores/till.ts';
import type { DesktopShell } from './desktopWindow.ts';
import { follow, loadCatalogue } from './eventStream.ts';

export interface Surroundings {
  /** Null where the browser keeps nothing. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | null;
  readonly preferredLanguage: string;
  readonly fetch: typeof fetch;
  /** Shared by all windows of this browser; null where there is none, which is so off HTTPS. */
  readonly locks: Pick<LockManager, 'request'> | null;
}

export type App = ReturnType<typeof createApp>;

export function createApp({ storage, preferredLanguage, fetch, locks }: Surroundings) {
  const settings = createSettings(storage, preferredLanguage);
  const session = createSession();
  const catalogue = createCatalogue();
  const basket = createBasket();
  const till = createTill();
  const waiting = createWaitingStore();
  const lights = createLights(Date.now);
  const notices = createNotices();
  const place = createPlace();
  const approval = createApproval(input => client.approve(input));
  const scanner = createScanner(session, settings);
  const typed = createTypedDigits(later);
  const listeners = new Set<(event: BridgeEvent) => void>();
  const play = createSound(() => settings.getState().sound);
  // After the scan is drawn: opening the sound device may take its time.
  const sound = (tone: Tone) => void later(() => play(tone), 0);

  let stop = new AbortController();
  let cancelRenewal = () => {};

  const client: BridgeClient = createBridgeClient({
    base: '',
    fetch,
    language: () => settings.getState().language,
    allow: approval.ask,
    ...(locks && { alone: renewal => locks.request('session', renewal) }),
    onSession: next => {
      cancelRenewal();
      const was = session.getState().user?.id;
      session.setSession(next);
      if (!next) {
        approval.leave();
        place.back();
        return stop.abort();
      }
      cancelRenewal = later(() => void client.resume().catch(problemOf), (next.expires_in - EARLY) * 1000);
      if (stop.signal.aborted || was !== next.user.id) open();
    },
  });

  const sync = createBasketSync({
    client,
    basket,
    currency: () => session.getState().info?.merchant.currency ?? 'EUR',
    cashier: () => session.getState().user?.name ?? null,
    onSettledElsewhere: sale => till.set({ sale }),
    onChangedElsewhere: sale => checkout.changedElsewhere(sale),
    onOtherOnTill: () => void checkout.load().catch(problemOf),
    onCardRefused: error => notices.show('warn', ({ problem }) => problem(problemOf(error))),
    later,
  });
  const checkout = createCheckout({
    client,
    basket,
    sync,
    till,
    waiting,
    lights,
    catalogue,
    notices,
    now: Date.now,
    wait,
  });
  const scanned = createScanned({
    client,
    session,
    scanner,
    basket,
    catalogue,
    till,
    notices,
    checkout,
    sound,
  });
  const tell = (event: BridgeEvent) => {
    for (const listener of listeners) listener(event);
  };
  const following = { client, checkout, catalogue, basket, sync, lights, tell, wait };

  // A task of its own, so that a scan is drawn before the bridge is told.
  basket.subscribe((state, before) => {
    if (state.rev !== before.rev) later(sync.start, 0);
  });

  /** Somebody signed in: load what there is and follow what comes. */
  function open(): void {
    stop.abort();
    stop = new AbortController();
    void follow(following, stop.signal);
    void loadCatalogue(following, stop.signal);
  }

  /** Asks until the bridge says who may sign in, and whether somebody still is. */
  async function start(): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        session.setInfo(await client.screen());
        await client.resume();
        return;
      } catch (error) {
        session.setProblem(problemOf(error));
        await wait(Math.min(5000, 300 * 2 ** attempt));
      }
    }
  }

  /** Also while somebody is signed in: a manager who is called takes the till with the basket on it. */
  async function signIn(input: LoginInput): Promise<void> {
    if (session.getState().busy) return;
    const { user, calledBy } = session.getState();
    session.setBusy(true);
    notices.clear();
    try {
      await client.signIn(input);
      session.setCalledBy(user && input.username !== calledBy ? user.username : null);
      // From now on the till is known, and may see names.
      if (session.getState().info?.staffHidden) session.setInfo(await client.screen());
    } catch (error) {
      session.setProblem(problemOf(error));
    } finally {
      session.setBusy(false);
    }
  }

  /** Only with everything saved: what is not must not depend on who signs in next. */
  async function signOut(): Promise<void> {
    const { lines } = basket.getState();
    if (till.getState().busy || ((await sync.settled()) === null && lines.length > 0))
      return notices.show('warn', ({ t }) => t('signOut.unsaved'));
    await client.signOut().catch(error => {
      const failure = problemOf(error);
      notices.show('error', ({ problem }) => problem(failure));
    });
  }

  /** Closes the window; of a kiosk with the word of a manager alone. */
  async function quit(shell: DesktopShell): Promise<void> {
    if (await shell.quit()) return;
    if (!session.getState().user) return notices.show('warn', ({ t }) => t('menu.quitManager'));
    try {
      await client.ask('POST', '/bridge/v1/kiosk/exit');
      await shell.quit();
    } catch (error) {
      const failure = problemOf(error);
      notices.show('error', ({ problem }) => problem(failure));
    }
  }

  return {
    settings,
    session,
    catalogue,
    basket,
    till,
    waiting,
    lights,
    notices,
    place,
    approval,
    scanner,
    typed,
    client,
    checkout,
    scanned,
    start,
    signIn,
    signOut,
    quit,
    /** Hears the events of the stream; returns what stops it. */
    listen: (listener: (event: BridgeEvent) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Changes of the basket by hand; none while money is moving. */
    edit: (change: (store: typeof basket) => void) => {
      if (till.getState().busy) return;
      change(basket);
    },
  };
}

/** Seconds before its end at which a token is renewed. */
const EARLY = 90;

const wait = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds));

const later = (run: () => void, delay: number): (() => void) => {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
};
