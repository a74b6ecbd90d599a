/** A link over a real database, with records written as the queue writes them. Needs no test runner. */
import type { Purpose } from '../domain/purpose.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { createOfficeDelivery } from '../store/officeDelivery.ts';
import { createOfficeEnrolments } from '../store/officeEnrolment.ts';
import { createQueueCases } from '../store/queueCases.ts';
import { createQueueTargets, type QueueTargetStore } from '../store/queueTargets.ts';
import { type Clock, systemClock } from '../world/clock.ts';
import type { OfficeDelivery } from '../world/officeLink.ts';
import { createOfficeLink, type OfficeLink, type OfficeLinkParts } from './officeLink.ts';

export const TILL = 'SDV_TILL1';
export const EPOCH = 1_772_000_000;
export const MERCHANT = 'MRC_1';

export interface LinkOnDisk {
  readonly db: Database;
  readonly data: string;
  readonly link: OfficeLink;
  readonly delivery: OfficeDelivery;
  readonly targets: QueueTargetStore;
  readonly log: string[];
  /** Writes sales as the queue does, numbered on from the last one. */
  sell(count: number, till?: string): Promise<void>;
  isDrained(): boolean;
  rows<Row>(sql: string): Row[];
  close(): Promise<void>;
}

export interface LinkSettings extends Partial<Omit<OfficeLinkParts, 'clock'>> {
  readonly clock?: Clock;
  /** Opens the directory as a shop's, with a key of its own for secrets. */
  readonly purpose?: Purpose | null;
}

export function openLinkOnDisk(data: string, address: string, settings: LinkSettings = {}): LinkOnDisk {
  const { clock = systemClock, purpose = null, ...more } = settings;
  const db = openDatabase(data, sqlFunctions, undefined, purpose);
  const log: string[] = [];
  const delivery = createOfficeDelivery(db, clock.now);
  const targets = createQueueTargets(db, clock.now);
  const link = createOfficeLink({
    settings: { address, enrol: 'DEMO-TILL' },
    merchant: () => MERCHANT,
    ...{ enrolments: createOfficeEnrolments(db), delivery, targets, clock, write: db.write },
    cases: createQueueCases(db, clock.now),
    documents: { sale: documentOf, cardOperation: documentOf, terminalOperation: documentOf, dayEnd: documentOf },
    condition: () => ({
      version: '1.0',
      name: 'Shop',
      dayStart: '04:00',
      timeZone: 'Europe/Berlin',
      shop: null,
      terminals: [],
      tillName: till => `till ${till}`,
    }),
    installation: 'installation',
    log: (level, message, facts) => void log.push(`${level} ${message} ${JSON.stringify(facts ?? {})}`),
    random: () => 0,
    limit: 20_000,
    ...more,
    times: { gather: 1, spacing: 1, ...more.times },
  });
  return {
    ...{ db, data, link, delivery, targets, log },
    async sell(count, till = TILL) {
      await db.write(() => sellInto(db, till, count));
      link.wake();
    },
    isDrained: () =>
      delivery.wanted() === null && delivery.epochs(MERCHANT).every(({ newest, confirmed }) => newest === confirmed),
    rows: <Row>(sql: string) => db.prepare<Row>(sql).all(),
    async close() {
      await link.stop();
      await db.close();
    },
  };
}

/** About as long as a sale with a few lines, and no two alike. */
function documentOf({ object }: { readonly object: string }): string {
  const products = Array.from({ length: 10 }, (_, index) => ({
    ...{ articleNumber: `${index}`, desc: `Article ${index} of ${object}`, quantity: 1, priceOne: 129, tax: 19 },
  }));
  return JSON.stringify({
    id: object,
    status: 'ok',
    basket: { products },
    basket_info: { sum: 1290, currency: 'EUR' },
  });
}

const FACTS = JSON.stringify({ method: 'cash', tenders: [{ method: 'cash', amount: 1290 }] });

function sellInto(db: Database, till: string, count: number): void {
  db.prepare('INSERT INTO queue_till VALUES (?, ?, NULL, ?, 0) ON CONFLICT DO NOTHING').run(till, MERCHANT, EPOCH);
  const next = db.prepare<{ epoch: number; sequence: number }>(
    'UPDATE queue_till SET sequence = sequence + 1 WHERE till = ? RETURNING epoch, sequence',
  );
  const add =
    db.prepare(`INSERT INTO queue_record (till, epoch, sequence, merchant, business_day, at, kind, event, object, sum, currency, facts)
    VALUES (?, ?, ?, ?, '2026-03-01', ?, 'sale', 'closed', ?, 1290, 'EUR', ?)`);
  for (let sold = 0; sold < count; sold += 1) {
    const { epoch, sequence } = next.get(till) ?? { epoch: 0, sequence: 0 };
    add.run(till, epoch, sequence, MERCHANT, Date.now(), `STX_${till}_${epoch}_${sequence}`, FACTS);
  }
}
