/**
 * Takes secrets out of what the journal keeps: sign-in data, bank account numbers, and everything of a payment card
 * (rule: of a card number the last four digits alone). Pure.
 */
import { countrySpecs, isValidIBAN } from 'ibantools';
import { type IsLoyaltyCard, maskCards } from '../../../drivers/masking/cardMask.ts';

const HIDDEN = '***';

const MOST_WORDS = 2000;
const words = new Map<string, string>();

/** Members whose value is never kept, however it is spelled: letters alone count. */
const SECRET = new Set(
  [
    'authorization',
    'client_secret',
    'password',
    'pin',
    'new_pin',
    'passcode',
    'csc',
    'access_token',
    'refresh_token',
    'device_code',
    'user_code',
    'user_pin',
    'csrf',
    'apikey',
    'cookie',
    'secret',
    // Good for one thing and two minutes.
    'approval',
    // Members of a payment card, and those that a wallet sends in their place.
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
    'transact_container',
    'transact_skey_pubkey',
    'signed_message',
    'ephemeral_public_key',
    // Input typed at a terminal, and the configuration of a terminal, which may hold keys.
    'typed_digits',
    'tlv',
    // Everybody who knows this address can open the form.
    'mandate_url',
    // Everybody who knows this address can read the receipt.
    'receipt_url',
  ].map(plain),
);

/** The code of the device flow is as good as a password, but an error has a code, too. */
const SECRET_AT_SIGN_IN = new Set(['code', ...SECRET]);

/** Letters and digits alone, in lower case. The same few names come again and again. */
function plain(name: string): string {
  const known = words.get(name);
  if (known !== undefined) return known;
  const word = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (words.size < MOST_WORDS) words.set(name, word);
  return word;
}

/** A JSON value without secrets; `signIn`: it is a call of the token endpoint. */
export function maskValue(value: unknown, isLoyaltyCard: IsLoyaltyCard, signIn = false): unknown {
  const secret = signIn ? SECRET_AT_SIGN_IN : SECRET;
  const visit = (one: unknown): unknown => {
    if (typeof one === 'string') return (URL_WITH_QUERY.test(one) ? maskUrl : maskText)(one, isLoyaltyCard);
    if (typeof one === 'number') return maskNumber(one, isLoyaltyCard);
    if (Array.isArray(one)) return one.map(visit);
    if (typeof one !== 'object' || one === null) return one;
    const shown: Record<string, unknown> = {};
    for (const name of Object.keys(one))
      shown[maskText(name, isLoyaltyCard)] = member(one, name, (one as Record<string, unknown>)[name]);
    return shown;
  };
  const member = (holder: object, name: string, inner: unknown): unknown => {
    if (inner === null || inner === '') return inner;
    const word = plain(name);
    if (secret.has(word) || isSecretOfKind(holder, word, inner)) return HIDDEN;
    if (typeof inner !== 'string') return visit(inner);
    if (word === 'iban') return middleHidden(inner);
    return PAN.has(word) && !isLoyaltyCard(inner) ? lastFour(inner) : visit(inner);
  };
  return visit(value);
}

/**
 * An expiry date is a card's unless it stands in a loyalty card; a token that is an object is a wallet's, and so are
 * signed data.
 */
function isSecretOfKind(holder: object, word: string, inner: unknown): boolean {
  if (word === 'data') return typeof inner === 'string' && 'signature' in holder;
  if (word === 'expirydate') return !String((holder as { object?: unknown }).object ?? '').startsWith('loyalty.');
  return word === 'token' && (typeof inner === 'object' || String(inner).length > 20);
}

/** Text that is not JSON, or only the beginning of some: the same by its looks. */
export function maskBroken(text: string, isLoyaltyCard: IsLoyaltyCard, signIn = false): string {
  const secret = signIn ? SECRET_AT_SIGN_IN : SECRET;
  let [shown, at] = ['', 0];
  for (const match of text.matchAll(MEMBER)) {
    const begin = match.index + match[0].length;
    if (match.index < at) continue;
    const hide = hidingOf(plain(match[1] ?? ''), secret);
    if (!hide) continue;
    VALUE.lastIndex = begin;
    const value = VALUE.exec(text)?.[0] ?? '';
    shown += text.slice(at, begin) + hide(value);
    at = begin + value.length;
  }
  return maskText(shown + text.slice(at), isLoyaltyCard);
}

