/** A back office with two merchants, booked by hand: records become facts by the product's own rule, figures by plain SQL. */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { SET_BACK } from '../../domain/expiry.ts';
import { type FigureRecord, figuresOf } from '../../domain/figures.ts';
import { basketFigures } from '../../domain/voids.ts';
import type { Clock } from '../../world/clock.ts';
import { buildOfficeServer } from '../api/server.ts';
import { checkedDatabase } from '../database/checkedDatabase.fixture.ts';
import { sharedDatabase } from '../database/cluster.fixture.ts';
import type { OfficeDatabase } from '../database/officeDatabase.ts';
import { openDatabase } from '../database/open.ts';
import { createPartitions, partitionedTables } from '../database/partitions.ts';
import type { Office } from '../office.ts';
import { hashPassword } from '../people/passwords.ts';

export const ids = {
  merchant: 'MRC_OWN',
  foreign: 'MRC_FOREIGN',
  north: 'STO_NORTH',
  south: 'STO_SOUTH',
  abroad: 'STO_ABROAD',
  tills: { north: 'TIL_NORTH1', north2: 'TIL_NORTH2', south: 'TIL_SOUTH1', abroad: 'TIL_ABROAD1' },
} as const;

export const passwords = {
  chain: ['chain@own.example', 'chain-password'],
  store: ['store@own.example', 'store-password'],
  reader: ['reader@own.example', 'reader-password'],
  foreign: ['chain@foreign.example', 'foreign-password'],
} as const;
export type PersonName = keyof typeof passwords;

const storeOf: Readonly<Record<string, string>> = {
  [ids.tills.north]: ids.north,
  [ids.tills.north2]: ids.north,
  [ids.tills.south]: ids.south,
  [ids.tills.abroad]: ids.abroad,
};

export interface Booked extends Partial<FigureRecord> {
  readonly till?: string;
  readonly day: string;
  readonly at: string;
  /** Its place among the records of the till, where it does not come in order. */
  readonly sequence?: number;
}

export interface Books {
  readonly office: Office;
  readonly database: OfficeDatabase;
  readonly url: string;
  /** Ms since 1970; a test may move it. */
  readonly clock: { now: number };
  /** Books one record as the next of its till; the figures follow. */
  book(...records: readonly Booked[]): Promise<void>;
  /** Asks with the session of a person; null: without one. */
  ask<T = unknown>(person: PersonName | null, path: string, init?: RequestInit): Promise<Answer<T>>;
}

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: T;
}

const SCHEMA = `
INSERT INTO merchant (id, name, currency, time_zone) VALUES
  ('MRC_OWN', 'Bäckerei Nord & Süd', 'EUR', 'Europe/Berlin'), ('MRC_FOREIGN', 'Other', 'EUR', 'Europe/Berlin');
INSERT INTO store (id, merchant, name, time_zone) VALUES
  ('STO_NORTH', 'MRC_OWN', 'Nord', 'Europe/Berlin'), ('STO_SOUTH', 'MRC_OWN', 'Süd', 'Europe/Berlin'),
  ('STO_ABROAD', 'MRC_FOREIGN', 'Abroad', 'Europe/Berlin');
INSERT INTO bridge (id, merchant, store, installation, name, state, enrolled) VALUES
  ('BRG_NORTH', 'MRC_OWN', 'STO_NORTH', 'a', 'North', 'enrolled', now()),
  ('BRG_SOUTH', 'MRC_OWN', 'STO_SOUTH', 'b', 'South', 'enrolled', now()),
  ('BRG_ABROAD', 'MRC_FOREIGN', 'STO_ABROAD', 'c', 'Abroad', 'enrolled', now());
INSERT INTO heartbeat (store, bridge) SELECT store, id FROM bridge;
INSERT INTO till (id, bridge, device, merchant, store, name) VALUES
  ('TIL_NORTH1', 'BRG_NORTH', 'SDV_1', 'MRC_OWN', 'STO_NORTH', 'Kasse 1'),
  ('TIL_NORTH2', 'BRG_NORTH', 'SDV_2', 'MRC_OWN', 'STO_NORTH', 'Kasse 2'),
  ('TIL_SOUTH1', 'BRG_SOUTH', 'SDV_1', 'MRC_OWN', 'STO_SOUTH', 'Kasse 1'),
  ('TIL_ABROAD1', 'BRG_ABROAD', 'SDV_1', 'MRC_FOREIGN', 'STO_ABROAD', 'Till 1');`;

