/** The principal behind a bearer token: looked up by hash, remembered until the token expires. */

import type { Term } from '../../domain/expiry.ts';
import { type Accounts, isActive } from '../../store/accounts.ts';
import type { DisplayRow, DisplayStore } from '../../store/displays.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { hashToken } from '../../world/secrets.ts';
import { type IsOver, isDevice, termOf } from './issuer.ts';

export interface Bearers {
  /** False once the sign-in behind it has been ended, or whoever stands behind it may not be here any more, or has other rights. */
  isIn(principal: Principal): boolean;
  /** Throws `tokenInvalid` (401). */
  principal(header: string | undefined): Principal;
  /** Tokens were ended: look everything up again. */
  forget(): void;
}

interface Known {
  readonly principal: Principal;
  readonly term: Term;
}

/** The role of a client where no person signed in: for itself, or as a till that was admitted. */
const ROLES = { client: 'integrator', device: 'cashier' } as const;
const REMEMBERED = 10_000;

/** Customer displays, whose tokens are good until they are removed. */
type Displays = Pick<DisplayStore, 'byToken' | 'find'>;

export function createBearers(
  accounts: Accounts,
  isOver: IsOver,
  defaultTill: (merchant: string) => string | null,
  displays: Displays,
): Bearers {
  /** By the whole header, so that a token that is known needs not be cut out. */
  const known = new Map<string, Known>();
  let revision = accounts.revision();

  function lookUp(token: string): Known {
    const row = accounts.token(hashToken(token));
    const display = row ? null : displays.byToken(hashToken(token));
    if (display) return { principal: displayPrincipal(display), term: UNTIL_REMOVED };
    const client = row ? accounts.client(row.client) : null;
    if (row?.kind !== 'access' || !client || client.revokedAt !== null) throw invalid('the token is not known');
    const staff = row.staff ? accounts.staffById(row.staff) : null;
    if (row.staff && !(staff && isActive(staff))) throw invalid('the person of this token may not sign in any more');
    const principal: Principal = {
      client: client.id,
      merchant: client.merchant,
      scope: new Set(client.scope.split(' ')),
      role: staff?.role ?? ROLES[isDevice(row) ? 'device' : 'client'],
      session: row.family,
      staff: staff && { id: staff.id, username: staff.username, name: staff.name },
      device: row.device ?? client.till ?? defaultTill(client.merchant),
      ownTill: row.device ?? client.till,
    };
    return { principal, term: termOf(row) };
  }

  return {
    principal(header) {
      if (!header || header.length > 500) throw invalid('the Authorization header holds no bearer token');
      if (revision !== accounts.revision()) {
        known.clear();
        revision = accounts.revision();
      }
      let found = known.get(header);
      if (!found) {
        // RFC 9110 11.4: one space or more.
        const [, token] = /^bearer +(.+)$/i.exec(header) ?? [];
        if (token === undefined) throw invalid('the Authorization header holds no bearer token');
        found = lookUp(token);
        if (known.size >= REMEMBERED) known.clear();
        known.set(header, found);
      }
      if (!isOver(found.term)) return found.principal;
      known.delete(header);
      throw invalid('the token has expired');
    },
    isIn({ client, staff, session, role, scope, merchant }) {
      if (role === 'display') return displays.find(merchant, client) !== null;
      const person = staff && accounts.staffById(staff.id);
      const now = accounts.client(client);
      if (now?.revokedAt !== null || !isSame(scope, now.scope.split(' '))) return false;
      if (staff && !(person && isActive(person) && person.role === role)) return false;
      return session === undefined || accounts.hasFamily(session);
    },
    forget: () => known.clear(),
  };
}

const isSame = (scope: ReadonlySet<string>, names: readonly string[]): boolean =>
  new Set(names).size === scope.size && names.every(name => scope.has(name));

const UNTIL_REMOVED: Term = { issuedAt: Number.NEGATIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY };

/** A display stands for itself: no client, no person, and one scope. */
const displayPrincipal = ({ id, merchant, till }: DisplayRow): Principal => ({
  ...{ client: id, merchant, scope: DISPLAY, role: 'display', staff: null, device: till, ownTill: till },
});
const DISPLAY: ReadonlySet<string> = new Set(['display']);

const invalid = (why: string) => new BridgeError('tokenInvalid', why);
