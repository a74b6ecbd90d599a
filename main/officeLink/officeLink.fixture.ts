/** A link over a real database and a real HTTP office, with records written by hand. */

import type { Purpose } from '../domain/purpose.ts';
import { temporaryDirectory, until } from '../doubles/bridge.fixture.ts';
import { OfficeDouble } from '../doubles/officeDouble.ts';
import { sqlFunctions } from '../services/query/comparable.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { createOfficeDelivery } from '../store/officeDelivery.ts';
import { createOfficeEnrolments } from '../store/officeEnrolment.ts';
import { createQueueCases } from '../store/queueCases.ts';
import { createQueueTargets, type QueueTargetStore } from '../store/queueTargets.ts';
import { type Clock, systemClock } from '../world/clock.ts';
import type { OfficeDelivery, OfficeEnrolments } from '../world/officeLink.ts';
import { createOfficeLink, type OfficeLink, type OfficeLinkParts } from './officeLink.ts';

export const TILL = 'SDV_TILL1';
export const EPOCH = 1_772_000_000;
export const MERCHANT = 'MRC_1';

export interface TestLink {
  readonly db: Database;
  readonly data: string;
  readonly link: OfficeLink;
  readonly delivery: OfficeDelivery;
  readonly enrolments: OfficeEnrolments;
  readonly targets: QueueTargetStore;
  readonly log: string[];
  /** Writes sales as the queue does, numbered on from the last one. */
  sell(count: number, more?: { readonly till?: string; readonly document?: string }): Promise<void>;
  /** Waits until nothing waits any more. */
  drained(): Promise<void>;
  rows<Row>(sql: string): Row[];
  close(): Promise<void>;
}

const offices = new Set<OfficeDouble>();
const links = new Set<TestLink>();

/** For `afterEach`. */
export async function closeLinks(): Promise<void> {
  await Promise.all([...links].map(link => link.close()));
  await Promise.all([...offices].map(office => office.close()));
  offices.clear();
}

export async function openOffice(): Promise<OfficeDouble> {
  const office = await new OfficeDouble().listen();
  offices.add(office);
  return office;
}

export interface LinkSettings extends Partial<Omit<OfficeLinkParts, 'clock'>> {
  readonly data?: string;
  readonly clock?: Clock;
  /** Opens the directory as a shop's, with a key of its own for secrets. */
  readonly purpose?: Purpose | null;
  /** False: `begin` is called by the test. */
  readonly begins?: boolean;
}

export async function openLink(address: string, settings: LinkSettings = {}): Promise<TestLink> {
  const { data = temporaryDirectory(), clock = systemClock, begins = true, purpose = null, ...more } = settings;
  const db = openDatabase(data, sqlFunctions, undefined, purpose);
  const log: string[] = [];
  const delivery = createOfficeDelivery(db, clock.now);
  const enrolments = createOfficeEnrolments(db);
  const targets = createQueueTargets(db, clock.now);
  const link = createOfficeLink({
    settings: { address, enrol: 'DEMO-TILL' },
    merchant: () => MERCHANT,
    ...{ enrolments, delivery, targets, clock, write: db.write },
    cases: createQueueCases(db, clock.now),
    documents: documentsOf(db),
    condition: () => ({ version: '1.0', name: 'Shop', terminals: [], tillName: till => `till ${till}` }),
    installation: 'installation',
    log: (level, message, facts) => void log.push(`${level} ${message} ${JSON.stringify(facts ?? {})}`),
    random: () => 0,
    times: { gather: 1, spacing: 1 },
    limit: 2000,
    ...more,
  });
  const test: TestLink = {
    ...{ db, data, link, delivery, enrolments, targets, log },
    async sell(count, { till = TILL, document = '{"basket":[1]}' } = {}) {
      await db.write(() => sellInto(db, till, count, document));
      link.wake();
    },
    async drained() {
      await until(
        () => delivery.epochs(MERCHANT).every(({ newest, confirmed }) => newest === confirmed) && !delivery.wanted(),
      );
    },
    rows: <Row>(sql: string) => db.prepare<Row>(sql).all(),
    async close() {
      if (!links.delete(test)) return;
      await link.stop();
      await db.close();
    },
  };
  links.add(test);
  if (begins) await link.begin();
  return test;
}

/** Documents stand in the facts of these records. */
const documentsOf = (_db: Database): OfficeLinkParts['documents'] => {
  const document = ({ facts }: { readonly facts: string }) => JSON.stringify(JSON.parse(facts).document ?? null);
  return { sale: document, cardOperation: document, terminalOperation: document, dayEnd: document };
};

function sellInto(db: Database, till: string, count: number, document: string): void {
  db.prepare('INSERT INTO queue_till VALUES (?, ?, NULL, ?, 0) ON CONFLICT DO NOTHING').run(till, MERCHANT, EPOCH);
  const next = db.prepare<{ epoch: number; sequence: number }>(
    'UPDATE queue_till SET sequence = sequence + 1 WHERE till = ? RETURNING epoch, sequence',
  );
  const add =
    db.prepare(`INSERT INTO queue_record (till, epoch, sequence, merchant, business_day, at, kind, event, object, sum, currency, facts)
    VALUES (?, ?, ?, ?, '2026-03-01', ?, 'sale', 'closed', ?, 1290, 'EUR', ?)`);
  for (let sold = 0; sold < count; sold += 1) {
    const { epoch, sequence } = next.get(till) ?? { epoch: 0, sequence: 0 };
    const object = `STX_${till}_${epoch}_${sequence}`;
    add.run(
      till,
      epoch,
      sequence,
      MERCHANT,
      Date.now(),
      object,
      JSON.stringify({ method: 'cash', document: JSON.parse(document) }),
    );
  }
}
