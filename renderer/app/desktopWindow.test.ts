/** Finding the desktop window around the page. */

import { expect, test } from 'vitest';
import { desktopWindowOf, followScreenLock } from './desktopWindow.ts';

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

test('locks when the shell says that the screen was locked', () => {
  let locks = 0;
  const page = new EventTarget();
  followScreenLock(page, () => {
    locks += 1;
  });
  page.dispatchEvent(new Event('tillbridge:lock'));
  expect(locks).toBe(1);
});
