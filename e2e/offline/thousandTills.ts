/**
 * A thousand tills push what they sold to one back office on a real PostgreSQL, all at once:
 * `node main/run.mjs e2e/offline/thousandTills.ts [--tills N] [--records N] [--batch N]`. Prints the figures, and exits 1
 * where a sale is missing or counted twice.
 */
import { spawn } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { batchHash } from '../../main/batch/batchChain.ts';
import { recordHash } from '../../main/batch/recordHash.ts';
import { writeRecords } from '../../main/batch/recordLines.ts';
import { signBatch } from '../../main/batch/signedBatch.ts';
import { startCluster } from '../../main/office/database/cluster.fixture.ts';
import type { OfficeDatabase } from '../../main/office/database/officeDatabase.ts';
import { openDatabase } from '../../main/office/database/open.ts';
import type { OfficeRecord } from '../../main/wire/office/records.ts';

const root = join(import.meta.dirname, '..', '..');
const { values } = parseArgs({
  options: {
    tills: { type: 'string', default: '1000' },
    records: { type: 'string', default: '200' },
    batch: { type: 'string', default: '100' },
  },
});
const [tills, records, size] = [values.tills, values.records, values.batch].map(Number) as [number, number, number];
const TILLS_OF_A_STORE = 10;
const EPOCH = 1_790_000_000;
const MERCHANT = 'MRC_THOUSAND';
const AT = new Date(Date.now() - 3_600_000).toISOString();

interface Till {
  readonly number: number;
  readonly store: string;
  readonly key: string;
  readonly privateKey: KeyObject;
}

const cluster = await startCluster('-c max_connections=100 -c shared_buffers=256MB');
const data = mkdtempSync(join(tmpdir(), 'office-'));
let office: ReturnType<typeof spawn> | null = null;
try {
  process.exitCode = (await run(cluster.database())) ? 0 : 1;
} finally {
  (office as ReturnType<typeof spawn> | null)?.kill('SIGKILL');
  cluster.remove();
  rmSync(data, { recursive: true, force: true });
}

async function run(address: string): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [
      join(root, 'main', 'run.mjs'),
      'main/office/serve.ts',
      '--demo',
      '--port',
      '0',
      '--data',
      data,
      '--database',
      address,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const [line] = await Promise.race([
    first(child.stdout),
    new Promise<never>((_, fail) => child.once('exit', () => fail(new Error('no back office')))),
  ]);
  office = child;
  const url = line.replace('backoffice ready ', '');
  const database = await openDatabase({ address, data, lost: () => undefined });
  const all = await enrolAll(database);
  console.error(`${tills} tills of ${tills / TILLS_OF_A_STORE} stores, ${records} records each, ${size} in a batch`);
  const times: number[] = [];
  let away = 0;
  const begun = performance.now();
  await Promise.all(
    all.map(till =>
      push(
        url,
        till,
        time => times.push(time),
        () => (away += 1),
      ),
    ),
  );
  const seconds = (performance.now() - begun) / 1000;
  const memory = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  const [counted] = await database.query<{ sales: number; turnover: number; rows: number }>(
    `SELECT sum(sales) AS sales, sum(turnover) AS turnover, (SELECT count(*) FROM sale WHERE store LIKE 'STO_THOUSAND%') AS rows
     FROM figure_sale WHERE store LIKE 'STO_THOUSAND%'`,
  );
  await database.close();
  child.kill('SIGTERM');
  const wanted = tills * records;
  const whole = counted?.sales === wanted && counted.rows === wanted && counted.turnover === turnoverOf(wanted);
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
  console.log(
    `${wanted} records in ${seconds.toFixed(1)} s: ${Math.round(wanted / seconds)} records/s; answer to a batch ${at(0.5)} ms at the median, ${at(0.99)} ms at p99; ` +
      `${away} batches were sent away and came again; memory of the back office at most ${Math.round(Number(memory) / 1024)} MiB; ` +
      `${whole ? 'every sale counted once, sums equal' : `WRONG: ${JSON.stringify(counted)}`}`,
  );
  return whole;
}

async function first(stream: NodeJS.ReadableStream): Promise<[string]> {
  for await (const text of createInterface({ input: stream })) return [text];
  throw new Error('the back office ended before it was ready');
}

