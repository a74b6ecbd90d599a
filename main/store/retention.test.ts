/** docs/retention.md is true: it names every table of the schema, and what a sale takes is what it says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closeAll, item, ok, sale, startBridge } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { openDatabase } from './database.ts';
import { createMails } from './mails.ts';

afterAll(closeAll);

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'retention.md'), 'utf8');
/** Sales a year of a shop with 200 a day. */
const SALES = 200 * 365;
const MEGABYTE = 1_000_000;

interface Row {
  readonly tables: readonly string[];
  /** MB a year; null where the page gives none. */
  readonly megabytes: number | null;
}

/** The rows below a heading whose first cell names tables. */
function rowsOf(heading: string): readonly Row[] {
  const section = PAGE.split(/^## /m).find(text => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| (`.*)\|$/gm)].map(([, line = '']) => {
    const cells = line.split('|').map(cell => cell.trim());
    const size = /^(\d+) MB/.exec(cells.at(-1) ?? '');
    return {
      tables: [...(cells[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
      megabytes: size && Number(size[1]),
    };
  });
}

const HEADINGS = ['With every sale', 'With work beside sales', 'For a time', 'No more than the shop has'] as const;

describe('every table', () => {
  it('is named once, with how long its rows stay', async () => {
    const bridge = await startBridge();
    const schema = bridge.rows<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    );
    const named = HEADINGS.flatMap(heading => rowsOf(heading).flatMap(({ tables }) => tables));
    expect(named.toSorted()).toEqual(schema.map(({ name }) => name));
  });
});

describe('a sale', () => {
  it('takes what the page says, and nothing else grows with it', async () => {
    const bridge = await startBridge({ config: { journal: 'off' } });
    const client = await bridge.client();
    const sizes = () =>
      new Map(
        bridge
          .rows<{ name: string; bytes: number }>(
            `SELECT coalesce(s.tbl_name, d.name) AS name, sum(d.bytes) AS bytes
              FROM (SELECT name, pgsize AS bytes FROM dbstat WHERE aggregate = TRUE) d
              LEFT JOIN sqlite_schema s ON s.name = d.name GROUP BY 1`,
          )
          .map(({ name, bytes }) => [name, bytes]),
      );
    const COUNT = 60;
    const before = sizes();
    for (let number = 0; number < COUNT; number += 1) {
      const { id } = await client.create(sale([item(100), item(250), item(999)]));
      ok(await client.post(`/${id}/start/${number % 2 === 0 ? 'cashless' : 'cash'}`));
    }
    const after = sizes();
    const grown = new Map([...after].map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / COUNT]));
    const bySale = rowsOf('With every sale');
    for (const { tables, megabytes } of bySale) {
      const measured = (tables.reduce((sum, name) => sum + (grown.get(name) ?? 0), 0) * SALES) / MEGABYTE;
      const isNear = megabytes !== null && measured > megabytes / 2 && measured < megabytes * 2;
      expect([tables, megabytes, Math.round(measured), isNear]).toEqual([
        tables,
        megabytes,
        Math.round(measured),
        true,
      ]);
    }
    const known = new Set(['With every sale', 'For a time'].flatMap(rowsOf).flatMap(({ tables }) => tables));
    const unknown = [...grown].filter(
      ([name, bytes]) => bytes > 150 && !known.has(name) && !name.startsWith('sqlite_'),
    );
    expect(unknown).toEqual([]);
  });
});

describe('a mail', () => {
  it('is forgotten a month after it ended, and never while it waits', async () => {
    const bridge = await startBridge();
    const { id } = await (await bridge.client()).create(sale([item(100)]));
    const states = ['waiting', 'sent', 'given up'] as const;
    for (const [at, state] of [1, 2].flatMap(time => states.map(state => [time, state] as const)))
      bridge.alter(`INSERT INTO mail (id, merchant, sale, recipient, template, language, next_at, state)
        SELECT '${state}${at}', merchant, id, 'a@shop.example', 'receipt', 'de', ${at}, '${state}' FROM smart_transaction WHERE id = '${id}'`);
    await bridge.close();
    const db = openDatabase(bridge.data, sqlFunctions);
    await db.write(() => createMails(db, Date.now).prune(2));
    const left = db.prepare<string>('SELECT id FROM mail ORDER BY id').pluck().all();
    await db.close();
    expect(left).toEqual(['given up2', 'sent2', 'waiting1', 'waiting2']);
  });
});
