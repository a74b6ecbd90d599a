import { expect, it } from 'vitest';
import { hashToken, newToken, secretMatches } from './secrets.ts';

it('a token has 256 bits of the system, and none comes twice', () => {
  const tokens = Array.from({ length: 1000 }, newToken);
  expect(new Set(tokens).size).toBe(1000);
  expect(tokens.every(token => Buffer.from(token, 'base64url').length === 32)).toBe(true);
});

it('a secret is compared by its hash, whatever its length', () => {
  const stored = hashToken('right');
  expect([secretMatches('right', stored), secretMatches('wrong', stored), secretMatches('', stored)]).toEqual([
    ...[true, false, false],
  ]);
});
