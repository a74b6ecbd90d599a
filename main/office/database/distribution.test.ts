/** The needs of Citus in the schema and in every statement; the statements themselves are held to them by the tests that send them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noPostgres, sharedDatabase } from './cluster.fixture.ts';
import { distribute, distributionStatements, tableKinds } from './distribution.ts';
import { distributionFaults } from './distributionRules.fixture.ts';
import { statementsOf } from './migrate.ts';
import { openDatabase } from './open.ts';
import { createPartitions, partitionedTables } from './partitions.ts';

describe('a statement', () => {
  it.each([
    [
      'one of one store, whatever it is',
      'SELECT a.till, (SELECT max(b.at) FROM sale AS b WHERE b.store = $1 AND b.till = a.till) FROM till_head AS a WHERE a.store = $1',
    ],
    [
      'a join on the store',
      'SELECT sum(t.amount) FROM tender AS t JOIN sale AS s USING (store, till) WHERE s.store = ANY($1)',
    ],
    [
      'a join in a subquery that gives the store',
      'SELECT x.till FROM (SELECT s.store, s.till FROM sale AS s JOIN tender AS t ON t.store = s.store) AS x JOIN document AS d ON d.store = x.store',
    ],
    [
      'a union that gives the store',
      'SELECT count(*) FROM (SELECT store FROM sale UNION ALL SELECT store FROM tender) AS x JOIN document AS d ON d.store = x.store',
    ],
    [
      'a semijoin on the store',
      'SELECT 1 FROM sale AS s WHERE EXISTS (SELECT 1 FROM tender AS t WHERE t.store = s.store)',
    ],
    [
      'a join with values',
      'SELECT g.place, sum(s.sum) FROM jsonb_to_recordset($1::jsonb) AS g (place int, store text) JOIN sale AS s ON s.store = g.store GROUP BY 1',
    ],
    ['names beside rows', 'SELECT s.id, store.name FROM sale AS s LEFT JOIN store ON store.id = s.store'],
    ['an insert with its store', 'INSERT INTO refused_record (till, store) VALUES ($1, $2)'],
    [
      'rows taken from the same store',
      'INSERT INTO set_aside (store, till) SELECT store, till FROM document WHERE store = $1',
    ],
  ])('is taken: %s', (_, text) => expect(distributionFaults(text)).toEqual([]));

  it.each([
    ['a join without the store', 'SELECT 1 FROM sale AS s JOIN tender AS t ON t.till = s.till', 'not joined on store'],
    [
      'two tables side by side',
      'SELECT (SELECT count(*) FROM sale), (SELECT count(*) FROM tender)',
      'not joined on store',
    ],
    [
      'a store that a set operation hides',
      'WITH r AS (SELECT store FROM sale WHERE store = $1 UNION ALL SELECT store FROM document WHERE store = $1) SELECT 1 FROM r CROSS JOIN LATERAL (SELECT 1 FROM tender AS t WHERE t.store = r.store) AS x',
      'LATERAL',
    ],
    [
      'a store that is compared with a parameter of one table alone',
      'SELECT 1 FROM sale AS s, tender AS t WHERE s.store = $1 AND t.store = $2',
      'not joined on store',
    ],
    [
      'a function over columns',
      'SELECT 1 FROM till_head AS h CROSS JOIN LATERAL unnest(h.got) AS g',
      'a function in FROM',
    ],
    ['a function behind a comma', 'SELECT 1 FROM till_head AS h, unnest(h.got) AS g', 'a function in FROM'],
    [
      'a subquery over facts beside a small table',
      'SELECT t.id, (SELECT max(h.last_seen) FROM till_head AS h WHERE h.till = t.id) FROM till AS t',
      'a subquery over a distributed table',
    ],
    [
      'a subquery over a small table for each row',
      'SELECT (SELECT store.name FROM store WHERE store.id = s.store) FROM sale AS s',
      'a correlated subquery',
    ],
    [
      'an outer join that keeps a small table',
      'SELECT 1 FROM till AS t LEFT JOIN till_head AS h ON h.till = t.id',
      'an outer join',
    ],
    ['a union without the store', 'SELECT till FROM sale UNION SELECT till FROM tender', 'not joined on store'],
    [
      'a join with a table of the coordinator',
      'SELECT 1 FROM bank_entry AS e JOIN bank_file AS f ON f.id = e.file',
      'the coordinator',
    ],
    [
      'a part that is read twice',
      'WITH x AS (SELECT store FROM sale) SELECT 1 FROM x JOIN x AS y ON y.store = x.store',
      'read more than once',
    ],
    ['a lock over many stores', 'SELECT 1 FROM till_head FOR UPDATE', 'FOR UPDATE'],
    ['an insert without its store', 'INSERT INTO refused_record (till) VALUES ($1)', 'without a store'],
    ['a row that moves', "UPDATE sale SET store = 'x' WHERE store = $1", 'is changed'],
    ['two statements', 'SELECT 1; SELECT 2', '2 statements'],
    ['a table that nobody placed', 'SELECT 1 FROM nowhere', 'no row in tableKinds'],
  ])('is refused: %s', (_, text, words) => expect(distributionFaults(text).join()).toContain(words));
});

it('a file of migrations is taken statement by statement', () => {
  const file = "-- a; b's\nCREATE TABLE a (b text DEFAULT ';');\nDO $$ BEGIN x; END $$;\n-- the end\n";
  expect(statementsOf(file).map(text => text.trim())).toEqual([
    "-- a; b's\nCREATE TABLE a (b text DEFAULT ';')",
    'DO $$ BEGIN x; END $$',
  ]);
});

/** Stands in for the functions of the extension: notes what it was asked, and refuses a second time. */
const CITUS = [
  'CREATE TABLE pg_dist_partition (logicalrelid regclass PRIMARY KEY, partmethod "char", asked text)',
  `CREATE FUNCTION create_reference_table(name text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN INSERT INTO pg_dist_partition VALUES (name::regclass, 'n', ''); END $$`,
  `CREATE FUNCTION create_distributed_table(name text, col text, shard_count int DEFAULT 0, colocate_with text DEFAULT '') RETURNS void LANGUAGE plpgsql
     AS $$ BEGIN INSERT INTO pg_dist_partition VALUES (name::regclass, 'h', col || shard_count || colocate_with); END $$`,
  'CREATE FUNCTION truncate_local_data_after_distributing_table(name text) RETURNS void LANGUAGE sql AS $$ SELECT $$',
];

