/** The tiles of the till by the API. */
import { expect, it } from 'vitest';
import type { MasterArticle } from '../../wire/articles.ts';
import type { AuditEntry } from '../../wire/audit.ts';
import type { Catalogue } from '../../wire/catalogue.ts';
import type { ErrorBody } from '../../wire/errorBody.ts';
import type { Tile, Tiles } from '../../wire/tiles.ts';
import { articleShop, create, ok } from './articles.fixture.ts';

const TILES = '/bridge/v1/tiles';
const shop = articleShop();
const read = async () => ok(await shop.manager.ask<Tiles>('GET', TILES));
const put = (tiles: readonly unknown[], headers: Record<string, string> = {}) =>
  shop.manager.ask<Tiles & ErrorBody>('PUT', TILES, { body: { tiles }, headers });
const article = async ({ id }: Pick<MasterArticle, 'id'>) =>
  ok(await shop.manager.ask<MasterArticle>('GET', `/bridge/v1/articles/${id}`));
const catalogue = async () => ok(await shop.manager.ask<Catalogue>('GET', '/bridge/v1/catalogue'));

it('are the quick keys until somebody arranges them; then screens hear of it by the version of the catalogue', async () => {
  const before = await read();
  expect(before.arranged).toBe(false);
  expect(before.tiles.length).toBeGreaterThan(3);
  const plain = await catalogue();
  expect(plain.tiles).toBeUndefined();
  const tea = await create(shop, { name: 'Tee' });
  const cake = await create(shop, { name: 'Kuchen' });
  const folder = { name: { de: 'Süßes', en: 'Sweets' }, articles: [cake.number] };
  const tiles: Tile[] = [{ article: tea.number }, { folder }, { action: 'empties' }];
  expect(ok(await put(tiles))).toEqual({ arranged: true, tiles });
  expect(await read()).toEqual({ arranged: true, tiles });
  const after = await catalogue();
  expect(after.tiles).toEqual(tiles);
  expect(after.version).not.toBe(plain.version);
  // An article on a tile is a quick key, and no other article is.
  expect(after.articles.filter(({ quickKey }) => quickKey).map(({ articleNumber }) => articleNumber)).toEqual([
    tea.number,
    cake.number,
  ]);
  ok(await shop.manager.ask('PUT', TILES, { body: await read() }));
});

it('follow articles that are changed elsewhere', async () => {
  const soup = await create(shop, { name: 'Suppe' });
  const stew = await create(shop, { name: 'Eintopf', quickKey: true });
  ok(await put([{ folder: { name: { de: 'Warm', en: '' }, articles: [soup.number] } }]));
  expect((await article(stew)).quickKey).toBe(false);
  // A new quick key comes last, a removed article goes.
  ok(await shop.manager.ask('PUT', `/bridge/v1/articles/${stew.id}`, { body: { quickKey: true } }));
  ok(await shop.manager.ask('DELETE', `/bridge/v1/articles/${soup.id}`));
  expect((await read()).tiles).toEqual([
    { folder: { name: { de: 'Warm', en: 'Warm' }, articles: [] } },
    { article: stew.number },
  ]);
});

it('are refused with the tile and one sentence, and nothing changes', async () => {
  const tea = await create(shop);
  const before = await read();
  const folder = (name: string, articles: string[]) => ({ folder: { name: { de: name, en: name }, articles } });
  const cases: readonly [readonly unknown[], string, RegExp][] = [
    [[{ article: 'nothing' }], 'tiles[0].article', /gibt es nicht/],
    [[{ action: 'empties' }, folder('Süßes', [tea.number, 'x'])], 'tiles[1].folder.articles[1]', /gibt es nicht/],
    [[folder(' ', [])], 'tiles[0].folder.name.de', /fehlt/],
    [[{ article: tea.number }, folder('Heiß', [tea.number])], 'tiles[1]', /zweimal/],
    [[{ action: 'enquiry' }, { action: 'enquiry' }], 'tiles[1]', /zweimal/],
  ];
  for (const [tiles, path, sentence] of cases) {
    const { status, body } = await put(tiles);
    expect([status, body.faults?.[0]?.path], JSON.stringify(tiles)).toEqual([500, path]);
    expect(body.error_user).toMatch(sentence);
  }
  for (const tiles of [[{ action: 'fly' }], [{}], [{ article: tea.number, action: 'empties' }], 'all'])
    expect((await put(tiles as unknown[])).status, JSON.stringify(tiles)).toBe(500);
  expect(await read()).toEqual(before);
});

it('are not replaced by somebody who read an older version, and not by cashiers', async () => {
  const tea = await create(shop);
  const etag = (await shop.manager.ask('GET', TILES)).headers.get('etag') ?? '';
  ok(await put([{ article: tea.number }], { 'if-match': etag }));
  expect((await put([], { 'if-match': etag })).status).toBe(412);
  const cashier = await shop.bridge.staff('cashier');
  expect((await cashier.ask('PUT', TILES, { body: { tiles: [] } })).status).toBe(403);
  ok(await cashier.ask('GET', TILES));
  const { data } = ok(await shop.manager.ask<{ data: AuditEntry[] }>('GET', '/bridge/v1/audit?q=kind:tiles&count=1'));
  expect(data[0]).toMatchObject({ action: 'changed', after: { tiles: [{ article: tea.number }] } });
});

it('of a shop without articles reach its screens, too', async () => {
  const other = await shop.bridge.client('other');
  const seen = () => other.ask<Catalogue>('GET', '/bridge/v1/catalogue');
  const versions = [ok(await seen()).version];
  for (const tiles of [[{ action: 'empties' }], []]) {
    ok(await other.ask('PUT', TILES, { body: { tiles } }));
    const now = ok(await seen());
    expect(now.tiles).toEqual(tiles);
    expect(versions).not.toContain(now.version);
    versions.push(now.version);
  }
});

it('can be sent as they were read where a price list made hundreds of quick keys', async () => {
  const lines = Array.from({ length: 350 }, (_, index) => `QK-${index};Taste ${index};1,00;19;ja`);
  const answer = await fetch(`${shop.bridge.url}/bridge/v1/articles/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.manager.token}`, 'content-type': 'text/csv' },
    body: ['number;name;price;tax;quick_key', ...lines].join('\n'),
  });
  expect(answer.status).toBe(200);
  const { tiles } = await read();
  expect(tiles.length).toBeGreaterThanOrEqual(350);
  expect(ok(await put(tiles)).tiles).toEqual(tiles);
});
