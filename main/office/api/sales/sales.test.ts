/** The list of sales in the list language, one sale, its records, and the places: with rights, over HTTP. */
import { beforeAll, describe, expect, it } from 'vitest';
import { factColumns } from '../../ingest/factRows.ts';
import { type Booked, ids, openBooks } from '../../reports/books.fixture.ts';

const books = openBooks();
interface Listed {
  readonly count: number;
  readonly totals: readonly object[];
  readonly data: readonly { readonly id: string; readonly [member: string]: unknown }[];
}

const sale = (
  object: string,
  day: string,
  sum: number,
  more: Partial<Booked> & { ref?: string; cashier?: string } = {},
): Booked => {
  const { ref = null, cashier = 'Anna', ...rest } = more;
  return {
    object,
    day,
    at: `${day}T12:00:00Z`,
    sum,
    facts: {
      method: 'cash',
      tenders: [{ method: 'cash', amount: sum }],
      transaction_ref: ref,
      cashier,
      receipt_number: Number(object.slice(-1)),
    },
    document: {
      status: 'ok',
      basket: {
        products: [{ articleNumber: 'B1', desc: 'Brot', priceOne: sum, tax: 7, quantity: 1, group: [{ id: 'bread' }] }],
      },
      receipt: [{ type: 'textline', value: { text: `Beleg ${object}`, decoration: [] } }],
    },
    ...rest,
  };
};

beforeAll(() =>
  books.book(
    sale('STX_1', '2026-11-18', 100, { ref: 'Order 100%_a' }),
    sale('STX_2', '2026-11-19', 200, { ref: 'order 7', cashier: '' }),
    sale('STX_3', '2026-11-20', 300, { till: ids.tills.north2 }),
    sale('STX_4', '2026-11-20', 400, { till: ids.tills.south }),
    sale('STX_3', '2026-11-21', 300, { till: ids.tills.north2, event: 'cancelled' }),
    sale('STX_9', '2026-11-20', 900, { till: ids.tills.abroad, ref: 'foreign' }),
  ),
);

const list = async (query: string, person: 'chain' | 'store' = 'chain') =>
  (await books.ask<Listed>(person, `/sales?${query}`)).body;
const found = async (q: string) => (await list(`q=${encodeURIComponent(q)}&sort=sum`)).data.map(({ id }) => id);

