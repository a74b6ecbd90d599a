/** The bar at the side, on a phone below: the five places of work, the lights of what is not as it should be, and the person. */

import { type MouseEvent, Suspense } from 'react';
import { useStore } from 'zustand';
import { mayOpen, maySell } from '../../../main/wire/screenPages.ts';
import { useApp } from '../../app/context.tsx';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { earlyPart } from '../../parts/laterPart.tsx';
import { canOpenPage, type Page, visiblePage } from '../../stores/managerPage.ts';
import { screenOf } from '../../stores/till.ts';
import { useTexts } from '../../texts/context.tsx';
import { railItem } from './railItem.ts';

const RailFoot = earlyPart(() => import('./RailFoot.tsx'));

/** Null: the sale. */
const PLACES = [
  { page: null, name: 'sell', icon: 'basket' },
  { page: 'sales', name: 'sales', icon: 'receipt' },
  { page: 'cash', name: 'cash', icon: 'cash' },
  { page: 'closing', name: 'closing', icon: 'check' },
  { page: 'manage', name: 'manage', icon: 'grid' },
] as const satisfies readonly { readonly page: Page | null; readonly name: string; readonly icon: IconName }[];

type Place = (typeof PLACES)[number];

export function Rail() {
  return (
    <header className="max-sm:contents bg-rail sm:sticky sm:top-0 sm:h-[calc(100dvh-var(--strip))] sm:w-22 sm:shrink-0 print:hidden">
      <div className="max-sm:contents scheme-dark flex h-full flex-col gap-2 overflow-y-auto p-1.5 text-rail-ink">
        <Places />
        <Suspense>
          <RailFoot />
        </Suspense>
      </div>
    </header>
  );
}

function Places() {
  const { managerPage, session, till } = useApp();
  const { t } = useTexts();
  const user = useStore(session, state => state.user);
  const screen = useStore(till, screenOf);
  const open = useStore(managerPage, state => visiblePage(state, screen));
  const own = PLACES.filter(({ page }) => (page === null ? maySell(user) : mayOpen(user, page)));
  // Every page that is no place of its own is one of the last place.
  const place = own.find(({ page }) => page === open) ?? own.at(-1);
  return (
    <nav
      aria-label={t('places.title')}
      className="max-sm:sticky max-sm:bottom-0 max-sm:z-1 max-sm:order-last max-sm:bg-rail max-sm:p-1"
    >
      <ul className="grid gap-2 max-sm:auto-cols-fr max-sm:grid-flow-col max-sm:gap-1">
        {own.map(one => (
          <li key={one.name}>
            <PlaceLink
              place={one}
              current={one === place && (one.page === open ? 'page' : 'true')}
              locked={!canOpenPage(screen)}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PlaceLinkProps {
  readonly place: Place;
  readonly current: 'page' | 'true' | false;
  /** A payment runs at the terminal. */
  readonly locked: boolean;
}

function PlaceLink({ place: { page, name, icon }, current, locked }: PlaceLinkProps) {
  const { managerPage, notices } = useApp();
  const { t } = useTexts();
  const waiting = useWaiting(name);
  const go = (event: MouseEvent) => {
    // Beside the till in a window of its own, as with every link.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (locked) notices.show('info', texts => texts.t('places.afterPayment'));
    else if (page === null) managerPage.back();
    else managerPage.go(page);
  };
  const look = current
    ? 'scheme-light bg-surface text-ink forced-colors:outline-3'
    : 'hover:bg-rail-hover aria-disabled:opacity-60';
  return (
    <a
      href={page === null ? '/' : `#/${page}`}
      aria-current={current || undefined}
      aria-disabled={locked || undefined}
      onClick={go}
      className={`${railItem} relative gap-0.5 sm:min-h-15 short:min-h-12 ${look}`}
    >
      <Icon name={icon} />
      {t(`places.${name}`)}
      {waiting > 0 && (
        <span className="absolute end-2 top-1 rounded-full bg-[#ffd84d] px-1.5 text-[#141b2d]">
          {name === 'sell' ? waiting : '!'}
          <span className="sr-only"> {t(`places.waiting.${name === 'sell' ? 'sell' : 'closing'}`)}</span>
        </span>
      )}
    </a>
  );
}

/** How much waits for somebody at this place: payments that are open; 1 at the end of the day where the terminal asks for it. */
function useWaiting(name: Place['name']): number {
  const { openPayments, lights } = useApp();
  const payments = useStore(openPayments, state => (name === 'sell' ? state.list.length : 0));
  const isDayEndDue = useStore(lights, state => name === 'closing' && state.terminal?.condition?.cure === 'endOfDay');
  return payments + Number(isDayEndDue);
}
