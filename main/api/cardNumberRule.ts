/**
 * The rule for payment card numbers in requests: they are cut to the last four digits in the address, the headers and
 * the body before any other code reads them, so that no code of the bridge can keep, show or send a card number.
 */
import type { IncomingMessage } from 'node:http';
import { type IsLoyaltyCard, maskCards } from '../../drivers/masking/cardMask.ts';
import { BridgeError } from '../world/errors.ts';
import { paymentCardRefused } from '../world/paymentCard.ts';
import { bodyLimits, tooDeep } from './bodyLimits.ts';

export interface CardNumberRule {
  /** Before the request is routed. */
  readonly cutHead: (raw: IncomingMessage) => void;
  /** Throws `paymentCard` and `paymentCardKey` where the address or the key held a card number. */
  readonly refuse: (raw: IncomingMessage) => void;
  readonly cutText: CutText;
  /** JSON text with its numbers cut, which are texts then. */
  readonly cutNumbers: (json: string) => string;
  /** The same value where there is nothing to cut. Throws where it is nested too deep. */
  readonly cutValue: (value: unknown) => unknown;
}

type CutText = (text: string) => string;
type FoundIn = 'address' | 'key';

/** These headers are never kept, and are random: they hold no card number, even if they look like one. */
const SECRET_HEADERS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);
const KEY_HEADERS: ReadonlySet<string> = new Set(['idempotency-key', 'x-action']);

export function createCardNumberRule(isOwn: IsLoyaltyCard): CardNumberRule {
  const cutText: CutText = text => maskCards(text, isOwn);
  const found = new WeakMap<IncomingMessage, FoundIn>();

  /** Headers come as single bytes; what is more than ASCII in them is UTF-8 for those who keep it. */
  function cutHeader(value: string): string {
    if (!BEYOND_ASCII.test(value)) return cutText(value);
    const read = Buffer.from(value, 'latin1').toString('utf8');
    const shown = cutText(read);
    return shown === read ? cutText(value) : Buffer.from(shown).toString('latin1');
  }

  function cutHeaders(raw: IncomingMessage): boolean {
    let keyed = false;
    for (const name in raw.headers) {
      const value = raw.headers[name];
      if (value === undefined || value.length < SHORTEST || SECRET_HEADERS.has(name)) continue;
      const shown = Array.isArray(value) ? value.map(cutHeader) : cutHeader(value);
      keyed ||= KEY_HEADERS.has(name) && String(shown) !== String(value);
      raw.headers[name] = shown;
    }
    return keyed;
  }

  return {
    cutHead(raw) {
      const url = raw.url ?? '/';
      const shown = cutAddress(url, cutText);
      if (cutHeaders(raw)) found.set(raw, 'key');
      if (shown === url) return;
      raw.url = shown;
      found.set(raw, 'address');
    },
    refuse(raw) {
      const where = found.get(raw);
      if (where === 'address') throw paymentCardRefused();
      if (where === 'key') throw new BridgeError('paymentCardKey', 'the Idempotency-Key holds a payment card number');
    },
    cutText,
    cutNumbers: json => (LONG_NUMBER.test(json) ? json.replace(TOKENS, token => cutNumberToken(token, cutText)) : json),
    cutValue: value => cutIn(value, cutText, bodyLimits.depth),
  };
}

const SHORTEST = 12;
const BEYOND_ASCII = /[\x80-\xff]/;

/** An encoded space must not be taken for the sign of a telephone number. */
function cutAddress(url: string, cutText: CutText): string {
  const text = url.replaceAll('+', ' ');
  const shown = cutText(text);
  if (shown === text) return url;
  return encodeURI(shown.toWellFormed()).replaceAll('%25', '%');
}

/** A number that may be rounded when it is read, or stands in another way of writing. */
const LONG_NUMBER = /\d{16}|\d[eE]/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

function cutNumberToken(token: string, cutText: CutText): string {
  if (token.startsWith('"')) return token;
  const digits = /^\d+$/.test(token) ? token : String(Number(token));
  const shown = /^\d{12,19}$/.test(digits) ? cutText(digits) : digits;
  return shown === digits ? token : JSON.stringify(shown);
}

/** Throws where the value is nested deeper than `levels`: one walk for both rules. */
function cutIn(value: unknown, cutText: CutText, levels: number): unknown {
  if (typeof value === 'string') return value.length < SHORTEST ? value : cutText(value);
  if (typeof value === 'number') return cutNumber(value, cutText);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) throw tooDeep();
  return Array.isArray(value)
    ? cutItems(value, cutText, levels - 1)
    : cutMembers(value as Record<string, unknown>, cutText, levels - 1);
}

function cutNumber(number: number, cutText: CutText): number | string {
  if (number < SMALLEST || number >= BEYOND || !Number.isInteger(number)) return number;
  const digits = String(number);
  const shown = cutText(digits);
  return shown === digits ? number : shown;
}

const SMALLEST = 10 ** (SHORTEST - 1);
/** Larger ones have more digits than any card. */
const BEYOND = 10 ** 19;

function cutItems(items: readonly unknown[], cutText: CutText, levels: number): readonly unknown[] {
  let changed: unknown[] | null = null;
  for (let i = 0; i < items.length; i += 1) {
    const shown = cutIn(items[i], cutText, levels);
    if (shown === items[i]) continue;
    changed ??= [...items];
    changed[i] = shown;
  }
  return changed ?? items;
}

function cutMembers(object: Record<string, unknown>, cutText: CutText, levels: number): Record<string, unknown> {
  for (const name in object) {
    const shown = cutIn(object[name], cutText, levels);
    if (shown !== object[name] || (name.length >= SHORTEST && cutText(name) !== name)) return withoutNumbers();
  }
  return object;

  function withoutNumbers() {
    return Object.fromEntries(
      Object.entries(object).map(([name, value]) => [
        name.length < SHORTEST ? name : cutText(name),
        cutIn(value, cutText, levels),
      ]),
    );
  }
}
