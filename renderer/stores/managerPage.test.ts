/** The open page of the manager. */

import { expect, test } from 'vitest';
import { createManagerPage, visiblePage } from './managerPage.ts';

test('gives the code for which a page is opened to that page: when it is there, or at once', () => {
  const place = createManagerPage();
  const taken: string[] = [];
  place.goWith('articles', 'first');
  const end = place.takeScans((code, opened) => taken.push(`${code} ${opened}`));
  place.goWith('articles', 'again');
  place.scanned('scan');
  place.goWith('sales', 'receipt');
  expect(taken).toEqual(['first true', 'again true', 'scan false']);
  end();
  expect(place.scanned('nobody')).toBe(false);
  place.takeScans(code => taken.push(code));
  expect(taken.at(-1)).toBe('receipt');
});

test('shows a page until it is left, and never over a payment at the terminal', () => {
  const place = createManagerPage();
  expect(visiblePage(place.getState(), 'till')).toBeNull();
  place.go('dayEnd');
  for (const screen of ['till', 'declined', 'receipt', 'unknown', 'late', 'signature'] as const)
    expect(visiblePage(place.getState(), screen)).toBe('dayEnd');
  for (const screen of ['payment', 'question', 'handOver'] as const)
    expect(visiblePage(place.getState(), screen)).toBeNull();
  place.back();
  expect(visiblePage(place.getState(), 'till')).toBeNull();
});

test('closes the settings of a person with the page', () => {
  const place = createManagerPage();
  place.go('people');
  place.setOwn(true);
  place.back();
  expect(place.getState()).toMatchObject({ page: null, isOwnOpen: false });
});
