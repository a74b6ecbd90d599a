/** Addresses of pages: which page an address names, and that back never leaves the till or a payment. */

import { expect, it } from 'vitest';
import type { Session } from '../../main/wire/session.ts';
import { addressOf, followAddress, placeAt } from './address.tsx';
import { createStores } from './stores.ts';

it('names each page behind the hash, with the terminal that it was opened for', () => {
  expect(addressOf({ page: null, device: null })).toBe('');
  expect(addressOf({ page: 'terminals', device: null })).toBe('#/terminals');
  expect(placeAt(addressOf({ page: 'dayEnd', device: 'TER_1' }))).toEqual({ page: 'dayEnd', device: 'TER_1' });
});

it.each(['', '#/', '#/nonsense', '#/toString', '#/sales/../x', '#code=ABCDE-12345'])('knows no page at %j', hash => {
  expect(placeAt(hash)).toBeNull();
});

it('is that of a page that everybody may open who is signed in', () => {
  const { session, managerPage } = createStores({ storage: null, preferredLanguage: 'de' }, () => Promise.reject());
  session.setSession({ user: { role: 'cashier' } } as unknown as Session);
  managerPage.go('manage');
  expect(addressOf(managerPage.getState())).toBe('#/manage');
});

it('leaves the settings open that a person opened before the address was followed', () => {
  const stores = createStores({ storage: null, preferredLanguage: 'de' }, () => Promise.reject());
  stores.session.setSession({ user: { role: 'cashier' } } as unknown as Session);
  stores.managerPage.setOwn(true);
  const window = {
    history: { state: 'till', pushState() {}, replaceState() {} } as unknown as History,
    location: { pathname: '/', search: '', hash: '' } as Location,
    document: { querySelector: () => null },
    addEventListener() {},
    removeEventListener() {},
  };
  followAddress(stores, window)();
  expect(stores.managerPage.getState().isOwnOpen).toBe(true);
});
