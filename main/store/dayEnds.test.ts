/** The store of the ends of days: found by index at any size, counted by triggers, and open to what was before it. */
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { openDatabase } from './database.ts';
import { createDayEnds } from './dayEnds.ts';
import { shopBefore } from './olderDatabase.fixture.ts';

afterEach(closeAll);

const open = () => openDatabase(temporaryDirectory(), sqlFunctions);

describe('the store of the ends of days', () => {
  it.each([
    [
      'the newest of a merchant',
      "SELECT document FROM day_end_result WHERE merchant = 'm' ORDER BY number DESC LIMIT 10",
    ],
    [
      'the newest of a terminal',
      "SELECT document FROM day_end_result WHERE merchant = 'm' AND device = 'd' ORDER BY number DESC LIMIT 10",
    ],
    ['what is open', "SELECT * FROM day_end_result WHERE state IN ('running', 'unknown') ORDER BY number"],
    [
      'the last that took place',
      "SELECT number FROM day_end_result WHERE device = 'd' AND state IN ('agrees', 'differs') ORDER BY number DESC LIMIT 1",
    ],
    [
      'where a day begins',
      "SELECT e.journal_through FROM day_end_result e WHERE e.device = 'd' AND e.number < 9 AND e.state IN ('agrees', 'differs') ORDER BY e.number DESC LIMIT 1",
    ],
    [
      'the movements of a day',
      "SELECT facts FROM intent i WHERE i.party = 'd' AND i.number > 5 AND i.number <= 9 AND i.state = 'approved' ORDER BY i.number",
    ],
  ])('finds %s by an index', async (_name, sql) => {
    const db = open();
    const plan = db.prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all();
    for (const { detail } of plan) expect(detail).not.toMatch(/^SCAN (?!.*USING INDEX)|TEMP B-TREE/);
    await db.close();
  });

  it('says a reason that was kept in one language in it to all', async () => {
    const failed = { id: 'e', device: 'd', state: 'failed', reason: 'abgelehnt' };
    const agreed = { id: 'f', device: 'd', state: 'agrees', reason: null };
    const directory = shopBefore(170, old => {
      const add = old.prepare(`INSERT INTO day_end_result
        (id, merchant, device, state, journal_after, journal_through, closes, document) VALUES (?, 'm', 'd', ?, 0, 0, 0, ?)`);
      old.exec("INSERT INTO merchant (id, name, address, currency) VALUES ('m', 'Shop', '[]', 'EUR')");
      for (const document of [failed, agreed]) add.run(document.id, document.state, JSON.stringify(document));
    });
    const db = openDatabase(directory, sqlFunctions);
    expect(createDayEnds(db).list('m', null, 2, 0)).toEqual([
      agreed,
      { ...failed, reason: { de: 'abgelehnt', en: 'abgelehnt' } },
    ]);
    await db.close();
  });

  it('knows where the day began also of a terminal whose last end-of-day is older than the results', async () => {
    const db = open();
    await db.write(() => {
      db.prepare("INSERT INTO merchant (id, name, address, currency) VALUES ('m', 'Shop', '[]', 'EUR')").run();
      const intent =
        db.prepare(`INSERT INTO intent (id, merchant, party, kind, method, amount, currency, state, facts, started_at)
        VALUES (?, 'm', 'd', 'payment', 'cashless', 100, 'EUR', 'approved', '{"receiptNumber":7}', ?)`);
      for (const [id, at] of [
        ['a', 1000],
        ['b', 3000],
      ] as const)
        intent.run(id, at);
      db.prepare(
        "INSERT INTO smart_transaction (id, merchant, client, state, business_day, created, updated, query_status, document, position) VALUES ('s', 'm', 'c', 'closed', '', 0, 0, 'ok', '{}', 1)",
      ).run();
      db.prepare("INSERT INTO day_end (device, sale, receipt_number, at) VALUES ('d', 's', 4, 2000)").run();
    });
    const store = createDayEnds(db);
    const { through, at } = store.last('d');
    expect([at, store.closedUpTo('d')]).toEqual([2000, 4]);
    const span = { device: 'd', after: through, through: store.newestIntent('d') };
    expect(store.movements(span)).toMatchObject([{ kind: 'payment', amount: 100, receipt: 7, at: 3000 }]);
    expect([...store.receipts(span)]).toEqual([7]);
    await db.close();
  });

  it('the time of one terminal counts before that of all, and what is said of all afterwards for each', async () => {
    const db = open();
    const store = createDayEnds(db);
    await db.write(() => {
      db.prepare("INSERT INTO merchant (id, name, address, currency) VALUES ('m', 'Shop', '[]', 'EUR')").run();
      store.schedule('m', null, '22:00');
      store.schedule('m', 'd', '21:00');
    });
    expect([store.scheduledAt('m', 'd'), store.scheduledAt('m', 'e')]).toEqual(['21:00', '22:00']);
    await db.write(() => store.schedule('m', 'd', null));
    expect([store.scheduledAt('m', 'd'), store.scheduledAt('n', 'd')]).toEqual([null, undefined]);
    await db.write(() => store.schedule('m', null, '20:00'));
    expect(store.scheduledAt('m', 'd')).toBe('20:00');
    await db.close();
  });
});
