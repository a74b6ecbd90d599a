/** The end of tokens, codes and links, by clocks that are right and by clocks that were not. */
import { expect, it } from 'vitest';
import { isOver, SET_BACK } from './expiry.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const LIFE = 1_200_000;
const term = (issuedAt: number) => ({ issuedAt, expiresAt: issuedAt + LIFE });
const yes = () => true;

it.each([
  ['lives until its end', NOW - LIFE + 1, false],
  ['is over at its end', NOW - LIFE, true],
  ['of a clock that was behind ends in order', Date.UTC(1970, 0, 1), true],
  ['of a clock that was a little ahead lives', NOW + SET_BACK, false],
  ['of 2046 is over', Date.UTC(2046, 0, 1), true],
])('what was given out for a time %s', (_name, issuedAt, over) => {
  expect(isOver(term(issuedAt), NOW)).toBe(over);
});

it('a clock that is in doubt ends what has run out, and nothing that it sees as from the future', () => {
  expect(isOver(term(NOW), Date.UTC(1970, 0, 1), yes)).toBe(false);
  expect(isOver(term(NOW), NOW + LIFE, yes)).toBe(true);
});
