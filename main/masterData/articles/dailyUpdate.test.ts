/** A shop whose articles have no master data yet: each of them is looked at once, however few of them fit into a commit. */
import { afterAll, expect, it, vi } from 'vitest';
import { closeAll, demoDirectory } from '../../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../../query/comparable.ts';
import { openDatabase } from '../../store/database.ts';
import { masterDataOf } from '../../wiring/masterData.ts';
import { openTables } from '../../wiring/tables.ts';
import { systemClock } from '../../world/clock.ts';
import { demoIds } from '../../world/demoIds.ts';
import { DailyArticleUpdate } from './dailyUpdate.ts';

afterAll(closeAll);

const ARTICLES = 150;
const POSITION = 1000;
const { merchant } = demoIds;

const OLD_ARTICLES = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ARTICLES})
  INSERT INTO article (merchant, position, article_number, ean, document)
  SELECT '${merchant}', ${POSITION} + i, 'N' || i, '', json_object('articleNumber', 'N' || i, 'ean', '', 'desc', 'Ware ' || i,
    'descEn', 'Item ' || i, 'price', 100 + i, 'tax', 19, 'group', json('[]'), 'quickKey', json('false')) FROM n`;

it('goes on behind the last article in every commit, also where each commit has time for one alone', async () => {
  const db = openDatabase(await demoDirectory(), sqlFunctions);
  db.prepare(OLD_ARTICLES).run();
  const prepared = vi.spyOn(db, 'prepare');
  const data = masterDataOf(openTables(db, systemClock), systemClock.now);
  const begun = vi.spyOn(data.articles, 'withoutMaster');
  const dailyUpdate = new DailyArticleUpdate({
    ...{ data, write: db.write, commits: db.commits, changed: () => undefined, isBusy: () => false },
    failed(error) {
      throw error;
    },
  });
  // Time passes so fast that a commit is over after its first article.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000;
    return now;
  });
  await dailyUpdate.look().finally(() => clock.mockRestore());

  expect(data.articles.byNumber(merchant, `N${ARTICLES}`)?.article.name).toEqual({
    de: `Ware ${ARTICLES}`,
    en: `Item ${ARTICLES}`,
  });
  const places = begun.mock.calls.map(([, after]) => after);
  expect(places).toEqual([
    Number.MIN_SAFE_INTEGER,
    ...Array.from({ length: ARTICLES }, (_, index) => POSITION + 1 + index),
  ]);
  // The database begins there, too: it neither reads what is done already nor sorts what is left.
  const [statement = ''] = prepared.mock.calls
    .flat()
    .filter(sql => /FROM article a\s+WHERE merchant = \? AND position/.test(sql));
  const plan = db.prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`).all(merchant, 0, 1);
  const steps = plan.map(({ detail }) => detail).join('\n');
  expect(steps).toContain('article_position (merchant=? AND position>?)');
  expect(steps).not.toMatch(/SCAN|TEMP B-TREE/);
  await db.close();
});

it('tells the screens of the first articles of a shop, and of none that were there at the start', async () => {
  const db = openDatabase(await demoDirectory(), sqlFunctions);
  const rows = db.prepare('DELETE FROM article');
  const data = masterDataOf(openTables(db, systemClock), systemClock.now);
  const merchants = vi.spyOn(data.articles, 'merchants').mockReturnValue([]);
  const changed: string[] = [];
  const dailyUpdate = new DailyArticleUpdate({
    ...{ data, write: db.write, commits: db.commits, changed: one => changed.push(one), isBusy: () => false },
    failed(error) {
      throw error;
    },
  });
  await dailyUpdate.look();
  merchants.mockRestore();
  await db.write(() => rows.run());
  await dailyUpdate.look();
  expect(changed).toEqual([merchant]);
  await db.close();
});
