/** A back office for tests: on a real PostgreSQL server and on the embedded database, with a merchant and two stores. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { type BatchHead, batchHash } from '../batch/batchChain.ts';
import { recordHash } from '../batch/recordHash.ts';
import { readRecords, writeRecords } from '../batch/recordLines.ts';
import type { SigningKey } from '../batch/signature.ts';
import type { OfficeRecord } from '../wire/office/records.ts';
import type { Clock } from '../world/clock.ts';
import { checkedDatabase } from './database/checkedDatabase.fixture.ts';
import { noPostgres, sharedDatabase } from './database/cluster.fixture.ts';
import type { OfficeDatabase } from './database/officeDatabase.ts';
import { openDatabase } from './database/open.ts';
import type { Batch, Sender } from './ingest/takeBatch.ts';
import type { Office } from './office.ts';

/** Noon of a Monday in Berlin. */
export const NOON = Date.parse('2026-11-16T12:00:00+01:00');

export interface TestOffice extends Office {
  readonly clock: Clock & { set(now: number): void };
  readonly data: string;
}

export const stores = { first: 'STO_FIRST', second: 'STO_SECOND' } as const;
export const merchant = 'MRC_CHAIN';

/** Of these `npm test` asks the embedded database, too, where there is a server; `npm run test:long` asks both for everything. */
const ALWAYS_EMBEDDED: readonly string[] = ['taking batches in'];

/** Runs the same tests on both databases. The embedded one costs more than twice the time of a server. */
export function onEachDatabase(
  title: string,
  tests: (open: () => TestOffice, kind: OfficeDatabase['kind']) => void,
): void {
  describe.skipIf(noPostgres !== null)(`${title} (PostgreSQL server${noPostgres ? `: ${noPostgres}` : ''})`, () => {
    tests(useOffice(sharedDatabase), 'server');
  });
  if (noPostgres === null && !process.env.LONG && !ALWAYS_EMBEDDED.includes(title)) return;
  describe(`${title} (embedded PostgreSQL)`, () => {
    tests(
      useOffice(() => null),
      'embedded',
    );
  });
}

/** One office for the tests of a block. */
function useOffice(addressOf: () => Promise<string> | null): () => TestOffice {
  let office: TestOffice | null = null;
  beforeAll(async () => {
    office = await openTestOffice(await addressOf());
  });
  afterAll(async () => {
    await office?.database.close();
    if (office) rmSync(office.data, { recursive: true, force: true });
  });
  return () => {
    if (!office) throw new Error('the office is opened by beforeAll');
    return office;
  };
}

/** `address` null: the embedded database in a directory of its own. */
export async function openTestOffice(address: string | null): Promise<TestOffice> {
  const data = mkdtempSync(join(tmpdir(), 'office-'));
  const database = checkedDatabase(await openDatabase({ address, data, lost: () => undefined }));
  let now = NOON;
  const clock = {
    now: () => now,
    elapsed: () => performance.now(),
    set(time: number) {
      now = time;
    },
  };
  const settings = { data, demo: false, host: '127.0.0.1', port: 0, database: address, backlog: 256 };
  await database.query(
    "INSERT INTO merchant (id, name, currency, time_zone) VALUES ($1, 'Chain', 'EUR', 'Europe/Berlin') ON CONFLICT DO NOTHING",
    [merchant],
  );
  for (const store of Object.values(stores))
    await database.query(
      "INSERT INTO store (id, merchant, name, time_zone) VALUES ($1, $2, $1, 'Europe/Berlin') ON CONFLICT DO NOTHING",
      [store, merchant],
    );
  return { database, clock, log: () => undefined, settings, data };
}

/** A till whose batches are taken in without the network. */
export const senderOf = (till: string, store: string = stores.first): Sender => ({
  store,
  timeZone: 'Europe/Berlin',
  till,
});

export interface BatchOptions {
  readonly till?: string;
  readonly epoch?: number;
  readonly batch?: number;
  readonly previous?: string;
  readonly first?: number;
  readonly last?: number;
}

/** The batch as the back office reads it; without options a range outside of the chain. */
export async function batchOf(records: readonly OfficeRecord[], options: BatchOptions = {}): Promise<Batch> {
  const head = headOf(records, options);
  const { first, last } = head;
  const body = Buffer.from([...writeRecords(records)].join(''));
  const lines = [];
  for await (const line of readRecords(body, { first, last })) lines.push(line);
  return { head, lines };
}

export function headOf(records: readonly OfficeRecord[], options: BatchOptions = {}): BatchHead {
  const { till = 'SDV_1', epoch = 1, batch = 0, previous = '' } = options;
  const numbers = records.map(({ sequence }) => sequence);
  const { first = Math.min(...numbers), last = Math.max(...numbers) } = options;
  const facts = { till, epoch, batch, first, last, previous };
  return { ...facts, hash: batchHash(facts, records.map(recordHash)) };
}

export interface SaleRecordFacts {
  readonly event?: string;
  readonly id?: string;
  readonly day?: string;
  readonly at?: string;
  readonly sum?: number;
  readonly method?: string;
  readonly products?: readonly object[];
  readonly facts?: object;
  readonly document?: object;
}

/** A record of a sale of one article at 19 %, paid in cash, unless told otherwise. */
export function saleRecord(sequence: number, given: SaleRecordFacts = {}): OfficeRecord {
  const { event = 'closed', id = `STX_${sequence}`, day = '2026-11-16', sum = 1190, method = 'cash' } = given;
  const products = given.products ?? [{ articleNumber: '1', desc: 'Coffee', quantity: 1, priceOne: sum, tax: 19 }];
  return {
    sequence,
    kind: 'sale',
    event,
    object: id,
    business_day: day,
    at: given.at ?? `${day}T11:00:00+01:00`,
    sum,
    currency: 'EUR',
    facts: {
      method,
      tenders: [{ method, amount: sum }],
      receipt_number: sequence,
      transaction_ref: null,
      cashier: 'Ada',
      ...given.facts,
    },
    document: {
      id,
      status: 'ok',
      basket: { products },
      basket_info: { sum, currency: 'EUR', gratuity: null, missing_sum: 0 },
      ...given.document,
    },
  } as OfficeRecord;
}

/** A key pair as a bridge makes it. */
export function keyPair(): { readonly publicKey: string; readonly sign: (id: string) => SigningKey } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    sign: id => ({ id, privateKey }),
  };
}

export const newInstallation = (): string => randomUUID();
