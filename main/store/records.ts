/**
 * Resources kept as the text the API answers, one declaration each: the row, its searchable columns and the change
 * beside it. A table of this kind has `number INTEGER PRIMARY KEY, id TEXT UNIQUE, merchant, inner, document` and the
 * declared columns, and triggers that keep `row_count` for its object name.
 */

import { columnValues, linkValues, type QueryDeclaration } from '../query/declaration.ts';
import type { Records, Stored } from '../world/records.ts';
import type { Vault } from '../world/vault.ts';
import type { Database } from './database.ts';
import type { EventLog } from './events.ts';
import { createPositions } from './positions.ts';
import { createRowUpdate } from './rowUpdate.ts';
import { mayHoldSealed, openedValue, sealedText } from './sealedJson.ts';
import type { Bindable } from './statement.ts';
import { readStored } from './storedJson.ts';

/** The log that a record writes its changes to. */
export type ChangeLog = Pick<EventLog, 'append'>;

export interface RecordKind {
  /** Type name on the wire, for example `payment.customers`. */
  readonly object: string;
  readonly queries: QueryDeclaration;
}

interface Row {
  readonly document: string;
  readonly inner: string;
}

export function createRecords<T extends { readonly id: string }, Inner = Readonly<Record<string, never>>>(
  db: Database,
  events: ChangeLog,
  kind: RecordKind,
): Records<T, Inner> {
  return { ...createReads(db, kind), ...createWrites(db, events, kind) };
}

function createReads<T extends { readonly id: string }, Inner>(
  { prepare, vault }: Pick<Database, 'prepare' | 'vault'>,
  { queries: { table } }: RecordKind,
): Pick<Records<T, Inner>, 'bytes' | 'find' | 'all'> {
  const bytesOf = prepare<Buffer>(`SELECT CAST(document AS BLOB) FROM ${table} WHERE id = ? AND merchant = ?`).pluck();
  const byId = prepare<Row>(`SELECT document, inner FROM ${table} WHERE id = ? AND merchant = ?`);
  const ofMerchant = prepare<Row>(`SELECT document, inner FROM ${table} WHERE merchant = ? ORDER BY number`);
  return {
    bytes: (merchant, id) => bytesOf.get(id, merchant),
    find(merchant, id) {
      const row = byId.get(id, merchant);
      return row ? stored(vault, row) : null;
    },
    all: merchant => ofMerchant.all(merchant).map(row => stored<T, Inner>(vault, row)),
  };
}

function createWrites<T extends { readonly id: string }, Inner>(
  db: Database,
  events: ChangeLog,
  { object, queries }: RecordKind,
): Pick<Records<T, Inner>, 'insert' | 'insertFirst' | 'save' | 'remove'> {
  const { table } = queries;
  const columns = Object.values(queries.fields).flatMap(field =>
    'column' in field && field.column !== 'id' ? [field.column] : [],
  );
  const insertLast = createInsertLast(db, queries, columns);
  let insertFirst: InsertRow | null = null;
  const updateRow = createRowUpdate(db, {
    table,
    columns,
    always: ['inner = coalesce(?, inner)', 'document = ?'],
    where: 'id = ? AND merchant = ?',
  });
  const deleteRow = db.prepare(`DELETE FROM ${table} WHERE id = ? AND merchant = ?`);
  const links = createLinks(db, queries);

  function declared(document: T) {
    const values = columnValues(queries, document);
    return columns.map(column => values[column] ?? null);
  }

  const valuesOf = (document: T, inner: unknown) => [
    document.id,
    innerText(db.vault, inner ?? {}),
    JSON.stringify(document),
    ...declared(document),
  ];

  return {
    insert(merchant, document, inner) {
      insertLast(merchant, valuesOf(document, inner));
      links.add(document);
      events.append(merchant, object, document.id, 'added', stateOf(document));
    },
    insertFirst(merchant, document, inner) {
      insertFirst ??= createInsertFirst(db, queries, columns);
      insertFirst(merchant, valuesOf(document, inner));
      links.add(document);
    },
    save(merchant, document, inner) {
      const text = inner === undefined ? null : innerText(db.vault, inner);
      updateRow(declared(document), [text, JSON.stringify(document)], [document.id, merchant]);
      links.clear(document.id);
      links.add(document);
      events.append(merchant, object, document.id, 'changed', stateOf(document));
    },
    remove(merchant, id) {
      links.clear(id);
      deleteRow.run(id, merchant);
      events.append(merchant, object, id, 'removed');
    },
  };
}

