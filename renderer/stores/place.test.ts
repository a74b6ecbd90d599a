import { expect, test } from 'vitest';
import { createPlace, shownPage } from './place.ts';

test('a page is shown until the way back, and never hides a payment that moves or needs somebody', () => {
  const place = createPlace();
  expect(shownPage(place.getState(), 'till')).toBeNull();
  place.go('dayEnd');
  for (const screen of ['till', 'receipt', 'declined'] as const)
    expect(shownPage(place.getState(), screen)).toBe('dayEnd');
  for (const screen of ['payment', 'question', 'handOver', 'unknown', 'late'] as const)
    expect(shownPage(place.getState(), screen)).toBeNull();
  place.back();
  expect(shownPage(place.getState(), 'till')).toBeNull();
});
