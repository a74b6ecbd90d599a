/** The terminal protocols this program speaks, one lazy line each, and the way to open a terminal. */
import {
  type Introduction,
  type IntroductionOptions,
  introduceGeneric,
  settingsAfterIntroduction,
} from './introduction.ts';
import { checkConnection, SettingsError } from './settings.ts';
import type { PaymentTerminal, TerminalSettings } from './terminal.ts';
import type { Trace } from './trace.ts';
import { type TransportEnvironment, type TransportOpener, transportOpener } from './transport/opener.ts';
import { withSerialDevice } from './transport/usbAdapter.ts';

type ProtocolFunction<T> = (
  settings: TerminalSettings,
  log?: Trace,
  access?: TransportOpener,
  look?: IntroductionOptions,
) => T;

/** A model of terminals, to be named in `TerminalSettings.profile`. */
export interface Model {
  readonly name: string;
  readonly title: string;
  /** The terminal names its model when it is introduced; any other model has to be named by a person. */
  readonly isRecognised: boolean;
}

interface Protocol {
  /** Throws `SettingsError`. */
  readonly check: (settings: TerminalSettings) => unknown;
  readonly open: ProtocolFunction<PaymentTerminal>;
  /** Left out where the protocol cannot distinguish one model from another. */
  readonly introduce?: ProtocolFunction<Promise<Introduction>>;
  readonly models?: readonly Model[];
  /** The port of this machine to which such a terminal connects, beside its connection. */
  readonly listeningPort?: (settings: TerminalSettings) => number;
}

const protocols: Readonly<Record<string, () => Promise<Protocol>>> = {
  zvt: async () => ({
    check: (await import('./zvt/settings.ts')).zvtSettings,
    open: (await import('./zvt/terminal.ts')).openZvtTerminal,
    introduce: (await import('./zvt/introduction.ts')).introduceZvt,
    models: (await import('./zvt/profiles.ts')).models,
  }),
  opi: async () => ({
    check: (await import('./opi/settings.ts')).opiSettings,
    open: (await import('./opi/terminal.ts')).openOpiTerminal,
    listeningPort: (await import('./opi/settings.ts')).devicePortOf,
  }),
};

/** Names for `TerminalSettings.protocol`. */
export const protocolNames: readonly string[] = Object.keys(protocols);

/** A terminal that introduced itself. */
export interface IntroducedTerminal {
  readonly introduction: Introduction;
  readonly settings: TerminalSettings;
}

type OpenOptions = { readonly log?: Trace } & TransportEnvironment;

/** The known models of a protocol; none of an unknown protocol. */
export async function modelsOf(protocol: string): Promise<readonly Model[]> {
  return (Object.hasOwn(protocols, protocol) ? (await protocols[protocol]!()).models : undefined) ?? [];
}

/** Checks settings without opening the terminal; rejects with the `SettingsError` of `openTerminal`. */
export async function checkSettings(settings: TerminalSettings): Promise<void> {
  const { check } = await protocolOf(settings);
  check(settings);
}

/** The port of this machine to which this terminal connects; undefined where it connects to none. Throws `SettingsError`. */
export async function listeningPortOf(settings: TerminalSettings): Promise<number | undefined> {
  const { connection } = settings;
  const protocol = await protocolOf(settings);
  return connection.type === 'tcpListen' ? connection.port : protocol.listeningPort?.(settings);
}

/**
 * Opens a terminal: it connects and registers by itself in the background. Rejects with a `SettingsError` that names the
 * key when the settings cannot be used. `log` receives every frame, without card data and passwords; `owner` is named to
 * other programs of this machine that want the same terminal.
 */
export async function openTerminal(
  settings: TerminalSettings,
  { log, ...surroundings }: OpenOptions = {},
): Promise<PaymentTerminal> {
  const { open } = await protocolOf(settings);
  return withAccess(settings, surroundings, access => open(settings, log, access));
}

/**
 * Introduces a terminal: its id, its features, the end of its diagnosis. Takes as long as a diagnosis, and closes the
 * terminal again; a terminal that is known already may be introduced without a diagnosis. `settings` are those with which
 * the terminal is opened from now on.
 */
export async function introduceTerminal(
  settings: TerminalSettings,
  { log, ...surroundings }: OpenOptions = {},
  look: IntroductionOptions = { diagnosis: true },
): Promise<IntroducedTerminal> {
  const { open, introduce } = await protocolOf(settings);
  const introduction = await withAccess(settings, surroundings, access =>
    introduce ? introduce(settings, log, access, look) : introduceGeneric(open(settings, log, access), look),
  );
  return {
    introduction,
    settings: settingsAfterIntroduction(await withSerialDevice(settings, surroundings.listPorts), introduction),
  };
}

/** A terminal that cannot be opened claims no port of this machine. */
async function withAccess<T>(
  { connection }: TerminalSettings,
  surroundings: TransportEnvironment,
  use: (access: TransportOpener) => T | Promise<T>,
): Promise<T> {
  const access = transportOpener(connection, surroundings);
  try {
    return await use(access);
  } catch (error) {
    await access.close();
    throw error;
  }
}

async function protocolOf({ protocol, connection }: TerminalSettings): Promise<Protocol> {
  const load = Object.hasOwn(protocols, protocol) ? protocols[protocol] : undefined;
  if (!load) throw new SettingsError('protocol', `must be one of: ${protocolNames.join(', ')}`);
  checkConnection(connection);
  return load();
}
