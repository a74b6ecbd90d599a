/** The terminal protocols this program speaks, one lazy line each, and the way to open a terminal. */
import { findable, type Introduction, introducedSettings, introduceItself } from './introduction.ts';
import { checkConnection, SettingsError } from './settings.ts';
import type { PaymentTerminal, TerminalSettings } from './terminal.ts';
import type { Trace } from './trace.ts';
import { type Access, accessTo, type Surroundings } from './transport/access.ts';

type With<T> = (settings: TerminalSettings, log?: Trace, access?: Access) => T;

interface Protocol {
  readonly open: With<PaymentTerminal>;
  /** Where the protocol can tell one model from another. */
  readonly introduce?: With<Promise<Introduction>>;
}

const protocols: Readonly<Record<string, () => Promise<Protocol>>> = {
  zvt: async () => ({
    open: (await import('./zvt/zvtTerminal.ts')).openZvt,
    introduce: (await import('./zvt/introduce.ts')).introduce,
  }),
  opi: async () => ({ open: (await import('./opi/opiTerminal.ts')).openOpi }),
};

/** Names for `TerminalSettings.protocol`. */
export const protocolNames: readonly string[] = Object.keys(protocols);

/** A terminal that introduced itself. */
export interface Met {
  readonly introduction: Introduction;
  readonly settings: TerminalSettings;
}

type Surrounded = { readonly log?: Trace } & Surroundings;

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
  return open(settings, log, accessTo(settings.connection, surroundings));
}

/**
 * Meets a terminal: who it is, what it can do, how its diagnosis ends. Takes as long as a diagnosis, and closes it again.
 * `settings` are those to open it with from now on.
 */
export async function introduceTerminal(
  settings: TerminalSettings,
  { log, ...surroundings }: Surrounded = {},
): Promise<Met> {
  const { open, introduce } = await protocolOf(settings);
  const access = accessTo(settings.connection, surroundings);
  const introduction = introduce
    ? await introduce(settings, log, access)
    : await introduceItself(open(settings, log, access));
  return { introduction, settings: introducedSettings(await findable(settings, surroundings.listPorts), introduction) };
}

async function protocolOf({ protocol, connection }: TerminalSettings): Promise<Protocol> {
  const load = Object.hasOwn(protocols, protocol) ? protocols[protocol] : undefined;
  if (!load) throw new SettingsError('protocol', `must be one of: ${protocolNames.join(', ')}`);
  checkConnection(connection);
  return load();
}
