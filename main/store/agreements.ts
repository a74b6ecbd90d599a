/** Contracts on disk: General and Payment Contracts as records, and the terms that payments ask for. */

import { fold } from '../services/query/comparable.ts';
import type { QueryDeclaration } from '../services/query/declaration.ts';
import type { GeneralContract } from '../wire/agreements.ts';
import type { AgreementBrief, AgreementInner, AgreementJob, Agreements, AgreementTerms } from '../world/agreements.ts';
import { BridgeError } from '../world/errors.ts';
import type { Database } from './database.ts';
import { type ChangeLog, createRecords } from './records.ts';

/** What a list of General Contracts finds by index. */
export const generalContractQueries = {
  table: 'general_contract',
  document: 'document',
  fields: {
    id: { type: 'id', column: 'id' },
    project: { type: 'text', column: 'query_project' },
    'parent.id': { type: 'id', column: 'query_parent' },
    created: { type: 'timestamp', column: 'query_created' },
  },
} as const satisfies QueryDeclaration;

/** What a list of Payment Contracts finds by index. */
export const paymentContractQueries = {
  table: 'payment_contract',
  document: 'document',
  fields: {
    id: { type: 'id', column: 'id' },
    'parent.id': { type: 'id', column: 'query_parent' },
    created: { type: 'timestamp', column: 'query_created' },
  },
} as const satisfies QueryDeclaration;

/** What a list of merchant categories finds by index. */
export const merchantCategoryQueries = {
  table: 'merchant_category_list',
  document: 'document',
  order: 'place',
  fields: { id: { type: 'number', column: 'id' } },
} as const satisfies QueryDeclaration;

interface Row {
  readonly id: string;
  readonly ended: number;
  readonly document: string;
  readonly inner: string;
}

/** What a list of identifications finds by index. */
export const identRequestQueries = {
  table: 'ident_request',
  document: 'document',
  fields: {
    id: { type: 'id', column: 'id' },
    status: { type: 'text', column: 'query_status' },
    created: { type: 'timestamp', column: 'query_created' },
  },
} as const satisfies QueryDeclaration;

export function createAgreements(db: Database, changes: ChangeLog): Agreements {
  /** Merchants that were seen to have a usable contract: every request asks, and the answer seldom changes. */
  const served = new Set<string>();
  /** The same for what every payment tells of its contract. */
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
      // Until this commit has ended, nobody knows whether what is read will hold.
      changedAt = db.commits();
      changes.append(...change);
    },
  };
  const SELECT = 'SELECT id, ended, document, inner FROM general_contract';
  const first = db.prepare<Row>(`${SELECT} WHERE merchant = ? AND ended = 0 ORDER BY number LIMIT 1`);
  const general = db.prepare<Row>(`${SELECT} WHERE id = ? AND merchant = ?`);
  const ofPayment = db.prepare<Row>(
    `${SELECT} WHERE id = (SELECT general FROM payment_contract WHERE id = ? AND merchant = ?)`,
  );
  const usable = db
    .prepare<number>('SELECT EXISTS (SELECT 1 FROM general_contract WHERE merchant = ? AND ended = 0)')
    .pluck();
  const project = db
    .prepare<number>('SELECT EXISTS (SELECT 1 FROM general_contract WHERE merchant = ? AND query_project = ?)')
    .pluck();

  const balances = db.prepare<{ currency: string; amount: number }>(
    'SELECT currency, amount FROM transfer_balance WHERE contract = ?',
  );

  const category = db.prepare<number>('SELECT EXISTS (SELECT 1 FROM merchant_category WHERE number = ?)').pluck();

  function rowOf(merchant: string, id: string | null): Row | undefined {
    if (id === null || id.toLowerCase() === 'me') return first.get(merchant);
    return (id.startsWith('PCR_') ? ofPayment : general).get(id, merchant);
  }

  function brief(merchant: string, asked: string): AgreementBrief | null {
    const key = `${merchant} ${asked}`;
    const known = briefs.get(key);
    if (known !== undefined) return known;
    const row = rowOf(merchant, asked);
    const found = row ? briefOf(row) : null;
    if (db.commits() > changedAt && briefs.size < BRIEFS) briefs.set(key, found);
    return found;
  }

  return {
    brief,
    general: createRecords(db, events, { object: 'general.contracts', queries: generalContractQueries }),
    payment: createRecords(db, events, { object: 'payment.contracts', queries: paymentContractQueries }),
    identRequests: createRecords(db, events, { object: 'services.identrequests', queries: identRequestQueries }),
    jobs: createJobs(db),
    isCategory: number => category.get(number) === 1,
    balances: general => Object.fromEntries(balances.all(general).map(row => [row.currency, row.amount])),
    generalOf: (merchant, id) => rowOf(merchant, id)?.id ?? null,
    exists(merchant) {
      if (served.has(merchant)) return true;
      const found = usable.get(merchant) === 1;
      if (found) served.add(merchant);
      return found;
    },
    projectTaken: (merchant, name) => project.get(merchant, fold(name)) === 1,
    find(merchant, id) {
      const row = rowOf(merchant, id);
      if (!row) return null;
      if (row.ended === 1) throw new BridgeError('contractEnded', `the contract ${row.id} has been terminated`);
      return terms(row, id);
    },
  };
}

/** Kept at most; a shop has a few. */
const BRIEFS = 1000;

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

function terms({ id, document, inner }: Row, asked: string | null): AgreementTerms {
  const { project, approved } = JSON.parse(document) as GeneralContract;
  const { recurring, uniqueOrderIds, methods, currencies, pushUrl } = JSON.parse(inner) as AgreementInner;
  return {
    id: asked?.startsWith('PCR_') ? asked : id,
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
