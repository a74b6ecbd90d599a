/** The screen of a sale: articles on the left, basket and totals on the right. */

import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { useKeys } from '../../app/keys.ts';
import type { Tender } from '../../bridge/client.ts';
import { problemOf } from '../../bridge/problem.ts';
import { earlyPart } from '../../parts/laterPart.tsx';
import { ScreenTitle } from '../../parts/Panel.tsx';
import { tendersFor, totalsOf } from '../../stores/basketTotals.ts';
import { useTexts } from '../../texts/context.tsx';
import { Articles } from './Articles.tsx';
import { Basket, useLineKeys } from './Basket.tsx';
import { Tenders } from './Tenders.tsx';
import { TicketHead } from './TicketHead.tsx';

const CashSheet = earlyPart(() => import('./CashSheet.tsx'));
const EntrySheets = earlyPart(() => import('./EntrySheets.tsx'));
const PartSheet = earlyPart(() => import('./PartSheet.tsx'));
const CustomerSheet = earlyPart(() => import('./customer/CustomerSheet.tsx'));
const GiveBackSheet = earlyPart(() => import('./GiveBackSheet.tsx'));
const TipSheet = earlyPart(() => import('./customer/TipSheet.tsx'));

export function Till() {
  const { basket, till, checkout, entry, lock, notices, session } = useApp();
  const wantsTips = useStore(session, state => state.info?.tips?.ask ?? false);
  const tipOpen = useStore(till, state => state.tipOpen);
  const customerOpen = useStore(till, state => state.customerOpen);
  const { t } = useTexts();
  const search = useRef<HTMLInputElement>(null);
  const cashOpen = useStore(till, state => state.cashOpen);
  const partOpen = useStore(till, state => state.partOpen);
  const [entering, setEntering] = useEntering();
  const ways = useStore(basket, tendersFor);
  const paysOut = useStore(basket, state => totalsOf(state).payOut !== undefined);
  const takesCards = useHasTerminal();
  const payByCard = useCallback(() => checkout.payByCard(wantsTips), [checkout, wantsTips]);
  /** Checks the tender when the key is pressed, because the key may follow a scan before the screen is drawn. */
  const when = (way: Tender, run: () => void) => () =>
    tendersFor(basket.getState()).includes(way) ? run() : void sayWhy(way);
  /** Says why a key for a tender does nothing. */
  const sayWhy = async (way: Tender) => {
    const { whyNot } = await import('./idleTender.ts');
    notices.show('warn', whyNot(basket.getState(), way, takesCards));
  };
  useKeys([
    ['F2', () => search.current?.focus()],
    ['F3', () => setEntering(true)],
    ['F7', when('loyalty', () => void checkout.pay('loyalty'))],
    // F8 pays out what is due to the customer.
    ['F8', !paysOut && when('cash', checkout.openCash)],
    ['F9', when('cashless', () => (takesCards ? payByCard() : void sayWhy('cashless')))],
    ['F10', () => checkout.openCustomer()],
    ['F6', when('cashless', checkout.openPart)],
    ['Insert', entry.enquire],
    ['End', () => entry.open({ name: 'parked' }), 'outside'],
    ['Pause', () => void lock()],
  ]);
  useLineKeys();
  const hasEntrySheet = useStore(
    entry,
    state => state.question !== null || state.sheet !== null || typeof state.enquiry === 'object',
  );
  const doneEntering = useCallback(() => setEntering(false), [setEntering]);
  const giveBack = useStore(till, state => state.giveBack);
  return (
    <main className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] stacked:tall:pb-44 beside:grid-cols-[minmax(0,1fr)_var(--ticket)] beside:tall:grid-rows-[minmax(0,1fr)] left-hand:beside:grid-cols-[var(--ticket)_minmax(0,1fr)]">
      <ScreenTitle className="sr-only">{t('till.title')}</ScreenTitle>
      <Articles search={search} />
      <section
        aria-labelledby="basket-title"
        className="flex min-h-0 flex-col border-line bg-surface shadow-card stacked:border-t left-hand:beside:order-first beside:overflow-y-auto beside:scroll-pb-56 beside:border-s left-hand:beside:border-e"
      >
        <TicketHead entering={entering} onEnter={() => setEntering(true)} onDone={doneEntering} />
        <Basket />
        <Tenders ways={ways} takesCards={takesCards} onCard={payByCard} />
      </section>
      {hasEntrySheet && (
        <Suspense>
          <EntrySheets />
        </Suspense>
      )}
      {cashOpen && (
        <Suspense>
          <CashSheet />
        </Suspense>
      )}
      {customerOpen !== null && (
        <Suspense>
          <CustomerSheet />
        </Suspense>
      )}
      {giveBack && (
        <Suspense>
          <GiveBackSheet giveBack={giveBack} />
        </Suspense>
      )}
      {tipOpen && (
        <Suspense>
          <TipSheet />
        </Suspense>
      )}
      {partOpen && (
        <Suspense>
          <PartSheet takesCards={takesCards} />
        </Suspense>
      )}
    </main>
  );
}

/** The number of a loyalty card is being typed; the next customer begins without the field. */
function useEntering() {
  const { basket } = useApp();
  const customer = useStore(basket, state => state.customer);
  const [by, setBy] = useState<number | null>(null);
  const set = useCallback((entering: boolean) => setBy(entering ? customer : null), [customer]);
  return [by === customer, set] as const;
}

/** False in a shop without any card terminal: payment by card is not offered there. */
function useHasTerminal(): boolean {
  const { client, lights } = useApp();
  const own = useStore(lights, state => state.terminal?.device ?? null);
  const [hasAny, setHasAny] = useState(true);
  useEffect(() => {
    let left = false;
    const known = (any: boolean) => left || setHasAny(any);
    // The terminal of another till takes cards of this one, too.
    if (own !== null) known(true);
    else client.terminals().then(({ data }) => known(data.length > 0), problemOf);
    return () => {
      left = true;
    };
  }, [client, own]);
  return hasAny;
}