/** Account numbers are sealed, and the fingerprint that finds a record again is stored as a keyed hash. */
function innerText(vault: Vault, inner: unknown): string {
  const { fingerprint } = inner as { readonly fingerprint?: unknown };
  if (typeof fingerprint !== 'string') return sealedText(vault, inner);
  return sealedText(vault, { ...(inner as object), fingerprint: vault.index(fingerprint) });
}

/** Declared properties with many values: one row each in a table of their own. */
function createLinks({ prepare }: Pick<Database, 'prepare'>, queries: QueryDeclaration) {
  const links = Object.entries(queries.fields).flatMap(([property, field]) => {
    if (!('link' in field)) return [];
    const { table, key, column } = field.link;
    return {
      property,
      clear: prepare(`DELETE FROM ${table} WHERE ${key} = ?`),
      add: prepare(`INSERT INTO ${table} (${key}, ${column}) VALUES (?, ?)`),
    };
  });
  return {
    clear(id: string) {
      for (const { clear } of links) clear.run(id);
    },
    add(document: { readonly id: string }) {
      for (const { property, add } of links)
        for (const value of linkValues(queries, property, document)) add.run(document.id, value);
    },
  };
}

/** `values`: id, inner, document, then the declared columns. */
type InsertRow = (merchant: string, values: readonly Bindable[]) => void;

/** Inserts a row above all rows of the merchant: the next place, where the table numbers places. */
function createInsertLast(db: Database, { table, position }: QueryDeclaration, columns: readonly string[]): InsertRow {
  const places = position === undefined ? [] : [position];
  const nextPosition = position === undefined ? null : createPositions(db, { table, position });
  const names = ['merchant', 'id', 'inner', 'document', ...columns, ...places];
  const insert = db.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`);
  return (merchant, values) => void insert.run(merchant, ...values, ...(nextPosition ? [nextPosition(merchant)] : []));
}

/** Inserts a row below all rows that are there: number and place go on downwards, so neither leaves a gap. */
function createInsertFirst(db: Database, { table, position }: QueryDeclaration, columns: readonly string[]): InsertRow {
  if (position === undefined) throw new Error(`${table} numbers no places`);
  const lowest = db.prepare<{ number: number; place: number }>(
    `SELECT coalesce((SELECT min(number) FROM ${table}), 1) AS number,
      coalesce((SELECT min(${position}) FROM ${table} WHERE merchant = ?), 1) AS place`,
  );
  const insert = db.prepare(
    `INSERT INTO ${table} (${['number', position, 'merchant', 'id', 'inner', 'document', ...columns].join(', ')})
     VALUES (?, ?, ?, ?, ?, ?${', ?'.repeat(columns.length)})`,
  );
  return (merchant, values) => {
    const { number, place } = lowest.get(merchant) ?? { number: 1, place: 1 };
    insert.run(number - 1, place - 1, merchant, ...values);
  };
}

/** The state of a resource in its document: payments have a simple state beside their status number. */
function stateOf(document: object): unknown {
  const { details, status } = document as { details?: { status_simple_text?: unknown }; status?: unknown };
  return details?.status_simple_text ?? status;
}

function stored<T, Inner>(vault: Vault, { document, inner }: Row): Stored<T, Inner> {
  const name = document.slice(0, 80);
  const known = readStored<Inner>(inner, name);
  return { document: readStored(document, name), inner: mayHoldSealed(inner) ? openedValue(vault, known) : known };
}
