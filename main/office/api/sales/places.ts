/** Stores, tills and bridges, gaps in their sequences, and records that were refused. */
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { describeRoute } from '../../../http/describeRoute.ts';
import {
  OfficeBridgeList,
  OfficeGapList,
  OfficeRefusedList,
  OfficeSetAsideList,
  OfficeStoreList,
  OfficeTillList,
  OfficeWaitingList,
} from '../../../wire/office/sales.ts';
import { ListQuery, sparse } from '../../../wire/shapes.ts';
import { gapRows } from '../../database/gapRanges.ts';
import type { Sql } from '../../database/officeDatabase.ts';
import { answerList } from '../../lists/list.ts';
import type { ListRow, ListTable } from '../../lists/listTable.ts';
import type { Reading } from '../people/signedIn.ts';
import { waiting } from './waiting.ts';

const isoOf = (value: unknown): string | null => (value === null ? null : new Date(Number(value)).toISOString());
const millis = (column: string): string => `round(extract(epoch FROM ${column}) * 1000)::bigint`;

const stores: ListTable = {
  from: 'store',
  scope: 'store.id = ANY($1::text[])',
  columns: `store.id, store.name, store.time_zone, (SELECT count(*) FROM till WHERE till.store = store.id)::integer AS tills`,
  fields: {
    id: { type: 'id', sql: 'store.id' },
    name: { type: 'text', sql: 'store.name' },
    time_zone: { type: 'text', sql: 'store.time_zone' },
  },
  order: ['store.id'],
  row: row => row,
};

const tills: ListTable = {
  from: 'till JOIN store ON store.id = till.store',
  scope: 'till.store = ANY($1::text[])',
  columns: `till.id, till.name, till.store, store.name AS store_name, till.bridge, till.device`,
  complete: withLastRecords,
  fields: {
    id: { type: 'id', sql: 'till.id' },
    name: { type: 'text', sql: 'till.name' },
    store: { type: 'id', sql: 'till.store' },
    store_name: { type: 'text', sql: 'store.name' },
    bridge: { type: 'id', sql: 'till.bridge' },
    device: { type: 'id', sql: 'till.device' },
  },
  order: ['till.id'],
  row: row => ({ ...row, last_record: isoOf(row.last_record) }),
};

/** The time at which each till of a page sent its last record; over many stores in one statement of its own. */
async function withLastRecords(sql: Sql, rows: readonly ListRow[]): Promise<readonly ListRow[]> {
  const last = await sql.query<{ till: string; at: number }>(
    `SELECT till, ${millis('max(last_seen)')} AS at FROM till_head WHERE store = ANY($1::text[]) AND till = ANY($2::text[]) GROUP BY store, till`,
    [[...new Set(rows.map(({ store }) => store))], rows.map(({ id }) => id)],
  );
  const byTill = new Map<unknown, number>(last.map(({ till, at }) => [till, at]));
  return rows.map(row => ({ ...row, last_record: byTill.get(row.id) ?? null }));
}

const bridges: ListTable = {
  from: 'heartbeat JOIN bridge ON bridge.id = heartbeat.bridge JOIN store ON store.id = heartbeat.store',
  scope: 'heartbeat.store = ANY($1::text[])',
  columns: `bridge.id, bridge.name, bridge.store, store.name AS store_name, bridge.installation, bridge.state,
    ${millis('bridge.enrolled')} AS enrolled, ${millis('heartbeat.last_heard')} AS last_heard, heartbeat.condition`,
  fields: {
    id: { type: 'id', sql: 'bridge.id' },
    name: { type: 'text', sql: 'bridge.name' },
    store: { type: 'id', sql: 'bridge.store' },
    store_name: { type: 'text', sql: 'store.name' },
    state: { type: 'text', sql: 'bridge.state' },
    last_heard: { type: 'timestamp', sql: 'heartbeat.last_heard' },
  },
  order: ['bridge.id'],
  row: row => ({ ...row, enrolled: isoOf(row.enrolled), last_heard: isoOf(row.last_heard) }),
};