/** Written to the database as enrolling would, because a thousand codes are not what is measured. */
async function enrolAll(database: OfficeDatabase): Promise<readonly Till[]> {
  const stores = Array.from({ length: Math.ceil(tills / TILLS_OF_A_STORE) }, (_, index) => `STO_THOUSAND${index}`);
  await database.query("INSERT INTO merchant (id, name, currency, time_zone) VALUES ($1, 'Thousand', 'EUR', 'UTC')", [
    MERCHANT,
  ]);
  await database.copy(
    'store',
    ['id', 'merchant', 'name', 'time_zone'],
    stores.map(id => [id, MERCHANT, id, 'UTC']),
  );
  const made = Array.from({ length: tills }, (_, number) => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    return {
      number,
      store: stores[Math.floor(number / TILLS_OF_A_STORE)] ?? '',
      key: `key${number}`,
      privateKey,
      spki,
    };
  });
  const now = new Date().toISOString();
  await database.copy(
    'bridge',
    ['id', 'merchant', 'store', 'installation', 'name', 'state', 'enrolled'],
    made.map(({ number, store }) => [
      `BRG_THOUSAND${number}`,
      MERCHANT,
      store,
      `i${number}`,
      `Till ${number}`,
      'enrolled',
      now,
    ]),
  );
  await database.copy(
    'bridge_key',
    ['id', 'bridge', 'public_key', 'state', 'made'],
    made.map(({ number, key, spki }) => [key, `BRG_THOUSAND${number}`, spki, 'current', now]),
  );
  return made;
}

/** Sends all batches of a till one after the other; a batch that is sent away comes again when it may. */
async function push(url: string, till: Till, took: (time: number) => void, sentAway: () => void): Promise<void> {
  let previous = '';
  for (let number = 1; (number - 1) * size < records; number += 1) {
    const from = (number - 1) * size + 1;
    const last = Math.min(records, from + size - 1);
    const sold = Array.from({ length: last - from + 1 }, (_, index) => saleOf(till, from + index));
    const facts = { till: 'SDV_1', epoch: EPOCH, batch: number, first: from, last, previous };
    const head = { ...facts, hash: batchHash(facts, sold.map(recordHash)) };
    const body = gzipSync([...writeRecords(sold)].join(''));
    for (;;) {
      const answer = await send(url, till, head, body, took);
      if (answer.status === 200) break;
      if (answer.status !== 429 && answer.status !== 503) throw new Error(`${answer.status} ${await answer.text()}`);
      sentAway();
      await pause(1000 * Number(answer.headers.get('retry-after') ?? 1));
    }
    previous = head.hash;
  }
}

async function send(
  url: string,
  till: Till,
  head: Parameters<typeof signBatch>[0],
  body: Buffer,
  took: (time: number) => void,
) {
  const address = `${url}/office/v1/batches`;
  const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };
  const key = { id: till.key, privateKey: till.privateKey };
  const signed = await signBatch(head, { method: 'POST', url: address, headers, body }, key, Date.now());
  const begun = performance.now();
  const answer = await fetch(address, {
    method: 'POST',
    headers: { ...headers, ...signed },
    body: new Uint8Array(body),
  });
  if (answer.status === 200) {
    await answer.arrayBuffer();
    took(performance.now() - begun);
  }
  return answer;
}

function sumOf(sequence: number): number {
  return 200 + (sequence % 50) * 10;
}

function turnoverOf(wanted: number): number {
  const ofOne = Array.from({ length: records }, (_, index) => sumOf(index + 1));
  return (wanted / records) * ofOne.reduce((sum, value) => sum + value, 0);
}

function saleOf({ number }: Till, sequence: number): OfficeRecord {
  const sum = sumOf(sequence);
  const id = `STX_${`${number}N${sequence}`.padStart(30, '0')}`;
  const products = [
    {
      articleNumber: String(sequence % 200),
      desc: 'Article',
      quantity: 1,
      priceOne: sum - 100,
      tax: 19,
      group: [{ id: 'a', desc: 'A', level: 1 }],
    },
    {
      articleNumber: 'bread',
      desc: 'Bread',
      quantity: 1,
      priceOne: 100,
      tax: 7,
      group: [{ id: 'b', desc: 'B', level: 1 }],
    },
  ];
  return {
    sequence,
    kind: 'sale',
    event: 'closed',
    object: id,
    business_day: AT.slice(0, 10),
    at: AT,
    sum,
    currency: 'EUR',
    facts: {
      method: 'cash',
      tenders: [{ method: 'cash', amount: sum }],
      receipt_number: sequence,
      transaction_ref: null,
      cashier: 'Ada',
      played: false,
    },
    document: {
      id,
      status: 'ok',
      basket: { products },
      basket_info: { sum, currency: 'EUR', gratuity: null, missing_sum: 0 },
    },
  } as unknown as OfficeRecord;
}
