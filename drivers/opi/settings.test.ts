/** Settings of an O.P.I. terminal: an error names the wrong key. */
import { expect, it } from 'vitest';
import { openTerminal } from '../protocols.ts';
import { SettingsError } from '../settings.ts';
import type { TerminalSettings } from '../terminal.ts';
import { opiSettings } from './settings.ts';

const tcp = { type: 'tcp', host: '127.0.0.1', port: 20002 } as const;
const options = (key: string, value: unknown) =>
  [`options.${key}`, { connection: tcp, options: { [key]: value } }] as const;

const wrong: readonly (readonly [string, object])[] = [
  ['connection.type', { connection: { type: 'serial', path: '/dev/ttyS0' } }],
  ['connection.type', { connection: { type: 'tcpListen', port: 1, from: '192.0.2.1' } }],
  ['currency', { connection: tcp, currency: 'EURO' }],
  ['currency', { connection: tcp, currency: 'eur' }],
  ['currency', { connection: tcp, currency: 'DEM' }],
  options('colour', 'red'),
  options('constructor', 1),
  options('devicePort', 0),
  options('devicePort', 70_000),
  options('deviceHost', ''),
  options('deviceFrom', 7),
  options('workstation', 'x'.repeat(61)),
  options('sender', '<x/>'),
  options('popId', ''),
  options('charset', 'ebcdic'),
  options('keepOpen', 'yes'),
  options('login', null),
  options('language', 'fr'),
  options('timers', { t9: 1 }),
  options('timers', { card: -1 }),
  options('timers', 5),
];

it.each(wrong)('names %s when it is wrong: %j', async (key, settings) => {
  const failure = await openTerminal({ protocol: 'opi', ...settings } as TerminalSettings).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(SettingsError);
  expect(failure).toMatchObject({ key });
  expect((failure as Error).message).toContain(key);
});

it('fills every other setting with a default', () => {
  expect(opiSettings({ protocol: 'opi', connection: tcp })).toMatchObject({
    currency: 'EUR',
    devicePort: 20_007,
    deviceFrom: '127.0.0.1',
    workstation: '1',
    charset: 'utf-8',
    keepOpen: true,
    login: true,
  });
});
