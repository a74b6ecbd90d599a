/** `/office/v1/sales`: the list, one sale with its receipt and its history, and its records as they were received. */
import type { FastifyInstance } from 'fastify';
import { describeRoute } from '../../../http/describeRoute.ts';
import { OfficeDocuments, OfficeSale, OfficeSaleList } from '../../../wire/office/sales.ts';
import { ListQuery, type ReceiptLine } from '../../../wire/shapes.ts';
import { BridgeError } from '../../../world/errors.ts';
import type { Sql } from '../../database/officeDatabase.ts';
import { answerList } from '../../lists/list.ts';
import { salesTable, salesTableOf } from '../../lists/salesTable.ts';
import { noteRead, type Reading } from '../people/signedIn.ts';

const tag = 'Sales';
const idOf = ({ params }: { readonly params: unknown }) => (params as { id: string }).id;

export function registerSales(app: FastifyInstance, reading: Reading): void {
  const { database } = reading;
  app.get(
    '/office/v1/sales',
    describeRoute(tag, 'List sales', OfficeSaleList, {
      description:
        'In the list language: q, sort, fields, count, offset. Pages follow each other by `after`, however far; `offset` reaches 100,000 rows. One row for each sale that was closed; with events=all one for every event.',
      querystring: {
        ...ListQuery,
        properties: {
          ...ListQuery.properties,
          after: { type: 'string', description: '`next` of the page before, with the same q and sort' },
          events: { type: 'string', description: 'all: a row for every event' },
        },
      },
    }),
    async request => {
      const parameters = request.query as Readonly<Record<string, unknown>>;
      return answerList(database, salesTableOf(parameters.events), request.person.stores, parameters, OfficeSaleList);
    },
  );

  app.get(
    '/office/v1/sales/:id',
    describeRoute(tag, 'One sale', OfficeSale, {
      description: 'With lines, taxes, tenders, receipt and history. Reading it is noted in the audit log.',
    }),
    async request => {
      const sale = await saleOf(database, request.person.stores, idOf(request));
      if (!sale) throw unknown(idOf(request));
      await noteRead(reading, request, 'receiptRead', { sale: idOf(request) });
      return sale;
    },
  );

  app.get(
    '/office/v1/sales/:id/documents',
    describeRoute(tag, 'The records of a sale as received', OfficeDocuments),
    async request => {
      const records = await recordsOf(database, request.person.stores, idOf(request));
      if (records.length === 0) throw unknown(idOf(request));
      await noteRead(reading, request, 'documentsRead', { sale: idOf(request) });
      return { count: records.length, data: records.map(({ record }) => parsed(record)) };
    },
  );
}

const unknown = (id: string) => new BridgeError('notFound', `there is no sale ${id.slice(0, 60)}`);

interface Key {
  readonly store: string;
  readonly business_day: string;
  readonly till: string;
  readonly epoch: number;
  readonly sequence: number;
}

/** The row of the event closed where there is one, else the oldest; null where the stores have no such sale. */
async function saleOf(sql: Sql, stores: readonly string[], id: string): Promise<OfficeSale | null> {
  const [row] = await sql.query<Record<string, unknown> & Key>(
    `SELECT ${salesTable.columns} FROM ${salesTable.from} WHERE sale.store = ANY($1::text[]) AND sale.id = $2
      ORDER BY (sale.event = 'closed') DESC, sale.at LIMIT 1`,
    [stores, id],
  );
  if (!row) return null;
  const records = await recordsOf(sql, stores, id);
  return {
    ...salesTable.row(row),
    ...(await factsOf(sql, row)),
    receipt: receiptOf(records),
    history: records.map(({ record: _, at, received, ...more }) => ({ ...more, at: iso(at), received: iso(received) })),
  } as unknown as OfficeSale;
}

async function factsOf(sql: Sql, { store, business_day, till, epoch, sequence }: Key) {
  const key = [store, business_day, till, epoch, sequence];
  const rows = (table: string, columns: string, order: string) =>
    sql.query(
      `SELECT ${columns} FROM ${table} WHERE store = $1 AND business_day = $2::date AND till = $3 AND epoch = $4 AND sequence = $5
        ORDER BY ${order}`,
      key,
    );
  return {
    lines: await rows(
      'sale_line',
      'position, article, name, item_group AS group, group_name, tax, quantity, measured, unit, amount, item_type',
      'position',
    ),
    taxes: await rows('sale_tax', 'tax, gross, gross - amount AS net, amount', 'tax'),
    tenders: await rows('tender', 'method, amount, tip, terminal, trace, card_type, receipt', 'position'),
  };
}

interface StoredRecord extends Key {
  readonly event: string;
  readonly at: number;
  readonly received: number;
  readonly figures: boolean;
  readonly record: string;
}

const recordsOf = (sql: Sql, stores: readonly string[], id: string): Promise<readonly StoredRecord[]> =>
  sql.query<StoredRecord>(
    `SELECT event, round(extract(epoch FROM at) * 1000)::bigint AS at, round(extract(epoch FROM received) * 1000)::bigint AS received,
       to_char(business_day, 'YYYY-MM-DD') AS business_day, store, till, epoch, sequence, figures, record
       FROM document WHERE store = ANY($1::text[]) AND object = $2 ORDER BY document.at, epoch, sequence`,
    [stores, id],
  );

/** Receipt of the newest record that carries one. */
function receiptOf(records: readonly StoredRecord[]): readonly ReceiptLine[] {
  for (const { record } of records.toReversed()) {
    const { document } = parsed(record) as { document?: { receipt?: unknown } | null };
    if (Array.isArray(document?.receipt) && document.receipt.length > 0) return document.receipt as ReceiptLine[];
  }
  return [];
}

function parsed(record: string): object {
  try {
    return JSON.parse(record) as object;
  } catch {
    return { unreadable: record };
  }
}

const iso = (at: number): string => new Date(at).toISOString();