describe('the list', () => {
  it('holds each sale once, the newest first', async () => {
    const { count, data, totals } = await list('');
    expect([count, data.map(({ id }) => id)]).toEqual([4, ['STX_4', 'STX_3', 'STX_2', 'STX_1']]);
    expect(totals).toEqual([{ currency: 'EUR', sales: 4, turnover: 1000, average: 250 }]);
    expect((await list('q=sum:300')).totals).toEqual([{ currency: 'EUR', sales: 1, turnover: 300, average: 300 }]);
    expect(data[3]).toMatchObject({
      transactionRef: 'Order 100%_a',
      store: ids.north,
      store_name: 'Nord',
      till: ids.tills.north,
      sequence: 1,
      receipt_number: 1,
      status: 'ok',
      sum: 100,
      currency: 'EUR',
      created: '2026-11-18T12:00:00.000Z',
    });
  });

  it.each([
    ['sum:[200 TO 300]', ['STX_2', 'STX_3']],
    ['sum:>300', ['STX_4']],
    ['transactionRef:"ORDER 7"', ['STX_2']],
    ['transactionRef:order*', ['STX_1', 'STX_2']],
    ['transactionRef:*100%_a', ['STX_1']],
    ['transactionRef:*100?_a', ['STX_1']],
    ['transactionRef:%', []],
    ['business_day:2026-11-20', ['STX_3', 'STX_4']],
    ['business_day:{2026-11-18 TO 2026-11-20}', ['STX_2']],
    ['business_day:[2026-11-19 TO *]', ['STX_2', 'STX_3', 'STX_4']],
    ['created:["2026-11-20T13:00:00+01:00" TO *]', ['STX_3', 'STX_4']],
    ['_exists_:cashier', ['STX_1', 'STX_3', 'STX_4']],
    ['NOT cashier:anna', ['STX_2']],
    ['till_name:"kasse 2" OR store_name:süd', ['STX_3', 'STX_4']],
    ['method:cash AND article:B1 AND tax:7 AND group:bread', ['STX_1', 'STX_2', 'STX_3', 'STX_4']],
    ['method:cashless', []],
    ['weekday:5 hour:13', ['STX_3', 'STX_4']],
    ['id:stx_2', ['STX_2']],
    ['receipt_number:4', ['STX_4']],
  ])('finds with q=%s', async (q, expected) => {
    expect(await found(q)).toEqual(expected);
  });

  it('is cut into pages, sorted, and reduced to fields', async () => {
    const page = await list('sort=cashier,sum:desc&count=2&offset=1&fields=sum,store');
    expect(page).toMatchObject({
      count: 4,
      totals: [{ currency: 'EUR', sales: 4, turnover: 1000, average: 250 }],
      data: [
        { object: 'office.sales', id: 'STX_4', store: ids.south, sum: 400 },
        { object: 'office.sales', id: 'STX_3', store: ids.north, sum: 300 },
      ],
    });
    expect((await list('count=0')).data).toEqual([]);
    expect((await list('sort[sum]=asc')).data.map(({ sum }) => sum)).toEqual([100, 200, 300, 400]);
  });

  it('has a row for every event on request', async () => {
    const { data } = await list('events=all&q=id:STX_3&sort=created');
    expect(data.map(({ event, turnover }) => [event, turnover])).toEqual([
      ['closed', 300],
      ['cancelled', -300],
    ]);
  });

  it.each([
    ['q=password_hash:x', 'there is no field password_hash'],
    ['q=constructor:x', 'there is no field constructor'],
    ['sort=document', 'there is no field document'],
    ['sort=method', 'there is no field method'],
    ['sort=sum;DROP TABLE sale', 'not a field'],
    ['sort=(SELECT 1)', 'not a field'],
    ["fields=sum');--", 'not a field'],
    ['fields=sum,stroe', 'there is no field stroe here, did you mean store?'],
    ['q=sum:(', 'q:'],
    ['count=-1', 'count'],
    ['offset=1e9', 'offset'],
  ])('refuses %s', async (query, words) => {
    const { status, body } = await books.ask<{ error_details: string }>('chain', `/sales?${encodeURI(query)}`);
    expect(status).toBe(400);
    expect(body.error_details).toContain(words);
  });

  it.each(["' OR 1=1 --", "x'); DELETE FROM sale; --", '$1', '\\', "\\' OR true", '"'])(
    'binds %s as a value',
    async value => {
      const quoted = `"${value.replace(/["\\]/g, '\\$&')}"`;
      for (const property of ['transactionRef', 'store', 'method', 'business_day', 'sum'])
        expect(await found(`${property}:${quoted}`)).toEqual([]);
      expect((await list('')).count).toBe(4);
    },
  );
});

describe('pages', () => {
  interface Page extends Listed {
    readonly next: string | null;
  }
  it.each(['', 'created', 'cashier:asc', 'transactionRef:desc', 'sum:asc,created:desc'])(
    'follow each other by `after` as `offset` gives them, sorted by %s',
    async sort => {
      const ask = (more: string) => list(`events=all&count=2&sort=${sort}${more}`) as Promise<Page>;
      const idOf = ({ id, sequence, till }: Page['data'][number] & object) => `${till} ${sequence} ${id}`;
      const whole = (await list(`events=all&count=100&sort=${sort}`)).data.map(row => idOf(row as never));
      const followed: string[] = [];
      for (let after = ''; ; ) {
        const page = await ask(after);
        followed.push(...page.data.map(row => idOf(row as never)));
        if (page.next === null) break;
        after = `&after=${page.next}`;
      }
      expect(followed).toEqual(whole);
      expect((await ask('&offset=2')).data.map(row => idOf(row as never))).toEqual(whole.slice(2, 4));
    },
  );

  it('refuse a place of another order, what is none, and an offset too far, and say what to do', async () => {
    const { next } = (await list('count=1')) as Page;
    for (const query of [`after=${next}&sort=sum`, 'after=junk', 'after=WzFd', 'offset=100001']) {
      const { status, body } = await books.ask<{ error_details: string }>('chain', `/sales?${query}`);
      expect([query, status, body.error_details]).toEqual([query, 400, expect.stringMatching(/after/)]);
    }
  });
});

