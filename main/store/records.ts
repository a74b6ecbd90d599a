/**
 * Resources kept as the text the API answers, one declaration each: the row, its searchable columns and the change
 * beside it. A table of this kind has `number INTEGER PRIMARY KEY, id TEXT UNIQUE, merchant, inner, document` and the
 * declared columns, and triggers that keep `row_count` for its object name.
 */

import { columnValues, linkValues, type QueryDeclaration } from '../services/query/declaration.ts';
import type { Records, Stored } from '../world/records.ts';
import type { Database } from './database.ts';
import type { EventLog } from './events.ts';
import { createPositions } from './positions.ts';
import { createRowUpdate } from './rowUpdate.ts';
import { mayHoldSealed, openedValue, sealedText } from './sealedJson.ts';
import type { Bindable } from './statement.ts';
import { readStored } from './storedJson.ts';
import type { Vault } from './vault.ts';

/** Where a record tells of its changes. */
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
  const { object, queries } = kind;
  const { table, position } = queries;
  const columns = Object.values(queries.fields).flatMap(field =>
    'column' in field && field.column !== 'id' ? [field.column] : [],
  );
  const placed = position === undefined ? [] : [position];
  const nextPosition = position === undefined ? null : createPositions(db, { table, position });
  const insertRow = db.prepare(
    `INSERT INTO ${table} (id, merchant, inner, document${[...columns, ...placed].map(one => `, ${one}`).join('')})
     VALUES (?, ?, ?, ?${', ?'.repeat(columns.length + placed.length)})`,
  );
  let first: InsertFirst | null = null;
  const updateRow = createRowUpdate(db, {
    table,
    columns,
    always: ['inner = coalesce(?, inner)', 'document = ?'],
    where: 'id = ? AND merchant = ?',
  });
  const bytesOf = db
    .prepare<Buffer>(`SELECT CAST(document AS BLOB) FROM ${table} WHERE id = ? AND merchant = ?`)
    .pluck();
  const byId = db.prepare<Row>(`SELECT document, inner FROM ${table} WHERE id = ? AND merchant = ?`);
  const ofMerchant = db.prepare<Row>(`SELECT document, inner FROM ${table} WHERE merchant = ? ORDER BY number`);
  const deleteRow = db.prepare(`DELETE FROM ${table} WHERE id = ? AND merchant = ?`);
  const links = Object.entries(queries.fields).flatMap(([property, field]) => {
    if (!('link' in field)) return [];
    const { table: linked, key, column } = field.link;
    return {
      property,
      clear: db.prepare(`DELETE FROM ${linked} WHERE ${key} = ?`),
      add: db.prepare(`INSERT INTO ${linked} (${key}, ${column}) VALUES (?, ?)`),
    };
  });

  /** Account numbers are sealed, and what finds a record again by its contents is a keyed hash. */
  function innerText(inner: unknown): string {
    const { fingerprint } = inner as { readonly fingerprint?: unknown };
    if (typeof fingerprint !== 'string') return sealedText(db.vault, inner);
    return sealedText(db.vault, { ...(inner as object), fingerprint: db.vault.index(fingerprint) });
  }

  function declared(document: T) {
    const values = columnValues(queries, document);
    return columns.map(column => values[column] ?? null);
  }

  function writeLinks(document: T, isNew: boolean) {
    for (const { property, clear, add } of links) {
      if (!isNew) clear.run(document.id);
      for (const value of linkValues(queries, property, document)) add.run(document.id, value);
    }
  }

  return {
    bytes: (merchant, id) => bytesOf.get(id, merchant),
    find(merchant, id) {
      const row = byId.get(id, merchant);
      return row ? stored(db.vault, row) : null;
    },
    all: merchant => ofMerchant.all(merchant).map(row => stored<T, Inner>(db.vault, row)),
    insert(merchant, document, inner) {
      insertRow.run(
        document.id,
        merchant,
        innerText(inner ?? {}),
        JSON.stringify(document),
        ...declared(document),
        ...(nextPosition ? [nextPosition(merchant)] : []),
      );
      writeLinks(document, true);
      events.append(merchant, object, document.id, 'added', stateOf(document));
    },
    insertFirst(merchant, document, inner) {
      if (position === undefined) throw new Error(`${table} numbers no places`);
      first ??= createFirst(db, table, position, columns);
      first(merchant, [document.id, innerText(inner ?? {}), JSON.stringify(document), ...declared(document)]);
      writeLinks(document, true);
    },
    save(merchant, document, inner) {
      const text = inner === undefined ? null : innerText(inner);
      updateRow(declared(document), [text, JSON.stringify(document)], [document.id, merchant]);
      writeLinks(document, false);
      events.append(merchant, object, document.id, 'changed', stateOf(document));
    },
    remove(merchant, id) {
      for (const { clear } of links) clear.run(id);
      deleteRow.run(id, merchant);
      events.append(merchant, object, id, 'removed');
    },
  };
}

/** `values`: id, inner, document, then the declared columns. */
type InsertFirst = (merchant: string, values: readonly Bindable[]) => void;

/** Below all that are there: number and place go on downwards, so neither leaves a gap. */
function createFirst(db: Database, table: string, position: string, columns: readonly string[]): InsertFirst {
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

/** What a resource calls its state: payments have a simple one beside their status number. */
function stateOf(document: object): unknown {
  const { details, status } = document as { details?: { status_simple_text?: unknown }; status?: unknown };
  return details?.status_simple_text ?? status;
}

function stored<T, Inner>(vault: Vault, { document, inner }: Row): Stored<T, Inner> {
  const name = document.slice(0, 80);
  const known = readStored<Inner>(inner, name);
  return { document: readStored(document, name), inner: mayHoldSealed(inner) ? openedValue(vault, known) : known };
}
