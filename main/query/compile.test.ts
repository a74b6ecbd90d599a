import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { specifies } from '../doubles/specifies.ts';
import { compileQuery } from './compile.ts';
import { columnValues, linkValues } from './declaration.ts';
import { matches } from './evaluate.ts';
import { parseQuery } from './parse.ts';
import type { Sale } from './sales.fixture.ts';
import { openSales, sales } from './sales.fixture.ts';

const documents: readonly Sale[] = [
  {
    id: 'STX_A',
    merchantRef: 'ORD-2024/17',
    status: 'pending',
    amount: 1250,
    demo: true,
    created: '2024-05-01T23:30:00+02:00',
    transactions: [{ id: 'PCI_1' }, { id: 'PCI_2' }],
    tags: ['Summer', '100%_[x]'],
    customer: { name: 'Jürgen Müller', city: null, since: '2024-01-31T00:00:00Z', vip: false },
    basket: {
      products: [
        { ean: '4006381333931', quantity: 2, group: ['pens', 'Blue'] },
        { ean: '0815', quantity: 10 },
      ],
    },
    version: '7',
  },
  {
    id: 'STX_B',
    merchantRef: 'ord-2024/18',
    status: 'success',
    amount: 99,
    demo: false,
    created: '2024-05-02T00:30:00+02:00',
    transactions: [{ id: 'PCI_3' }],
    customer: { name: 'MÜLLER & Söhne', city: 'Köln', vip: true },
    basket: { products: [] },
    version: 7,
  },
  { id: 'STX_C', status: null, customer: 'walk-in', basket: null, version: 7.5, 'x-y': { _z: 'a*b?c' } },
];

let database: ReturnType<typeof openSales>;
beforeAll(() => {
  database = openSales();
  for (const document of documents) database.add(document);
});
afterAll(() => database.close());

