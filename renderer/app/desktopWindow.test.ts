/** Finding the desktop window around the page. */

import { expect, test } from 'vitest';
import { desktopWindowOf, followScreenLock, printPage } from './desktopWindow.ts';

test('finds the desktop window around the page, and null in a browser', async () => {
  let quits = 0;
  const page = {
    tillbridge: {
      async quit() {
        quits += 1;
        return true;
      },
    },
  };
  await desktopWindowOf(page)?.quit();
  expect([quits, desktopWindowOf({})]).toEqual([1, null]);
});

test('prints by the window where there is one, else by the browser', () => {
  const printed: string[] = [];
  const browser = { print: () => void printed.push('browser') };
  const desktop = { ...browser, tillbridge: { print: async () => printed.push('window') > 0 } };
  for (const page of [browser, desktop]) printPage(page as never);
  expect(printed).toEqual(['browser', 'window']);
});

test('locks when the shell says that the screen was locked', () => {
  let locks = 0;
  const page = new EventTarget();
  followScreenLock(page, () => {
    locks += 1;
  });
  page.dispatchEvent(new Event('tillbridge:lock'));
  expect(locks).toBe(1);
});
