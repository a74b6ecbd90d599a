/** The silence of a terminal during a payment. */

import { expect, test } from 'vitest';
import { terminalSilence } from './terminalSilence.ts';

test('shows nothing for ten seconds, then the tip for the length of the silence', () => {
  const at = (seconds: number) => terminalSilence(seconds * 1000, null);
  expect(at(9)).toEqual({ seconds: null, tip: null, mayLeave: false });
  expect(at(10)).toEqual({ seconds: 10, tip: 'look', mayLeave: false });
  expect(at(30.9)).toEqual({ seconds: 30, tip: 'line', mayLeave: false });
  expect(at(60)).toEqual({ seconds: 60, tip: 'leave', mayLeave: true });
});

test('gives the terminal ten seconds to answer a request to stop', () => {
  expect(terminalSilence(40_000, 9000)).toEqual({ seconds: 40, tip: null, mayLeave: false });
  expect(terminalSilence(40_000, 10_000)).toEqual({ seconds: 40, tip: 'leave', mayLeave: true });
});

test('keeps waiting for a terminal that sends texts after a request to stop', () => {
  expect(terminalSilence(2000, 25_000).mayLeave).toBe(false);
});
