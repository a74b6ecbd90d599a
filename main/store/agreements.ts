/** Agreements of a merchant in the database: General and Payment Contracts as records, and the terms that payments need. */

import { fold } from '../query/comparable.ts';
import type { QueryDeclaration } from '../query/declaration.ts';
import type { GeneralContract } from '../wire/agreements.ts';
import type { AgreementBrief, AgreementInner, AgreementJob, Agreements, AgreementTerms } from '../world/agreements.ts';
import { BridgeError } from '../world/errors.ts';
import type { Database } from './database.ts';
import { type ChangeLog, createRecords } from './records.ts';
import { OPAQUE_PARAMETER } from './statement.ts';

/** Fields that a list of General Contracts finds by index. */
export const generalContractQueries = {
  table: 'general_contract',
  fields: {
    id: { type: 'id', column: 'id' },
    project: { type: 'text', column: 'query_project' },
    'parent.id': { type: 'id', column: 'query_parent' },
    created: { type: 'timestamp', column: 'query_created' },
  },
} as const satisfies QueryDeclaration;

/** Fields that a list of Payment Contracts finds by index. */
export const paymentContractQueries = {
  table: 'payment_contract',
  fields: {
    id: { type: 'id', column: 'id' },
    'parent.id': { type: 'id', column: 'query_parent' },
    created: { type: 'timestamp', column: 'query_created' },
  },
} as const satisfies QueryDeclaration;

/** Fields that a list of merchant categories finds by index. */
export const merchantCategoryQueries = {
  table: 'merchant_category_list',
  order: 'place',
  fields: { id: { type: 'number', column: 'id' } },
} as const satisfies QueryDeclaration;

interface Row {
  readonly id: string;
  readonly ended: number;
  readonly document: string;
  readonly inner: string;
}

/** Fields that a list of identifications finds by index. */
export const identRequestQueries = {
  table: 'ident_request',
  fields: {
    id: { type: 'id', column: 'id' },
    status: { type: 'text', column: 'query_status' },
    created: { type: 'timestamp', column: 'query_created' },
  },
} as const satisfies QueryDeclaration;

export function createAgreements(db: Database, changes: ChangeLog): Agreements {
  const rowOf = createRowLookup(db);
  const memory = createMemory(db, changes);
  const { events } = memory;
  const usable = exists(db, 'general_contract WHERE merchant = ? AND ended = 0');
  const withProject = exists(db, 'general_contract WHERE merchant = ? AND query_project = ?');
  const category = exists(db, 'merchant_category WHERE number = ?');
  const balances = db.prepare<{ currency: string; amount: number }>(
    'SELECT currency, amount FROM transfer_balance WHERE contract = ?',
  );
  return {
    general: createRecords(db, events, { object: 'general.contracts', queries: generalContractQueries }),
    payment: createRecords(db, events, { object: 'payment.contracts', queries: paymentContractQueries }),
    identRequests: createRecords(db, events, { object: 'services.identrequests', queries: identRequestQueries }),
    jobs: createJobs(db),
    brief: (merchant, id) =>
      memory.brief(`${merchant} ${id}`, () => {
        const row = rowOf(merchant, id);
        return row ? briefOf(row) : null;
      }),
    exists: merchant => memory.isServed(merchant, () => usable.get(merchant) === 1),
    isCategory: number => category.get(number) === 1,
    balances: general => Object.fromEntries(balances.all(general).map(row => [row.currency, row.amount])),
    generalOf: (merchant, id) => rowOf(merchant, id)?.id ?? null,
    projectTaken: (merchant, name) => withProject.get(merchant, fold(name)) === 1,
    find(merchant, id) {
      const row = rowOf(merchant, id);
      if (!row) return null;
      if (row.ended === 1) throw new BridgeError('contractEnded', `the contract ${row.id} has been terminated`);
      return termsOf(row, id);
    },
  };
}

const exists = (db: Database, rows: string) => db.prepare<number>(`SELECT EXISTS (SELECT 1 FROM ${rows})`).pluck();

/** The General Contract that a GCR_, a PCR_, `me` or null stands for. */
function createRowLookup(db: Database) {
  const SELECT = 'SELECT id, ended, document, inner FROM general_contract';
  const first = db.prepare<Row>(`${SELECT} WHERE merchant = ${OPAQUE_PARAMETER} AND ended = 0 ORDER BY number LIMIT 1`);
  const general = db.prepare<Row>(`${SELECT} WHERE id = ? AND merchant = ?`);
  const ofPayment = db.prepare<Row>(
    `${SELECT} WHERE id = (SELECT general FROM payment_contract WHERE id = ? AND merchant = ?)`,
  );
  return (merchant: string, id: string | null): Row | undefined => {
    if (id === null || id.toLowerCase() === 'me') return first.get(merchant);
    return (id.startsWith('PCR_') ? ofPayment : general).get(id, merchant);
  };
}

/**
 * Remembers two answers that every request or payment asks for and that seldom change. Everything is forgotten with each
 * change of an agreement, which goes through `events`.
 */
function createMemory(db: Database, changes: ChangeLog) {
  /** Merchants that have a usable contract. */
  const served = new Set<string>();
  const briefs = new Map<string, AgreementBrief | null>();
  let changedAt = -1;
  const forget = () => {
    served.clear();
    briefs.clear();
  };
  db.onReplaced(forget);
  const events: ChangeLog = {
    append(...change) {
      forget();
      // Until this commit has ended, what is read may still be undone.
      changedAt = db.commits();
      changes.append(...change);
    },
  };
  return {
    events,
    isServed(merchant: string, read: () => boolean): boolean {
      if (served.has(merchant)) return true;
      const found = read();
      if (found) served.add(merchant);
      return found;
    },
    brief(key: string, read: () => AgreementBrief | null): AgreementBrief | null {
      const known = briefs.get(key);
      if (known !== undefined) return known;
      const found = read();
      if (db.commits() > changedAt && briefs.size < MOST_BRIEFS) briefs.set(key, found);
      return found;
    },
  };
}

/** Briefs remembered at most; a shop has a few. */
const MOST_BRIEFS = 1000;

const briefOf = ({ id, document, inner }: Row): AgreementBrief => ({
  general: id,
  number: (JSON.parse(document) as GeneralContract).id_old ?? 0,
  pushUrl: (JSON.parse(inner) as AgreementInner).pushUrl,
});

function createJobs(db: Database): Agreements['jobs'] {
  const insert = db.prepare('INSERT INTO contract_job (merchant, kind, id, due) VALUES (?, ?, ?, ?)');
  const due = db.prepare<AgreementJob & { number: number }>(
    'SELECT number, merchant, kind, id, due FROM contract_job WHERE due <= ? ORDER BY due, number',
  );
  const remove = db.prepare('DELETE FROM contract_job WHERE number = ?');
  return {
    add: job => void insert.run(job.merchant, job.kind, job.id, job.due),
    due: now => due.all(now),
    remove: number => void remove.run(number),
  };
}

function termsOf({ id, document, inner }: Row, named: string | null): AgreementTerms {
  const { project, approved } = JSON.parse(document) as GeneralContract;
  const { recurring, uniqueOrderIds, methods, currencies, pushUrl } = JSON.parse(inner) as AgreementInner;
  return {
    id: named?.startsWith('PCR_') ? named : id,
    general: id,
    approved,
    recurring,
    uniqueOrderIds,
    methods,
    currencies,
    pushUrl,
    project,
  };
}
