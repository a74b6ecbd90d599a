/**
 * One-time codes by time (TOTP, RFC 6238) as every authenticator app makes them: HMAC-SHA-1 of the time in steps of thirty
 * seconds, six digits. Pure.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP = 30_000;
const DIGITS = 6;
/** Steps before and after the present one whose codes count, because clocks differ and people type slowly. */
const WINDOW = [-1, 0, 1] as const;

/** Bytes of a secret: as many as SHA-1 gives (RFC 4226, 4). */
export const SECRET_BYTES = 20;

/** `time`: ms since 1970. */
export const stepAt = (time: number): number => Math.floor(time / STEP);

export function codeAt(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The steps around `time` whose code this is, the newest last. Takes the same time for every code of six digits. */
export function stepsOf(secret: Buffer, code: string, time: number): readonly number[] {
  if (!isOneTimeCode(code)) return [];
  return WINDOW.map(offset => stepAt(time) + offset).filter(step =>
    timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code)),
  );
}

export const isOneTimeCode = (code: string): boolean => /^[0-9]{6}$/.test(code);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 (RFC 4648) without the signs that fill up: a secret as people type it into an app. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, byte => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map(group => LETTERS[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The address that an app reads from a QR code. A colon parts issuer and account, so neither may have one. */
export function appAddress(secret: Buffer, issuer: string, account: string): string {
  const [owner, name] = [issuer, account].map(text => encodeURIComponent(text.replaceAll(':', ' ')));
  return `otpauth://totp/${owner}:${name}?secret=${base32(secret)}&issuer=${owner}&algorithm=SHA1&digits=${DIGITS}&period=${STEP / 1000}`;
}
