/** Digits that are typed outside every field. */

import { expect, test } from 'vitest';
import { createTypedDigits } from './typedDigits.ts';

function setUp() {
  let run: (() => void) | null = null;
  const typed = createTypedDigits(next => {
    run = next;
    return () => {
      run = null;
    };
  });
  const got: string[] = [];
  const forget = typed.listen({ digits: text => got.push(text) > 0, enter: text => got.push(`${text} Enter`) > 0 });
  return { typed, got, forget, pass: () => run?.() };
}

test('gives digits to the search when nothing follows, and at once with Enter', () => {
  const { typed, got, pass } = setUp();
  for (const digit of '12') typed.press(digit);
  pass();
  typed.press('3');
  expect([typed.enter(), typed.enter(), got]).toEqual([true, false, ['12', '3 Enter']]);
});

test('keeps digits for a dialog that is about to open', () => {
  const { typed, pass } = setUp();
  typed.listen({ digits: () => false, enter: () => false });
  typed.press('2');
  pass();
  typed.press('0');
  expect([typed.take(), typed.take()]).toEqual(['20', '']);
});

test('drops digits of a scanner, and digits without a listener', () => {
  const { typed, got, forget, pass } = setUp();
  typed.press('1');
  typed.cancel();
  pass();
  forget();
  typed.press('2');
  pass();
  expect([typed.enter(), got]).toEqual([false, []]);
});
