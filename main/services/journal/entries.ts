/** Entries of the journal for a request, a change and a push attempt: without secrets, and cut to a readable length. */

import type { IsLoyaltyCard } from '../../../drivers/masking/cardMask.ts';

import type { JournalEntry, JournalRequest } from '../../wire/journal.ts';
import { timestamp } from '../../world/clock.ts';
import { maskBroken, maskText, maskUrl, maskValue } from './mask.ts';

/** A request as the server saw it, with nothing taken out yet. */
export interface RequestFacts {
  /** ms since 1970 */
  readonly at: number;
  readonly ms: number;
  readonly supportId: string;
  /** Null where nobody was signed in. */
  readonly merchant: string | null;
  readonly client: string | null;
  readonly staff: string | null;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  readonly answer: string | Buffer | null;
  readonly answerType: string;
  /** Unknown members of the request; null where there are none, or nobody asked. */
  readonly unknownMembers?: readonly string[] | null;
}

export interface Masking {
  readonly isLoyaltyCard: IsLoyaltyCard;
  merchantOf(client: string): string | null;
}

/** An entry that does not come from a request: a change or a push attempt. */
export type Note = Exclude<JournalEntry, { kind: 'request' }>;

/** Headers that describe a request and hold no secret. */
const HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'origin',
  'tillbridge-strict',
  'tillbridge-version',
  'user-agent',
  'x-action',
  'x-tillbridge-fault',
] as const;

/** Longer bodies are kept as their beginning, characters. */
const WHOLE = 16_384;
const BEGINNING = 4096;

export const isSignIn = (url: string): boolean => /^\/*oauth\//i.test(url);

export function requestEntry(facts: RequestFacts, masking: Masking): JournalRequest {
  const { at, ms, supportId, client, staff, method, status } = facts;
  const { isLoyaltyCard } = masking;
  const signIn = isSignIn(facts.url);
  const body = bodyOf(facts.body, facts.headers['content-type'], isLoyaltyCard, signIn);
  const merchant = facts.merchant ?? (signIn ? merchantOfSignIn(facts, body, masking) : null);
  const isAnybodys = merchant === null;
  return {
    kind: 'request',
    at: timestamp(at),
    supportId,
    merchant,
    client,
    staff,
    method,
    url: urlOf(facts, isLoyaltyCard),
    status,
    ms: Math.round(ms * 10) / 10,
    headers: headersOf(facts, isLoyaltyCard),
    ...(facts.unknownMembers && !isAnybodys ? { unknown_members: [...facts.unknownMembers] } : {}),
    // Every merchant may read what belongs to none, and it could be about anybody.
    body: isAnybodys ? clientNamed(body) : body,
    answer: isAnybodys && status < 400 ? null : answerOf(facts, isLoyaltyCard, signIn),
  };
}

/** The answer of a receiver may hold anything, so it is masked as well. */
export function noteEntry(entry: Note, { isLoyaltyCard }: Masking): Note {
  if (entry.kind !== 'push') return entry;
  const shown = (text: string | null) => text && maskBroken(text, isLoyaltyCard);
  const { answer, error } = entry.attempt;
  const attempt = { ...entry.attempt, answer: shown(answer), error: shown(error) };
  return { ...entry, url: maskUrl(entry.url, isLoyaltyCard), attempt };
}

/** As JSON text, one line. */
export const lineOf = (entry: JournalEntry): string => `${JSON.stringify(entry)}\n`;

/** Address of a request without its query where the caller is not known: it could be about anybody's records. */
function urlOf({ url, merchant }: RequestFacts, isLoyaltyCard: IsLoyaltyCard): string {
  return maskUrl(merchant === null ? (url.split('?')[0] ?? '') : url, isLoyaltyCard);
}

function headersOf({ headers }: RequestFacts, isLoyaltyCard: IsLoyaltyCard): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of HEADERS) {
    const value = headers[name];
    if (value !== undefined) shown[name] = maskText(String(value).slice(0, 300), isLoyaltyCard);
  }
  if (headers.authorization !== undefined) shown.authorization = '***';
  return shown;
}

function bodyOf(text: string, type: unknown, isLoyaltyCard: IsLoyaltyCard, signIn: boolean): unknown {
  if (text === '') return null;
  const isForm = String(type).includes('form-urlencoded');
  const value = text.length > WHOLE ? undefined : isForm ? Object.fromEntries(new URLSearchParams(text)) : parsed(text);
  if (value !== undefined) return maskValue(value, isLoyaltyCard, signIn);
  return beginningOf(text, isLoyaltyCard, signIn);
}

function answerOf({ answer, answerType }: RequestFacts, isLoyaltyCard: IsLoyaltyCard, signIn: boolean): unknown {
  if (answer === null || answer.length === 0) return null;
  if (!answerType.includes('json')) return `(${answer.length} bytes, ${answerType.split(';')[0] || 'unknown'})`;
  // The text of a long list is not even made.
  const text = Buffer.isBuffer(answer) && answer.length > WHOLE ? answer.subarray(0, BEGINNING * 2) : answer;
  return bodyOf(text.toString(), 'json', isLoyaltyCard, signIn);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function beginningOf(text: string, isLoyaltyCard: IsLoyaltyCard, signIn: boolean): string {
  const masked = maskBroken(text.slice(0, BEGINNING), isLoyaltyCard, signIn);
  // A number that is cut off here cannot be recognised as one.
  return text.length > BEGINNING ? `${masked.replace(/[\dA-Za-z -]{0,40}$/, '')}…` : masked;
}

/** By the client in the body or in a Basic header. */
function merchantOfSignIn({ headers }: RequestFacts, body: unknown, { merchantOf }: Masking): string | null {
  const [, encoded = ''] = /^basic (\S+)$/i.exec(String(headers.authorization)) ?? [];
  const [inHeader] = Buffer.from(encoded, 'base64').toString().split(':');
  const client = inHeader || (body as { client_id?: unknown } | null)?.client_id;
  return typeof client === 'string' ? merchantOf(client) : null;
}

/** The members of a sign-in that name the client: enough to find the one that is set up wrongly. */
function clientNamed(body: unknown): unknown {
  const { grant_type, client_id } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return grant_type === undefined && client_id === undefined ? null : { grant_type, client_id };
}
