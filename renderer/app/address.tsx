/**
 * Each page has its address, `/#/terminals`: reload, back and a bookmark lead to it. Behind the hash, so that the bridge serves one file
 * and the desktop window sees no other address. The sale has the address without a hash.
 */

import { useEffect } from 'react';
import { mayOpen, PAGE_ROLES } from '../../main/wire/screenPages.ts';
import { canOpenPage, type ManagerPageState, type Page } from '../stores/managerPage.ts';
import type { SessionState } from '../stores/session.ts';
import { screenOf } from '../stores/till.ts';
import { useApp } from './context.tsx';
import type { Stores } from './stores.ts';

/** The part of a window that `followAddress` needs. */
type AddressWindow = Pick<Window, 'history' | 'location' | 'addEventListener' | 'removeEventListener'> & {
  readonly document: Pick<Document, 'querySelector'>;
};

/** Behind the path; empty for the sale. */
export const addressOf = ({ page, device }: Pick<ManagerPageState, 'page' | 'device'>): string =>
  page === null ? '' : `#/${page}${device === null ? '' : `/${encodeURIComponent(device)}`}`;

/** Page of an address; null for that of the sale, and for an address that is none. */
export function placeAt(hash: string): { readonly page: Page; readonly device: string | null } | null {
  const [, page, device] = /^#\/(\w+)(?:\/([\w-]+))?$/.exec(hash) ?? [];
  return isPage(page) ? { page, device: device ?? null } : null;
}

const isPage = (name: string | undefined): name is Page => name !== undefined && Object.hasOwn(PAGE_ROLES, name);

/** Below the first entry of the till: back comes here, and is sent up again. */
const FLOOR = 'floor';
const ENTRY = 'till';

/**
 * Keeps the address and the open page the same, until the function that it returns is called. Back never leaves the till, a payment or
 * a dialog.
 */
export function followAddress(
  { managerPage, session, till, notices }: Pick<Stores, 'managerPage' | 'session' | 'till' | 'notices'>,
  window: AddressWindow,
): () => void {
  const { history, location, document } = window;
  let isReading = false;

  const write = (how: 'pushState' | 'replaceState') =>
    history[how](ENTRY, '', `${location.pathname}${location.search}${addressOf(managerPage.getState())}`);

  /** Nobody goes to a page that she may not open: the sale comes instead, with a word. */
  const refuse = () => {
    managerPage.back();
    notices.show('warn', ({ t }) => t('places.notYours'));
  };

  const read = () => {
    const place = placeAt(location.hash);
    isReading = true;
    // Where no page is open there is nothing to leave, and the settings stay that somebody opened before this began.
    if (!place && managerPage.getState().page) managerPage.back();
    else if (place && mayOpen(session.getState().user, place.page)) managerPage.go(place.page, place.device);
    else if (place) refuse();
    isReading = false;
    write('replaceState');
  };

  const mayMove = () => canOpenPage(screenOf(till.getState())) && !document.querySelector('[role="dialog"]');

  /** The setup has its one-time code in the address, which must not stay below. */
  const hold = () => {
    const { state, info } = session.getState();
    if (state === 'connecting' || info?.setup.waiting !== false || history.state === ENTRY) return;
    history.replaceState(FLOOR, '');
    // A second one, so that two quick steps back do not leave either.
    history.pushState(FLOOR, '');
    history.pushState(ENTRY, '');
  };

  const onPage = (now: ManagerPageState, before: ManagerPageState) => {
    if (!isReading && addressOf(now) !== addressOf(before)) write('pushState');
  };
  const onSession = ({ state, user }: SessionState, before: SessionState) => {
    hold();
    const { page } = managerPage.getState();
    if (state === 'signedIn' && before.state !== 'signedIn') read();
    else if (user && page && !mayOpen(user, page)) refuse();
  };
  const onBack = () => {
    const isFloor = history.state === FLOOR;
    if (session.getState().state !== 'signedIn') return isFloor ? history.pushState(ENTRY, '') : undefined;
    if (isFloor || !mayMove()) write('pushState');
    else read();
  };

  hold();
  // Somebody was signed in before this began, and may have opened a page already.
  if (managerPage.getState().page !== null) write('pushState');
  else if (session.getState().state === 'signedIn') read();
  const ends = [managerPage.subscribe(onPage), session.subscribe(onSession)];
  window.addEventListener('popstate', onBack);
  return () => {
    window.removeEventListener('popstate', onBack);
    for (const end of ends) end();
  };
}

/** Draws nothing: follows while the screen is there. */
export default function Address() {
  const app = useApp();
  useEffect(() => followAddress(app, window), [app]);
  return null;
}
