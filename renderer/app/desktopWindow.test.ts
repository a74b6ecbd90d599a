/** Finding the desktop window around the page. */

import { expect, test } from 'vitest';
import { desktopWindowOf } from './desktopWindow.ts';

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
