/**
 * The rights of each role: one table over the paths of the API, so that a new resource is covered the day it is written. A
 * client's token carries scopes, a person's a role; a call needs one of the scopes and one of the roles.
 */
import type { Principal } from '../../world/people.ts';

export type Role = Principal['role'];

export interface Needs {
  /** One of these; every client has been given some. */
  readonly scopes: readonly string[];
  readonly roles: readonly Role[];
}

interface Area {
  /** First words of the path, in small letters; the first row that fits is taken. */
  readonly path: string;
  /** How every longer path of the area begins. */
  readonly start: string;
  readonly scopes: readonly string[];
  /** Where a change needs another scope. */
  readonly changeScopes?: readonly string[];
  readonly read: readonly Role[];
  readonly write: readonly Role[];
}

const everybody = ['cashier', 'manager', 'readOnly', 'integrator', 'backoffice'] as const;
/** Roles that work in the shop; `readOnly` and the back office only read. */
const shop = ['cashier', 'manager', 'integrator'] as const;
const lead = ['manager', 'integrator'] as const;

const area = (path: string, scopes: readonly string[], write: readonly Role[], read: readonly Role[] = everybody) => ({
  ...{ path, start: `${path}/` },
  scopes,
  read,
  write,
});

/** Master data: read by everybody in the shop; changed by managers at the screen and by clients with the scope `manage`. */
const masterData = (path: string): Area => ({ ...area(path, ['smart'], lead), changeScopes: ['manage'] });

const MASTER_DATA = [
  'shop',
  'tax-rates',
  'tills',
  'articles',
  'article-groups',
  'ean-prefixes',
  'loyalty',
  'printers',
  'printing',
];

/** Who may sign in is read by those who lead and by `readOnly`; a client needs `manage` to read it, too. */
const accounts = (path: string): Area => area(path, ['manage'], lead, [...lead, 'readOnly']);

/** Force how a payment stands, as a test environment can. */
const STATUS_SIMULATORS = [
  'transactions',
  'svcprepays',
  'svcdebits',
  'svccreditcards',
  'svcinvoices',
  'svcsofort',
  'svcpaypals',
].map(word => `/api/v2/payment/${word}/:id/testchangedpaymentstatus`);

export const areas: readonly Area[] = [
  // A cashier lets the till in at which she stands, but does not make one.
  area('/api/v2/smart/devices/pin', ['smart'], shop),
  area('/api/v2/smart/devices/:id/pin', ['smart'], shop),
  area('/api/v2/smart/devices', ['smart'], lead),
  area('/api/v2/smart/routings', ['smart'], lead),
  area('/api/v2/smart', ['smart'], shop),
  area('/api/v2/loyalty/cardgroups/:id/checkpasscodeenabled', ['loyalty'], shop),
  area('/api/v2/loyalty/cardgroups', ['loyalty'], lead),
  area('/api/v2/loyalty', ['loyalty'], shop),
  area('/api/v2/payment/contracts', ['payment'], lead),
  area('/api/v2/payment/plans', ['payment'], lead),
  area('/api/v2/payment/subscriptions', ['payment'], lead),
  area('/api/v2/payment/svcpayout', ['payment'], lead),
  ...STATUS_SIMULATORS.map(path => area(path, ['payment'], lead)),
  area('/api/v2/payment', ['payment'], shop),
  // Asks, though it is a POST.
  area('/api/v2/general/contracts/:id/getavailablepaymentmethods', ['general'], everybody),
  area('/api/v2/document', ['payment', 'general'], shop),
  area('/api/v2', ['general'], lead),
  area('/bridge/v1/control', ['control'], lead, lead),
  // Who listens hears of every sale.
  area('/bridge/v1/pushes/receivers', ['manage'], lead, lead),
  // A cashier decides about the slips that waited.
  area('/bridge/v1/printers/:id/held', ['smart'], shop),
  area('/bridge/v1/printing/slips', ['smart'], shop),
  ...MASTER_DATA.map(name => masterData(`/bridge/v1/${name}`)),
  ...['people', 'clients'].map(name => accounts(`/bridge/v1/${name}`)),
  // Everybody changes the own PIN.
  area('/bridge/v1/session', [], everybody),
  masterData('/bridge/v1/scanners'),
  // A cashier pairs a display with her till, and does not end one.
  area('/bridge/v1/displays/codes', ['smart'], shop),
  area('/bridge/v1/displays', ['smart'], lead),
  area('/bridge/v1/display', ['display'], ['display'], ['display']),
  area('/bridge/v1', ['smart'], shop),
];

/** The rights that a route needs, by its method and path. */
export function needsOf(method: string, path: string): Needs {
  const asked = path.toLowerCase();
  const found = areas.find(one => asked === one.path || asked.startsWith(one.start));
  if (!found) return { scopes: [], roles: everybody };
  if (method === 'GET' || method === 'HEAD') return { scopes: found.scopes, roles: found.read };
  return { scopes: found.changeScopes ?? found.scopes, roles: found.write };
}

/** The missing right in words; null when none is missing. */
export function missingRight({ scope, role }: Pick<Principal, 'scope' | 'role'>, needs: Needs): string | null {
  const { scopes, roles } = needs;
  if (scopes.length > 0 && !scopes.some(one => scope.has(one))) return `this needs the scope ${scopes.join(' or ')}`;
  return roles.includes(role) ? null : `this needs one of the roles ${roles.join(', ')}`;
}

/** True for a role that works at a till; the others look on. */
export const mayWorkAtTill = (role: Role): boolean => needsOf('PUT', '/bridge/v1/till').roles.includes(role);

/** True when a person of this role may admit a device. */
export const mayAdmitDevices = (role: Role): boolean =>
  needsOf('PUT', '/api/v2/smart/devices/pin').roles.includes(role);
