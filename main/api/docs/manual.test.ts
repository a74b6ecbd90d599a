/** The manual as the bridge serves it: every page in both languages, its pictures, and all of it as data for the till. */
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeAll, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { MANUAL, type Manual } from '../../wire/manual.ts';

let bridge: TestBridge;
beforeAll(async () => {
  bridge = await startBridge();
});
afterAll(closeAll);

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'assets', 'manual');
const ids: readonly string[] = Object.values(MANUAL).flat();
const get = (path: string) => fetch(bridge.url + path);

it.each(['de', 'en'] as const)('gives the till every page in %s, with pictures that are there', async language => {
  const { pages } = (await (await get(`/docs/manual.json?language=${language}`)).json()) as Manual;
  expect(pages.map(({ id }) => id)).toEqual(ids);
  expect(
    pages.filter(({ title, markup, text }) => title === '' || markup === '' || /[*[\]]|\.webp/.test(text)),
  ).toEqual([]);
  const sources = pages.flatMap(({ markup }) => [...markup.matchAll(/<img src="([^"]+)"/g)].map(([, src = '']) => src));
  expect(new Set(sources).size).toBeGreaterThan(20);
  const answers = await Promise.all([...new Set(sources)].map(async src => [src, await get(src)] as const));
  const wrong = answers.filter(
    ([, { status, headers }]) => status !== 200 || headers.get('content-type') !== 'image/webp',
  );
  expect(wrong.map(([src]) => src)).toEqual([]);
});

it('lets a browser keep the data until it changes, each language by itself', async () => {
  const read = (headers: Record<string, string>) => fetch(`${bridge.url}/docs/manual.json`, { headers });
  const [german, english] = [await read({ 'accept-language': 'de' }), await read({ 'accept-language': 'en' })];
  const tag = german.headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[\w-]+"$/);
  expect(english.headers.get('etag')).not.toBe(tag);
  expect(german.headers.get('cache-control')).toBe('no-cache');
  expect(german.headers.get('vary')).toBe('accept-language, cookie');
  expect((await read({ 'accept-language': 'de', 'if-none-match': tag })).status).toBe(304);
  expect((await read({ 'accept-language': 'en', 'if-none-match': tag })).status).toBe(200);
});

it.each(['errors', 'events', 'changelog', 'settings'])(
  'answers %s.json once, and then that it is the same',
  async name => {
    const first = await get(`/docs/${name}.json`);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const tag = first.headers.get('etag') ?? '';
    const again = await fetch(`${bridge.url}/docs/${name}.json`, { headers: { 'if-none-match': tag } });
    expect([first.status, again.status]).toEqual([200, 304]);
  },
);

it('lists and serves every page to a browser', async () => {
  const contents = await (await get('/docs/manual?language=en')).text();
  expect(ids.filter(id => !contents.includes(`href="/docs/manual/${id}"`))).toEqual([]);
  const page = await (await get('/docs/manual/pay-cash?language=de')).text();
  expect(page).toContain('<h1>Bar bezahlen</h1>');
  expect(page).toContain('<strong>Kassieren</strong>');
  const whole = await (await get('/docs/manual/whole?language=de')).text();
  expect([...whole.matchAll(/<article /g)]).toHaveLength(ids.length);
});

it.each(['/docs/manual/no-page', '/docs/manual/pictures/none.webp', '/docs/manual/pictures/..%2Fde%2Fsell.md'])(
  'refuses %s',
  async path => {
    expect((await get(path)).status).toBe(404);
  },
);

it('is smaller than 3 MB', () => {
  const sizes = globSync('**/*.*', { cwd: FOLDER }).map(file => statSync(join(FOLDER, file)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_000_000);
});
