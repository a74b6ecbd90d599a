/** Printing by window or browser. */

import { expect, test } from 'vitest';
import { printPage } from './printPage.ts';

test('prints by the window where there is one, else by the browser', () => {
  const printed: string[] = [];
  const browser = { print: () => void printed.push('browser') };
  const desktop = { ...browser, tillbridge: { print: async () => printed.push('window') > 0 } };
  for (const page of [browser, desktop]) printPage(page as never);
  expect(printed).toEqual(['browser', 'window']);
});