describe.skipIf(noPostgres !== null)('a database', () => {
  const open = async (given?: string) =>
    openDatabase({ address: given ?? (await sharedDatabase()), data: '', lost: () => undefined });

  it('has a kind for each of its tables, and its months are tables of it', async () => {
    const database = await open();
    await createPartitions(database).require(['2026-11-16']);
    const rows = await database.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace",
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(tableKinds).sort());
    const keys = await database.query<{ name: string }>(
      `SELECT conrelid::regclass::text AS name FROM pg_constraint WHERE contype = 'p' AND conrelid::regclass::text = ANY($1::text[])
         AND conkey @> ARRAY[(SELECT attnum FROM pg_attribute WHERE attrelid = conrelid AND attname = 'store')]`,
      [partitionedTables],
    );
    expect(keys.map(({ name }) => name).sort()).toEqual([...partitionedTables].sort());
    await database.close();
  });

  it('without Citus is refused with what to do, and nothing is changed', async () => {
    const database = await open();
    const said: string[] = [];
    await expect(distribute(database, { shards: 8, say: line => said.push(line) })).rejects.toThrow(
      'CREATE EXTENSION citus',
    );
    expect(said).toEqual([]);
    await database.close();
  });

  it('is distributed once, empty or filled, and what an update adds follows at the next start', async () => {
    const address = await sharedDatabase();
    const database = await open(address);
    for (const text of CITUS) await database.script(text);
    await database.query("INSERT INTO merchant (id, name, currency, time_zone) VALUES ('MRC', 'M', 'EUR', 'UTC')");
    const lines = async () => {
      const said: string[] = [];
      await distribute(database, { shards: 8, say: line => said.push(line) });
      return said;
    };
    const first = await lines();
    expect(first).toHaveLength(distributionStatements(8).length);
    expect(first).toEqual(expect.arrayContaining(['merchant: reference, 1 rows', 'sale: distributed, 0 rows']));
    expect(new Set((await lines()).map(line => line.split(': ')[1]))).toEqual(
      new Set(['reference already', 'distributed already']),
    );
    const asked = await database.query<{ asked: string }>(
      "SELECT DISTINCT asked FROM pg_dist_partition WHERE partmethod = 'h' ORDER BY 1",
    );
    expect(asked.map(row => row.asked)).toEqual(['store0till_head', 'store8']);
    await database.query("DELETE FROM pg_dist_partition WHERE logicalrelid = 'figure_sale'::regclass");
    await database.close();
    const again = await open(address);
    expect(
      await again.query("SELECT 1 FROM pg_dist_partition WHERE logicalrelid = 'figure_sale'::regclass"),
    ).toHaveLength(1);
    await again.close();
  });

  it('is distributed and served as the page for operators says, word by word', { timeout: 300_000 }, async () => {
    const address = await sharedDatabase();
    const page = readFileSync(join(import.meta.dirname, '../../../docs/back-office-citus.md'), 'utf8');
    const [, block = ''] = /```\n(.*?)```/s.exec(page) ?? [];
    const begin = block
      .trim()
      .split('\n')
      .map(line => line.split(/ {2,}/)[0] ?? '');
    const later = [...page.matchAll(/`(SELECT citus_[^`]+;)`/g)].map(([, text = '']) => text);
    expect([begin.length, later.length]).toEqual([5, 3]);
    const database = await open(address);
    const data = mkdtempSync(join(tmpdir(), 'operator-'));
    const said: string[] = [];
    for (const command of [...begin, ...(process.env.LONG ? begin.slice(3) : []), ...later]) {
      const npm = /^npm run backoffice -- (.*)$/.exec(command)?.[1];
      if (command === 'CREATE EXTENSION citus;') for (const text of [...CITUS, ...NODES]) await database.script(text);
      else if (npm === undefined) await database.script(command);
      else said.push(await backOffice([...npm.replace(/postgres:\S+/, address).split(' '), '--data', data]));
    }
    rmSync(data, { recursive: true });
    const [first = '', served, again = '', servedAgain = served] = said;
    expect(first.trim().split('\n')).toHaveLength(distributionStatements(128).length);
    expect(first).toContain('heartbeat: distributed, 0 rows');
    expect(again.split('\n').filter(line => line !== '' && !line.endsWith('already'))).toEqual([]);
    for (const printed of [served, servedAgain]) expect(printed).toContain('backoffice ready');
    const calls = await database.query<{ call: string }>('SELECT call FROM asked');
    expect(calls.map(({ call }) => call)).toEqual([
      ...['coordinator', 'add worker-1.example', 'add worker-5.example', 'rebalance', 'restore point'],
    ]);
    await database.close();
  });
});

/** Further functions of the extension that the page for operators names, which note that they were called. */
const NODES = [
  'CREATE TABLE asked (call text)',
  ...(
    [
      ['citus_set_coordinator_host(host text, port int)', "'coordinator'"],
      ['citus_add_node(host text, port int)', "'add ' || host"],
      ['citus_rebalance_start()', "'rebalance'"],
      ['citus_create_restore_point(name text)', "'restore point'"],
    ] as const
  ).map(
    ([head, call]) => `CREATE FUNCTION ${head} RETURNS void LANGUAGE sql AS $$ INSERT INTO asked VALUES (${call}) $$`,
  ),
];

/** Runs the program; one that serves is ended as soon as it is ready. Gives what it printed, and throws where it fails. */
async function backOffice(options: readonly string[]): Promise<string> {
  const main = join(import.meta.dirname, '../..');
  const port = options[0]?.startsWith('--') ? ['--port', '0'] : [];
  const program = spawn(process.execPath, [join(main, 'run.mjs'), join(main, 'office/serve.ts'), ...options, ...port]);
  let printed = '';
  let faults = '';
  program.stderr.on('data', text => {
    faults += text;
  });
  program.stdout.on('data', text => {
    printed += text;
    if (printed.includes('backoffice ready')) program.kill('SIGTERM');
  });
  const [code] = await once(program, 'close');
  if (code !== 0) throw new Error(`${options.join(' ')} ended with ${code}: ${faults}`);
  return printed;
}
