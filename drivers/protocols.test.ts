/** Opening a terminal: an error names the wrong setting. */
import { describe, expect, it } from 'vitest';
import { checkSettings, introduceTerminal, openTerminal, protocolNames } from './protocols.ts';
import { SettingsError } from './settings.ts';
import type { Connection, TerminalSettings } from './terminal.ts';

const tcp = { type: 'tcp', host: '127.0.0.1', port: 20007 } as const;

const wrong: readonly (readonly [string, object])[] = [
  ['protocol', { protocol: 'morse', connection: tcp }],
  ['protocol', { protocol: 'constructor', connection: tcp }],
  ['connection.type', { protocol: 'zvt' }],
  ['connection.type', { protocol: 'zvt', connection: { type: 'pigeon' } }],
  ['connection.host', { protocol: 'zvt', connection: { ...tcp, host: '' } }],
  ['connection.port', { protocol: 'zvt', connection: { ...tcp, port: 70_000 } }],
  ['connection.path', { protocol: 'zvt', connection: { type: 'serial', path: '' } }],
  ['connection.path', { protocol: 'zvt', connection: { type: 'serial' } }],
  ['connection.device.vendorId', { protocol: 'zvt', connection: { type: 'serial', device: { vendorId: 'ftdi' } } }],
  [
    'connection.device.productId',
    { protocol: 'zvt', connection: { type: 'serial', device: { vendorId: '0403', productId: '1' } } },
  ],
  [
    'connection.device.serialNumber',
    { protocol: 'zvt', connection: { type: 'serial', device: { vendorId: '0403', serialNumber: '' } } },
  ],
  ['connection.port', { protocol: 'zvt', connection: { type: 'tcpListen', port: 0 } }],
  ['connection.host', { protocol: 'zvt', connection: { type: 'tcpListen', port: 5000, host: 'till.local' } }],
  ['connection.from', { protocol: 'zvt', connection: { type: 'tcpListen', port: 5000 } }],
  ['connection.from', { protocol: 'zvt', connection: { type: 'tcpListen', port: 5000, host: '192.0.2.1' } }],
  ['connection.from', { protocol: 'zvt', connection: { type: 'tcpListen', port: 5000, from: 'the terminal' } }],
  ['connection.from', { protocol: 'zvt', connection: { type: 'tcpListen', port: 5000, from: '192.0.2.300' } }],
  ['connection.from', { protocol: 'zvt', connection: { type: 'tcpListen', port: 5000, from: '0.0.0.0/0' } }],
  ['connection.from', { protocol: 'zvt', connection: { type: 'tcpListen', port: 5000, from: '192.0.2.0/33' } }],
  [
    'connection.terminalId',
    { protocol: 'zvt', connection: { type: 'tcpListen', port: 5000, from: 'terminal.local', terminalId: 'x' } },
  ],
  ['connection.baudRate', { protocol: 'zvt', connection: { type: 'serial', path: '/dev/ttyS0', baudRate: 1 } }],
  ['connection.stopBits', { protocol: 'zvt', connection: { type: 'serial', path: '/dev/ttyS0', stopBits: 3 } }],
  ['password', { protocol: 'zvt', connection: tcp, password: '12' }],
  ['currency', { protocol: 'zvt', connection: tcp, currency: 'XXX' }],
  ['options.colour', { protocol: 'zvt', connection: tcp, options: { colour: 'red' } }],
  ['options.constructor', { protocol: 'zvt', connection: tcp, options: { constructor: [] } }],
  ['profile', { protocol: 'opi', connection: tcp, profile: 'hobex' }],
  ['options.configuration', { protocol: 'zvt', connection: tcp, options: { configuration: 256 } }],
  ['options.loyaltyPrefixes', { protocol: 'zvt', connection: tcp, options: { loyaltyPrefixes: '9276' } }],
  ['options.loyaltyPrefixes', { protocol: 'zvt', connection: tcp, options: { loyaltyPrefixes: [9276] } }],
  ['options.charset', { protocol: 'zvt', connection: tcp, options: { charset: 'ebcdic' } }],
  ['options.timers', { protocol: 'zvt', connection: tcp, options: { timers: { t9: 1 } } }],
];

describe('openTerminal', () => {
  it.each(wrong)('names %s when it is wrong', async (key, settings) => {
    const failure = await openTerminal(settings as TerminalSettings).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SettingsError);
    expect(failure).toMatchObject({ key });
    expect((failure as Error).message).toContain(key);
  });

  it.each(wrong)('is not needed to find the mistake in %s', async (key, settings) => {
    await expect(checkSettings(settings as TerminalSettings)).rejects.toMatchObject({ key });
  });

  it.each([
    ['zvt', openTerminal],
    ['zvt', introduceTerminal],
    ['opi', openTerminal],
    ['opi', introduceTerminal],
  ])('claims no serial port for settings of %s that cannot be used', async (protocol, use) => {
    const claimed = new Map<Connection, string>();
    const settings = {
      protocol,
      connection: { type: 'serial', path: '/dev/null' },
      options: { colour: 'red' },
    } as const;
    await expect(use(settings, { claimed })).rejects.toBeInstanceOf(SettingsError);
    expect([...claimed]).toEqual([]);
  });

  it('lists the protocols', () => {
    expect(protocolNames).toEqual(['zvt', 'opi']);
  });
});