const EPOCH = 1_700_000_000;

/** Hooks of the file that calls it. The clock stands at noon UTC of a Monday in November. */
export function openBooks(): Books {
  const clock = { now: Date.parse('2026-11-23T12:00:00Z') };
  const held: { database: OfficeDatabase | null; office: Office | null; url: string; close: () => Promise<unknown> } = {
    database: null,
    office: null,
    url: '',
    close: async () => undefined,
  };
  /** Tokens with the time of the sign-in: a file that sets the clock signs in anew. */
  const tokens = new Map<PersonName, { readonly token: string; readonly at: number }>();
  const next = new Map<string, number>();

  beforeAll(async () => {
    const address = await sharedDatabase();
    const database = checkedDatabase(await openDatabase({ address, data: '', lost: () => undefined }));
    await database.script(SCHEMA);
    await addPeople(database);
    const own: Clock = { now: () => clock.now, elapsed: () => performance.now() };
    const settings = { data: '', demo: true, host: '127.0.0.1', port: 0, database: null, backlog: 1 };
    const office = { database, clock: own, log: () => undefined, settings } as unknown as Office;
    const app = await buildOfficeServer(office);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    Object.assign(held, { database, office, url: `http://127.0.0.1:${port}`, close: () => app.close() });
  });
  afterAll(async () => {
    await held.close();
    await held.database?.close();
  });

  async function ask<T>(person: PersonName | null, path: string, init: RequestInit = {}): Promise<Answer<T>> {
    const headers = new Headers(init.headers);
    if (person !== null) headers.set('authorization', `Bearer ${await tokenOf(person)}`);
    const answer = await fetch(`${held.url}/office/v1${path}`, { redirect: 'manual', ...init, headers });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: parsed(text) as T };
  }

  async function tokenOf(person: PersonName): Promise<string> {
    const known = tokens.get(person);
    if (known && Math.abs(clock.now - known.at) <= SET_BACK) return known.token;
    const [username, password] = passwords[person];
    const { body } = await ask<{ access_token: string }>(null, '/token', {
      method: 'POST',
      body: new URLSearchParams({ username, password }),
    });
    tokens.set(person, { token: body.access_token, at: clock.now });
    return body.access_token;
  }

  return {
    get office() {
      return held.office as Office;
    },
    get database() {
      return held.database as OfficeDatabase;
    },
    get url() {
      return held.url;
    },
    clock,
    ask,
    book: (...records) => book(held.database as OfficeDatabase, next, records),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function addPeople(database: OfficeDatabase): Promise<void> {
  const roles = {
    chain: ['chain', null],
    store: ['store', ids.north],
    reader: ['readonly', null],
    foreign: ['chain', null],
  };
  for (const [name, [username, password]] of Object.entries(passwords)) {
    const [role, store] = roles[name as PersonName];
    const merchant = name === 'foreign' ? ids.foreign : ids.merchant;
    await database.query(
      'INSERT INTO person (id, merchant, username, name, role, store, password_hash) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [`USR_${name.toUpperCase()}`, merchant, username, name, role, store, await hashPassword(password, 'demo')],
    );
  }
}

/** The hour by the clock of Berlin. */
const hourOf = (at: number): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', hourCycle: 'h23' }).format(at));

async function book(database: OfficeDatabase, next: Map<string, number>, records: readonly Booked[]): Promise<void> {
  await createPartitions(database).require(records.map(({ day }) => day));
  for (const { till = ids.tills.north, day, sequence: place, ...more } of records) {
    const sequence = place ?? (next.get(till) ?? 0) + 1;
    next.set(till, Math.max(next.get(till) ?? 0, sequence));
    await bookOne(database, { till, day, sequence }, { ...EMPTY, ...more } as FigureRecord);
  }
  await database.script(
    partitionedTables
      .filter(name => name.startsWith('figure_'))
      .map(name => `DELETE FROM ${name};`)
      .join('') + FIGURES,
  );
}

const EMPTY = { kind: 'sale', event: 'closed', object: 'STX_1', sum: null, currency: 'EUR', facts: {}, document: null };

async function bookOne(
  database: OfficeDatabase,
  { till, day, sequence }: { readonly till: string; readonly day: string; readonly sequence: number },
  record: FigureRecord,
): Promise<void> {
  const store = storeOf[till] as string;
  const key = [store, day, till, EPOCH, sequence];
  const { sale, lines, taxes, tenders, loyalty, priceChanges } = figuresOf(record, hourOf);
  const insert = (table: string, columns: string, ...values: readonly unknown[]) => {
    const all = [...key, ...values];
    return database.query(
      `INSERT INTO ${table} (store, business_day, till, epoch, sequence, ${columns}) VALUES (${all.map((_, index) => `$${index + 1}`).join(', ')})`,
      all,
    );
  };
  const { kind, event, object, at } = record;
  const line = JSON.stringify({ sequence, business_day: day, ...record });
  await insert(
    'document',
    'kind, event, object, at, received, hash, figures, record',
    kind,
    event,
    object,
    at,
    at,
    '',
    true,
    line,
  );
  if (kind === 'terminalOperation')
    await insert(
      'card_operation',
      'kind, event, object, at, amount, facts',
      kind,
      event,
      object,
      at,
      record.sum,
      JSON.stringify(record.facts),
    );
  if (sale)
    await insert(
      'sale',
      'event, id, transaction_ref, receipt_number, status, at, hour, sum, turnover, sales, discount, tip, currency, method, cashier, bought',
      ...[event, object, sale.transactionRef, sale.receiptNumber, sale.status, at, sale.hour, sale.sum, sale.turnover],
      ...[sale.sales, sale.discount, sale.tip, sale.currency, sale.method, sale.cashier],
      sale.bought,
    );
  for (const [index, each] of lines.entries())
    await insert(
      'sale_line',
      'position, article, name, item_group, group_name, tax, quantity, measured, unit, unit_price, amount, item_type, given_by, goods_net, costed_net, goods_cost, hour, currency',
      ...[index, each.article, each.name, each.group, each.groupName, each.tax],
      ...[each.quantity, each.measured, each.unit, each.unitPrice, each.amount, each.type, each.givenBy],
      ...[each.goodsNet, each.costedNet, each.cost],
      ...[sale?.hour ?? 0, sale?.currency ?? ''],
    );
  for (const { tax, gross, amount } of taxes) await insert('sale_tax', 'tax, gross, amount', tax, gross, amount);
  for (const [index, each] of tenders.entries())
    await insert(
      'tender',
      'position, method, amount, tip, terminal, trace, card_type, receipt',
      ...[index, each.method, each.amount, each.tip, each.terminal, each.trace, each.cardType, each.receipt],
    );
  for (const [index, each] of loyalty.entries())
    await insert(
      'loyalty',
      'position, account, issued, redeemed, card, campaign',
      ...[index, each.account, each.issued, each.redeemed, each.card, each.campaign],
    );
  for (const [index, { person, lowered, raised }] of priceChanges.entries())
    await insert('price_change', 'position, person, lowered, raised', index + 1, person, lowered, raised);
  const basket = basketFigures(record);
  for (const [index, amount] of (basket?.amounts ?? []).entries())
    await insert(
      'unpaid',
      'position, event, person, currency, amount',
      ...[index + 1, event, basket?.person, record.currency ?? '', amount],
    );
  await database.query(
    `INSERT INTO till_head (store, till, epoch, got, highest, batch, chain, first_seen, last_seen)
     VALUES ($1, $2, $3, int8multirange(int8range($4::bigint, $4::bigint + 1)), $4::bigint, 1, '', now(), now())
     ON CONFLICT (store, till, epoch) DO UPDATE SET got = till_head.got + excluded.got, highest = excluded.highest`,
    [store, till, EPOCH, sequence],
  );
}

const others = (table: string, keys: readonly string[]) => `
UPDATE ${table} AS f SET other_sales = o.sales, other_turnover = o.turnover, other_cancellations = o.count, other_cancelled = o.cancelled
  FROM (SELECT ${keys.join(', ')}, sum(sales) AS sales, sum(turnover) AS turnover, count(*) FILTER (WHERE event = 'cancelled') AS count,
    coalesce(-sum(turnover) FILTER (WHERE event = 'cancelled'), 0) AS cancelled FROM sale WHERE NOT bought GROUP BY ${keys.join(', ')}) AS o
  WHERE ${keys.map(key => `o.${key} = f.${key}`).join(' AND ')};`;

/** `keys` are columns of the sale, `ofLines` of its lines. */
const margins = (table: string, keys: readonly string[], ofLines: readonly string[] = []) => `
UPDATE ${table} AS f SET goods_net = o.goods_net, costed_net = o.costed_net, goods_cost = o.goods_cost
  FROM (SELECT ${[...keys.map(key => `s.${key}`), ...ofLines.map(key => `l.${key}`)].join(', ')}, sum(l.goods_net) AS goods_net,
    sum(l.costed_net) AS costed_net, sum(l.goods_cost) AS goods_cost
    FROM sale_line l JOIN sale s USING (store, business_day, till, epoch, sequence)
    GROUP BY ${[...keys, ...ofLines].map((_, index) => index + 1).join(', ')}) AS o
  WHERE ${[...keys, ...ofLines].map(key => `o.${key} = f.${key}`).join(' AND ')};`;
const LINE_KEYS = ['item_group', 'tax', 'unit'];

const FIGURES = `
INSERT INTO figure_sale SELECT store, business_day, hour, till, cashier, currency, sum(sales), sum(turnover),
  coalesce(sum(turnover) FILTER (WHERE event = 'closed'), 0), coalesce(-sum(turnover) FILTER (WHERE event = 'cancelled'), 0),
  count(*) FILTER (WHERE event = 'cancelled' AND sales <> 0), sum(discount), sum(tip), count(*) FILTER (WHERE event = 'unknown')
  FROM sale GROUP BY 1, 2, 3, 4, 5, 6;
INSERT INTO figure_day SELECT store, business_day, currency, sum(sales), sum(turnover), sum(closed), sum(cancelled), sum(cancellations), sum(discount),
  sum(tip), sum(unknown) FROM figure_sale GROUP BY 1, 2, 3;
INSERT INTO figure_tender (store, business_day, till, cashier, method, currency, count, amount, tip)
  SELECT t.store, t.business_day, t.till, s.cashier, t.method, s.currency, sum(sign(t.amount)), sum(t.amount), sum(t.tip)
  FROM tender t JOIN sale s USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 6;
INSERT INTO figure_tender_hour SELECT t.store, t.business_day, s.hour, t.method, s.currency, sum(sign(t.amount)), sum(t.amount), sum(t.tip),
  t.till, s.cashier FROM tender t JOIN sale s USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 9, 10;
INSERT INTO figure_item SELECT l.store, l.business_day, l.article, max(l.name), l.item_group, max(l.group_name), l.tax, s.currency,
  sum(l.quantity), sum(l.amount), sum(l.measured), l.unit FROM sale_line l JOIN sale s USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 5, 7, 8, 12;
INSERT INTO figure_group SELECT l.store, l.business_day, l.till, s.cashier, l.item_group, max(l.group_name), l.tax, l.unit, s.currency,
  sum(l.quantity), sum(l.measured), sum(l.amount) FROM sale_line l JOIN sale s USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 7, 8, 9;
INSERT INTO figure_group_hour SELECT l.store, l.business_day, s.hour, l.item_group, max(l.group_name), l.tax, l.unit, s.currency,
  sum(l.quantity), sum(l.measured), sum(l.amount), l.till, s.cashier
  FROM sale_line l JOIN sale s USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 6, 7, 8, 12, 13;
INSERT INTO figure_item_person (store, business_day, till, cashier, article, name, item_group, group_name, tax, unit, currency, quantity, measured, turnover)
  SELECT l.store, l.business_day, l.till, s.cashier, l.article, max(l.name), l.item_group, max(l.group_name), l.tax, l.unit, s.currency,
  sum(l.quantity), sum(l.measured), sum(l.amount) FROM sale_line l JOIN sale s USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 7, 9, 10, 11;
INSERT INTO figure_tax (store, business_day, till, cashier, tax, currency, gross, amount)
  SELECT x.store, x.business_day, x.till, s.cashier, x.tax, s.currency, sum(x.gross), sum(x.amount)
  FROM sale_tax x JOIN sale s USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 6;
INSERT INTO figure_tax_hour SELECT x.store, x.business_day, s.hour, x.tax, s.currency, sum(x.gross), sum(x.amount), x.till, s.cashier
  FROM sale_tax x JOIN sale s USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 8, 9;
INSERT INTO figure_correction SELECT store, business_day, till, cashier, currency, sum(returns), sum(returned), sum(discount), sum(lowered), sum(raised),
    sum(voids), sum(voided), sum(abandonments), sum(abandoned) FROM (
  SELECT s.store, s.business_day, s.till, s.cashier, s.currency, s.sales AS returns, -l.amount AS returned, 0 AS discount, 0 AS lowered, 0 AS raised,
    0 AS voids, 0 AS voided, 0 AS abandonments, 0 AS abandoned FROM sale_line l JOIN sale s USING (store, business_day, till, epoch, sequence)
    WHERE sign(l.amount) = -sign(s.sales) AND l.item_type NOT IN ('coupon', 'deposit', 'empties', 'difference')
  UNION ALL SELECT s.store, s.business_day, s.till, l.given_by, s.currency, 0, 0, -l.amount, 0, 0, 0, 0, 0, 0
    FROM sale_line l JOIN sale s USING (store, business_day, till, epoch, sequence) WHERE l.given_by IS NOT NULL
  UNION ALL SELECT s.store, s.business_day, s.till, p.person, s.currency, 0, 0, 0, p.lowered, p.raised, 0, 0, 0, 0
    FROM price_change p JOIN sale s USING (store, business_day, till, epoch, sequence)
  UNION ALL SELECT store, business_day, till, person, currency, 0, 0, 0, 0, 0, 1, amount, 0, 0 FROM unpaid WHERE event = 'voided'
  UNION ALL SELECT store, business_day, till, person, currency, 0, 0, 0, 0, 0, 0, 0, 1, amount FROM unpaid WHERE event = 'abandoned') AS moved
  GROUP BY 1, 2, 3, 4, 5;
UPDATE figure_sale AS f SET tax = t.amount FROM (SELECT store, business_day, hour, till, cashier, currency, sum(amount) AS amount
  FROM figure_tax_hour GROUP BY 1, 2, 3, 4, 5, 6) AS t WHERE (t.store, t.business_day, t.hour, t.till, t.cashier, t.currency) =
  (f.store, f.business_day, f.hour, f.till, f.cashier, f.currency);
UPDATE figure_day AS f SET tax = t.amount FROM (SELECT store, business_day, currency, sum(amount) AS amount FROM figure_tax GROUP BY 1, 2, 3) AS t
  WHERE (t.store, t.business_day, t.currency) = (f.store, f.business_day, f.currency);
INSERT INTO figure_loyalty SELECT store, business_day, account, campaign, sum(issued), sum(redeemed) FROM loyalty GROUP BY 1, 2, 3, 4;
${others('figure_sale', ['store', 'business_day', 'hour', 'till', 'cashier', 'currency'])}
${others('figure_day', ['store', 'business_day', 'currency'])}
${margins('figure_sale', ['store', 'business_day', 'hour', 'till', 'cashier', 'currency'])}
${margins('figure_day', ['store', 'business_day', 'currency'])}
${margins('figure_item', ['store', 'business_day', 'currency'], ['article', ...LINE_KEYS])}
${margins('figure_item_person', ['store', 'business_day', 'till', 'cashier', 'currency'], ['article', ...LINE_KEYS])}
${margins('figure_group', ['store', 'business_day', 'till', 'cashier', 'currency'], LINE_KEYS)}
${margins('figure_group_hour', ['store', 'business_day', 'hour', 'till', 'cashier', 'currency'], LINE_KEYS)}`;
