/**
 * The header Prefer of RFC 7240: how long a client waits for a call that waits for a terminal. `respond-async`: answer 202 as
 * soon as what the call begins is on disk. `wait=N`: answer after N seconds at the latest. Both: 202 after N seconds.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerPreference } from '../world/requestContext.ts';

const LONGEST_WAIT = 86_400;

/** Null where nothing is preferred. What cannot be read is no preference, as the RFC wants it. */
export function preferenceOf(header: string | string[] | undefined): AnswerPreference | null {
  const preferences = [header ?? []]
    .flat()
    .flatMap(value => value.split(','))
    .map(one => (one.split(';')[0] ?? '').trim().toLowerCase());
  const isAsync = preferences.includes('respond-async');
  const [, seconds] =
    preferences.map(one => /^wait\s*=\s*"?(\d{1,9})"?$/.exec(one)).find(found => found !== null) ?? [];
  if (!isAsync && seconds === undefined) return null;
  const wait = seconds === undefined ? null : Math.min(Number(seconds), LONGEST_WAIT) * 1000;
  return { isAsync, wait, isAnsweredEarly: false };
}

/** Turns the answer of a call that still works into a 202 that names where its end can be read. */
export function acceptEarly(
  request: FastifyRequest,
  reply: FastifyReply,
  preference: AnswerPreference,
  body: string,
): void {
  const { isAsync, wait } = preference;
  const applied = [...(isAsync ? ['respond-async'] : []), ...(wait === null ? [] : [`wait=${wait / 1000}`])];
  reply.code(202).header('preference-applied', applied.join(', '));
  const location = locationOf(request, JSON.parse(body));
  if (location) reply.header('location', location);
}

interface Named {
  readonly object?: unknown;
  readonly id?: unknown;
}

function locationOf({ routeOptions, params }: FastifyRequest, { object, id }: Named): string | null {
  const { url = '' } = routeOptions;
  const { id: named = '', device = '' } = params as { readonly id?: string; readonly device?: string };
  if (object === 'smart.transactions') return `/api/v2/Smart/Transactions/${id}`;
  if (url.endsWith('/operations')) return `/bridge/v1/terminals/${encodeURIComponent(device)}/operations/${id}`;
  if (url.endsWith('/day-end')) return `/bridge/v1/day-ends/${id}`;
  return named.startsWith('STX_') ? `/api/v2/Smart/Transactions/${named}` : null;
}
