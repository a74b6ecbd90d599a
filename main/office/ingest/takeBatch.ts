/**
 * Takes a batch in, in one transaction: the head of the till, the chain, each record, facts, figures, and the head again.
 * A batch that comes twice, late, or in another order changes nothing that was counted.
 */
import { type BatchHead, chainPlace } from '../../batch/batchChain.ts';
import type { RecordLine } from '../../batch/recordLines.ts';
import { dayAfter } from '../../domain/daySchedule.ts';
import { storeHours } from '../../domain/storeHour.ts';
import type { BatchAnswer } from '../../wire/office/batches.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Sql, Statement } from '../database/officeDatabase.ts';
import { createPartitions } from '../database/partitions.ts';
import { isFaultOfData, isWorthRepeating } from '../database/unavailable.ts';
import type { Office } from '../office.ts';
import { addDocument, addFacts, type FactRows, factTables, heldKey, noRows, type RecordPlace } from './factRows.ts';
import { wantedRanges } from './missing.ts';
import { includesNumber, withNumbers } from './ranges.ts';
import { checkRecords, KEPT, type ReadRecord, type RecordCheck, wrongTime } from './recordCheck.ts';
import { keepRefused, type Refusal, refusalTexts, refusedForgetting } from './refusals.ts';
import { heldStatements, readHeld, statusFollowing } from './saleEventsHeld.ts';
import { Backlog, StoreQueue } from './storeQueue.ts';
import { headLock, headWriting, readHead, type TillHead } from './tillHead.ts';
import { countWaiting, waitingCancellations } from './waitingCancellations.ts';
import { isHeldTwice, writeFacts } from './writeFacts.ts';

export interface Batch {
  readonly head: BatchHead;
  readonly lines: readonly (RecordLine | RefusedLine)[];
}

/** A line that was a record, and that the database cannot hold. */
type RefusedLine = Refusal & { readonly record: null };

/** The till that sends, as it is enrolled. */
export interface Sender {
  readonly store: string;
  readonly timeZone: string;
  /** TIL_… */
  readonly till: string;
}

export interface Ingest {
  /**
   * Throws BridgeError `officeCloned` where another sender continued the chain, `officeBusy` with a time to come again where
   * too many batches wait. Other errors are those of the database; nothing was taken then.
   */
  take(sender: Sender, batch: Batch): Promise<BatchAnswer>;
}

/** How often a transaction is run again that lost against another one. */
const REPEATS = 3;

export function createIngest(office: Pick<Office, 'database' | 'clock' | 'log' | 'settings'>): Ingest {
  const partitions = createPartitions(office.database);
  const queue = new StoreQueue(office.settings.backlog);
  const hours = new Map<string, (at: number) => number>();
  const hoursOf = (zone: string) => {
    const known = hours.get(zone) ?? storeHours(zone);
    hours.set(zone, known);
    return known;
  };
  return {
    async take(sender, batch) {
      const now = office.clock.now();
      const days = batch.lines.flatMap(({ record }) =>
        record && !wrongTime(record, now) ? [record.business_day] : [],
      );
      await partitions.require(days);
      const work = () => takeWhole(office, { sender, hourOf: hoursOf(sender.timeZone), now }, batch);
      const result = await queue.take(sender.store, work).catch(error => {
        if (error instanceof Backlog)
          throw new BridgeError('officeBusy', error.message, { retryAfter: error.retryAfter });
        throw error;
      });
      if (result !== 'cloned') return result;
      office.log('error', 'a till was cloned', { till: sender.till, epoch: batch.head.epoch, batch: batch.head.batch });
      throw new BridgeError('officeCloned', `batch ${batch.head.batch} does not follow what this till sent before`);
    },
  };
}

interface Taking {
  readonly sender: Sender;
  readonly hourOf: (at: number) => number;
  /** Ms since 1970. */
  readonly now: number;
}

/** A value that the database cannot hold must not hold up its batch for ever: its record is found and refused, the others are taken. */
async function takeWhole(
  office: Pick<Office, 'database'>,
  taking: Taking,
  { head, lines }: Batch,
): Promise<BatchAnswer | 'cloned'> {
  try {
    return await repeated(() => takeOnce(office, taking, { head, lines }));
  } catch (error) {
    if (!isFaultOfData(error)) throw error;
    const sound: Batch['lines'][number][] = [];
    for (const line of lines) sound.push(await soundLine(office, taking, head, line));
    if (sound.every((line, index) => line === lines[index])) throw error;
    return repeated(() => takeOnce(office, taking, { head, lines: sound }));
  }
}

