/** The terminal protocols this program speaks, one lazy line each, and the way to open a terminal. */
import { findable, type Introduction, introducedSettings, introduceItself, type Look } from './introduction.ts';
import { checkConnection, SettingsError } from './settings.ts';
import type { PaymentTerminal, TerminalSettings } from './terminal.ts';
import type { Trace } from './trace.ts';
import { type Access, accessTo, type Surroundings } from './transport/access.ts';

type With<T> = (settings: TerminalSettings, log?: Trace, access?: Access, look?: Look) => T;

/** A model of terminals, to be named in `TerminalSettings.profile`. */
export interface Model {
  readonly name: string;
  readonly title: string;
  /** It says by itself what it is; of any other a person has to name the model. */
  readonly isRecognised: boolean;
}

interface Protocol {
  /** Throws `SettingsError`. */
  readonly check: (settings: TerminalSettings) => unknown;
  readonly open: With<PaymentTerminal>;
  /** Where the protocol can tell one model from another. */
  readonly introduce?: With<Promise<Introduction>>;
  readonly models?: readonly Model[];
  /** The port of this machine at which such a terminal calls beside its connection. */
  readonly calledAt?: (settings: TerminalSettings) => number;
}

const protocols: Readonly<Record<string, () => Promise<Protocol>>> = {
  zvt: async () => ({
    check: (await import('./zvt/settings.ts')).zvtSettings,
    open: (await import('./zvt/zvtTerminal.ts')).openZvt,
    introduce: (await import('./zvt/introduce.ts')).introduce,
    models: (await import('./zvt/profiles.ts')).models,
  }),
  opi: async () => ({
    check: (await import('./opi/settings.ts')).opiSettings,
    open: (await import('./opi/opiTerminal.ts')).openOpi,
    calledAt: (await import('./opi/settings.ts')).devicePortOf,
  }),
};

/** Names for `TerminalSettings.protocol`. */
export const protocolNames: readonly string[] = Object.keys(protocols);

/** A terminal that introduced itself. */
export interface Met {
  readonly introduction: Introduction;
  readonly settings: TerminalSettings;
}

type Surrounded = { readonly log?: Trace } & Surroundings;

/** The models of a protocol of which something is known; none of a protocol nobody speaks. */
export async function modelsOf(protocol: string): Promise<readonly Model[]> {
  return (Object.hasOwn(protocols, protocol) ? (await protocols[protocol]!()).models : undefined) ?? [];
}

/** Whether a terminal can be opened by them, without opening it; rejects with the `SettingsError` of `openTerminal`. */
export async function checkSettings(settings: TerminalSettings): Promise<void> {
  const { check } = await protocolOf(settings);
  check(settings);
}

/** The port of this machine at which this terminal calls; undefined for one that does not. Throws `SettingsError`. */
export async function calledAt(settings: TerminalSettings): Promise<number | undefined> {
  const { connection } = settings;
  const protocol = await protocolOf(settings);
  return connection.type === 'tcpListen' ? connection.port : protocol.calledAt?.(settings);
}

/**
 * Opens a terminal: it connects and registers by itself in the background. Rejects with a `SettingsError` that names the
 * key when the settings cannot be used. `log` hears every frame, card data and passwords left out; `owner` is who others
 * on this machine are told of that want the same terminal.
 */
export async function openTerminal(
  settings: TerminalSettings,
  { log, ...surroundings }: Surrounded = {},
): Promise<PaymentTerminal> {
  const { open } = await protocolOf(settings);
  return reached(settings, surroundings, access => open(settings, log, access));
}

/**
 * Meets a terminal: who it is, what it can do, how its diagnosis ends. Takes as long as a diagnosis, and closes it again;
 * one that is known already may be asked without. `settings` are those to open it with from now on.
 */
export async function introduceTerminal(
  settings: TerminalSettings,
  { log, ...surroundings }: Surrounded = {},
  look: Look = { diagnosis: true },
): Promise<Met> {
  const { open, introduce } = await protocolOf(settings);
  const introduction = await reached(settings, surroundings, access =>
    introduce ? introduce(settings, log, access, look) : introduceItself(open(settings, log, access), look),
  );
  return { introduction, settings: introducedSettings(await findable(settings, surroundings.listPorts), introduction) };
}

/** A terminal that cannot be opened claims no port of this machine. */
async function reached<T>(
  { connection }: TerminalSettings,
  surroundings: Surroundings,
  use: (access: Access) => T | Promise<T>,
): Promise<T> {
  const access = accessTo(connection, surroundings);
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