const gaps: ListTable = {
  from: `${gapRows} AS till_head LEFT JOIN till ON till.id = till_head.till`,
  scope: 'till_head.store = ANY($1::text[])',
  columns: `till_head.store, till_head.till, till.name AS till_name, till_head.epoch, lower(gap) AS first,
    upper(gap) - 1 AS last, upper(gap) - lower(gap) AS missing`,
  fields: {
    store: { type: 'id', sql: 'till_head.store' },
    till: { type: 'id', sql: 'till_head.till' },
    till_name: { type: 'text', sql: 'till.name' },
    epoch: { type: 'number', sql: 'till_head.epoch' },
    first: { type: 'number', sql: 'lower(gap)' },
    missing: { type: 'number', sql: '(upper(gap) - lower(gap))' },
  },
  order: ['till_head.till', 'till_head.epoch', 'lower(gap)'],
  row: row => row,
};

const refused: ListTable = {
  from: 'refused_record LEFT JOIN till ON till.id = refused_record.till',
  scope: 'refused_record.store = ANY($1::text[])',
  columns: `refused_record.store, refused_record.till, till.name AS till_name, refused_record.epoch,
    refused_record.sequence, ${millis('refused_record.received')} AS received, refused_record.code,
    refused_record.reason, refused_record.record`,
  fields: {
    store: { type: 'id', sql: 'refused_record.store' },
    till: { type: 'id', sql: 'refused_record.till' },
    till_name: { type: 'text', sql: 'till.name' },
    epoch: { type: 'number', sql: 'refused_record.epoch' },
    sequence: { type: 'number', sql: 'refused_record.sequence' },
    received: { type: 'timestamp', sql: 'refused_record.received' },
    code: { type: 'text', sql: 'refused_record.code' },
  },
  order: ['refused_record.received', 'refused_record.till', 'refused_record.sequence'],
  row: row => ({ ...row, received: isoOf(row.received), texts: textsOf(row.reason) }),
};

const aside: ListTable = {
  from: 'set_aside LEFT JOIN till ON till.id = set_aside.till LEFT JOIN person ON person.id = set_aside.person',
  scope: 'set_aside.store = ANY($1::text[])',
  columns: `set_aside.store, set_aside.till, till.name AS till_name, set_aside.epoch, set_aside.sequence, set_aside.object,
    set_aside.business_day, ${millis('set_aside.at')} AS at, set_aside.person, person.name AS person_name, set_aside.reason`,
  fields: {
    store: { type: 'id', sql: 'set_aside.store' },
    till: { type: 'id', sql: 'set_aside.till' },
    object: { type: 'id', sql: 'set_aside.object' },
    sequence: { type: 'number', sql: 'set_aside.sequence' },
    at: { type: 'timestamp', sql: 'set_aside.at' },
  },
  order: ['set_aside.at', 'set_aside.till', 'set_aside.sequence'],
  row: row => ({ ...row, at: isoOf(row.at) }),
};

/** The reason in words; null where an older version kept none. */
function textsOf(reason: unknown): unknown {
  try {
    return JSON.parse(String(reason));
  } catch {
    return null;
  }
}

interface Place {
  readonly path: string;
  readonly summary: string;
  readonly table: ListTable;
  readonly answer: TSchema;
}

const places: readonly Place[] = [
  { path: 'stores', summary: 'List stores', table: stores, answer: OfficeStoreList },
  { path: 'tills', summary: 'List tills', table: tills, answer: OfficeTillList },
  { path: 'bridges', summary: 'List bridges and how they are', table: bridges, answer: OfficeBridgeList },
  { path: 'gaps', summary: 'List gaps in the sequences of tills', table: gaps, answer: OfficeGapList },
  { path: 'refused', summary: 'List records that were refused', table: refused, answer: OfficeRefusedList },
  {
    path: 'waiting',
    summary: 'List records that are kept and do not count, each with what it waits for',
    table: waiting,
    answer: OfficeWaitingList,
  },
  { path: 'set-aside', summary: 'List records that a person took out', table: aside, answer: OfficeSetAsideList },
];

export function registerPlaces(app: FastifyInstance, { database }: Reading): void {
  for (const { path, summary, table, answer } of places)
    app.get(
      `/office/v1/${path}`,
      describeRoute('Places', summary, sparse(answer), { querystring: ListQuery }),
      async request =>
        answerList(database, table, request.person.stores, request.query as Record<string, unknown>, answer),
    );
}
