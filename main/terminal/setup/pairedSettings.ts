/** The settings with which a paired terminal is opened. */
import type { PairedTerminal } from '../../store/terminals.ts';
import type { TerminalSettings } from './registry.ts';

export function settingsOf(terminal: PairedTerminal): TerminalSettings {
  const { device, protocol, connection, password, currency, profile, options, sharedWith, handOver } = terminal;
  return {
    device,
    protocol,
    connection: connection as TerminalSettings['connection'],
    ...(password === null ? {} : { password }),
    ...(currency === null ? {} : { currency }),
    ...(profile === null ? {} : { profile }),
    options: { ...options },
    ...(sharedWith === null ? {} : { shared: sharedWith }),
    handOver,
  };
}