/** Takes a line alone and undoes it. Gives the line, or why it cannot be held. */
async function soundLine(
  office: Pick<Office, 'database'>,
  taking: Taking,
  head: BatchHead,
  line: Batch['lines'][number],
): Promise<Batch['lines'][number]> {
  if (!line.record) return line;
  const undone = new Error('undone');
  try {
    const alone = { head: { ...head, batch: 0 }, lines: [line] };
    await office.database.transaction(async sql => {
      await takeIn(sql, taking, alone, true);
      throw undone;
    });
  } catch (error) {
    if (error !== undone && !isFaultOfData(error)) throw error;
    if (error === undone) return line;
  }
  const { record, text } = line;
  return {
    ...{ record: null, sequence: record.sequence, code: 'notStorable', texts: refusalTexts.notStorable },
    text: text.slice(0, KEPT),
  };
}

async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let left = REPEATS; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !isWorthRepeating(error)) throw error;
    }
  }
}

/** Rows that are there although their numbers are not held are rare: only a batch that meets them looks for them first. */
async function takeOnce(
  office: Pick<Office, 'database'>,
  taking: Taking,
  batch: Batch,
): Promise<BatchAnswer | 'cloned'> {
  const take = (looksFirst: boolean) => office.database.transaction(sql => takeIn(sql, taking, batch, looksFirst));
  try {
    return await take(false);
  } catch (error) {
    if (!isHeldTwice(error)) throw error;
    return take(true);
  }
}

type TakenRecord = Extract<RecordCheck, { verdict: 'taken' }>;

/** Inside a transaction: what is read leaves together, and so does what is written. */
async function takeIn(
  sql: Sql,
  taking: Taking,
  { head, lines }: Batch,
  looksFirst: boolean,
): Promise<BatchAnswer | 'cloned'> {
  const { sender, hourOf, now } = taking;
  const at = new Date(now).toISOString();
  const place = { store: sender.store, till: sender.till, epoch: head.epoch };
  const records = lines.flatMap((line): ReadRecord[] => (line.record ? [line] : []));
  const [, headRows = [], [store] = [], waiting = [], ...heldRows] = await sql.pipeline(reading(place, records));
  const before = await readHead(sql, place, headRows, at);
  const chain = chainPlace(before.chain, head);
  if (chain === 'cloned') {
    await keepRefused(sql, place, [{ sequence: null, code: 'cloned', texts: refusalTexts.cloned, text: '' }], at);
    return 'cloned';
  }
  const held = readHeld(heldRows);
  const hashes = await heldHashes(sql, place, records, before.got);
  const checks = checkRecords(records, { got: before.got, hourOf, now, held, hashes });
  const taken = checks.filter(({ verdict }) => verdict === 'taken') as TakenRecord[];
  const refused = [
    ...lines.flatMap((line): Refusal[] => (line.record ? [] : [line])),
    ...checks.flatMap(check => (check.verdict === 'refused' ? [check.refusal] : [])),
  ];
  const numbers = taken.map(({ read }) => read.record.sequence);
  const after: TillHead = {
    got: withNumbers(before.got, numbers),
    highest: Math.max(before.highest, head.last),
    chain: chain === 'next' || chain === 'ahead' ? { batch: head.batch, hash: head.hash } : before.chain,
  };
  const rows = noRows(looksFirst ? await heldRecords(sql, place, taken) : new Set());
  addTaken(rows, place, taken, at);
  const counted = await countWaiting(
    sql,
    rows,
    { store: place.store, waiting, closed: closedSales(taken) },
    { held, hourOf },
  );
  const { currencies = [] } = (store ?? {}) as { readonly currencies?: readonly string[] };
  await writeFacts(sql, rows, [
    ...counted,
    ...(taken.length > 0 ? statusFollowing(place.store, held.followed()) : []),
    ...(numbers.length > 0 ? [refusedForgetting(place, numbers)] : []),
    ...newCurrencies(place.store, taken, currencies),
    headWriting(place, after, at),
  ]);
  await keepRefused(sql, place, refused, at);
  return {
    batch: head.batch,
    taken: taken.length,
    repeated: checks.filter(({ verdict }) => verdict === 'repeated').length,
    held: after.got.map(([first, last]): [number, number] => [first, last]),
    refused: refused.map(({ sequence, code, texts }) => ({ sequence, code, texts })),
    wanted: await wantedRanges(sql, place, after, at),
  };
}

