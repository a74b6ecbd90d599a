/**
 * The address of a terminal, a printer or a back office that a client of the API names: it must be where such a machine stands, so
 * that nobody sends the bridge to this machine's own services or to those of a cloud. Whoever signed in may enter any address.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { mayStandAt, type PlaceKind } from '../services/push/addresses.ts';
import type { Config } from '../world/config.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';

type PlaceSettings = Pick<Config, 'demo' | 'training'>;

/** A machine that a client named: host name or address. */
interface Place {
  readonly kind: PlaceKind;
  /** The member of the body that names it. */
  readonly member: string;
  readonly host: string;
  /** A certificate has to bear the name, so nobody else answers under it. */
  readonly isCertified?: boolean;
}

/**
 * Throws `placeRefused` where a client without a person names a place at which no such machine stands. Outside of demo and training
 * it names an address: a name may lead elsewhere by the time the connection is made.
 */
export async function requirePlace(
  { demo, training }: PlaceSettings,
  { staff }: Pick<Principal, 'staff'>,
  { kind, member, host, isCertified = false }: Place,
): Promise<void> {
  if (staff !== null) return;
  const isSimulated = demo || training;
  const name = host.replace(/^\[|\]$/g, '');
  // A name that nobody knows leads nowhere: the connection says so.
  const found = await lookup(name, { all: true }).catch(() => []);
  const refused = found.find(({ address }) => !mayStandAt(kind, address, { loopback: isSimulated }));
  if (refused)
    throw new BridgeError(
      'placeRefused',
      `${member}: ${host === refused.address ? host : `${host} (${refused.address})`} is no address of a ${NAMES[kind]} that a client may name`,
    );
  if (isIP(name) === 0 && !isCertified && !isSimulated)
    throw new BridgeError('placeRefused', `${member}: ${host} is a name; ${NAMED_BY[kind]}`);
}

const NAMES: Readonly<Record<PlaceKind, string>> = { terminal: 'terminal', printer: 'printer', office: 'back office' };

/** A client names something else in the place of a name; a person who signed in enters any. */
const NAMED_BY: Readonly<Record<PlaceKind, string>> = {
  terminal: 'a client names a terminal by its address',
  printer: 'a client names a printer by its address',
  office: 'a client names a back office by https://, or by its address',
};

/** The same for the connection of a terminal or a printer; a serial port, a queue and a terminal that calls name no host. */
export async function requireConnection(
  settings: PlaceSettings,
  principal: Pick<Principal, 'staff'>,
  kind: PlaceKind,
  connection: object | null | undefined,
): Promise<void> {
  const { type, host } = (connection ?? {}) as { readonly type?: string; readonly host?: unknown };
  if (type === 'tcp' && typeof host === 'string')
    await requirePlace(settings, principal, { kind, member: 'connection.host', host });
}

/** The same for the base address of a back office: http or https, and no credentials. */
export async function requireOffice(
  settings: PlaceSettings,
  principal: Pick<Principal, 'staff'>,
  address: string,
): Promise<void> {
  if (principal.staff !== null) return;
  const url = URL.parse(address);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isWeb) throw new BridgeError('placeRefused', 'address: this is no http or https address without credentials');
  await requirePlace(settings, principal, {
    kind: 'office',
    member: 'address',
    host: url.hostname,
    isCertified: url.protocol === 'https:',
  });
}
