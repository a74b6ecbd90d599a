import { expect, test } from 'vitest';
import { terminalSilence } from './terminalSilence.ts';

test('says nothing in the first ten seconds, then more the longer the terminal is silent', () => {
  const at = (seconds: number) => terminalSilence(seconds * 1000, null);
  expect(at(9)).toEqual({ seconds: null, tip: null, mayLeave: false });
  expect(at(10)).toEqual({ seconds: 10, tip: 'look', mayLeave: false });
  expect(at(30.9)).toEqual({ seconds: 30, tip: 'line', mayLeave: false });
  expect(at(60)).toEqual({ seconds: 60, tip: 'leave', mayLeave: true });
});

test('a terminal that was asked to stop has ten seconds to answer, also where it was silent before', () => {
  expect(terminalSilence(40_000, 9000)).toEqual({ seconds: 40, tip: null, mayLeave: false });
  expect(terminalSilence(40_000, 10_000)).toEqual({ seconds: 40, tip: 'leave', mayLeave: true });
});

test('a terminal that goes on talking after the stop is still there', () => {
  expect(terminalSilence(2000, 25_000).mayLeave).toBe(false);
});
