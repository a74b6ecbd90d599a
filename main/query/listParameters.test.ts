import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { specifies } from '../doubles/specifies.ts';
import { parseFields, project } from './fields.ts';
import { longestScroll, pageSize, readListParameters, readWanted } from './listParameters.ts';
import { parseSort } from './order.ts';
import { openSales, sales } from './sales.fixture.ts';

function read(parameters: Record<string, unknown>) {
  const plan = readListParameters(parameters, sales);
  if (!plan.ok) throw new Error(plan.message);
  return plan;
}

describe('parameters', () => {
  test('without any: everything, newest first, a usual page, passed through', () => {
    expect(read({})).toMatchObject({
      query: { kind: 'all' },
      where: { sql: 'TRUE', params: [] },
      orderBy: { sql: '"sales"."rowid" DESC', params: [] },
      limit: pageSize.usual,
      offset: 0,
      fields: null,
    });
  });

  test('count and offset as text or number; a huge count becomes the biggest page', () => {
    expect(read({ count: '5', offset: '20' })).toMatchObject({ limit: 5, offset: 20 });
    expect(read({ count: 0, offset: 3 })).toMatchObject({ limit: 0, offset: 3 });
    expect(read({ count: '999999' }).limit).toBe(pageSize.most);
    expect(read({ count: '', offset: '' })).toMatchObject({ limit: pageSize.usual, offset: 0 });
  });

  test.each([
    [{ count: '-1' }, 'count'],
    [{ count: '1.5' }, 'count'],
    [{ count: 'all' }, 'count'],
    [{ count: ['1', '2'] }, 'count'],
    [{ offset: '-1' }, 'offset'],
    [{ offset: '9'.repeat(30) }, 'offset'],
    [{ sort: 'note:asc', offset: '10001' }, 'offset'],
    [{ sort: 'created:down' }, 'sort'],
    [{ sort: 'a;b:asc' }, 'sort'],
    [{ sort: Array(9).fill('a').join(',') }, 'sort'],
    [{ sort: { 'a b': 'asc' } }, 'sort'],
    [{ 'sort[created]': 'sideways' }, 'sort'],
    [{ fields: 'a,b..c' }, 'fields'],
    [{ fields: 'a[0]' }, 'fields'],
    [{ q: ['a:1', 'b:2'] }, 'q'],
    [{ expand: 'a b' }, 'expand'],
    [{ aggregate: '{}' }, 'aggregate'],
    [{ scroll_expire: '0s' }, 'scroll_expire'],
    [{ scroll_expire: ['1m', '2m'] }, 'scroll_expire'],
  ])('%j is refused', (parameters, parameter) => {
    specifies({ 'Common list parameters': 'count that is no whole number is refused' });
    expect(readListParameters(parameters, sales)).toMatchObject({ ok: false, parameter, message: expect.any(String) });
  });

  test.each([
    [{ meta: 'true' }, 'beside'],
    [{ meta: '1' }, 'beside'],
    [{ meta: 'ONLY' }, 'only'],
    [{ meta: 'false' }, 'none'],
    [{ meta: '' }, 'none'],
    [{}, 'none'],
  ])('%j: the definitions of the fields are %s', (parameters, meta) => {
    expect(read(parameters).meta).toBe(meta);
  });

  test.each([
    ['90s', 90_000],
    ['90', 90_000],
    ['5m', 300_000],
    ['5M', 300_000],
    ['1h', longestScroll],
    ['3d', longestScroll],
    ['1500ms', 1500],
    ['', null],
  ])('scroll_expire=%s is %d ms', (scroll_expire, duration) => {
    expect(read({ scroll_expire }).scroll).toBe(duration);
  });

  test('a further page of a scroll may change its length and its time', () => {
    expect(readWanted({})).toEqual({ count: null, keep: null });
    expect(readWanted({ count: '5000', scroll_expire: '2m' })).toEqual({ count: pageSize.most, keep: 120_000 });
    expect(readWanted({ count: 'x' })).toMatchObject({ ok: false, parameter: 'count' });
    expect(readWanted({ scroll_expire: 'x' })).toMatchObject({ ok: false, parameter: 'scroll_expire' });
  });

  test('a preset and q are asked together', () => {
    const [preset, q] = ['status:a OR status:b', 'amount:5 OR demo:true'];
    expect(readListParameters({ q }, sales, preset)).toMatchObject({
      query: { kind: 'and', operands: [{ kind: 'or' }, { kind: 'or' }] },
    });
    expect(readListParameters({}, sales, preset)).toMatchObject({ query: { kind: 'or' } });
    expect(() => readListParameters({}, sales, 'status:(')).toThrow('cannot be read');
  });

  test('a broken q says where', () => {
    expect(readListParameters({ q: 'status:a AND' }, sales)).toEqual({
      ok: false,
      parameter: 'q',
      text: 'status:a AND',
      position: 12,
      message: expect.stringContaining('ends where'),
    });
  });
});

