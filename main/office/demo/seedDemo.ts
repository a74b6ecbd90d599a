/**
 * The data of the demo: some days up to now at the first start, and at a later one what was sold since. It goes the way of
 * real records through the figures, in large pieces.
 */
import { sha256 } from '../../batch/recordHash.ts';
import { type FigureRecord, figuresOf } from '../../domain/figures.ts';
import { startOfDay, storeHours } from '../../domain/storeHour.ts';
import { addDays, daysBetween as daysSpanned } from '../../reporting/days.ts';
import type { OfficeRecord } from '../../wire/office/records.ts';
import { writesManyStores } from '../database/distribution.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { createPartitions } from '../database/partitions.ts';
import { keepCode } from '../enrolment/codes.ts';
import { addDocument, addFacts, type FactRows, noRows } from '../ingest/factRows.ts';
import { writeRanges } from '../ingest/ranges.ts';
import { writeFacts } from '../ingest/writeFacts.ts';
import type { Office } from '../office.ts';
import { addPerson } from '../people/persons.ts';
import { seedBankEntries } from './bankEntries.ts';
import { cashBook } from './cashBook.ts';
import { demoDayEnd } from './dayEnds.ts';
import { daySales, type UnnumberedRecord } from './daySales.ts';
import { type DemoTill, demoMerchant, demoStores, demoTills, silentTill, tillWithGap } from './places.ts';

const DAY = 86_400_000;
/** The till with a gap has lost so many records of this day before today. */
const LOST = 3;
const LOST_BEFORE = 3;
/** 52 weeks: the same weekday of the year before. */
const YEAR = 364;
const FOUR_WEEKS = 28;
/** So many days of the year before, up to the same day and behind it: what a month is compared with, and where the demo goes on. */
const BEFORE = 30;
const BEHIND = 14;
const SILENT_FOR = 2 * DAY;

interface DemoHead {
  readonly till: DemoTill;
  /** The newest number. */
  readonly highest: number;
  /** Numbers below it that never arrived. */
  readonly lost: readonly number[];
}

/** Adds what is missing up to now. Rows of facts are the same on every machine, whenever they were made. */
export async function seedDemo(
  { database, clock, log }: Pick<Office, 'database' | 'clock' | 'log'>,
  shown: number,
): Promise<void> {
  const now = clock.now();
  const [row] = await database.query<{ value: string }>("SELECT value FROM setting WHERE key = 'demoUntil'");
  const since = row ? Number(row.value) : null;
  const from = since ?? startOfDay(now - Math.max(0, shown - 1) * DAY, demoMerchant.timeZone);
  await database.transaction(async sql => {
    await writesManyStores(sql);
    // Tables that are made in the transaction that fills them are filled faster.
    // One after the other: a transaction has one connection.
    const partitions = createPartitions({ transaction: work => work(sql) });
    const days = [...(since === null ? yearBefore(dayFormat.format(from), now) : []), ...daysBetween(from, now)];
    for (const day of days) await partitions.require([day]);
    if (since === null) await seedPlaces(sql, midnightOf(days[0]!));
    await seedSales(sql, { days, from, now, isFirst: since === null });
    if (since === null) await seedBankEntries(sql, now);
    await sql.query(
      "INSERT INTO setting (key, value) VALUES ('demoUntil', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      [String(now)],
    );
    await seedCondition(sql, now);
    // The code of the demo serves any number of times, and for as long as the demo runs.
    const code = {
      code: 'DEMO-TILL',
      store: demoStores[0]!.id,
      madeBy: null,
      now,
      expires: now + 3650 * DAY,
      uses: null,
    };
    await keepCode(sql, code);
  });
  // Without statistics of what has just come, reports over many days are planned badly.
  if (since === null) await database.script('ANALYZE');
  log('info', 'the demo data is up to date', { since: new Date(from).toISOString() });
}

