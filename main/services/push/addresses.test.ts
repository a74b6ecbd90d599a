/** Refuses receivers by the address behind their name. */
import type { LookupAddress } from 'node:dns';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { specifies } from '../../doubles/specifies.ts';
import { type AddressRules, guardedLookup, refusalOf } from './addresses.ts';

const shop: AddressRules = { allowPrivate: false, allow: [], loopback: false };
const home: AddressRules = { ...shop, allowPrivate: true };
const demo: AddressRules = { ...shop, loopback: true };

describe('push addresses', () => {
  it.each([
    ['not a URL', 'nowhere'],
    ['an empty host', 'http://'],
    ['a line break inside', 'https://shop.example/a\r\nb'],
    ['a name of this machine', 'http://localhost:9000/'],
    ['a name below it', 'http://x.localhost./'],
    ['a very long one', `https://shop.example/${'x'.repeat(2048)}`],
    ['another scheme', 'ftp://shop.example/'],
    ['a file', 'file:///etc/passwd'],
    ['credentials', 'https://user:secret@shop.example/'],
    ['a port that is not the web', 'http://shop.example:25/'],
    ['loopback', 'http://127.0.0.1/'],
    ['loopback as one number', 'http://2130706433/'],
    ['loopback in octal', 'http://0177.0.0.1/'],
    ['loopback in IPv6', 'http://[::1]:8080/'],
    ['loopback as IPv4-mapped IPv6', 'http://[::ffff:127.0.0.1]/'],
    ['this machine', 'http://0.0.0.0/'],
    ['10/8', 'http://10.1.2.3/'],
    ['172.16/12', 'https://172.31.255.255/'],
    ['192.168/16', 'http://192.168.1.1/'],
    ['carrier-grade NAT', 'http://100.64.0.1/'],
    ['link-local', 'http://169.254.1.1/'],
    ['cloud metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['cloud metadata as IPv4-mapped IPv6', 'http://[::ffff:a9fe:a9fe]/'],
    ['cloud metadata on a public address', 'http://168.63.129.16/'],
    ['multicast', 'http://224.0.0.1/'],
    ['broadcast', 'http://255.255.255.255/'],
    ['unique local IPv6', 'http://[fd12:3456::1]/'],
    ['link-local IPv6', 'http://[fe80::1]/'],
    ['multicast IPv6', 'http://[ff02::1]/'],
    ['NAT64 of loopback', 'http://[64:ff9b::7f00:1]/'],
    ['6to4 of a private address', 'http://[2002:a00:1::]/'],
    ['Teredo', 'http://[2001:0:a00:1::]/'],
    ['documentation', 'http://[2001:db8::1]/'],
  ])('refuses %s', (_name, url) => {
    specifies({ Events: 'receivers on addresses that are not public are refused' });
    expect(refusalOf(url, shop)).toEqual(expect.any(String));
  });

  it.each([
    'https://shop.example/push',
    'http://shop.example:8080/',
    'http://8.8.8.8/',
    'https://[2a00:1450::1]/x?y=1',
  ])('takes %s', url => {
    expect(refusalOf(url, shop)).toBeNull();
  });

  it('takes the own network only where the configuration allows it, and cloud metadata not even then', () => {
    for (const host of ['10.1.2.3', '192.168.1.1', '127.0.0.1', '[fd12::1]', '[::ffff:10.0.0.1]'])
      expect(refusalOf(`http://${host}/`, home)).toBeNull();
    for (const host of ['169.254.169.254', '[fd00:ec2::254]', '100.100.100.200', '224.0.0.1', '0.0.0.0', '[fe80::1]'])
      expect(refusalOf(`http://${host}/`, home)).toEqual(expect.any(String));
  });

  it('takes what is named, with or without its port, and a demo takes loopback alone', () => {
    const named = { ...shop, allow: ['10.0.0.5', 'erp.local:25', '169.254.10.10'] };
    expect(refusalOf('http://10.0.0.5:8443/', named)).toBeNull();
    expect(refusalOf('http://169.254.10.10/', named)).toBeNull();
    expect(refusalOf('http://ERP.local:25/', named)).toBeNull();
    expect(refusalOf('http://erp.local:26/', named)).toEqual(expect.any(String));
    expect(refusalOf('http://10.0.0.6/', named)).toEqual(expect.any(String));
    expect(refusalOf('http://127.0.0.1:9000/', demo)).toBeNull();
    expect(refusalOf('http://10.0.0.5/', demo)).toEqual(expect.any(String));
  });

  it('no address of the reserved blocks is taken, however it is written', () => {
    const block = fc.constantFrom(10, 127, 0, 224, 239, 240, 255);
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(block, byte, byte, byte, fc.constantFrom('dotted', 'number', 'mapped'), (a, b, c, d, form) => {
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        const host = { dotted: `${a}.${b}.${c}.${d}`, number: String(number), mapped: `[::ffff:${a}.${b}.${c}.${d}]` };
        expect(refusalOf(`http://${host[form]}/`, shop)).toEqual(expect.any(String));
      }),
    );
  });
});

describe('the address behind a name', () => {
  const resolve = (name: string, rules: AddressRules) =>
    new Promise<readonly LookupAddress[]>((done, fail) => {
      guardedLookup(rules)(name, { all: true }, (error, found) => {
        if (error) fail(error);
        else done(found as LookupAddress[]);
      });
    });

  it('is checked when it is looked up, so a name that leads inside is refused', async () => {
    await expect(resolve('localhost', shop)).rejects.toMatchObject({ code: 'ERR_ADDRESS_REFUSED' });
    const found = await resolve('localhost', demo);
    expect(found.map(({ address }) => address)).toContain('127.0.0.1');
    expect(await resolve('localhost', { ...shop, allow: ['localhost:9000'] })).toEqual(found);
  });

  it('is given as a single one where that is asked for', async () => {
    const single = await new Promise(done => {
      guardedLookup(demo)('localhost', { family: 4 }, (error, address, family) => done([error, address, family]));
    });
    expect(single).toEqual([null, '127.0.0.1', 4]);
  });
});
