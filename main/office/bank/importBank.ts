/** Puts the payments of a bank's file into the stores of their terminals. What was imported before stays as it is. */
import { createHash } from 'node:crypto';
import type { BankRefusal } from '../../wire/office/bank.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { bankRefusalTexts } from './bankRefusals.ts';
import { reportedTerminals } from './reportedTerminals.ts';
import type { ReadPayment } from './statement.ts';

export type PlacedPayment = ReadPayment & { readonly store: string };

export interface Placed {
  readonly payments: readonly PlacedPayment[];
  readonly refused: readonly BankRefusal[];
}

/** A terminal that changed its store is looked for so many days around the file. */
const AROUND = 31;

/** The stores of the payments, among those that the person sees. */
export async function placePayments(
  sql: Sql,
  stores: readonly string[],
  payments: readonly ReadPayment[],
): Promise<Placed> {
  const known = await storesOfTerminals(sql, stores, payments);
  const doubtful = payments.filter(({ terminal }) => (known.get(terminal)?.length ?? 0) > 1);
  const byTrace = await storesOfTraces(sql, stores, doubtful);
  const placed: PlacedPayment[] = [];
  const refused: BankRefusal[] = [];
  for (const payment of payments) {
    const { terminal, trace, line } = payment;
    const store = byTrace.get(`${terminal} ${trace}`) ?? known.get(terminal)?.[0];
    if (store !== undefined) placed.push({ ...payment, store });
    else refused.push({ line, code: 'unknownTerminal', texts: bankRefusalTexts.unknownTerminal });
  }
  return { payments: placed, refused };
}

/** Terminals by the payments that were taken at them, else by the heartbeats of their tills. */
async function storesOfTerminals(
  sql: Sql,
  stores: readonly string[],
  payments: readonly ReadPayment[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const terminals = [...new Set(payments.map(({ terminal }) => terminal))];
  const { from, to } = spanOf(payments);
  if (from === null) return new Map();
  const paid = await sql.query<{ terminal: string; store: string }>(
    `SELECT terminal, store FROM tender WHERE store = ANY($1::text[]) AND terminal = ANY($2::text[])
        AND business_day BETWEEN $3::date - ${AROUND} AND $4::date + ${AROUND} GROUP BY terminal, store`,
    [stores, terminals, from, to],
  );
  const reported = (await reportedTerminals(sql, stores)).filter(({ terminal }) => terminals.includes(terminal));
  const found = Map.groupBy([...paid, ...reported], ({ terminal }) => terminal);
  return new Map([...found].map(([terminal, rows]) => [terminal, [...new Set(rows.map(({ store }) => store))].sort()]));
}

/** For terminals that several stores had in the span: the store that has the payment. */
async function storesOfTraces(
  sql: Sql,
  stores: readonly string[],
  payments: readonly ReadPayment[],
): Promise<ReadonlyMap<string, string>> {
  const { from, to } = spanOf(payments);
  if (from === null) return new Map();
  const rows = await sql.query<{ terminal: string; trace: number; store: string }>(
    `SELECT tender.terminal, tender.trace, min(tender.store) AS store
       FROM unnest($2::text[], $3::bigint[]) AS wanted (terminal, trace)
       JOIN tender ON tender.store = ANY($1::text[]) AND tender.terminal = wanted.terminal AND tender.trace = wanted.trace
        AND tender.business_day BETWEEN $4::date - ${AROUND} AND $5::date + ${AROUND}
      GROUP BY 1, 2`,
    [stores, payments.map(({ terminal }) => terminal), payments.map(({ trace }) => trace), from, to],
  );
  return new Map(rows.map(({ terminal, trace, store }) => [`${terminal} ${trace}`, store]));
}

/** First and last day of the payments. */
export function spanOf(payments: readonly Pick<ReadPayment, 'day'>[]): {
  readonly from: string | null;
  readonly to: string | null;
} {
  let [from, to]: [string | null, string | null] = [null, null];
  for (const { day } of payments) {
    if (from === null || day < from) from = day;
    if (to === null || day > to) to = day;
  }
  return { from, to };
}

export interface ImportedFile {
  readonly merchant: string;
  readonly person: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Ms since 1970. */
  readonly now: number;
}

const PIECE = 5000;

/** Inside a transaction. Gives the id of the file and how many payments were new. */
export async function keepPayments(
  sql: Sql,
  { merchant, person, name, bytes, now }: ImportedFile,
  payments: readonly PlacedPayment[],
): Promise<{ readonly file: string; readonly taken: number }> {
  const file = createHash('sha256').update(`${merchant}\n`).update(bytes).digest('hex');
  await sql.query(
    `INSERT INTO bank_file (id, merchant, name, imported, person, rows) VALUES ($1, $2, $3, $4::timestamptz, $5, $6)
     ON CONFLICT (id) DO NOTHING`,
    [file, merchant, name, new Date(now).toISOString(), person, payments.length],
  );
  const ids = entryIds(payments);
  let taken = 0;
  for (let at = 0; at < payments.length; at += PIECE) {
    const piece = payments.slice(at, at + PIECE);
    const column = <K extends keyof PlacedPayment>(member: K) => piece.map(payment => payment[member]);
    const rows = await sql.query(
      `INSERT INTO bank_entry (store, id, day, at, terminal, trace, amount, fee, currency, card_type, file, row)
       SELECT given.store, given.id, given.day, (given.day + given.time) AT TIME ZONE store.time_zone, given.terminal, given.trace,
          given.amount, given.fee, given.currency, given.card_type, $12, given.line
         FROM unnest($1::text[], $2::text[], $3::date[], $4::time[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
            $9::text[], $10::text[], $11::integer[])
           AS given (store, id, day, time, terminal, trace, amount, fee, currency, card_type, line)
         JOIN store ON store.id = given.store
       ON CONFLICT DO NOTHING RETURNING 1`,
      [
        ...[
          column('store'),
          ids.slice(at, at + PIECE),
          column('day'),
          column('time'),
          column('terminal'),
          column('trace'),
        ],
        ...[column('amount'), column('fee'), column('currency'), column('card_type'), column('line'), file],
      ],
    );
    taken += rows.length;
  }
  return { file, taken };
}

/** The same payment in another file has the same id; equal ones within a file are counted. */
function entryIds(payments: readonly PlacedPayment[]): readonly string[] {
  const seen = new Map<string, number>();
  return payments.map(({ terminal, trace, amount, day }) => {
    const content = JSON.stringify([terminal, trace, amount, day]);
    const place = (seen.get(content) ?? 0) + 1;
    seen.set(content, place);
    return createHash('sha256').update(`${content} ${place}`).digest('hex');
  });
}