async function seedPlaces(sql: Sql, from: number): Promise<void> {
  const { id, name, currency, timeZone } = demoMerchant;
  await sql.query('INSERT INTO merchant (id, name, currency, time_zone) VALUES ($1, $2, $3, $4)', [
    id,
    name,
    currency,
    timeZone,
  ]);
  await sql.copy(
    'store',
    ['id', 'merchant', 'name', 'time_zone', 'zone_from', 'region'],
    demoStores.map(store => [store.id, id, store.name, timeZone, 'person', store.region]),
  );
  const enrolled = new Date(from).toISOString();
  await sql.copy(
    'bridge',
    ['id', 'merchant', 'store', 'installation', 'name', 'state', 'enrolled'],
    demoTills.map(till => [
      till.bridge,
      id,
      till.store.id,
      `demo-${till.number}`,
      `${till.store.name} ${till.name}`,
      'enrolled',
      enrolled,
    ]),
  );
  await sql.copy(
    'till',
    ['id', 'bridge', 'device', 'merchant', 'store', 'name'],
    demoTills.map(till => [till.id, till.bridge, till.device, id, till.store.id, till.name]),
  );
  await seedPeople(sql);
}

/** The epoch of the tills of the demo, seconds since 1970. */
const EPOCH = 1_767_225_600;

interface Seeding {
  /** In their order. */
  readonly days: readonly string[];
  /** Ms since 1970: what came later is missing. */
  readonly from: number;
  readonly now: number;
  readonly isFirst: boolean;
}

async function seedSales(sql: Sql, seeding: Seeding): Promise<void> {
  const { now, isFirst } = seeding;
  const hourOf = storeHours(demoMerchant.timeZone);
  const heads = await highestNumbers(sql);
  // The embedded database writes in its own thread while the records of the next till are made.
  let writing: Promise<void> = Promise.resolve();
  for (const till of demoTills) {
    const rows = noRows();
    const lost: number[] = [];
    let highest = heads.get(till.id) ?? 0;
    for (const record of recordsOf(till, seeding)) {
      highest += 1;
      if (isFirst && lost.length < LOST && isLost(till, record, now)) lost.push(highest);
      else addRecord(rows, till, { ...record, sequence: highest }, hourOf);
    }
    await writing;
    writing = writeFacts(sql, rows).then(() => keepHead(sql, { till, highest, lost }, now));
    // A failure is thrown by the await that follows; until then nobody else may take it for unhandled.
    writing.catch(() => undefined);
  }
  await writing;
}

/** The records of a till that are missing, in the order of the time. */
function* recordsOf(till: DemoTill, { days, from, now, isFirst }: Seeding): Generator<Omit<OfficeRecord, 'sequence'>> {
  const until = till === silentTill ? now - SILENT_FOR : now;
  for (const day of days)
    for (const { moment, ...record } of dayRecords(till, day))
      if (moment <= until && (isFirst || moment > from)) yield record;
}

function dayRecords(till: DemoTill, day: string): readonly UnnumberedRecord[] {
  const midnight = midnightOf(day);
  const sales = daySales(till, day, midnight);
  if (sales.length === 0) return [];
  const all = [...sales, demoDayEnd(till, day, midnight, sales), ...cashBook(till, day, midnight, sales)];
  return all.sort((a, b) => a.moment - b.moment);
}

const isLost = (till: DemoTill, { kind, event, business_day }: Omit<OfficeRecord, 'sequence'>, now: number): boolean =>
  till === tillWithGap &&
  kind === 'sale' &&
  event === 'closed' &&
  business_day === dayFormat.format(now - LOST_BEFORE * DAY);

/** The days around this one in the year before; none in a demo that shows less than four weeks. `from`: its first day. */
function yearBefore(from: string, now: number): readonly string[] {
  const today = dayFormat.format(now);
  const shown = Math.min(BEFORE, daysSpanned(from, today));
  if (shown < FOUR_WEEKS) return [];
  const first = addDays(today, 1 - YEAR - shown);
  const days = Array.from({ length: shown + BEHIND }, (_, index) => addDays(first, index));
  return days.filter(day => day < from);
}

function addRecord(rows: FactRows, till: DemoTill, record: OfficeRecord, hourOf: (at: number) => number): void {
  const place = { store: till.store.id, till: till.id, epoch: EPOCH };
  const text = JSON.stringify(record);
  const received = new Date(Date.parse(record.at) + 2000).toISOString();
  addDocument(rows, place, record, { text, hash: sha256(text), received, counted: true });
  addFacts(rows, place, record, figuresOf(record as FigureRecord, hourOf));
}

async function highestNumbers(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ till: string; highest: number }>(
    'SELECT till, highest FROM till_head WHERE epoch = $1',
    [EPOCH],
  );
  return new Map(rows.map(({ till, highest }) => [till, highest]));
}

