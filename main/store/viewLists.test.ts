/** Lists of rows that are no stored documents: a view makes the documents. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { QueryDeclaration } from '../query/declaration.ts';
import { readListParameters } from '../query/listParameters.ts';
import { type ListDatabase, merchants, openListDatabase } from './lists.fixture.ts';

const [merchant, other] = merchants;
const queries: QueryDeclaration = {
  table: 'shelf_list',
  order: 'position',
  fields: { id: { type: 'id', column: 'id' }, width: { type: 'number', column: 'width' } },
};
const list = { object: 'shop.shelves', queries };

let data: ListDatabase;
beforeAll(() => {
  data = openListDatabase();
  data.db
    .prepare('CREATE TABLE shelf (id TEXT PRIMARY KEY, merchant TEXT, position INTEGER, width INTEGER) WITHOUT ROWID')
    .run();
  data.db
    .prepare(
      `CREATE VIEW shelf_list AS SELECT id, merchant, position, width,
         json_object('object', 'shop.shelves', 'id', id, 'width', width, 'name', 'Shelf ' || id) AS document FROM shelf`,
    )
    .run();
  const insert = data.db.prepare('INSERT INTO shelf VALUES (?, ?, ?, ?)');
  for (let index = 1; index <= 9; index += 1) insert.run(`S${index}`, index < 9 ? merchant : other, index, index % 3);
});
afterAll(() => data.close());

function read(parameters: Record<string, unknown>) {
  const plan = readListParameters(parameters, queries);
  if (!plan.ok) throw new Error(plan.message);
  return plan;
}

const page = (parameters: Record<string, unknown>) => {
  const text = data.lists.page(list, merchant, read(parameters)).toString();
  const { count, data: rows } = JSON.parse(text) as { count: number; data: readonly { readonly id: string }[] };
  return [count, rows.map(({ id }) => id).join(' ')];
};

it('a view is listed, counted, sorted and searched like a table', () => {
  expect(page({})).toEqual([8, 'S8 S7 S6 S5 S4 S3 S2 S1']);
  expect(page({ count: 2, offset: 3 })).toEqual([8, 'S5 S4']);
  expect(page({ q: 'width:1' })).toEqual([3, 'S7 S4 S1']);
  expect(page({ q: 'name:"Shelf S2"' })).toEqual([1, 'S2']);
  expect(page({ sort: 'width:asc,name:desc', count: 4 })).toEqual([8, 'S6 S3 S7 S4']);
});

it('a view can be scrolled and aggregated', async () => {
  const reader = { merchant, client: 'test' };
  const first = data.lists.scrolls.open(list, reader, read({ count: 5, scroll_expire: '1m' }));
  const second = data.lists.scrolls.next(first.id, list, reader, { count: null, keep: null });
  expect([first.texts.length, second?.texts.length]).toEqual([5, 3]);
  const plan = read({ aggregate: { group_by_prop: 'width', sum_by_prop: 'width' } });
  const answer = await data.lists.aggregate(list, merchant, plan, plan.aggregate!);
  expect(answer.data.map(({ k, c, s }) => [k, c, s])).toEqual([
    [2, 3, 6],
    [1, 3, 3],
    [0, 2, 0],
  ]);
});
