/**
 * The address of a terminal, a printer or a back office that a client of the API names: it must be where such a machine stands, so
 * that nobody sends the bridge to this machine's own services or to those of a cloud. Whoever signed in may enter any address.
 */
import { lookup } from 'node:dns/promises';
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
}

/** Throws `placeRefused` where a client without a person names a place at which no such machine stands. A name is looked up. */
export async function requirePlace(
  { demo, training }: PlaceSettings,
  { staff }: Pick<Principal, 'staff'>,
  { kind, member, host }: Place,
): Promise<void> {
  if (staff !== null) return;
  // A name that nobody knows leads nowhere: the connection says so.
  const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  const refused = found.find(({ address }) => !mayStandAt(kind, address, { loopback: demo || training }));
  if (refused)
    throw new BridgeError(
      'placeRefused',
      `${member}: ${host === refused.address ? host : `${host} (${refused.address})`} is no address of a ${NAMES[kind]} that a client may name`,
    );
}

const NAMES: Readonly<Record<PlaceKind, string>> = { terminal: 'terminal', printer: 'printer', office: 'back office' };

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
  await requirePlace(settings, principal, { kind: 'office', member: 'address', host: url.hostname });
}
