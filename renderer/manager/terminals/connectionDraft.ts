/** The typed connection and protocol of a terminal, and their conversion to the wire and back. */
import type { Static } from 'typebox';
import type { Connection, Models, Terminal, TerminalInput } from '../../../main/wire/terminals.ts';

export type ConnectionInput = Static<typeof Connection>;
export type Model = Models['data'][number];

/** Protocols that a person can choose. */
export const PROTOCOLS = ['zvt', 'opi'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export interface ConnectionDraft {
  readonly type: ConnectionInput['type'];
  readonly host: string;
  readonly port: string;
  /** Address that may connect, for a terminal that connects to the till. */
  readonly from: string;
  readonly path: string;
  readonly baudRate: string;
  readonly stopBits: '1' | '2';
}

export const emptyDraft: ConnectionDraft = {
  type: 'tcp',
  host: '',
  port: '20007',
  from: '',
  path: '',
  baudRate: '9600',
  stopBits: '2',
};

/** Null while a value is missing or not valid. */
export function connectionOf(draft: ConnectionDraft): ConnectionInput | null {
  const { type, host, from, path } = draft;
  const port = positiveInteger(draft.port, 65_535);
  if (type === 'tcp') return host.trim() && port ? { type, host: host.trim(), port } : null;
  if (type === 'tcpListen') return from.trim() && port ? { type, port, from: from.trim() } : null;
  const baudRate = positiveInteger(draft.baudRate, 4_000_000);
  const stopBits = draft.stopBits === '1' ? ({ stopBits: 1 } as const) : {};
  return path.trim() && baudRate ? { type, path: path.trim(), baudRate, ...stopBits } : null;
}

/** A field of the connection whose value is missing or not valid. */
export type ConnectionField = 'host' | 'port' | 'from' | 'path' | 'baudRate';

export function wrongFields({ type, host, port, from, path, baudRate }: ConnectionDraft): ReadonlySet<ConnectionField> {
  const wrong: readonly (ConnectionField | false)[] =
    type === 'serial'
      ? [path.trim() === '' && 'path', positiveInteger(baudRate, 4_000_000) === null && 'baudRate']
      : [
          type === 'tcp' && host.trim() === '' && 'host',
          type === 'tcpListen' && from.trim() === '' && 'from',
          positiveInteger(port, 65_535) === null && 'port',
        ];
  return new Set(wrong.filter(field => field !== false));
}

/** Values of the form for a connection that is in use or was found. */
export function draftOf(connection: ConnectionInput): ConnectionDraft {
  const { type } = connection;
  if (type === 'tcp') return { ...emptyDraft, type, host: connection.host, port: String(connection.port) };
  if (type === 'tcpListen') return { ...emptyDraft, type, port: String(connection.port), from: connection.from ?? '' };
  const { path = '', baudRate = emptyDraft.baudRate, stopBits = 2 } = connection;
  return { ...emptyDraft, type, path, baudRate: String(baudRate), stopBits: stopBits === 1 ? '1' : '2' };
}

/** The values under "More settings". Empty texts mean the default. */
export interface ProtocolDraft {
  readonly protocol: Protocol;
  readonly profile: string;
  readonly charset: string;
  /** O.P.I.: port at which the till listens for the terminal. */
  readonly devicePort: string;
}

/** Default ports of the terminals. */
const USUAL_PORTS: Readonly<Record<Protocol, string>> = { zvt: '20007', opi: '20002' };
const DEVICE_PORT = 20_007;

export const newProtocolDraft = (terminals: readonly Terminal[]): ProtocolDraft => ({
  protocol: 'zvt',
  profile: '',
  charset: '',
  devicePort: String(freePort(terminals)),
});

export const protocolDraftOf = ({ protocol, profile, options }: Terminal): ProtocolDraft => ({
  protocol: protocol === 'opi' ? 'opi' : 'zvt',
  profile,
  charset: typeof options.charset === 'string' ? options.charset : '',
  devicePort: String(options.devicePort ?? DEVICE_PORT),
});

/** The first port at which no other terminal connects to the till. */
function freePort(terminals: readonly Terminal[]): number {
  const taken = new Set(terminals.flatMap(listeningPorts));
  let port = DEVICE_PORT;
  while (taken.has(port)) port += 1;
  return port;
}

function listeningPorts({ protocol, connection, options }: Terminal): number[] {
  if (connection.type === 'tcpListen') return [connection.port];
  return protocol === 'opi' ? [Number(options.devicePort ?? DEVICE_PORT)] : [];
}

/** The connection after a change of the protocol: O.P.I. terminals need the network and have another default port. */
export function withProtocol(at: ConnectionDraft, before: Protocol, protocol: Protocol): ConnectionDraft {
  const port = at.port === USUAL_PORTS[before] ? USUAL_PORTS[protocol] : at.port;
  return { ...at, port, type: protocol === 'opi' ? 'tcp' : at.type };
}

/** Options of the driver; other options of `before` stay. Null while the port is not valid. */
export function optionsOf(
  { protocol, charset, devicePort }: ProtocolDraft,
  before: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> | null {
  const { charset: _charset, devicePort: _port, ...rest } = before;
  const port = positiveInteger(devicePort, 65_535);
  if (protocol === 'opi' && !port) return null;
  return { ...rest, ...(charset ? { charset } : {}), ...(protocol === 'opi' ? { devicePort: port } : {}) };
}

/** Only the changed members, so that an unchanged connection stays open; null while a value is missing. */
export function connectionChanges(terminal: Terminal, at: ConnectionDraft, more: ProtocolDraft): TerminalInput | null {
  const settings = protocolDraftOf(terminal);
  const connection = connectionOf(at);
  const options = optionsOf(more, terminal.options);
  const isMoved = !isDeepEqual(connection, connectionOf(draftOf(terminal.connection)));
  if ((isMoved && !connection) || !options) return null;
  const areOptionsChanged = settings.charset !== more.charset || settings.devicePort !== more.devicePort;
  return {
    ...(isMoved && connection ? { connection } : {}),
    ...(settings.profile === more.profile ? {} : { profile: more.profile || null }),
    ...(areOptionsChanged ? { options } : {}),
  };
}

const isDeepEqual = (one: object | null, other: object | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Character sets by protocol: the driver's value and its name. */
export const CHARSETS: Readonly<Record<Protocol, Readonly<Record<string, string>>>> = {
  zvt: {
    cp437: 'CP437',
    'iso8859-1': 'ISO 8859-1',
    'iso8859-2': 'ISO 8859-2',
    'iso8859-15': 'ISO 8859-15',
    utf8: 'UTF-8',
    zvt7: 'ZVT (7 Bit)',
  },
  opi: { 'utf-8': 'UTF-8', 'iso-8859-1': 'ISO 8859-1' },
};

/** A whole number from 1 to `most`, otherwise null. */
export function positiveInteger(text: string, most: number): number | null {
  const number = /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0;
  return number > 0 && number <= most ? number : null;
}
