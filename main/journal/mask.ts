/**
 * Takes secrets out of what the journal keeps: sign-in data, bank account numbers, and everything of a payment card
 * (rule: of a card number the last four digits alone). Pure.
 */
import { isValidIBAN } from 'ibantools';

/** Is this the number of a loyalty card? Those are not payment cards. */
export type IsLoyaltyCard = (digits: string) => boolean;

const HIDDEN = '***';

/** Members whose value is never kept, however it is spelled: letters alone count. */
const SECRET = new Set(
  [
    'authorization',
    'client_secret',
    'password',
    'pin',
    'new_pin',
    'passcode',
    'access_token',
    'refresh_token',
    'device_code',
    'apikey',
    'cookie',
    'secret',
    // Of a payment card, and what a wallet sends in its place.
    'cvc',
    'cvc2',
    'cvv',
    'cvv2',
    'cav',
    'security_code',
    'card_security_code',
    'expiry',
    'expiry_month',
    'expiry_year',
    'expiration',
    'expiration_date',
    'exp_month',
    'exp_year',
    'recurring_expiry',
    'track1',
    'track2',
    'payment_data',
    'cryptogram',
  ].map(plain),
);

/** The code of the device flow is as good as a password, but an error has a code, too. */
const SECRET_AT_SIGN_IN = new Set(['code', ...SECRET]);

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A JSON value without secrets; `signIn`: it is a call of the token endpoint. */
export function maskValue(value: unknown, isLoyaltyCard: IsLoyaltyCard, signIn = false): unknown {
  const secret = signIn ? SECRET_AT_SIGN_IN : SECRET;
  const visit = (one: unknown): unknown => {
    if (typeof one === 'string') return maskText(one, isLoyaltyCard);
    if (typeof one === 'number') return maskNumber(one, isLoyaltyCard);
    if (Array.isArray(one)) return one.map(visit);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).map(([name, inner]) => [maskText(name, isLoyaltyCard), member(one, name, inner)]),
    );
  };
  const member = (holder: object, name: string, inner: unknown): unknown => {
    if (inner === null || inner === '') return inner;
    const word = plain(name);
    if (secret.has(word) || isSecretOfKind(holder, word, inner)) return HIDDEN;
    return word === 'iban' && typeof inner === 'string' ? middleHidden(inner) : visit(inner);
  };
  return visit(value);
}

/** An expiry date is a card's unless it stands in a loyalty card; a token that is an object is a wallet's. */
function isSecretOfKind(holder: object, word: string, inner: unknown): boolean {
  if (word === 'expirydate') return !String((holder as { object?: unknown }).object ?? '').startsWith('loyalty.');
  return word === 'token' && (typeof inner === 'object' || String(inner).length > 20);
}

/** Text that is not JSON, or only the beginning of some: the same by its looks. */
export function maskBroken(text: string, isLoyaltyCard: IsLoyaltyCard, signIn = false): string {
  const secret = signIn ? SECRET_AT_SIGN_IN : SECRET;
  const members = text.replace(MEMBER, (whole, before: string, name: string, between: string, value: string) => {
    const word = plain(name);
    if (word === 'iban') return before + name + between + middleHidden(value);
    return secret.has(word) || word === 'expirydate' || word === 'token' ? before + name + between + HIDDEN : whole;
  });
  return maskText(members, isLoyaltyCard);
}

/** A URL: its query is taken apart, and the rest looked at for numbers. */
export function maskUrl(url: string, isLoyaltyCard: IsLoyaltyCard): string {
  const [path = '', ...query] = url.split('?');
  const shown = maskText(path, isLoyaltyCard);
  return query.length === 0 ? shown : `${shown}?${maskBroken(query.join('?'), isLoyaltyCard)}`;
}

/** `"name": "value"`, also cut off in its middle, `'name': value`, `name=value` and `name: value`. */
const MEMBER =
  /(["']?)([A-Za-z][\w-]*)(["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|'[^']*'?|\{[^}]*\}?|\[[^\]]*\]?|[^\s,&;}\]]+)/g;

/** Numbers of cards and bank accounts, wherever they stand in a text. */
export const maskText = (text: string, isLoyaltyCard: IsLoyaltyCard): string =>
  text.length < SHORTEST ? text : maskIbans(maskCards(text, isLoyaltyCard));

const SHORTEST = 13;

function maskNumber(number: number, isLoyaltyCard: IsLoyaltyCard): unknown {
  const text = String(number);
  const masked = maskText(text, isLoyaltyCard);
  return masked === text ? number : masked;
}

const CARD = /(?<![\dA-Za-z_])\d(?:[ .-]?\d){12,18}(?![\dA-Za-z_])/g;

const maskCards = (text: string, isLoyaltyCard: IsLoyaltyCard): string =>
  text.replace(CARD, found => {
    const digits = found.replace(/\D/g, '');
    if (!isLuhnValid(digits) || isLoyaltyCard(digits)) return found;
    return '*'.repeat(digits.length - 4) + digits.slice(-4);
  });

/** The check digit of payment cards (ISO/IEC 7812-1, annex B). */
function isLuhnValid(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const IBAN = /(?<![A-Za-z0-9_])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,30}(?![A-Za-z0-9_])/g;

const maskIbans = (text: string): string => text.replace(IBAN, found => (isIban(found) ? middleHidden(found) : found));

const isIban = (text: string): boolean => isValidIBAN(text.replace(/[ -]/g, '').toUpperCase());

/** Country and check digits, and the last four. */
function middleHidden(iban: string): string {
  const text = iban.replace(/["' -]/g, '');
  return text.length <= 8 ? HIDDEN : `${text.slice(0, 4)}${'*'.repeat(text.length - 8)}${text.slice(-4)}`;
}
