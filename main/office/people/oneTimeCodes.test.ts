/** Codes by the vectors of RFC 6238 (appendix B), secrets by those of RFC 4648 (10), and the times at which a code counts. */
import { expect, it } from 'vitest';
import { appAddress, base32, codeAt, stepAt, stepsOf } from './oneTimeCodes.ts';

const secret = Buffer.from('12345678901234567890');

it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('is the one of RFC 6238 at %i s', (seconds, code) => {
  expect(codeAt(secret, stepAt(seconds * 1000), 8)).toBe(code);
});

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('writes %s in base32 as RFC 4648 does', (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written);
});

it('counts one step before and after its own, and no longer', () => {
  const time = 1_234_567_890_000;
  const step = stepAt(time);
  const counts = (offset: number) => stepsOf(secret, codeAt(secret, step + offset), time);
  expect([-2, -1, 0, 1, 2].map(counts)).toEqual([[], [step - 1], [step], [step + 1], []]);
});

it.each(['', '12345', '1234567', '12345a', '１２３４５６', '-12345'])('is never %s', code => {
  expect(stepsOf(secret, code, 0)).toEqual([]);
});

it('has an address for apps, in which a colon of a name parts nothing', () => {
  expect(appAddress(secret, 'Bäckerei: Nord', 'ada@own.example')).toBe(
    'otpauth://totp/B%C3%A4ckerei%20%20Nord:ada%40own.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=B%C3%A4ckerei%20%20Nord&algorithm=SHA1&digits=6&period=30',
  );
});
