/**
 * Limits of a JSON body, counted in its text: to read ninety thousand members takes most of a second, in which
 * nobody else gets an answer. Beside them what a parser passes over: a member that is named twice.
 */
import type { FastifyInstance } from 'fastify';
import { BridgeError } from '../world/errors.ts';

export const bodyLimits = {
  /** Members and items of the whole body: more than any basket has. */
  ofAll: 30_000,
  /** Members of one object, and fields of a form. */
  ofOne: 1000,
  /** Levels: more than any transaction has. The JSON functions of SQLite give up at 1000, and with them every list. */
  depth: 100,
} as const;

/** Bytes of the largest body that somebody without a token may send: several times the longest sign-in. */
export const OPEN_BODY = 8192;

/** Before the first route: routes that answer without a token take a small body, unless they have admitted the caller before it is read. */
export function limitOpenBodies(app: FastifyInstance): void {
  app.addHook('onRoute', route => {
    if (route.config?.public) route.bodyLimit ??= OPEN_BODY;
  });
}

/** A shorter text cannot hold too much. */
const SHORT = 2000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Null where there is none. Whether it is JSON is for the parser to say. */
export function bodyLimitFault(text: string): BridgeError | null {
  if (text.length < SHORT) return null;
  let all = 0;
  /** Members of each object that is not closed yet; a list has none. */
  const members: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) i = endOfText(text, i);
    else if (unit === COMMA) all += 1;
    else if (unit === COLON && members.length > 0) members[members.length - 1]! += 1;
    else if (unit === OPEN_OBJECT || unit === OPEN_LIST) {
      all += 1;
      members.push(0);
      if (members.length > bodyLimits.depth) return tooDeep();
    } else if (unit === CLOSE_OBJECT || unit === CLOSE_LIST) members.pop();
    if (all > bodyLimits.ofAll || (members.at(-1) ?? 0) > bodyLimits.ofOne) return tooManyMembers();
  }
  return null;
}

function endOfText(text: string, begin: number): number {
  let end = text.indexOf('"', begin + 1);
  while (end > 0) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/**
 * A member that an object of the text names twice: one reader takes the first, another one the last, and an amount is then both. Null where
 * there is none. `value`: what a parser has made of it, by whose members most texts are known to repeat none.
 */
export function repeatedMember(text: string, value: unknown): string | null {
  const members = membersIn(value);
  return signsIn(text, ':') > members && colonsIn(text) > members ? firstRepeated(text) : null;
}

/** Also in strings; a search by the engine is faster than any walk. */
function signsIn(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

/** Between the strings alone. */
function colonsIn(text: string): number {
  let colons = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) i = endOfText(text, i);
    else if (unit === COLON) colons += 1;
  }
  return colons;
}

function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) for (const item of value) members += membersIn(item);
  else for (const name in value) members += 1 + membersIn((value as Record<string, unknown>)[name]);
  return members;
}

/** Names of each object that is not closed yet; null stands for a list. */
function firstRepeated(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  let written = '';
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) {
      const end = endOfText(text, i);
      written = text.slice(i, end + 1);
      i = end;
    } else if (unit === COLON) {
      const names = open.at(-1);
      const name = JSON.parse(written) as string;
      if (names?.has(name)) return name;
      names?.add(name);
    } else if (unit === OPEN_OBJECT) open.push(new Set());
    else if (unit === OPEN_LIST) open.push(null);
    else if (unit === CLOSE_OBJECT || unit === CLOSE_LIST) open.pop();
  }
  return null;
}

export const tooDeep = (): BridgeError =>
  new BridgeError('badInput', `the body is nested deeper than ${bodyLimits.depth} levels`);

export const tooManyMembers = (): BridgeError =>
  new BridgeError(
    'tooManyMembers',
    `a body may hold ${bodyLimits.ofAll} members and items, and ${bodyLimits.ofOne} members in one object`,
  );
