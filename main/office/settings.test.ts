/** The options of the back office that say who stands before it. */
import { expect, it } from 'vitest';
import { ConfigRefusal } from '../world/config.ts';
import { readSettings } from './settings.ts';

const read = (argv: readonly string[], environment: Record<string, string> = {}) =>
  readSettings(argv, environment).settings;

it('trusts no proxy unless it is named, by option or environment', () => {
  expect(read([]).trustedProxies).toEqual([]);
  const environment = { TILLBRIDGE_OFFICE_TRUSTED_PROXIES: '10.0.0.0/24, 2001:db8::/64' };
  expect(read(['--trusted-proxy', '127.0.0.1', '--trusted-proxy', '::1'], environment).trustedProxies).toEqual([
    ...['127.0.0.1', '::1', '10.0.0.0/24', '2001:db8::/64'],
  ]);
});

it.each([
  'proxy.example',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0.0/08',
  '10.0.0.0/24/1',
  '10.0.0',
  'loopback',
  '1',
])('refuses %s as a proxy', proxy => {
  expect(() => read(['--trusted-proxy', proxy])).toThrow(ConfigRefusal);
  expect(() => read([], { TILLBRIDGE_OFFICE_TRUSTED_PROXIES: `127.0.0.1,${proxy}` })).toThrow(ConfigRefusal);
});

it('knows its address, which is a name of its own, too', () => {
  const settings = read([], { TILLBRIDGE_OFFICE_ADDRESS: 'https://Office.example:8443/' });
  expect(settings).toMatchObject({ address: 'https://office.example:8443', names: ['office.example'] });
  expect(read([]).address).toBeNull();
  for (const address of [
    'office.example',
    'ftp://office.example',
    'https://office.example/path',
    'https://office.example/?x',
  ])
    expect(() => read([], { TILLBRIDGE_OFFICE_ADDRESS: address })).toThrow(ConfigRefusal);
});
