/**
 * The person who asks, and the stores that she may see. Every SQL statement of a report or a list binds these stores.
 */

import { SET_BACK } from '../../domain/expiry.ts';
import type { Language } from '../../domain/money.ts';
import type { Sql } from '../database/officeDatabase.ts';

export type OfficeRole = 'chain' | 'store' | 'readonly';

export interface OfficePrincipal {
  readonly person: string;
  readonly merchant: string;
  readonly username: string;
  readonly name: string;
  readonly role: OfficeRole;
  readonly language: Language;
  /** Ids of the stores whose figures the person may see. */
  readonly stores: readonly string[];
  /** True: every store of the merchant, also those that come later. */
  readonly wholeChain: boolean;
}

/** A person with a session. `limited`: the person has to set a second factor up, and may do nothing else until then. */
export interface SessionPrincipal extends OfficePrincipal {
  readonly limited: boolean;
}

/** True for the stores that a person sees: the chain and readers without a store or region all of their merchant, others their store or region. */
export const SEES = `(person.role = 'chain' OR store.id = person.store OR store.region = person.region
    OR (person.role = 'readonly' AND person.store IS NULL AND person.region IS NULL))`;

const STORES = `ARRAY(SELECT store.id FROM store WHERE store.merchant = person.merchant
    AND ${SEES} ORDER BY store.id)`;

const COLUMNS = `person.id AS person, person.merchant, person.username, person.name, person.role, person.language,
  ${STORES} AS stores,
  (person.role = 'chain' OR (person.role = 'readonly' AND person.store IS NULL AND person.region IS NULL)) AS "wholeChain"`;

/** The person of a session that has not ended, and that no clock far ahead has begun; null for any other. Rights count as they are now, not as at the sign-in. */
export async function principalOfSession(sql: Sql, hash: string, now: number): Promise<SessionPrincipal | null> {
  const [row] = await sql.query<SessionPrincipal>(
    `SELECT ${COLUMNS}, session.limited FROM session JOIN person ON person.id = session.person
      WHERE session.hash = $1 AND session.expires > $2::timestamptz
        AND session.begun <= $3::timestamptz AND NOT person.locked`,
    [hash, new Date(now).toISOString(), new Date(now + SET_BACK).toISOString()],
  );
  return row ?? null;
}
