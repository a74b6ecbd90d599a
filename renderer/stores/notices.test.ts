import { expect, test } from 'vitest';
import { createNotices } from './notices.ts';

test('a message about a device stays when a step of the sale ends, and goes with the next article', () => {
  const notices = createNotices();
  const shown = () => notices.getState().notice?.tone ?? null;
  notices.show('info', () => 'a payment is running');
  notices.clear();
  expect(shown()).toBe(null);
  notices.showLasting('warn', () => 'the paper is out');
  notices.clear();
  expect([shown(), notices.getState().announcement]).toEqual(['warn', null]);
  notices.hit(() => 'bread');
  expect(shown()).toBe(null);
});
