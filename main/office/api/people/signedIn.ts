/** The session of a call, from a bearer token or from the cookie of a browser, and the audit entry for reads and changes of a person. */
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../world/clock.ts';
import { BridgeError } from '../../../world/errors.ts';
import type { Log } from '../../../world/log.ts';
import type { OfficeDatabase, Sql } from '../../database/officeDatabase.ts';
import { addAudit, audit } from '../../people/audit.ts';
import type { OfficePrincipal } from '../../people/principal.ts';
import { cookieOf, cookies } from './cookies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person of the back office who asks; set for every route that needs a session. */
    person: OfficePrincipal;
  }
}

/** Parts of the program that the routes for people use. */
export interface Reading {
  readonly database: OfficeDatabase;
  readonly clock: Clock;
  readonly log: Log;
}

/** The token of the request and how it came. */
export function tokenOf(request: FastifyRequest): { readonly token: string; readonly by: 'bearer' | 'cookie' } | null {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const [, token] = /^Bearer +([\w-]{20,200})$/i.exec(authorization) ?? [];
    return token === undefined ? null : { token, by: 'bearer' };
  }
  const token = cookieOf(request, cookies.session);
  return token !== null && /^[\w-]{20,200}$/.test(token) ? { token, by: 'cookie' } : null;
}

/** The token of a request that has a session. */
export const tokenIn = (request: FastifyRequest): string => tokenOf(request)?.token ?? '';

/**
 * A browser sends the cookie whoever wrote the page, so a change that comes with it has to come from this server's own
 * page. Throws `originRefused`.
 */
export function checkOrigin(request: FastifyRequest): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (site === 'same-origin') return;
  if (site === undefined && origin !== undefined && originHost(origin) === host?.toLowerCase()) return;
  throw new BridgeError('originRefused', 'a change with the cookie of a browser comes from a page of this back office');
}

function originHost(origin: string): string | null {
  try {
    return new URL(origin).host.toLowerCase();
  } catch {
    return null;
  }
}

/** Notes what the person read. */
export const noteRead = (
  { database, clock }: Reading,
  { person: { merchant, person } }: FastifyRequest,
  action: string,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> => audit(database, { merchant, person, action, facts, at: clock.now() });

/** A change and its row in the audit log are one transaction. */
export const change = <T>(
  { database, clock }: Reading,
  { person: { merchant, person } }: FastifyRequest,
  action: string,
  work: (sql: Sql) => Promise<{ readonly answer: T; readonly facts: Readonly<Record<string, unknown>> }>,
): Promise<T> =>
  database.transaction(async sql => {
    const { answer, facts } = await work(sql);
    await addAudit(sql, { merchant, person, action, facts, at: clock.now() });
    return answer;
  });
