/** A batch is taken in whole or not at all, whatever ends first: the back office, or its database. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeRecords } from '../../batch/recordLines.ts';
import type { SigningKey } from '../../batch/signature.ts';
import { signBatch } from '../../batch/signedBatch.ts';
import { noPostgres } from '../database/cluster.fixture.ts';
import type { OfficeDatabase } from '../database/officeDatabase.ts';
import { openDatabase } from '../database/open.ts';
import { usePostgres } from '../database/postgres.fixture.ts';
import { makeCode } from '../enrolment/codes.ts';
import { nightly } from '../nightly.ts';
import { headOf, keyPair, openTestOffice, saleRecord, stores } from '../office.fixture.ts';
import { missingBelow } from './missing.ts';

const RUN = join(import.meta.dirname, '..', '..', 'run.mjs');
const RECORDS = 200;
/** Moments at which a batch is cut, ms after its sending began. */
const CUTS = process.env.LONG
  ? { server: [2, 10, 20, 40, 80], embedded: [10, 30, 60, 90, 120] }
  : { server: [20], embedded: [30] };
/** The same in every repetition: a record never changes. */
const AT = new Date().toISOString();
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

async function startOffice(options: readonly string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [RUN, 'main/office/serve.ts', '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout! }))
    if (line.startsWith('backoffice ready ')) return { child, url: line.slice('backoffice ready '.length) };
  throw new Error('the back office ended before it was ready');
}

const enrol = async (url: string, database: OfficeDatabase): Promise<SigningKey> =>
  enrolWith(url, await makeCode(database, stores.first, null, Date.now()));

async function enrolWith(url: string, code: string): Promise<SigningKey> {
  const pair = keyPair();
  const input = { code, installation: 'interrupted', name: 'Counter', public_key: pair.publicKey, version: '1' };
  const answer = await fetch(`${url}/office/v1/enrolments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  return pair.sign(((await answer.json()) as { key: string }).key);
}

/** A batch of sales; `number` gives it numbers of its own. */
async function send(url: string, key: SigningKey, number: number) {
  const first = number * RECORDS + 1;
  const records = Array.from({ length: RECORDS }, (_, index) =>
    saleRecord(first + index, { id: `STX_CUT_${first + index}`, day: AT.slice(0, 10), at: AT }),
  );
  const body = Buffer.from([...writeRecords(records)].join(''));
  const headers = { 'content-type': 'application/x-ndjson' };
  const address = `${url}/office/v1/batches`;
  const signed = await signBatch(headOf(records), { method: 'POST', url: address, headers, body }, key, Date.now());
  const answer = await fetch(address, { method: 'POST', headers: { ...headers, ...signed }, body });
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: (await answer.json()) as { taken: number; repeated: number },
  };
}

/** Counts the rows of the batches in every table that a batch writes. */
async function countsOf(database: OfficeDatabase) {
  const ofTill = "JOIN till ON till.id = t.till WHERE till.device = 'SDV_1'";
  const numberOf = async (text: string) => (await database.query<{ number: number }>(text))[0]?.number;
  return {
    sales: await numberOf("SELECT count(*) AS number FROM sale WHERE id LIKE 'STX_CUT_%'"),
    lines: await numberOf(`SELECT count(*) AS number FROM sale_line AS t ${ofTill}`),
    figures: await numberOf(`SELECT coalesce(sum(sales), 0) AS number FROM figure_sale AS t ${ofTill}`),
    held: await numberOf(`SELECT coalesce(sum(upper(r) - lower(r)), 0) AS number
      FROM (SELECT unnest(t.got) AS r FROM till_head AS t ${ofTill}) AS held`),
  };
}

describe.skipIf(noPostgres !== null)('a batch that is cut', () => {
  const cluster = usePostgres();
  /** One back office for both: a start of its program costs two seconds. */
  let looking: OfficeDatabase;
  let data: string;
  let options: readonly string[];
  let office: Awaited<ReturnType<typeof startOffice>>;
  let key: SigningKey;
  beforeAll(async () => {
    const address = cluster.database();
    ({ database: looking, data } = await openTestOffice(address));
    options = ['--data', data, '--database', address];
    office = await startOffice(options);
    key = await enrol(office.url, looking);
  }, 300_000);
  afterAll(() => {
    office?.child.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  });

  it('is whole or not there after SIGKILL at any moment, and completes when it is sent again', async () => {
    for (const [number, delay] of CUTS.server.entries()) {
      const sending = send(office.url, key, number).catch(() => null);
      await pause(delay);
      office.child.kill('SIGKILL');
      await sending;
      office = await startOffice(options);
      const counted = () => countsOf(looking);
      expectWhole(await counted(), number);
      const answer = await send(office.url, key, number);
      expect(answer.body.taken + answer.body.repeated).toBe(RECORDS);
      const whole = (number + 1) * RECORDS;
      expect(await counted()).toMatchObject({ sales: whole, lines: whole, figures: whole, held: whole });
    }
  }, 300_000);

  it('is answered with 503 and a time to come again while PostgreSQL is stopped, and is taken once after it', async () => {
    await looking.close();
    const number = CUTS.server.length;
    const running = send(office.url, key, number);
    cluster.stop();
    expect([200, 503]).toContain((await running).status);
    expect(await send(office.url, key, number)).toMatchObject({ status: 503, retryAfter: '5' });
    cluster.start();
    expect((await send(office.url, key, number)).status).toBe(200);
    expect(await send(office.url, key, number)).toMatchObject({ status: 200, body: { taken: 0, repeated: RECORDS } });
  }, 300_000);
});

function expectWhole(counts: Awaited<ReturnType<typeof countsOf>>, number: number): void {
  expect([number * RECORDS, (number + 1) * RECORDS]).toContain(counts?.sales);
  expect(counts).toMatchObject({ lines: counts?.sales, figures: counts?.sales, held: counts?.sales });
}

/** In `npm test` only where no server is: each start of the embedded database takes seconds of the processor. */
describe.runIf(process.env.LONG || noPostgres !== null)('the embedded database', () => {
  it('is whole after SIGKILL in the middle of batches, and its nightly dump is restored', async () => {
    const office = await openTestOffice(null);
    const { data } = office;
    const restored = `${data}-restored`;
    const code = await makeCode(office.database, stores.first, null, Date.now());
    await office.database.close();
    const looked = async <T>(directory: string, look: (database: OfficeDatabase) => Promise<T>): Promise<T> => {
      const database = await openDatabase({ address: null, data: directory, lost: () => undefined });
      return look(database).finally(() => database.close());
    };
    try {
      let key: SigningKey | null = null;
      for (const [number, delay] of CUTS.embedded.entries()) {
        const { child, url } = await startOffice(['--data', data]);
        key ??= await enrolWith(url, code);
        // The batch before was cut: sent again, it is there once.
        if (number > 0) expect((await send(url, key, number - 1)).status).toBe(200);
        const sending = send(url, key, number).catch(() => null);
        await pause(delay);
        child.kill('SIGKILL');
        await sending;
        await new Promise(resolve =>
          child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(null),
        );
        // The last of them is looked at below, before its dump.
        if (number < CUTS.embedded.length - 1 && process.env.LONG) expectWhole(await looked(data, countsOf), number);
      }
      const before = await looked(data, async database => {
        await nightly({ ...office, database }, 4);
        return countsOf(database);
      });
      expectWhole(before, CUTS.embedded.length - 1);
      const [dump = ''] = readdirSync(join(data, 'dumps'));
      expect(dump).toMatch(/^office-\d{4}-\d\d-\d\d\.tar\.gz$/);
      const restore = () =>
        spawnSync(process.execPath, [
          RUN,
          'main/office/serve.ts',
          'restore',
          join(data, 'dumps', dump),
          '--data',
          restored,
        ]);
      expect(restore().status).toBe(0);
      // A dump never takes the place of a database that is there.
      expect(restore()).toMatchObject({ status: 2 });
      await looked(restored, async database => {
        expect(await countsOf(database)).toEqual(before);
        const [till] = await database.query<{ id: string }>("SELECT id FROM till WHERE device = 'SDV_1'");
        const place = { store: stores.first, till: till?.id ?? '', epoch: 1 };
        // Numbers that the till holds for confirmed and that the dump lacks are asked for again.
        const held = Number(before?.held);
        expect(await missingBelow(database, place, held + 7, new Date().toISOString())).toEqual([[held + 1, held + 7]]);
      });
    } finally {
      rmSync(data, { recursive: true, force: true });
      rmSync(restored, { recursive: true, force: true });
    }
  }, 240_000);
});
