/** The whole screen without its components: makes the stores and the steps, and connects them. */

import { numberInCode } from '../../main/domain/receiptCode.ts';
import { type BridgeClient, createBridgeClient } from '../bridge/client.ts';
import type { BridgeEvent } from '../bridge/events.ts';
import { problemOf } from '../bridge/problem.ts';
import { createCheckout } from '../checkout/checkout.ts';
import { createCodeSteps } from '../checkout/scannedCodes.ts';
import { endTypedEntries } from '../checkout/typedEntry.ts';
import { createSound, type Tone } from '../scan/sound.ts';
import { createTypedDigits } from '../scan/typedDigits.ts';
import { paidParts } from '../stores/basketState.ts';
import { BasketSync, unsavedName } from '../stores/basketSync.ts';
import { canOpenPage } from '../stores/managerPage.ts';
import { screenOf } from '../stores/till.ts';
import { followEvents, loadCatalogue } from './eventStream.ts';
import { createSerialScans } from './serialScans.ts';
import { createSessionHandler, createSessionSteps } from './session.ts';
import { createStores, type StoreOptions } from './stores.ts';
import { later, wait } from './timers.ts';

export interface Environment extends StoreOptions {
  readonly fetch: typeof fetch;
  /** Shared by all windows of this browser; null where the browser has no locks, as on a page without HTTPS. */
  readonly locks: Pick<LockManager, 'request'> | null;
}

export type App = ReturnType<typeof createApp>;

export function createApp({ fetch, locks, storage, preferredLanguage }: Environment) {
  const stores = createStores({ storage, preferredLanguage }, input => client.approve(input));
  const { settings, session, basket, till, entry, notices, approval } = stores;
  const events = createEventListeners();
  const client: BridgeClient = createBridgeClient({
    base: '',
    fetch,
    language: () => settings.getState().language,
    askForApproval: approval.ask,
    ...(locks && { oneAtATime: renewal => locks.request('session', renewal) }),
    onSession: next => onSession(next),
  });
  const sync = new BasketSync({
    client,
    basket,
    currency: () => session.getState().info?.merchant.currency ?? 'EUR',
    cashier: () => session.getState().user?.name ?? null,
    onSettledElsewhere: sale => till.set({ sale }),
    onChangedElsewhere: sale => checkout.changedElsewhere(sale),
    onOtherOnTill: () => void checkout.load().catch(problemOf),
    onPriceRefused: (sale, error) => {
      checkout.changedElsewhere(sale);
      notices.show('warn', ({ problem }) => problem(problemOf(error)));
    },
    onCardRefused: error => notices.show('warn', ({ problem }) => problem(problemOf(error))),
    later,
  });
  const checkout = createCheckout({ ...stores, client, sync, now: Date.now, wait });
  const codes = createCodeSteps({ ...stores, client, checkout, sound: createScanSound(settings) });
  const onSignedIn = () => {
    void checkout.baskets.refresh();
    void import('./takenOver.ts').then(({ takeOver }) => takeOver(stores));
  };
  /** A code of any scanner: an open page that looks something up takes it first; the code on a receipt opens its sale. */
  const scanned = (read: string) => {
    const code = read.replace(OTHER_SYMBOLOGY, '');
    if (stores.managerPage.scanned(code)) return;
    const mayOpen = session.getState().state === 'signedIn' && canOpenPage(screenOf(till.getState()));
    if (numberInCode(code) !== null && mayOpen) stores.managerPage.goWith('sales', code);
    else codes.take(code);
  };
  const isHidden = () => document.visibilityState === 'hidden';
  const onScan = createSerialScans({ client, till, isHidden, wait, take: scanned });
  const resumeUnsaved = async () => {
    const log = storage?.getItem(unsavedName(till));
    if (!storage || !log) return;
    const { resumeUnsaved } = await import('./unsavedBasket.ts');
    await resumeUnsaved(log, { ...stores, client, sync, storage });
  };
  const parts = { ...stores, client, checkout, sync, publish: events.publish, onSignedIn, resumeUnsaved, wait, onScan };
  const open = (signal: AbortSignal) => {
    void followEvents(parts, signal);
    void loadCatalogue(parts, signal);
  };
  const onSession = createSessionHandler({ ...parts, open });

  const typed = createTypedDigits(later);
  endTypedEntries({ ...stores, cancelKeys: typed.cancel, later });
  // The call to the bridge runs in its own task, so that the screen shows a scan first.
  basket.subscribe((state, before) => {
    if (state.rev !== before.rev) later(() => sync.start(), 0);
  });

  return {
    ...stores,
    ...createSessionSteps({ ...parts, open }),
    client,
    sync,
    checkout,
    codes,
    scanned,
    typed,
    /** Calls the listener with every event of the stream; returns a function that stops this. */
    listen: events.listen,
    /** Changes the basket by hand, unless money is moving. */
    edit: (change: (store: typeof basket) => void) => {
      if (till.getState().busy || entry.getState().busy) return;
      if (paidParts(basket.getState()).length > 0) notices.show('warn', ({ t }) => t('parts.fixed'));
      else change(basket);
    },
  };
}

/** The identifier of a symbology before a code, which is none of it. That of a GS1 symbol stays: its data is read by the bridge. */
const OTHER_SYMBOLOGY = /^\](?!C1|d2|e|Q3|J1|E3)\w\w(?=.)/;

function createEventListeners() {
  const listeners = new Set<(event: BridgeEvent) => void>();
  return {
    publish: (event: BridgeEvent) => {
      for (const listener of listeners) listener(event);
    },
    listen: (listener: (event: BridgeEvent) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Plays a tone after the scan is drawn, because opening the sound device may take some time. */
function createScanSound(settings: { readonly getState: () => { readonly sound: boolean } }) {
  const play = createSound(() => settings.getState().sound);
  return (tone: Tone) => void later(() => play(tone), 0);
}
