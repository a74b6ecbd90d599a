/** The open page of the manager. */

import { expect, test } from 'vitest';
import { createManagerPage, visiblePage } from './managerPage.ts';

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
