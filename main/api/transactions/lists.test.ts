/** Lists through the whole bridge: parameters, texts passed through, and the plan of the real database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, item, ok, sale, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { sqlFunctions } from '../../query/comparable.ts';
import { readListParameters } from '../../query/listParameters.ts';
import { openDatabase } from '../../store/database.ts';
import { countOf, rowsOf } from '../../store/pages.ts';
import { saleQueries } from '../../store/saleQueries.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';

interface Page {
  readonly count: number;
  readonly data: readonly SmartTransaction[];
}

let bridge: TestBridge;
let till: Client;
const ids: string[] = [];

beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
  for (let index = 0; index < 25; index += 1) {
    const input = {
      ...sale([item(100 + index)]),
      transactionRef: `Order-${String(index).padStart(2, '0')}`,
      ...(index % 2 ? { merchantRef: `Müller ${index}` } : {}),
      market: index < 5 ? 'north' : 'south',
    };
    const { id } = await till.create(input);
    ids.push(id);
    if (index % 5 === 0) ok(await till.post(`/${id}/start/cash`));
  }
  const other = await bridge.client('other');
  await other.create({ ...sale([item(1)]), transactionRef: 'Order-01' });
});
afterAll(closeAll);

const list = (parameters: Record<string, string>) =>
  till.ask<Page>('GET', `/api/v2/Smart/Transactions?${new URLSearchParams(parameters)}`);
const refs = async (parameters: Record<string, string>) =>
  ok(await list({ count: '100', ...parameters })).data.map(({ transactionRef }) => transactionRef);

describe('a page', () => {
  it('holds ten of all, the newest first, and counts all', async () => {
    specifies({
      'Common list parameters': 'list response: count of all matches including those not returned',
      Endpoints: 'GET /Smart/Transactions answers {count, data}',
      Limits: 'default list page size of 10 entries',
    });
    const page = ok(await list({}));
    expect(page.count).toBe(25);
    expect(page.data.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 10));
  });

  it('is as long as asked, and begins where asked', async () => {
    specifies({ 'Common list parameters': 'count: maximum number of items to return' });
    const page = ok(await list({ count: '4', offset: '20' }));
    expect([page.count, page.data.map(({ id }) => id)]).toEqual([25, ids.toReversed().slice(20, 24)]);
    expect(ok(await list({ count: '0' }))).toEqual({ count: 25, data: [] });
    expect(ok(await list({ offset: '1000' }))).toEqual({ count: 25, data: [] });
  });

  it('pages put together are the whole, whatever the order', async () => {
    specifies({ 'Common list parameters': 'offset: zero-based start position in the whole result set' });
    for (const sort of ['', 'status:asc', 'merchantRef:desc', 'market:asc', 'basket_info.sum:desc', 'created:asc']) {
      const seen: string[] = [];
      for (let offset = 0; offset < 25; offset += 7)
        seen.push(...ok(await list({ sort, count: '7', offset: String(offset) })).data.map(({ id }) => id));
      expect(new Set(seen), sort).toEqual(new Set(ids));
      expect(seen).toHaveLength(25);
    }
  });

  it('passes the stored texts through, byte for byte', async () => {
    const page = await list({ count: '100' });
    const texts = await Promise.all(
      ids.toReversed().map(async id => (await till.ask('GET', `/api/v2/Smart/Transactions/${id}`)).text),
    );
    expect(page.text).toBe(`{"count":25,"data":[${texts.join(',')}]}`);
  });

  it('of another merchant holds his own only', async () => {
    const other = await bridge.client('other');
    const page = ok(await other.ask<Page>('GET', '/api/v2/Smart/Transactions'));
    expect([page.count, page.data.length]).toEqual([1, 1]);
  });
});

describe('a query', () => {
  it.each([
    ['transactionRef:Order-03', ['Order-03']],
    ['transactionRef:order-03', ['Order-03']],
    ['transactionRef:Order-0?', Array.from({ length: 10 }, (_, index) => `Order-0${index}`).toReversed()],
    ['transactionRef:[Order-03 TO Order-05]', ['Order-05', 'Order-04', 'Order-03']],
    ['status:ok AND NOT transactionRef:Order-0*', ['Order-20', 'Order-15', 'Order-10']],
    ['status:ok AND (market:north OR transactionRef:Order-20)', ['Order-20', 'Order-00']],
    ['merchantRef:"Müller 7"', ['Order-07']],
    ['basket_info.sum:[103 TO 104]', ['Order-04', 'Order-03']],
    ['transactionRef:nothing', []],
    ["transactionRef:x' OR 1=1 --", []],
  ])('%s', async (q, expected) => {
    const answer = await list({ q, count: '100' });
    if (answer.status !== 200) expect(q).toContain('--');
    else {
      expect(answer.body.data.map(({ transactionRef }) => transactionRef)).toEqual(expected);
      expect(answer.body.count).toBe(expected.length);
    }
  });

  it('follows a change of status', async () => {
    const { id } = await till.create({ ...sale([item(5)]), transactionRef: 'Moving' });
    const found = async (status: string) => (await refs({ q: `status:${status} AND transactionRef:Moving` })).length;
    expect([await found('created'), await found('cancelled')]).toEqual([1, 0]);
    ok(await till.post(`/${id}/cancel`));
    expect([await found('created'), await found('cancelled')]).toEqual([0, 1]);
  });

  it('that cannot be read says where', async () => {
    const refused = await till.ask<{ error_details: string; code: number }>(
      'GET',
      '/api/v2/Smart/Transactions?q=status:(',
    );
    expect([refused.status, refused.body.code]).toEqual([500, 1053]);
    expect(refused.body.error_details).toMatch(/position \d+/);
  });

  it.each(['count=-1', 'count=x', 'offset=1.5', 'sort=a:up', 'count=1&count=2', 'q=a&q=b', 'fields=a..b'])(
    '%s is refused or understood, never a failure inside',
    async parameters => {
      const { status, text } = await till.ask('GET', `/api/v2/Smart/Transactions?${parameters}`);
      expect([200, 500]).toContain(status);
      expect(text).not.toContain('ProductInternalException');
    },
  );
});

describe('fields', () => {
  it('holds what was asked for in the shape it has, and what names the resource', async () => {
    specifies({ 'Common list parameters': 'fields: comma-separated, nested with prop1.prop2' });
    const answer = await fetch(
      `${bridge.url}/api/v2/Smart/Transactions?q=transactionRef:Order-03&fields=id,basket_info.sum,basket.products.priceOne`,
      { headers: { authorization: `Bearer ${till.token}` } },
    );
    const { data } = (await answer.json()) as { data: object[] };
    expect(data).toEqual([
      {
        object: 'smart.transactions',
        id: ids[3],
        basket_info: { sum: 103 },
        basket: { products: [{ priceOne: 103 }] },
      },
    ]);
  });
});

describe('the plan', () => {
  const db = () => openDatabase(bridge.data, sqlFunctions);
  const list = { object: 'smart.transactions', queries: saleQueries };
  const card = '9276004000000018';

  it.each([
    ['status:ok', '', 'smart_transaction_status'],
    ['transactionRef:Order-03', '', 'smart_transaction_transaction_ref'],
    ['transactionRef:Order-0*', '', 'smart_transaction_transaction_ref'],
    ['merchantRef:x', '', 'smart_transaction_merchant_ref'],
    ['created:[2026-01-01 TO 2026-02-01]', '', 'smart_transaction_created'],
    ['updated:>2026-01-01', '', 'smart_transaction_updated'],
    ['basket_info.sum:[100 TO 200]', '', 'smart_transaction_sum'],
    ['payment_method:cash', '', 'smart_transaction_payment_method'],
    ['receipt_number:17', '', 'smart_transaction_receipt'],
    ['trans_id:17', '', 'smart_transaction_trans_id'],
    [`customer.id:PCU_${'0'.repeat(30)}`, '', 'smart_transaction_customer'],
    [`id:STX_${'0'.repeat(30)}`, '', 'sqlite_autoindex_smart_transaction_1'],
    [`transactions.id:PCI_${'0'.repeat(30)}`, '', 'smart_transaction_payment USING PRIMARY KEY'],
    [`idents.value:${card}`, '', 'smart_transaction_ident USING PRIMARY KEY'],
    ['status:ok AND created:[2026-01-01 TO 2026-01-02]', 'created:desc', 'smart_transaction_created'],
    ['', '', 'smart_transaction_newest'],
    ['', 'created:desc', 'smart_transaction_created'],
    ['', 'updated:asc', 'smart_transaction_updated'],
    ['', 'basket_info.sum:desc', 'smart_transaction_sum'],
  ])('of "%s" sorted by "%s" uses %s and reads no table from end to end', async (q, sort, index) => {
    await bridge.close();
    const opened = db();
    const plan = readListParameters({ q, sort }, saleQueries);
    if (!plan.ok) throw new Error(plan.message);
    const steps = [rowsOf(list, demoIds.merchant, plan), countOf(list, demoIds.merchant, plan)].map(({ sql, params }) =>
      opened
        .prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...params)
        .map(({ detail }) => detail)
        .join('\n'),
    );
    await opened.close();
    expect(steps[0]).toContain(index);
    expect(steps.join('\n')).not.toMatch(/SCAN (smart_transaction|value_count)/);
    if (sort !== '') expect(steps[0]).not.toContain('TEMP B-TREE');
  });

  it('knows a preset for each of its names', () => {
    for (const preset of Object.values(saleQueries.presets))
      expect(readListParameters({}, saleQueries, preset(Date.now()))).toMatchObject({ ok: true });
  });
});