it('a list of very many sales with an article is counted up to a bound, and its pages follow each other', async () => {
  const copy = (table: 'sale' | 'sale_line', changed: Readonly<Record<string, string>>) => {
    const values = factColumns[table].map(name => changed[name] ?? name).join(', ');
    return books.database.query(
      `INSERT INTO ${table} (${factColumns[table].join(', ')}) SELECT ${values} FROM ${table}, generate_series(1, 10001) AS copy
        WHERE till = $1 AND sequence = 1`,
      [ids.tills.north],
    );
  };
  const place = { sequence: '1000 + copy' };
  await copy('sale', { ...place, id: "'STX_MANY' || copy", at: "at + copy * interval '1 second'" });
  await copy('sale_line', { ...place, article: "'MANY'" });
  const page = async (more: string) =>
    (await list(`q=article:MANY&count=2${more}`)) as Listed & { readonly more: boolean; readonly next: string };
  const first = await page('');
  expect([first.count, first.more, first.data.map(({ id }) => id)]).toEqual([
    ...[10_000, true, ['STX_MANY10001', 'STX_MANY10000']],
  ]);
  expect((await page(`&after=${first.next}`)).data.map(({ id }) => id)).toEqual(['STX_MANY9999', 'STX_MANY9998']);
  expect(await list('q=article:MANY+AND+id:STX_MANY7')).toMatchObject({ count: 1, data: [{ id: 'STX_MANY7' }] });
  for (const table of ['sale', 'sale_line'])
    await books.database.query(`DELETE FROM ${table} WHERE till = $1 AND sequence > 1000`, [ids.tills.north]);
});

describe('one sale', () => {
  it('has lines, taxes, tenders, receipt and history', async () => {
    const { status, body } = await books.ask('chain', '/sales/STX_3');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 'STX_3',
      event: 'closed',
      lines: [{ article: 'B1', name: 'Brot', quantity: 1, amount: 300, tax: 7 }],
      taxes: [{ tax: 7, gross: 300, amount: 20, net: 280 }],
      tenders: [{ method: 'cash', amount: 300 }],
      receipt: [{ type: 'textline', value: { text: 'Beleg STX_3' } }],
      history: [
        { event: 'closed', sequence: 1 },
        { event: 'cancelled', sequence: 2 },
      ],
    });
  });

  it('has its records as they were received', async () => {
    const { body } = await books.ask<Listed>('chain', '/sales/STX_3/documents');
    expect(body).toMatchObject({ count: 2, data: [{ event: 'closed', object: 'STX_3' }, { event: 'cancelled' }] });
  });

  it('is noted in the audit log when it is read', async () => {
    await books.ask('store', '/sales/STX_1');
    const { body } = await books.ask<{ data: object[] }>('chain', '/audit?q=action:receiptRead&count=1');
    expect(body.data[0]).toMatchObject({ person: 'USR_STORE', name: 'store', facts: { sale: 'STX_1' } });
  });
});

