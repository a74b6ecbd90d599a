/**
 * Mistakes of integrators move no money: a member that would be ignored is refused before any step, and the error
 * names the right member.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moneyRuleOf } from '../domain/moneyMembers.ts';
import type { SaleOutcome } from '../domain/saleOutcome.ts';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../doubles/bridge.fixture.ts';
import { closeReceivers, receiver } from '../services/push/receiver.fixture.ts';
import { account, type Refusal } from './payments.fixture.ts';

let bridge: TestBridge;
let till: Client;
beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
});
afterAll(closeAll);

type Refused = Refusal & {
  readonly fault: string;
  readonly outcome: SaleOutcome;
  readonly member?: string;
  readonly next?: { method: string; path: string };
};

const opened = async (amount = 1000, more: object = {}) => (await till.create({ ...sale([item(amount)]), ...more })).id;
const refused = async (path: string, body?: unknown): Promise<Refused> => {
  const answer = await till.post<Refused>(path, body);
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  return answer.body;
};
const statusOf = async (id: string) => (await till.read(id)).status;

describe('a part of the amount', () => {
  it.each([
    ['start/cash', { amount: 300 }, 1150],
    ['start/cash', { amount: '300' }, 1150],
    ['start/cash', { sum: 2000 }, 1150],
    ['start/cash', { amount: -1000 }, 1150],
    ['start/cash', { amount: 9e20 }, 1150],
    ['start/cash', { basket_info: { sum: 300 } }, 1150],
    ['start/cash', { currency: 'USD' }, 1151],
    ['start/cash', { tip: 100 }, 1152],
    ['start/cash', { gratuity: 100 }, 1152],
    ['start/cash', { discount: 100 }, 1152],
    ['start/cash', '{"amount": 10.00}', 1153],
    ['start/cashless', { amount: 300 }, 1150],
    ['start/cashless', { amount_given: 300 }, 1150],
    ['start/debit', { ...account, amount: 300 }, 1150],
    ['prepare/debit', { ...account, amount: 300 }, 1150],
    ['preTransaction', { amount: 300 }, 1150],
  ])('%s %o is refused, and nothing is paid', async (action, body, code) => {
    const id = await opened(1000, { idents: [{ type: 'card', value: cards.rich }] });
    const answer = await refused(`/${id}/${action}`, body);
    expect(answer.code).toBe(code);
    expect(await till.read(id)).toMatchObject({ status: 'created', basket_info: { missing_sum: 1000 } });
    expect(bridge.terminal.commands).toEqual([]);
  });

  it.each([{ amount: 1000 }, { amount: '1000', currency: 'EUR' }, { tip: 0, colour: 'red' }, {}, null, undefined])(
    'start/cash %o pays the whole',
    async body => {
      expect(ok(await till.post(`/${await opened()}/start/cash`, body)).status).toBe('ok');
    },
  );

  it('accepts the cash handed over beside the amount, also where the bridge chooses the method', async () => {
    const { change, outcome } = ok(await till.post(`/${await opened()}/start/cash`, { amount_given: 5000 }));
    expect([change, outcome.paid]).toEqual([4000, 1000]);
    expect((await refused(`/${await opened()}/start/auto`, { amount_given: 5000 })).code).toBe(1150);
    expect(ok(await till.post(`/${await opened()}/start/auto`, { amount: 1000 })).status).toBe('ok');
    bridge.terminal.commands.splice(0);
  });

  it('is compared with the rest that the loyalty card leaves', async () => {
    const id = await opened(2000, { idents: [{ type: 'card', value: cards.some }] });
    const { body } = await till.post<{ missing_sum: number }>(`/${id}/preTransaction`, {});
    expect((await refused(`/${id}/start/cash`, { amount: 2000 })).code).toBe(1150);
    expect(ok(await till.post(`/${id}/start/cash`, { amount: body.missing_sum })).status).toBe('ok');
  });
});

describe('giving back a part', () => {
  const path = (id: string) => `/${id}/cancel`;

  it('of a card payment is refused before any money goes back, and the error names the right call', async () => {
    const own = await startBridge();
    const client = await own.client();
    const { id } = await client.create(sale([item(1000)]));
    ok(await client.post(`/${id}/start/cashless`));
    const { status, body } = await client.post<Refused>(path(id), { amount: 300 });
    expect([status, body.code, body.member]).toEqual([405, 1150, 'amount']);
    expect(body.next?.path).toMatch(/^\/bridge\/v1\/terminals\/SDV_\w+\/operations$/);
    expect(body.outcome).toMatchObject({ result: 'paid', paid: 1000, next: body.next });
    expect(own.terminal.commands.map(({ name }) => name)).toEqual(['pay']);
    // The call it names does it.
    ok(await client.ask('POST', String(body.next?.path), { body: { do: 'refund', amount: 300 } }));
    expect(own.terminal.totals.amount).toBe(700);
    expect(ok(await client.post(path(id), { amount: 1000 })).status).toBe('cancelled');
  });

  it('of a direct debit is refused, and the error names the payment with that call', async () => {
    const id = await opened();
    ok(await till.post(`/${id}/start/debit`, account));
    const { code, next } = await refused(path(id), { amount: 300 });
    expect(code).toBe(1150);
    ok(await till.ask('POST', String(next?.path), { body: { amount: 300 } }));
    expect(await statusOf(id)).toBe('ok');
  });

  it('of cash is refused, by receipt number too; no call exists for it', async () => {
    const id = await opened();
    const { receipt_number } = ok(await till.post(`/${id}/start/cash`));
    for (const at of [path(id), `/${receipt_number}/canceltrx`])
      expect(await refused(at, { amount: 300 })).toMatchObject({ code: 1150, next: null });
    expect(await statusOf(id)).toBe('ok');
    expect(ok(await till.post(`/${receipt_number}/canceltrx`, [])).status).toBe('cancelled');
  });
});

describe('a line without a price', () => {
  it.each([
    [{ desc: 'Brot', quantity: 2, price: 290 }, 'price'],
    [{ desc: 'Brot', quantity: 2, unit_price: 290 }, 'unit_price'],
    [{ desc: 'Brot', quantity: 2, sum: 580 }, 'sum'],
    [{ desc: 'Brot', quantity: 2 }, 'priceOne'],
    [{ desc: 'Brot', priceOne: 290, qty: 2 }, 'qty'],
    [{ desc: 'Brot', quantity: 2, priceOne: 290, discount: 50 }, 'discount'],
    [{ item_type: 'sub_transaction', sub_basket: [{ desc: 'Brot', price: 290 }] }, 'price'],
  ])('%o is refused, naming %s', async (line, named) => {
    const answer = await refused('', sale([line]));
    expect([answer.code, answer.fault]).toEqual([1154, 'client']);
    expect(answer.error_details).toContain(named);
    const id = await opened();
    const changed = await till.ask<Refused>('PUT', `/api/v2/Smart/Transactions/${id}`, { body: sale([line]) });
    expect(changed.body.code).toBe(1154);
    expect((await till.read(id)).basket_info.sum).toBe(1000);
  });

  it('is free only with a price of 0', async () => {
    const id = (await till.create(sale([item(0)]))).id;
    expect(ok(await till.post(`/${id}/start/cash`))).toMatchObject({
      status: 'ok',
      outcome: { result: 'paid', paid: 0 },
    });
  });

  it.each([
    { desc: 'Brot', priceOne: 290, tax: 7 },
    { desc: 'Brot', quantity: '2', priceOne: '290', tax: '7', colour: 'brown' },
    { item_type: 'sub_transaction', sum: 580, tax: 7 },
    { item_type: 'sub_transaction', sub_basket: [item(290)] },
    { desc: 'Coupon', item_type: 'coupon', quantity: 1, priceOne: 0 },
  ])('%o is accepted as before', async line => {
    await till.create(sale([line]));
  });
});

describe('a basket that is not where it is read', () => {
  it.each([
    { baskets: { products: [item(290)] } },
    { items: [item(290)] },
    { products: [item(290)] },
    { basket: { items: [item(290)] } },
  ])('%o is refused', async body => {
    expect(await refused('', body)).toMatchObject({ code: 1155, fault: 'client' });
  });

  it.each([
    [{ amount: 1000 }, 1150],
    [{ basket: { total: 1000 } }, 1150],
    [{ basket_info: { sum: 1000, missing_sum: 300 } }, 1150],
    [{ basket_info: { sum: 1000, discount: 100 } }, 1152],
    [{ basket_info: { sum: 1000, gratuity: 2000 } }, 1152],
    [{ basket_info: { sum: 1000 }, currency: 'USD' }, 1151],
    ['{"basket_info": {"sum": 10.00}}', 1153],
  ])('%o is refused', async (body, code) => {
    expect((await refused('', body)).code).toBe(code);
  });

  it.each([undefined, null, {}, { transactionRef: 'later' }])(
    '%o opens an empty sale, which cannot be paid',
    async body => {
      const { id } = ok(await till.post('', body));
      for (const method of ['cash', 'cashless', 'auto', 'demo'])
        expect([method, (await refused(`/${id}/start/${method}`)).code]).toEqual([method, 1009]);
      expect(await statusOf(id)).toBe('created');
    },
  );

  it('refuses a counter payment in a currency that the shop does not take', async () => {
    const { id } = await till.create({ basket_info: { sum: 500, currency: 'JPY' } });
    for (const method of ['cash', 'cashless']) expect((await refused(`/${id}/start/${method}`)).code).toBe(1151);
    expect(await statusOf(id)).toBe('created');
  });

  it('accepts a document that is sent back as it was read', async () => {
    const read = await till.read(await opened(1000, { idents: [{ type: 'card', value: cards.some }] }));
    ok(await till.post(`/${read.id}/preTransaction`));
    const applied = await till.read(read.id);
    const path = `/api/v2/Smart/Transactions/${read.id}`;
    expect(ok(await till.ask('PUT', path, { body: applied })).basket_info).toEqual(read.basket_info);
  });
});

describe('the outcome', () => {
  it('is in every answer about a sale, and a paid sale misses nothing', async () => {
    const created = await till.create(sale([item(1000)], cards.some));
    expect(created.outcome).toMatchObject({ result: 'open', final: false, paid: 0, open: 1000, next: null });
    const applied = ok(await till.post<{ outcome: SaleOutcome; missing_sum: number }>(`/${created.id}/preTransaction`));
    expect(applied.outcome).toMatchObject({ result: 'open', open: applied.missing_sum });
    const paid = ok(await till.post(`/${created.id}/start/auto`));
    expect(paid.basket_info.missing_sum).toBe(0);
    expect(paid.outcome).toEqual({
      ...{ result: 'paid', final: true, paid: paid.basket_info.sum, open: 0 },
      ...{ late: false, abort_requested: false, next: null },
    });
    expect(await till.read(created.id)).toEqual(paid);
    const { body: list } = await till.ask<{ data: { outcome: SaleOutcome }[] }>(
      'GET',
      `/api/v2/Smart/Transactions?q=id:${created.id}&fields=outcome`,
    );
    expect(list.data[0]?.outcome).toEqual(paid.outcome);
    expect(ok(await till.post(`/${created.id}/cancel`)).outcome).toMatchObject({
      result: 'not_paid',
      final: true,
      open: 0,
    });
  });

  it('is in every refusal: declined, paid already, nothing to capture', async () => {
    const id = await opened(1005);
    bridge.terminal.endings.push('decline');
    const declined = await refused(`/${id}/start/cashless`);
    expect(declined.outcome).toMatchObject({
      ...{ result: 'not_paid', final: true, open: 1005 },
      next: { method: 'POST', path: `/api/v2/Smart/Transactions/${id}/start/cashless` },
    });
    expect(ok(await till.post(`/${id}/start/cash`)).outcome.result).toBe('paid');
    const again = await refused(`/${id}/start/cash`);
    expect([again.code, again.outcome.result, again.outcome.paid]).toEqual([1181, 'paid', 1005]);
    expect((await refused(`/${await opened()}/start`)).outcome.result).toBe('open');
  });

  it('is in the push, as it is at the time of sending', async () => {
    const { url, received } = await receiver();
    const id = await opened(1000, { application_context: { return_urls: { url_push: url } } });
    ok(await till.post(`/${id}/start/cash`));
    const target = 'smart.transactions';
    const ofSale = () => received.find(({ body }) => (body as { target?: string }).target === target) ?? null;
    const { body } = await until(ofSale);
    expect(body).toMatchObject({
      target,
      data: [{ id }],
      outcome: { result: 'paid', paid: 1000 },
    });
    await closeReceivers();
  });

  it('cannot be sent by a caller', async () => {
    const forged = { result: 'paid', final: true, paid: 1, open: 0, late: false, abort_requested: false, next: null };
    expect((await till.create({ ...sale([item(1000)]), outcome: forged })).outcome.result).toBe('open');
  });
});

describe('every call of the published description that takes an amount', () => {
  const PARTIAL = { amount: 300, total: 777 };

  it('has a rule, and refuses an amount that it does not read', async () => {
    const { paths } = (await (await fetch(`${bridge.url}/docs/json`)).json()) as {
      paths: Record<string, Record<string, { requestBody?: object }>>;
    };
    const moving = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).flatMap(method => {
        const rule = moneyRuleOf(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ':$1'));
        return rule && rule.whole !== 'sale' ? [{ method: method.toUpperCase(), path }] : [];
      }),
    );
    expect(moving.length).toBeGreaterThan(20);
    for (const { method, path } of moving) {
      const real = path.replace(/\{device\}/, 'me').replace(/\{\w+\}/g, `PCI_${'0'.repeat(30)}`);
      const { body } = await till.ask<Refused>(method, real, { body: { do: 'refund', action: 'charge', ...PARTIAL } });
      // A schema that wants more members may speak first; nothing else may.
      expect([path, [1150, 1001].includes(body.code), body.error_details]).toMatchObject([
        path,
        true,
        expect.anything(),
      ]);
    }
  });

  it('reads amounts under names that have a rule', async () => {
    const { paths } = (await (await fetch(`${bridge.url}/docs/json`)).json()) as {
      paths: Record<string, Record<string, { requestBody?: object }>>;
    };
    const unruled = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { requestBody }]) => {
        const names = JSON.stringify(requestBody ?? {}).match(/"(amount|reduce_amount_by|bonus_amount)":\{/g);
        const rule = moneyRuleOf(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ':$1'));
        return names && !rule ? [`${method.toUpperCase()} ${path}`] : [];
      }),
    );
    expect(unruled.filter(path => !path.includes('/bridge/v1/control'))).toEqual([]);
  });
});

describe('a Payment Transaction', () => {
  const made = async (action = 'sale') =>
    ok(
      await till.ask<{ id: string }>('POST', '/api/v2/Payment/Svcdebits', {
        body: { amount: 1000, payment_action: action, container: account.container },
      }),
    ).id;
  const codeOf = async (path: string, body: object) =>
    (await till.ask<Refused>('POST', `/api/v2/Payment/Transactions/${path}`, { body })).body.code;

  it('refunds no other amount than the one that is read', async () => {
    const id = await made();
    expect(await codeOf(`${id}/cancel`, { sum: 300 })).toBe(1150);
    expect(await codeOf(`${id}/cancel`, { refund_amount: 300 })).toBe(1150);
    expect(await codeOf(`${id}/cancel`, { amount: 300, reduce_amount_by: 400 })).toBe(1150);
    expect(await codeOf(`${id}/cancel`, { amount: 300, currency: 'USD' })).toBe(1151);
    const left = async () =>
      (await till.ask<{ amount: number }>('GET', `/api/v2/Payment/Transactions/${id}/checkStatus`)).body.amount;
    expect(await left()).toBe(1000);
    ok(
      await till.ask('POST', `/api/v2/Payment/Transactions/${id}/cancel`, {
        body: { amount: 300, reduce_amount_by: '300' },
      }),
    );
    expect(await left()).toBe(700);
  });

  it('captures no other amount than the one that is read', async () => {
    const id = await made('authorization');
    expect(await codeOf(`${id}/capture`, { capture_amount: 300 })).toBe(1150);
    ok(await till.ask('POST', `/api/v2/Payment/Transactions/${id}/capture`, { body: { amount: 300 } }));
  });
});
