/** The files of the built screen: what is there is served, nothing else. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll, startBridge, type TestBridge, temporaryDirectory } from '../../doubles/bridge.fixture.ts';

let bridge: TestBridge;
beforeAll(async () => {
  const screen = join(temporaryDirectory(), 'screen');
  mkdirSync(join(screen, 'assets'), { recursive: true });
  const files = { 'index.html': 'till', 'display.html': 'display', 'icon.svg': '<svg/>', 'assets/index-1.js': 'run()' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(screen, name), text);
  writeFileSync(join(screen, '..', 'secret.txt'), 'secret');
  bridge = await startBridge({ parts: { screen } });
});
afterAll(closeAll);

describe('the files of the screen', () => {
  it.each([
    ['/', 'till', 'text/html; charset=utf-8', 'no-cache'],
    ['/index.html', 'till', 'text/html; charset=utf-8', 'no-cache'],
    ['/display', 'display', 'text/html; charset=utf-8', 'no-cache'],
    ['/icon.svg', '<svg/>', 'image/svg+xml', 'no-cache'],
    ['/assets/index-1.js', 'run()', 'application/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ])('%s', async (path, text, type, cache) => {
    const answer = await fetch(bridge.url + path);
    expect([answer.status, await answer.text()]).toEqual([200, text]);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('cache-control')).toBe(cache);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const etag = answer.headers.get('etag') ?? '';
    // Without it `fetch` asks for an answer that no cache has seen.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await fetch(bridge.url + path, { headers })).status).toBe(304);
    expect((await fetch(bridge.url + path, { method: 'HEAD' })).status).toBe(200);
  });

  it.each(['/assets/index-2.js', '/assets/', '/assets/..%2F..%2Fsecret.txt', '/secret.txt'])(
    'no other: %s',
    async path => {
      const answer = await fetch(bridge.url + path);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(await answer.text()).not.toContain('secret');
    },
  );
});
