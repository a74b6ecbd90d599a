/** Addresses of pages: which page an address names, and that back never leaves the till or a payment. */

import { expect, it } from 'vitest';
import type { Session } from '../../main/wire/session.ts';
import { addressOf, placeAt } from './address.tsx';
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
