/** IPv4 networks as people write them in CIDR form. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesIn, localNetworks, NetworkError } from './networks.ts';

describe('addressesIn', () => {
  it('leaves out the network address and the broadcast address', () => {
    expect(addressesIn('192.168.1.5/30')).toEqual(['192.168.1.5', '192.168.1.6']);
    expect(addressesIn('10.0.0.0/22')).toHaveLength(1022);
    expect(addressesIn('10.0.0.8/31')).toEqual(['10.0.0.8', '10.0.0.9']);
    expect(addressesIn('255.255.255.254')).toEqual(['255.255.255.254']);
  });

  it.each([
    '10.0.0.0/21',
    '10.0.0.0/33',
    '256.0.0.1',
    '1.2.3',
    'terminal.local',
    '',
    '::1/120',
    '1.2.3.4/',
    '1.2.3.4/24 ',
  ])('refuses %j', text => {
    expect(() => addressesIn(text)).toThrow(NetworkError);
  });

  it('contains the given address, and no address twice', () => {
    const byte = fc.integer({ min: 1, max: 254 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), fc.integer({ min: 22, max: 32 }), (bytes, bits) => {
        const address = bytes.join('.');
        const all = addressesIn(`${address}/${bits}`);
        const edge = bits < 31 && [0, 2 ** (32 - bits) - 1].includes((bytes[2] * 256 + bytes[3]) % 2 ** (32 - bits));
        expect(all.includes(address)).toBe(!edge);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });
});

describe('localNetworks', () => {
  const one = (address: string, bits: number, more: object = {}) => ({
    address,
    netmask: '',
    mac: '',
    family: 'IPv4' as const,
    internal: false,
    cidr: `${address}/${bits}`,
    ...more,
  });

  it('returns networks of searchable size, without loopback and IPv6', () => {
    expect(
      localNetworks({
        lo: [one('127.0.0.1', 8, { internal: true })],
        eth0: [one('192.168.7.20', 24), { ...one('fe80::1', 64), family: 'IPv6', scopeid: 1 }],
        wlan0: [one('10.1.2.3', 8), one('192.168.7.21', 24)],
      }),
    ).toEqual(['192.168.7.0/24', '10.1.2.0/24']);
    for (const network of localNetworks()) expect(addressesIn(network).length).toBeGreaterThan(0);
  });
});