describe('a sale that is no fact', () => {
  it('is taken out and counts again by a person with a reason, each with a row of the audit log', async () => {
    const headers = { 'content-type': 'application/json' };
    const ask = (step: string, body: object) =>
      books.ask('chain', `/records/STX_2/${step}`, { method: 'POST', headers, body: JSON.stringify(body) });
    for (const step of ['set-aside', 'take-back']) expect((await ask(step, {})).status).toBeGreaterThanOrEqual(400);
    expect((await ask('set-aside', { reason: 'a test of the till' })).body).toEqual({ records: 1 });
    const aside = () => books.ask<Listed>('chain', '/set-aside').then(({ body }) => body.data);
    expect(await aside()).toMatchObject([
      { object: 'STX_2', person: 'USR_CHAIN', person_name: 'chain', reason: 'a test of the till' },
    ]);
    expect((await ask('take-back', { reason: 'it was sold' })).body).toEqual({ records: 1 });
    expect(await aside()).toEqual([]);
    const { body } = await books.ask<{ data: object[] }>('chain', '/audit?q=action:records*&count=2');
    expect(body.data).toMatchObject([
      { action: 'recordsTakenBack', person: 'USR_CHAIN', facts: { of: 'STX_2', records: 1, reason: 'it was sold' } },
      {
        action: 'recordsSetAside',
        person: 'USR_CHAIN',
        facts: { of: 'STX_2', records: 1, reason: 'a test of the till' },
      },
    ]);
  });
});

describe('rights', () => {
  it('another store and another merchant are not there, by whatever way they are asked for', async () => {
    expect((await list('', 'store')).data.map(({ id }) => id)).toEqual(['STX_3', 'STX_2', 'STX_1']);
    for (const q of [
      `store:${ids.south}`,
      'article:A1',
      'article:B1',
      'id:STX_4',
      'NOT id:STX_1 OR store:*',
      'sum:400',
      'STX_4',
    ])
      expect((await list(`q=${encodeURIComponent(q)}`, 'store')).data.map(({ id }) => id)).not.toContain('STX_4');
    for (const path of [
      '/sales/STX_4',
      '/sales/STX_4/documents',
      '/sales/STX_9',
      '/sales/STX_9/documents',
      '/sales/STX_0',
    ])
      expect([path, (await books.ask('store', path)).status]).toEqual([path, 404]);
    expect((await books.ask('foreign', '/sales/STX_1')).status).toBe(404);
    expect((await books.ask('chain', '/sales?events=all')).text).not.toMatch(/STX_9|foreign/);
  });

  it.each(['stores', 'tills', 'bridges', 'gaps', 'refused'])('%s are those of the person alone', async path => {
    await books.database.query(`UPDATE till_head SET highest = highest + 1 WHERE highest = 1`);
    if (path === 'refused')
      await books.database.query(
        `INSERT INTO refused_record (store, till, epoch, sequence, received, code, reason, record) SELECT store, id, 1, 1, now(), 'code', 'why', '{}' FROM till`,
      );
    const rows = async (person: 'chain' | 'store' | 'foreign') =>
      (await books.ask<{ data: { store?: string; id?: string }[] }>(person, `/${path}?count=1000`)).body.data.map(
        ({ store, id }) => store ?? id,
      );
    expect(new Set(await rows('store'))).toEqual(path === 'gaps' ? new Set() : new Set([ids.north]));
    expect(new Set(await rows('chain'))).toEqual(new Set(path === 'gaps' ? [ids.south] : [ids.north, ids.south]));
    expect(new Set(await rows('foreign'))).toEqual(new Set([ids.abroad]));
  });

  it('a character that no text may hold is the fault of the caller', async () => {
    const { status, body } = await books.ask<{ error_details: string }>('chain', '/sales?q=transactionRef:%00');
    expect([status, body.error_details]).toEqual([400, expect.stringContaining('NUL')]);
  });

  it('nothing is answered without a session', async () => {
    for (const path of [
      'sales',
      'sales/STX_1',
      'stores',
      'tills',
      'bridges',
      'gaps',
      'refused',
      'reports',
      'me',
      'people',
      'audit',
      'audit/check',
    ])
      expect([path, (await books.ask(null, `/${path}`)).status]).toEqual([path, 401]);
  });
});