describe('which documents are found', () => {
  beforeEach(() =>
    specifies({
      'Common list parameters': [
        'q: expressions property:condition, nested properties a.b',
        'wildcard * matches any number of characters',
        'range [min TO max], with open ends',
        'AND, OR, NOT and parentheses',
      ],
    }),
  );
  test.each<[string, string]>([
    ['', 'ABC'],
    ['transactions.id:PCI_2', 'A'],
    ['transactions.id:pci_2', 'A'],
    ['transactions.id:PCI_9', ''],
    ['NOT transactions.id:PCI_2', 'BC'],
    ['transactions.id:PCI_*', 'AB'],
    ['_exists_:transactions.id', 'AB'],
    ['id:stx_c', 'C'],
    ['merchantRef:ORD-2024/18', 'B'],
    ['merchantRef:ord*', 'AB'],
    ['merchantRef:*/1?', 'AB'],
    ['merchantRef:?RD*8', 'B'],
    ['status:PENDING', 'A'],
    ['NOT status:pending', 'BC'],
    ['status:*', 'AB'],
    ['!_exists_:status', 'C'],
    ['status:[p TO q]', 'A'],
    ['status:pending OR status:success', 'AB'],
    ['amount:1250.0', 'A'],
    ['amount:[99 TO 1250]', 'AB'],
    ['amount:{99 TO 1250]', 'A'],
    ['amount:[99 TO 1250}', 'B'],
    ['amount:[100 TO *]', 'A'],
    ['amount:[* TO 100]', 'B'],
    ['amount:>99', 'A'],
    ['amount:>=99', 'AB'],
    ['amount:<1250', 'B'],
    ['amount:<=1250', 'AB'],
    ['NOT amount:>99', 'BC'],
    ['amount:much', ''],
    ['amount:1*', ''],
    ['amount:[a TO b]', ''],
    ['demo:true', 'A'],
    ['demo:FALSE', 'B'],
    ['created:2024-05-01T21:30:00Z', 'A'],
    ['created:"2024-05-01T21:30:00.000+00:00"', 'A'],
    ['created:2024-05-01', 'AB'],
    ['created:2024-05-02', ''],
    ['created:[2024-05-01 TO 2024-05-01]', 'AB'],
    ['created:{2024-05-01 TO *]', ''],
    ['created:<2024-05-01', ''],
    ['created:>2024-05-02T00:00:00+02:00', 'B'],
    ['tags:summer', 'A'],
    ['tags:100%_[x]', 'A'],
    ['tags:"100%_[X]"', 'A'],
    ['tags:1*[x]', 'A'],
    ['tags:1?0*', 'A'],
    ['tags:%', ''],
    ['customer.name:"jürgen müller"', 'A'],
    ['customer.name:MÜLLER*', 'B'],
    ['customer.name:*müller*', 'AB'],
    ['customer.city:KÖLN', 'B'],
    ['_exists_:customer.city', 'B'],
    ['_exists_:customer', 'ABC'],
    ['customer:walk-in', 'C'],
    ['customer.vip:true', 'B'],
    ['customer.vip:false', 'A'],
    ['customer.since:2024-01-31T01:00:00+01:00', 'A'],
    ['customer.since:[2024-01-31 TO 2024-02-01]', 'A'],
    ['basket.products.ean:4006381333931', 'A'],
    ['basket.products.ean:0815', 'A'],
    ['basket.products.quantity:[5 TO 20]', 'A'],
    ['basket.products.quantity:[3 TO 9]', ''],
    ['basket.products.group:BLUE', 'A'],
    ['basket.products:*', 'A'],
    ['NOT basket.products.ean:4006381333931', 'BC'],
    ['version:7', 'AB'],
    ['version:"7"', 'AB'],
    ['version:>7', 'C'],
    ['version:[7 TO 7]', 'AB'],
    ['x-y._z:a\\*b\\?c', 'C'],
    ['x-y._z:a\\**c', 'C'],
    ['x-y._z:a\\*c', ''],
    ['toString:*', ''],
    ['constructor:x', ''],
    ['ord', 'AB'],
    ['summ', 'A'],
    ['stx_b', 'B'],
    ['pci_ AND NOT success', 'A'],
    ['"100%_["', 'A'],
    ['o?d', 'AB'],
    ['müller', ''],
    ['status:success AND (amount:99 OR amount:1250) AND NOT demo:true', 'B'],
    ['status:success OR amount:1250 AND demo:false', 'B'],
  ])('%s', (q, expected) => {
    const ids = [...expected].map(letter => `STX_${letter}`);
    expect(database.find(q).toSorted()).toEqual(ids);
    const parsed = parseQuery(q);
    expect(documents.filter(each => parsed.ok && matches(parsed.query, each, sales)).map(each => each.id)).toEqual(ids);
  });

  test('decomposed umlauts are the same letters', () => {
    expect(database.find(`customer.name:"${'jürgen müller'.normalize('NFD')}"`)).toEqual(['STX_A']);
  });
});

describe('what columns hold', () => {
  test('the comparable form of the property, null without one', () => {
    expect(columnValues(sales, documents[0])).toEqual({
      id: 'STX_A',
      merchant_ref: 'ord-2024/17',
      status: 'pending',
      amount: 1250,
      is_demo: 1,
      created_at: Date.UTC(2024, 4, 1, 21, 30),
    });
    expect(columnValues(sales, { id: 'STX_D', amount: '12.5', created: 'soon', demo: 'yes' })).toEqual({
      id: 'STX_D',
      merchant_ref: null,
      status: null,
      amount: 12.5,
      is_demo: null,
      created_at: null,
    });
  });

  test('one link row for each different value', () => {
    expect(linkValues(sales, 'transactions.id', documents[0])).toEqual(['PCI_1', 'PCI_2']);
    expect(linkValues(sales, 'tags', { tags: ['A', 'a', null, 5] })).toEqual(['a']);
    expect(linkValues(sales, 'unknown', documents[0])).toEqual([]);
  });
});

