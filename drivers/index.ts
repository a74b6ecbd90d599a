/** The terminal protocols this program speaks, one lazy line each, and the way to open a terminal. */
import { checkConnection, SettingsError } from './settings.ts';
import type { PaymentTerminal, TerminalSettings } from './terminal.ts';
import type { Trace } from './trace.ts';

type Open = (settings: TerminalSettings, log?: Trace) => PaymentTerminal;

const protocols: Readonly<Record<string, () => Promise<Open>>> = {
  zvt: async () => (await import('./zvt/zvtTerminal.ts')).openZvt,
};

/** Names for `TerminalSettings.protocol`. */
export const protocolNames: readonly string[] = Object.keys(protocols);

/**
 * Opens a terminal: it connects and registers by itself in the background. Rejects with a `SettingsError` that names the
 * key when the settings cannot be used. `log` hears every frame, card data and passwords left out.
 */
export async function openTerminal(
  settings: TerminalSettings,
  { log }: { readonly log?: Trace } = {},
): Promise<PaymentTerminal> {
  const load = Object.hasOwn(protocols, settings.protocol) ? protocols[settings.protocol] : undefined;
  if (!load) throw new SettingsError('protocol', `must be one of: ${protocolNames.join(', ')}`);
  checkConnection(settings.connection);
  return (await load())(settings, log);
}
