/**
 * Rights of a caller: a client's token carries scopes, a person a role. What `rightsTable.ts` does not name is refused.
 */
import type { Principal } from '../../world/people.ts';
import { blocks, type Right, type Role } from './rightsTable.ts';

export type { Right, Role } from './rightsTable.ts';

/** A row of the table, for one operation such as `GET /bridge/v1/till`. */
export interface OperationRight extends Right {
  /** Method and path with its parameters in braces. */
  readonly operation: string;
  /** The block of the table, in words. */
  readonly title: string;
  /** Answers without a token. */
  readonly public: boolean;
  /** Stands in the published document. */
  readonly published: boolean;
}

const listed = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value);

/** Every row of the table, in its order. */
export const operationRights: readonly OperationRight[] = blocks.flatMap(block => {
  const scopes = listed(block.scope ?? []);
  const right = {
    title: block.title,
    public: block.public === true,
    published: block.unpublished !== true,
    scopes,
    people: block.people ?? [],
    alone: block.alone === null ? null : listed(block.alone ?? scopes),
    audited: block.audited === true,
  };
  return block.operations.map(operation => ({ operation, ...right }));
});

/** Parameters are written `{id}` in the table and `:id` in a route; both are looked up hundreds of times at a start. */
const keyOf = (operation: string) => operation.replaceAll('{', ':').replaceAll('}', '').toLowerCase();

const rows = new Map(operationRights.map(right => [keyOf(right.operation), right]));
if (rows.size !== operationRights.length) throw new Error('an operation stands twice in the table of rights');

/** The row of an operation, such as `POST` and `/bridge/v1/parked/:id/take`, or with `{id}`; null for one without a row. */
export const rightOf = (method: string, path: string): OperationRight | null =>
  rows.get(keyOf(`${method === 'HEAD' ? 'GET' : method} ${path}`)) ?? null;

/** Parts of the caller that decide. */
export type Caller = Pick<Principal, 'scope' | 'role' | 'staff'>;

/** The missing right in words; null when none is missing. */
export function missingRight({ scope, role, staff }: Caller, right: Right | null): string | null {
  if (right === null) return 'nobody may call this';
  const { scopes, people, alone } = right;
  const wanted = staff === null ? alone : scopes;
  if (wanted === null) return `this needs ${signedIn(people)}`;
  if (wanted.length > 0 && !wanted.some(one => scope.has(one)))
    return `this needs the scope ${wanted.join(' or ')}${isStricterAlone(right, staff) ? `, or ${signedIn(people)}` : ''}`;
  // A client for itself has no role of its own; a till that was admitted is never more than a cashier.
  if (staff === null && role === 'integrator') return null;
  return people.includes(role) ? null : `this needs ${signedIn(people)}`;
}

const isStricterAlone = ({ alone, scopes }: Right, staff: Caller['staff']): boolean =>
  staff === null && alone !== scopes;

const signedIn = (people: readonly Role[]) => `a person signed in with one of the roles ${people.join(', ')}`;

/** True for somebody who works at a till; the others look on. */
export const mayWorkAtTill = (caller: Caller): boolean =>
  missingRight(caller, rightOf('PUT', '/bridge/v1/till')) === null;

/** True when a person of this role may admit a device. */
export const mayAdmitDevices = (role: Role): boolean =>
  rightOf('PUT', '/api/v2/smart/devices/pin')?.people.includes(role) === true;

/** True for a client that finds only its own requests in the journal: it may not look after the shop. */
export const ownRequestsOnly = ({ staff, scope }: Caller): boolean => staff === null && !scope.has('manage');