describe('nothing of the query is in the SQL', () => {
  test.each([`status:"x' OR 1=1"`, `a-b._c:"\\"); DROP TABLE sales;--"`, `"' OR '1'='1"`, 'tags:*%-_[*'])('%s', q => {
    const parsed = parseQuery(q);
    if (!parsed.ok) throw new Error(parsed.message);
    const { sql, params } = compileQuery(parsed.query, sales);
    expect(sql).not.toMatch(/a-b|DROP|1=1|%/);
    expect(sql.match(/\?/g)).toHaveLength(params.length);
    expect(database.find(q)).toEqual([]);
  });

  test('a query at its bounds is still a statement', () => {
    const property = Array(12).fill('part').join('.');
    expect(database.find(Array(100).fill(`${property}:[1 TO 2]`).join(' OR '))).toEqual([]);
    expect(database.find(`${'NOT ('.repeat(20)}id:*${')'.repeat(20)}`)).toHaveLength(3);
  });
});

describe('declared fields are found by their index', () => {
  test.each([
    ['id:STX_A', 'sqlite_autoindex_sales_1 (id=?)'],
    ['merchantRef:abc', 'sales_merchant_ref (merchant=? AND merchant_ref=?)'],
    ['merchantRef:abc*', 'sales_merchant_ref (merchant=? AND merchant_ref>? AND merchant_ref<?)'],
    ['merchantRef:abc*d?', 'sales_merchant_ref (merchant=? AND merchant_ref>? AND merchant_ref<?)'],
    ['merchantRef:Österreich*', 'sales_merchant_ref (merchant=? AND merchant_ref>? AND merchant_ref<?)'],
    ['amount:[1 TO 2]', 'sales_amount (merchant=? AND amount>? AND amount<?)'],
    ['created:2024-05-01', 'sales_created (merchant=? AND created_at>? AND created_at<?)'],
    ['status:pending', 'sales_status (merchant=? AND status=?)'],
    ['status:pending OR status:success', 'sales_status (merchant=? AND status=?)'],
    ['demo:true', 'sales_demo (merchant=? AND is_demo=?)'],
    ['status:pending AND merchantRef:abc*', 'sales_status (merchant=? AND status=?)'],
    ['status:pending AND amount:99', 'sales_amount (merchant=? AND amount=?)'],
    ['NOT status:pending AND merchantRef:abc', 'sales_merchant_ref (merchant=? AND merchant_ref=?)'],
    ['basket.products.ean:1 AND merchantRef:abc', 'sales_merchant_ref (merchant=? AND merchant_ref=?)'],
  ])('%s', (q, index) => {
    const plan = database.plan(q);
    expect(plan).toContain(`SEARCH sales USING INDEX ${index}`);
    expect(plan).not.toMatch(/SCAN sale/);
  });

  test.each([
    ['transactions.id:PCI_1', 'sale_payments USING PRIMARY KEY (payment_id=?)'],
    ['transactions.id:PCI_*', 'sale_payments USING PRIMARY KEY (payment_id>? AND payment_id<?)'],
    ['transactions.id:PCI_1 AND status:success', 'sale_payments USING PRIMARY KEY (payment_id=?)'],
    ['transactions.id:PCI_1 OR merchantRef:abc', 'sale_payments USING PRIMARY KEY (payment_id=?)'],
    ['tags:summer AND NOT demo:true', 'sale_tags USING PRIMARY KEY (tag=?)'],
  ])('%s, from the link to the sale', (q, index) => {
    const plan = database.plan(q);
    expect(plan).toContain(`SEARCH ${index}`);
    expect(plan).toContain('SEARCH sales USING INDEX sqlite_autoindex_sales_1 (id=?)');
    expect(plan).not.toContain('SCAN');
  });

  test.each([
    ['', [], 'sales_merchant (merchant=?)'],
    ['', [{ property: 'created', order: 'desc' }], 'sales_created (merchant=?)'],
    ['', [{ property: 'amount', order: 'asc' }], 'sales_amount (merchant=?)'],
    ['created:>2024-05-01', [{ property: 'created', order: 'desc' }], 'sales_created (merchant=? AND created_at>?)'],
    ['amount:>1', [{ property: 'amount', order: 'desc' }], 'sales_amount (merchant=? AND amount>?)'],
    ['status:pending', [], 'sales_status (merchant=? AND status=?)'],
  ] as const)('%s sorted by %j takes the order from the index', (q, sort, index) => {
    const plan = database.plan(q, sort);
    expect(plan).toBe(`SEARCH sales USING INDEX ${index}`);
  });
});