describe('sort', () => {
  let database: ReturnType<typeof openSales>;
  beforeEach(() => {
    database = openSales();
    database.add({
      id: 'STX_1',
      status: 'b',
      amount: 10,
      note: 'Zebra',
      place: { no: 2 },
      at: '2024-05-01T10:00:00+02:00',
    });
    database.add({ id: 'STX_2', status: 'B', amount: 9, note: 'apfel', place: { no: 10 }, at: '2024-05-01T08:30:00Z' });
    database.add({ id: 'STX_3', status: 'a', amount: 10, note: 'Äpfel', at: '2024-05-01T08:15:00Z' });
    database.add({ id: 'STX_4' });
  });
  afterEach(() => database.close());

  test.each([
    ['', '4321'],
    ['amount', '4213'],
    ['amount:desc', '3124'],
    ['amount:desc,status:asc', '3124'],
    ['status:asc', '4312'],
    ['status:ASC , amount:DESC', '4312'],
    ['note:asc', '4213'],
    ['place.no:desc', '2143'],
    ['at:asc', '4132'],
    ['nothing.at.all:asc', '1234'],
  ])('%s', (sort, order) => {
    const keys = parseSort(sort);
    if (typeof keys === 'string') throw new Error(keys);
    expect(database.find('', keys)).toEqual([...order].map(digit => `STX_${digit}`));
  });

  test('in brackets, as an object, repeated: the same keys', () => {
    const { orderBy } = read({ sort: 'amount:desc,note:asc' });
    expect(orderBy).toEqual({
      sql: '"sales"."amount" DESC, query_order(json_extract("sales"."document", ?)) ASC, "sales"."rowid" ASC',
      params: ['$."note"'],
    });
    expect(read({ 'sort[amount]': 'desc', 'sort[note]': 'asc' }).orderBy).toEqual(orderBy);
    expect(read({ sort: { amount: 'desc', note: 'asc' } }).orderBy).toEqual(orderBy);
    expect(read({ sort: ['amount:desc', 'note'] }).orderBy).toEqual(orderBy);
  });
});

describe('fields', () => {
  const document = {
    object: 'smart.transactions',
    id: 'STX_1',
    status: 'pending',
    basket_info: { sum: 100, currency: 'EUR' },
    basket: null,
    products: [{ ean: '1', price: { sum: 5, tax: 1 } }, { ean: '2' }, 'odd', [{ ean: '3', quantity: 1 }]],
  };
  const always = { object: 'smart.transactions', id: 'STX_1' };

  test.each([
    ['', document],
    ['status', { ...always, status: 'pending' }],
    ['id, unknown', always],
    ['basket_info.sum', { ...always, basket_info: { sum: 100 } }],
    ['basket_info.sum,basket_info', { ...always, basket_info: { sum: 100, currency: 'EUR' } }],
    ['basket.sum', { ...always, basket: null }],
    ['status.sum', always],
    ['products.ean', { ...always, products: [{ ean: '1' }, { ean: '2' }, [{ ean: '3' }]] }],
    ['products.price.sum', { ...always, products: [{ price: { sum: 5 } }, {}, [{}]] }],
    ['constructor,__proto__', always],
  ])('%s', (names, expected) => {
    const fields = parseFields(names);
    if (typeof fields === 'string') throw new Error(fields);
    expect(project(document, fields)).toEqual(expected);
  });
});
