/** Addresses of machines that a client names in a live shop, and those that a person enters. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, closeAll, type TestBridge } from '../doubles/bridge.fixture.ts';
import { liveIds, liveSignIn, startLiveShop } from '../doubles/liveShop.fixture.ts';
import { mayStandAt } from '../services/push/addresses.ts';

let bridge: TestBridge;
let client: Client;
beforeAll(async () => {
  bridge = await startLiveShop();
  bridge.alter("UPDATE client SET scope = scope || ' manage' WHERE ' ' || scope || ' ' NOT LIKE '% manage %'");
  client = await liveSignIn(bridge);
});
afterAll(closeAll);

const tcp = (host: string) => ({ type: 'tcp', host, port: 9 });

const CALLS = [
  { method: 'POST', path: 'terminals', body: (host: string) => ({ connection: tcp(host), password: '000000' }) },
  { method: 'PUT', path: `terminals/${liveIds.terminal}`, body: (host: string) => ({ connection: tcp(host) }) },
  { method: 'POST', path: 'terminals/search', body: (host: string) => ({ subnets: [`${host}/30`] }) },
  { method: 'POST', path: 'printers', body: (host: string) => ({ name: 'P', connection: tcp(host) }) },
  {
    method: 'POST',
    path: 'queue/office/enrolment',
    body: (host: string) => ({ code: 'ABCDEFGHJK', address: `http://${host}:9` }),
  },
] as const;

async function refusal(who: Client, { method, path, body }: (typeof CALLS)[number], host: string) {
  const answer = await who.ask<{ code?: number } | null>(method, `/bridge/v1/${path}`, { body: body(host) });
  expect(answer.body?.code, answer.text).not.toBe(1000);
  // A printer has a member of this name, too.
  return answer.status === 200 ? undefined : answer.body?.code;
}

it.each(CALLS)('$method $path: a client names neither this machine nor a service of a cloud', async call => {
  for (const host of ['127.0.0.1', '169.254.169.254', '0.0.0.0'])
    expect(await refusal(client, call, host), host).toBe(1082);
});

it('nor by another spelling or a name', async () => {
  for (const host of ['localhost', '127.1', '0x7f.1', '::1', '::ffff:127.0.0.1'])
    expect(await refusal(client, CALLS[0], host), host).toBe(1082);
});

it('nor by a name that may lead elsewhere when the connection is made, unless a certificate has to bear it', async () => {
  for (const call of [CALLS[0], CALLS[1], CALLS[3], CALLS[4]])
    expect(await refusal(client, call, 'rebound.invalid'), call.path).toBe(1082);
  const body = { code: 'ABCDEFGHJK', address: 'https://office.invalid' };
  const answer = await client.ask<{ code?: number }>('POST', '/bridge/v1/queue/office/enrolment', { body });
  expect(answer.body.code).not.toBe(1082);
});

it('nor a terminal in the Internet, nor a back office with credentials', async () => {
  expect(await refusal(client, CALLS[0], '8.8.8.8')).toBe(1082);
  expect(await refusal(client, CALLS[4], 'a:b@10.0.0.1')).toBe(1082);
});

it('a person who signed in enters any address', async () => {
  const manager = await liveSignIn(bridge, 'manager');
  expect(await refusal(manager, CALLS[3], '127.0.0.1')).toBeUndefined();
});

it.each([
  ['terminal', '192.168.1.20', true],
  ['terminal', '10.1.2.3', true],
  ['terminal', '100.64.7.7', true],
  ['terminal', 'fd12::5', true],
  ['terminal', '8.8.8.8', false],
  ['terminal', 'fe80::1', false],
  ['terminal', 'fd00:ec2::254', false],
  ['printer', '172.16.0.9', true],
  ['printer', '224.0.0.1', false],
  ['office', '8.8.8.8', true],
  ['office', '192.168.1.2', true],
  ['office', '168.63.129.16', false],
  ['office', '100.100.100.200', false],
] as const)('a %s at %s: %s', (kind, address, expected) => {
  expect(mayStandAt(kind, address, { loopback: false })).toBe(expected);
  expect(mayStandAt(kind, '127.0.0.1', { loopback: true })).toBe(true);
});
