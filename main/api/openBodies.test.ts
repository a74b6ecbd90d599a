/** Bodies that somebody without a token sends: refused by their size before a byte of them is read. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import { startEmpty } from '../doubles/newShop.fixture.ts';
import { OPEN_BODY } from './bodyLimits.ts';

let bridge: TestBridge;
let empty: TestBridge;

beforeAll(async () => {
  [bridge, empty] = [await startBridge(), await startEmpty()];
});
afterAll(closeAll);

/** Announces a body and sends none of it: an answer shows that nothing was waited for, read or parsed. */
function announce(to: TestBridge, method: string, path: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': bytes };
    const asked = httpRequest(`${to.url}${path}`, { method, headers }, response => {
      resolve(response.statusCode ?? 0);
      asked.destroy();
    });
    asked.on('error', reject);
    asked.flushHeaders();
  });
}

const open = [
  ['POST', '/bridge/v1/session', 413],
  ['DELETE', '/bridge/v1/session', 413],
  ['POST', '/bridge/v1/session/refresh', 413],
  ['POST', '/bridge/v1/display/pairing', 413],
  // In the shape of RFC 6749.
  ['POST', '/oauth/token', 400],
  ['POST', '/device/login', 413],
  ['POST', '/device/code', 413],
  ['POST', '/device/decision', 413],
  ['POST', '/device/logout', 413],
  ['POST', '/challenge/x', 413],
  ['POST', '/bridge/v1/nothing', 404],
  ['POST', '/', 404],
] as const;

describe.each(open)('%s %s', (method, path, status) => {
  it('refuses a mebibyte before it comes', async () => {
    expect(await announce(bridge, method, path, 1_048_576)).toBe(status);
  });
});

it.each(['begin', 'finish', 'terminals/search', 'terminals/check'])('the set-up refuses it at %s', async path => {
  expect(await announce(empty, 'POST', `/bridge/v1/setup/${path}`, 1_048_576)).toBe(413);
});

it('a draft of the set-up is read for the window alone that began it', async () => {
  expect(await announce(empty, 'PUT', '/bridge/v1/setup/draft', 30_000_000)).toBe(401);
});

it('a call that wants a token is refused without one before its body comes', async () => {
  for (const path of ['/bridge/v1/people', '/api/v2/Smart/Transactions', '/api/v2/Document/Uploads'])
    expect(await announce(bridge, 'POST', path, 1_000_000), path).toBe(401);
});

it('takes as many bytes as it says, also in pieces, and names the limit in the refusal', async () => {
  const send = (bytes: number, inPieces = false) => {
    const text = JSON.stringify({ username: 'cashier@demo.example', pin: '1111' }).padEnd(bytes, ' ');
    const body = inPieces ? new Blob([text]).stream() : text;
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body, duplex: 'half' as const };
    return fetch(`${bridge.url}/bridge/v1/session`, request);
  };
  expect((await send(OPEN_BODY)).status).toBe(200);
  const refused = await send(OPEN_BODY + 1, true);
  expect(refused.status).toBe(413);
  expect(((await refused.json()) as { error_details: string }).error_details).toContain('8192 bytes');
});