/** Processes of several back offices take turns at a store, too: the lock is released at the end of the transaction. */
function reading(place: RecordPlace, records: readonly ReadRecord[]): readonly Statement[] {
  const sales = new Set(records.flatMap(({ record }) => (record.kind === 'sale' ? [record.object] : [])));
  return [
    {
      name: 'lock store',
      text: 'SELECT pg_advisory_xact_lock(hashtext($1))',
      values: [`store ${place.store}`],
    },
    headLock(place),
    { name: 'currencies', text: 'SELECT currencies FROM store WHERE id = $1', values: [place.store] },
    waitingCancellations(place.store, [...sales]),
    ...heldStatements(place.store, [...sales]),
  ];
}

/** A held record with the same content is of the same day, or of one beside it where its day was made anew. */
async function heldHashes(
  sql: Sql,
  place: RecordPlace,
  records: readonly ReadRecord[],
  got: TillHead['got'],
): Promise<ReadonlyMap<number, string>> {
  const known = records.filter(({ record }) => includesNumber(got, record.sequence));
  if (known.length === 0) return new Map();
  const rows = await sql.query<{ sequence: number; hash: string }>(
    `SELECT sequence, hash FROM document
     WHERE store = $1 AND business_day = ANY($2::date[]) AND till = $3 AND epoch = $4 AND sequence = ANY($5)`,
    [
      place.store,
      [...new Set(known.flatMap(({ record: { business_day: day } }) => [dayAfter(day, -1), day, dayAfter(day, 1)]))],
      place.till,
      place.epoch,
      known.map(({ record }) => record.sequence),
    ],
  );
  return new Map(rows.map(({ sequence, hash }) => [sequence, hash]));
}

/** Keys of the rows of these records that are there already. */
async function heldRecords(sql: Sql, place: RecordPlace, taken: readonly TakenRecord[]): Promise<ReadonlySet<string>> {
  const records = taken.map(({ read }) => read.record);
  const days = [...new Set(records.map(record => record.business_day))];
  const numbers = records.map(record => record.sequence);
  const found = await sql.pipeline(
    factTables.map(table => ({
      text: `SELECT DISTINCT business_day AS day, sequence FROM ${table}
       WHERE store = $1 AND business_day = ANY($2::date[]) AND till = $3 AND epoch = $4 AND sequence = ANY($5)`,
      values: [place.store, days, place.till, place.epoch, numbers],
    })),
  );
  return new Set(
    factTables.flatMap((table, index) =>
      (found[index] as readonly { readonly day: string; readonly sequence: number }[]).map(({ day, sequence }) =>
        heldKey(table, day, place, sequence),
      ),
    ),
  );
}

function addTaken(rows: FactRows, place: RecordPlace, taken: readonly TakenRecord[], received: string): void {
  for (const { read, figures } of taken) {
    addDocument(rows, place, read.record, { text: read.text, hash: read.hash, received, counted: figures !== null });
    if (figures) addFacts(rows, place, read.record, figures);
  }
}

const closedSales = (taken: readonly TakenRecord[]): ReadonlySet<string> =>
  new Set(
    taken.flatMap(({ read: { record }, figures }) =>
      figures?.sale && record.event === 'closed' ? [record.object] : [],
    ),
  );

/**
 * A currency that is new in a store is rare; the row of the store is written then alone, because on Citus an update of `store` holds
 * up every other one, also where it changes no row.
 */
function newCurrencies(store: string, taken: readonly TakenRecord[], known: readonly string[]): readonly Statement[] {
  const found = new Set(taken.flatMap(({ figures }) => figures?.sale?.currency ?? []));
  return [...found]
    .filter(currency => currency !== '' && !known.includes(currency))
    .map(currency => ({
      text: 'UPDATE store SET currencies = array_append(currencies, $2) WHERE id = $1 AND NOT $2 = ANY(currencies)',
      values: [store, currency],
    }));
}
