/** The way in: the bridge is well before its API is loaded, and nothing is lost while that happens. */
import { lookup } from 'node:dns/promises';
import { afterAll, expect, it } from 'vitest';
import { createBridge } from '../bridge.ts';
import { closeAll, startBridge, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { configOf } from '../world/configReading.ts';

afterAll(closeAll);

const statusOf = async (url: string, path: string, init: RequestInit = {}) => (await fetch(url + path, init)).status;

const open = (settings: Parameters<typeof configOf>[0] = {}) =>
  createBridge(configOf({ demo: true, data: temporaryDirectory(), port: 0, ...settings }), {
    log: () => undefined,
    openTerminal: () => Promise.reject(new Error('none')),
  });

it('answers whether it is well, and the first requests for everything else at once', async () => {
  const bridge = await open();
  const { url } = bridge;
  try {
    expect(await statusOf(url, '/healthz')).toBe(200);
    const first = await Promise.all([
      statusOf(url, '/bridge/v1/screen'),
      statusOf(url, '/api/v2/Smart/Transactions'),
      statusOf(url, '/healthz?again'),
      statusOf(url, '/HEALTHZ/'),
      statusOf(url, '/bridge/v1/sreen'),
      statusOf(url, '/healthz', { method: 'POST' }),
      statusOf(url, '/docs/errors.json'),
      statusOf(url, '/metrics'),
      statusOf(url, '/bridge/v1/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'manager@demo.example', pin: '9999' }),
      }),
    ]);
    expect(first).toEqual([200, 401, 200, 200, 404, 404, 200, 200, 200]);
    expect(await statusOf(url, '/healthz')).toBe(200);
  } finally {
    await bridge.close();
  }
});

it('refuses a foreign name before and after the API is loaded', async () => {
  const bridge = await startBridge();
  const headers = { 'x-forwarded-host': 'shop.example', origin: 'https://evil.example' };
  const before = await statusOf(bridge.url, '/healthz', { headers });
  expect(await statusOf(bridge.url, '/bridge/v1/screen')).toBe(200);
  expect([before, await statusOf(bridge.url, '/healthz', { headers })]).toEqual([403, 403]);
});

it('closes while the first request loads the API, and answers it', async () => {
  const bridge = await open();
  const first = statusOf(bridge.url, '/bridge/v1/screen');
  // Its connection is open, and the API is not loaded yet.
  expect(await statusOf(bridge.url, '/healthz')).toBe(200);
  await bridge.close();
  expect([200, 503]).toContain(await first);
});

it('listens at every address of the name localhost', async () => {
  const bridge = await open({ host: 'localhost' });
  try {
    const { port } = new URL(bridge.url);
    for (const { address, family } of await lookup('localhost', { all: true }))
      expect(await statusOf(`http://${family === 6 ? `[${address}]` : address}:${port}`, '/bridge/v1/screen')).toBe(
        200,
      );
  } finally {
    await bridge.close();
  }
});

it('says before its API is loaded what it says afterwards, under the same headers', async () => {
  const bridge = await open();
  try {
    const asked = async () => {
      const answer = await fetch(`${bridge.url}/healthz`);
      // The database is checked meanwhile.
      const { parts, checked: _, ...rest } = (await answer.json()) as { parts: { part: string }[]; checked: unknown };
      const headers = [...answer.headers].filter(([name]) => !/^(date|x-support-id|content-length)$/.test(name));
      return { http: answer.status, rest, parts: parts.map(({ part }) => part), headers: Object.fromEntries(headers) };
    };
    const before = await asked();
    expect(await statusOf(bridge.url, '/bridge/v1/screen')).toBe(200);
    expect(await asked()).toEqual(before);
  } finally {
    await bridge.close();
  }
});
