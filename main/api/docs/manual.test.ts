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