function hidingOf(word: string, secret: ReadonlySet<string>): ((value: string) => string) | null {
  if (word === 'iban') return middleHidden;
  if (PAN.has(word)) return lastFour;
  return secret.has(word) || word === 'expirydate' || word === 'token' ? () => HIDDEN : null;
}

/** `"name":`, `'name':`, `name=` and `name:`, up to where the value begins. */
const MEMBER = /(?<![\w-])["']?([A-Za-z][\w-]{0,40})["']?\s{0,5}[:=]\s{0,5}/g;

/** A text, also one that is cut off; of an object or a list everything that follows. */
const VALUE = /"(?:[^"\\]|\\.)*"?|'[^']*'?|[{[][\s\S]*|[^\s,&;}\]]+/y;

const URL_WITH_QUERY = /^https?:\/\/\S+\?/i;

/** A URL: its query is taken apart, and the rest looked at for numbers. */
export function maskUrl(url: string, isLoyaltyCard: IsLoyaltyCard): string {
  const [path = '', ...query] = url.split('?');
  const shown = maskEncoded(path, text => maskText(text, isLoyaltyCard));
  if (query.length === 0) return shown;
  return `${shown}?${maskEncoded(query.join('?'), text => maskBroken(text, isLoyaltyCard))}`;
}

/** Looks into encoded text as well; where it holds something secret, the masked text is shown decoded. */
function maskEncoded(text: string, mask: (text: string) => string): string {
  const read = ENCODED.test(text) ? decoded(text) : text;
  const shown = mask(read);
  return shown === read ? text : shown;
}

const ENCODED = /[%+]/;

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced.replace(ASCII, found => decodeURIComponent(found));
  }
}

/** Readable part of a text that is not encoded well. */
const ASCII = /%[0-7][0-9a-f]/gi;

/** Numbers of cards and bank accounts, and addresses that are secrets themselves, wherever they stand in a text. */
export function maskText(text: string, isLoyaltyCard: IsLoyaltyCard): string {
  if (text.length < SHORTEST) return text;
  const shown = text.includes('mandates') ? text.replace(SECRET_ADDRESS, `$1${HIDDEN}`) : text;
  const cut = maskCards(shown, isLoyaltyCard);
  return MANY_DIGITS.test(cut) ? maskIbans(cut) : cut;
}

/** Fewer in a row are neither; most texts have fewer, and this is quick to see. */
const MANY_DIGITS = /(?:\d[ -]?){9}/;

/** Everybody who knows the address of a mandate form may open it. */
const SECRET_ADDRESS = /(\/bridge\/+v1\/+mandates\/+)[^\s"'/?]+/g;

/** Neither a card number nor a bank account is shorter. */
const SHORTEST = 12;

function maskNumber(number: number, isLoyaltyCard: IsLoyaltyCard): unknown {
  const text = String(number);
  const masked = maskText(text, isLoyaltyCard);
  return masked === text ? number : masked;
}

const IBAN_START = /(?<![A-Za-z0-9_])([A-Za-z]{2})(?=\d{2})/g;

/** Each country has its length, so what follows the number is not taken for a part of it. */
function maskIbans(text: string): string {
  let [shown, at] = ['', 0];
  for (const { index, 1: country = '' } of text.matchAll(IBAN_START)) {
    const length = countrySpecs[country.toUpperCase()]?.chars ?? 0;
    const written = lengthAt(length).exec(text.slice(index))?.[0];
    if (index < at || !written || !isValidIBAN(written.replace(/[ -]/g, '').toUpperCase())) continue;
    shown += text.slice(at, index) + middleHidden(written);
    at = index + written.length;
  }
  return shown + text.slice(at);
}

/** So many letters and digits, in groups or not. */
function lengthAt(length: number): RegExp {
  const known = lengths.get(length) ?? new RegExp(`^[A-Za-z0-9](?:[ -]?[A-Za-z0-9]){${Math.max(0, length - 1)}}`);
  lengths.set(length, known);
  return known;
}

const lengths = new Map<number, RegExp>();

/** Members that hold the number of a payment card, also of one that was mistyped. */
const PAN = new Set(['pan', 'primaryaccountnumber']);

function lastFour(number: string): string {
  const digits = number.replace(/\D/g, '');
  return digits.length < 9 ? number : `${'*'.repeat(digits.length - 4)}${digits.slice(-4)}`;
}

/** Country and check digits, and the last four. */
function middleHidden(iban: string): string {
  const text = iban.replace(/["' -]/g, '');
  return text.length <= 8 ? HIDDEN : `${text.slice(0, 4)}${'*'.repeat(text.length - 8)}${text.slice(-4)}`;
}