/** A till that has sold nothing yet has no head, as a real one before its first record. */
async function keepHead(sql: Sql, { till, highest, lost }: DemoHead, now: number): Promise<void> {
  if (highest === 0) return;
  const got = writeRanges(
    [...lost, highest + 1]
      .map((number, index): [number, number] => [(lost[index - 1] ?? 0) + 1, number - 1])
      .filter(([first, last]) => first <= last),
  );
  await sql.query(
    `INSERT INTO till_head (store, till, epoch, got, highest, batch, chain, first_seen, last_seen)
     VALUES ($1, $2, $3, $4::text::int8multirange, $5, 1, '', $6, $6)
     ON CONFLICT (store, till, epoch) DO UPDATE
       SET got = till_head.got + int8multirange(int8range(till_head.highest + 1, excluded.highest + 1)),
           highest = excluded.highest, last_seen = excluded.last_seen`,
    [till.store.id, till.id, EPOCH, got, highest, new Date(now).toISOString()],
  );
}

/** How every till was at its last contact. */
async function seedCondition(sql: Sql, now: number): Promise<void> {
  for (const till of demoTills) {
    const lastContact = new Date(till === silentTill ? now - SILENT_FOR : now).toISOString();
    const condition = {
      version: '0.1.0',
      at: lastContact,
      name: `${till.store.name} ${till.name}`,
      tills: [
        {
          till: till.device,
          name: till.name,
          epoch: EPOCH,
          sequence: 0,
          waiting: till === silentTill ? 12 : 0,
          parked: 0,
        },
      ],
      terminals: [{ name: `Terminal ${till.number}`, state: till === silentTill ? 'offline' : 'ready', tid: till.tid }],
    };
    await sql.query(
      `INSERT INTO heartbeat (store, bridge, last_heard, condition) VALUES ($1, $2, $3, $4::text::jsonb)
       ON CONFLICT (store, bridge) DO UPDATE SET last_heard = excluded.last_heard, condition = excluded.condition`,
      [till.store.id, till.bridge, lastContact, JSON.stringify(condition)],
    );
  }
}

/** How often the tills of the demo report, ms: as often as real ones. */
const HEARTBEAT = 60_000;

/** The tills of the demo send nothing; without this all of them were silent after five minutes. */
export function keepDemoInTouch({ database, clock, log }: Pick<Office, 'database' | 'clock' | 'log'>): {
  stop(): void;
} {
  const reporting = demoTills.filter(till => till !== silentTill).map(({ bridge }) => bridge);
  const report = () => {
    const now = new Date(clock.now()).toISOString();
    database
      .query(
        `UPDATE heartbeat SET last_heard = $2::timestamptz, condition = jsonb_set(condition, '{at}', to_jsonb($4::text))
          WHERE bridge = ANY($1::text[]) AND store = ANY($3::text[])`,
        [reporting, now, [...new Set(demoTills.map(({ store }) => store.id))], now],
      )
      .catch(error => log('warn', 'the demo could not be kept in touch', { error: String(error) }));
  };
  // At once, because a slow machine may have taken minutes to make the demo.
  report();
  const timer = setInterval(report, HEARTBEAT);
  return { stop: () => clearInterval(timer) };
}

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: demoMerchant.timeZone });

function daysBetween(from: number, to: number): readonly string[] {
  const days = new Set<string>();
  for (let at = from; at < to; at += DAY / 4) days.add(dayFormat.format(at));
  days.add(dayFormat.format(to));
  return [...days];
}

const midnightOf = (day: string): number => startOfDay(Date.parse(`${day}T12:00:00Z`), demoMerchant.timeZone);

/** One sees everything, one the first store. Their passwords are published, so a live office never has them. */
const people = [
  { username: 'chain@demo.example', name: 'Demo Chain', role: 'chain', store: null, password: 'demo-office-1' },
  {
    username: 'store@demo.example',
    name: 'Demo Store',
    role: 'store',
    store: demoStores[0]?.id ?? null,
    password: 'demo-office-2',
  },
] as const;

async function seedPeople(sql: Sql): Promise<void> {
  for (const person of people) await addPerson(sql, { ...person, merchant: demoMerchant.id, form: 'demo' });
}
