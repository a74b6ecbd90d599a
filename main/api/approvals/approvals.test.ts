/** What a cashier may not give away alone: refused with what helps, approved once by PIN, and kept with both persons. */
import { afterEach, describe, expect, it } from 'vitest';
import { classify, ruleOf } from '../../domain/approvalRules.ts';
import {
  type Answer,
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../../doubles/bridge.fixture.ts';
import { needsOf } from '../../services/auth/rights.ts';
import type { Approval, Needs } from '../../wire/approvals.ts';
import { demoIds } from '../../world/demoIds.ts';

afterEach(closeAll);

interface Refusal {
  readonly code: number;
  readonly error_user: string;
  readonly error_details: string;
  readonly needs: Needs;
}
interface Card {
  readonly id: string;
  readonly cash_balance: number;
  readonly points: number;
}

const APPROVALS = '/bridge/v1/approvals';
const CARDS = '/api/v2/Loyalty/MerchantCards';
/** A line that loads 500,00 EUR on the card of the sale. */
const load = { ...item(50_000), ean: '2900000000018', tax: 0 };
const managers = { username: 'manager@demo.example', pin: '9999', reason: 'Kundin hat bar gezahlt' };

async function shop(config: object = {}) {
  const bridge = await startBridge({ config });
  const [till, cashier, manager] = [
    await bridge.client(),
    await bridge.staff('cashier'),
    await bridge.staff('manager'),
  ];
  return { bridge, till, cashier, manager };
}

const cardOf = async (client: Client, number: string = cards.empty): Promise<Card> => {
  const q = encodeURIComponent(`card.cardnumber:${number}`);
  const { data } = ok(await client.ask<{ data: Card[] }>('GET', `${CARDS}?q=${q}`));
  return data[0]!;
};

const charge = (client: Client, card: string, amount: number, headers: Record<string, string> = {}) =>
  client.ask<Refusal>('POST', `${CARDS}/${card}/transaction/${card}`, { body: { action: 'charge', amount }, headers });

const code = ({ status, body }: Answer<Refusal>) => [status, body.code];

const ask = (client: Client, needs: Pick<Needs, 'operation' | 'object' | 'amount'>, by: object = managers) =>
  client.ask<Refusal & { approval: string; expires_at: string }>('POST', APPROVALS, { body: { ...by, ...needs } });

async function approved(client: Client, { body: { needs } }: Answer<Refusal>): Promise<Record<string, string>> {
  const { operation, object, amount } = needs;
  return { 'x-approval': ok(await ask(client, { operation, object, amount })).approval };
}

const kept = async (manager: Client) =>
  ok(await manager.ask<{ count: number; data: Approval[] }>('GET', APPROVALS)).data;

const paidInCash = async (client: Client, amount: number) => {
  const { id } = await client.create(sale([item(amount)]));
  expect(ok(await client.post(`/${id}/start/cash`)).status).toBe('ok');
  return id;
};

describe('every operation that the bridge publishes', () => {
  interface Described {
    readonly parameters?: readonly { readonly name: string; readonly in: string }[];
    readonly responses?: object;
  }

  async function published(bridge: TestBridge) {
    const { body } = await bridge.ask<{ paths: Record<string, Record<string, Described>> }>('GET', '/docs/json');
    return Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
    );
  }

  it('is classified: it gives something away, is a manager’s, or gives nothing', async () => {
    const operations = await published(await startBridge());
    expect(operations.length).toBeGreaterThan(200);
    const open = operations.filter(({ method, path }) => classify(method, path) === null);
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('that gives something away says with which headers it is allowed, and no other does', async () => {
    const operations = await published(await startBridge());
    const giving = operations.filter(({ method, path }) => ruleOf(method, path) !== null);
    expect(giving.length).toBeGreaterThan(25);
    for (const { method, path, described } of operations) {
      const headers = (described.parameters ?? [])
        .filter(one => one.in === 'header')
        .map(({ name }) => name.toLowerCase());
      const expected = ruleOf(method, path) === null ? [] : ['x-approval', 'x-reason'];
      expect(
        headers.filter(name => expected.includes(name) || name === 'x-approval'),
        `${method} ${path}`,
      ).toEqual(expected);
    }
  });

  it('that is a manager’s refuses a cashier, also with an approval', async () => {
    const { bridge, cashier } = await shop();
    const operations = (await published(bridge)).filter(({ method, path }) => classify(method, path) === 'managers');
    expect(operations.length).toBeGreaterThan(50);
    for (const { method, path } of operations) {
      const where = path.replaceAll(/\{[^}]+\}/g, 'NONE');
      const headers = { 'x-approval': 'x', 'content-type': 'application/json' };
      const answer = await cashier.ask<Refusal>(method, where, { headers, body: '{' });
      expect(answer.body.code, `${method} ${path}`).toBe(2004);
      expect(needsOf(method, path).roles.length, `${method} ${path}`).toBeGreaterThan(0);
    }
  });
});

describe('a card that is loaded without a sale', () => {
  it('by a cashier is refused: what, how far she may go alone, and the next call', async () => {
    const { till, cashier } = await shop();
    const card = await cardOf(till);
    const refused = await charge(cashier, card.id, 50_000, { 'accept-language': 'en' });
    expect(code(refused)).toEqual([403, 2020]);
    expect(refused.body.needs).toMatchObject({
      operation: 'cardLoad',
      object: card.id,
      amount: 50_000,
      limit: 0,
      currency: 'EUR',
      by: 'manager',
    });
    expect(refused.body.error_user).toMatch(
      /^Load a loyalty card without a sale: €?.*500\.00.*cashier alone up to.*0\.00.*No money was moved\. \(2020\)$/,
    );
    expect(refused.body.error_details).toContain('POST /bridge/v1/approvals');
    const german = await charge(cashier, card.id, 50_000, { 'accept-language': 'de' });
    expect(german.body.error_user).toMatch(
      /^Kundenkarte ohne Verkauf aufladen: .*500,00.*Kasse allein bis .*0,00.*Es wurde kein Geld bewegt\. \(2020\)$/,
    );
    expect((await cardOf(till)).cash_balance).toBe(0);
  });

  it('with the approval of a manager is booked once, and kept with both persons and the reason', async () => {
    const { bridge, till, cashier, manager } = await shop();
    const card = await cardOf(till);
    const headers = await approved(cashier, await charge(cashier, card.id, 50_000));
    ok(await charge(cashier, card.id, 50_000, headers));
    expect((await cardOf(till)).cash_balance).toBe(50_000);
    expect(code(await charge(cashier, card.id, 50_000, headers))).toEqual([403, 2022]);
    expect((await cardOf(till)).cash_balance).toBe(50_000);
    const [row, ...more] = await kept(manager);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      object: 'auth.approvals',
      operation: 'cardLoad',
      subject: card.id,
      amount: 50_000,
      currency: 'EUR',
      till: demoIds.till,
      requested_by: { username: 'cashier@demo.example' },
      approved_by: { username: 'manager@demo.example' },
      reason: managers.reason,
    });
    expect(ok(await manager.ask<Approval>('GET', `${APPROVALS}/${row?.id}`))).toEqual(row);
    const q = encodeURIComponent('approved_by.username:manager@demo.example AND operation:cardLoad');
    expect(ok(await manager.ask<{ count: number }>('GET', `${APPROVALS}?q=${q}`)).count).toBe(1);
    expect((await cashier.ask('GET', APPROVALS)).status).toBe(403);
    const story = await manager.ask<{ request: { staff: string } }>('GET', `/bridge/v1/journal/${row?.supportId}`);
    expect(ok(story).request.staff).toBe('cashier@demo.example');
    expect(story.text).toContain(row?.id);
    expect(() => bridge.alter('DELETE FROM approval')).toThrow('never removed');
    expect(() => bridge.alter("UPDATE approval SET document = '{}'")).toThrow('never changed');
  });

  it('is approved for this card, this amount, this sign-in and two minutes', async () => {
    const { bridge, till, cashier } = await shop();
    const [card, other] = [await cardOf(till), await cardOf(till, cards.some)];
    const headers = await approved(cashier, await charge(cashier, card.id, 1000));
    expect(code(await charge(cashier, other.id, 1000, headers))).toEqual([403, 2022]);
    expect(code(await charge(cashier, card.id, 1001, headers))).toEqual([403, 2022]);
    const id = await paidInCash(till, 1000);
    expect(code(await cashier.ask<Refusal>('POST', `/api/v2/Smart/Transactions/${id}/cancel`, { headers }))).toEqual([
      403, 2022,
    ]);
    expect(code(await charge(await bridge.staff('cashier'), card.id, 1000, headers))).toEqual([403, 2022]);
    bridge.clock.pass(120_000);
    expect(code(await charge(cashier, card.id, 1000, headers))).toEqual([403, 2022]);
    expect((await cardOf(till)).cash_balance).toBe(0);
  });

  it('of two calls with one approval one is carried out', async () => {
    const { till, cashier, manager } = await shop();
    const card = await cardOf(till);
    const headers = await approved(cashier, await charge(cashier, card.id, 1000));
    const answers = await Promise.all([1, 2, 3, 4].map(() => charge(cashier, card.id, 1000, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    expect((await cardOf(till)).cash_balance).toBe(1000);
    expect(await kept(manager)).toHaveLength(1);
  });

  it('refused by the card itself leaves the approval as it was', async () => {
    const { till, cashier, manager } = await shop();
    const card = await cardOf(till);
    const lock = (word: string) => till.ask('POST', `${CARDS}/${card.id}/${word}`, { body: {} });
    const headers = await approved(cashier, await charge(cashier, card.id, 1000));
    ok(await lock('lock'));
    expect((await charge(cashier, card.id, 1000, headers)).body.code).toBe(41);
    expect(await kept(manager)).toEqual([]);
    ok(await lock('unlock'));
    ok(await charge(cashier, card.id, 1000, headers));
  });

  it('and a crash right after it: the approval is used up with what it was for', async () => {
    const { bridge, till, cashier } = await shop();
    const card = await cardOf(till);
    const headers = await approved(cashier, await charge(cashier, card.id, 1000));
    const before = await bridge.crashCopy();
    ok(await charge(cashier, card.id, 1000, headers));
    const after = await bridge.crashCopy();
    const grants = 'SELECT count(*) AS n FROM approval_grant UNION ALL SELECT count(*) FROM approval';
    const rowsOf = (one: TestBridge) => one.rows<{ n: number }>(grants).map(({ n }) => n);
    expect([rowsOf(before), rowsOf(after)]).toEqual([
      [1, 0],
      [0, 1],
    ]);
    const again = async (one: TestBridge) => {
      const { body } = await one.ask<Refusal>('POST', `${CARDS}/${card.id}/transaction/${card.id}`, {
        token: cashier.token,
        body: { action: 'charge', amount: 1000 },
        headers,
      });
      return [body.code, (await cardOf(await one.client())).cash_balance];
    };
    expect(await again(after)).toEqual([2022, 1000]);
    expect(await again(before)).toEqual([undefined, 1000]);
  });

  it('under a key is refused, approved and carried out once', async () => {
    const { till, cashier } = await shop();
    const card = await cardOf(till);
    const key = { 'idempotency-key': 'load-1' };
    const headers = await approved(cashier, await charge(cashier, card.id, 1000, key));
    ok(await charge(cashier, card.id, 1000, { ...key, ...headers }));
    const repeated = await charge(cashier, card.id, 1000, { ...key, ...headers });
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect((await cardOf(till)).cash_balance).toBe(1000);
  });

  it.each([
    ['a negative line takes the price away again', [load, item(-50_000)], {}],
    ['a discount does', [load, item(3000), { ...item(-52_999), item_type: 'coupon' }], {}],
    ['the sum is typed', [load], { basket_info: { sum: 1 } }],
  ])('by a sale that does not pay for it is a gift all the same: %s', async (_title, products, more) => {
    const { till, cashier } = await shop();
    const card = await cardOf(till);
    const { id } = await cashier.create({ ...sale(products, cards.empty), ...more });
    const missing = Number((await cashier.read(id)).basket_info.sum);
    const refused = await cashier.post<Refusal>(`/${id}/start/cash`);
    expect(code(refused)).toEqual([403, 2020]);
    expect(refused.body.needs).toMatchObject({ operation: 'cardLoad', object: id, amount: 50_000 - missing });
    expect((await cardOf(till)).cash_balance).toBe(0);
    const headers = await approved(cashier, refused);
    ok(await cashier.ask('POST', `/api/v2/Smart/Transactions/${id}/start/cash`, { headers }));
    expect((await cardOf(till)).id).toBe(card.id);
    expect((await cardOf(till)).cash_balance).toBe(50_000);
  });

  it('by a sale that is paid in full needs nobody', async () => {
    const { till, cashier } = await shop();
    const { id } = await cashier.create(sale([load, item(300)], cards.empty));
    ok(await cashier.post(`/${id}/start/cash`));
    expect((await cardOf(till)).cash_balance).toBe(50_000);
  });

  it('by a register is not limited', async () => {
    const { till, manager } = await shop();
    ok(await charge(till, (await cardOf(till)).id, 50_000));
    expect(await kept(manager)).toEqual([]);
  });

  it('by a manager at a client of the service is not refused for want of a reason, and that is kept', async () => {
    const { till, manager } = await shop();
    ok(await charge(manager, (await cardOf(till)).id, 50_000));
    expect(await kept(manager)).toMatchObject([{ operation: 'cardLoad', reason: 'none given, by demo-client' }]);
  });

  it('by a manager at our own screen wants a reason and nothing else', async () => {
    const { bridge, till, manager } = await shop();
    const card = await cardOf(till);
    const body = { username: 'manager@demo.example', pin: '9999' };
    const session = ok(await bridge.ask<{ access_token: string }>('POST', '/bridge/v1/session', { body }));
    const atScreen = (headers: Record<string, string> = {}) =>
      bridge.ask<Refusal>('POST', `${CARDS}/${card.id}/transaction/${card.id}`, {
        token: session.access_token,
        body: { action: 'charge', amount: 50_000 },
        headers,
      });
    const refused = await atScreen();
    expect(code(refused)).toEqual([403, 2021]);
    expect(refused.body.needs).toMatchObject({ operation: 'cardLoad', by: 'self' });
    expect(code(await atScreen({ 'x-reason': '%20%20' }))).toEqual([403, 2021]);
    const why = 'Geschenk für Müller 4111 1111 1111 1111';
    ok(await atScreen({ 'x-reason': encodeURIComponent(why) }));
    expect(await kept(manager)).toMatchObject([
      {
        reason: 'Geschenk für Müller **** **** **** 1111',
        requested_by: { username: 'manager@demo.example' },
        approved_by: { username: 'manager@demo.example' },
      },
    ]);
  });
});

describe('who approves', () => {
  const needs = { operation: 'cardLoad', object: 'MCD_1', amount: 1 } as const;

  it('needs the right PIN, and is slowed like at the sign-in', async () => {
    const { cashier } = await shop();
    const wrong = { ...managers, pin: '0000' };
    expect(code(await ask(cashier, needs, wrong))).toEqual([403, 2023]);
    for (let count = 0; count < 3; count += 1) await ask(cashier, needs, wrong);
    expect(code(await ask(cashier, needs))).toEqual([429, 2006]);
  });

  it('is a manager of the same shop', async () => {
    const { bridge, till, cashier } = await shop();
    const colleague = { username: 'cashier@demo.example', pin: '1111', reason: 'ich' };
    expect(code(await ask(cashier, needs, colleague))).toEqual([403, 2024]);
    bridge.alter(`INSERT INTO staff SELECT 'USR_OTHER', '${demoIds.other}', 'other@demo.example', name, role, pin_hash
      FROM staff WHERE username = 'manager@demo.example'`);
    expect(code(await ask(cashier, needs, { ...managers, username: 'other@demo.example' }))).toEqual([403, 2023]);
    expect(code(await ask(till, needs))).toEqual([403, 2004]);
  });

  it('says why', async () => {
    const { cashier } = await shop();
    expect((await ask(cashier, needs, { ...managers, reason: ' ' })).body.code).toBe(1001);
  });

  it('and neither PIN nor approval stand in the journal or in the database', async () => {
    const { bridge, till, cashier, manager } = await shop();
    const card = await cardOf(till);
    const headers = await approved(cashier, await charge(cashier, card.id, 1000));
    ok(await charge(cashier, card.id, 1000, headers));
    const page = await manager.ask('GET', '/bridge/v1/journal?count=100');
    expect(page.text).toContain(managers.reason);
    for (const secret of ['9999', headers['x-approval'] ?? 'none']) expect(page.text).not.toContain(`"${secret}"`);
    expect(JSON.stringify(bridge.rows('SELECT * FROM approval'))).not.toContain(headers['x-approval']);
  });
});

describe('limits are the shop’s', () => {
  it('a paid sale of 999 € is not cancelled by a cashier alone, one within her limit is', async () => {
    const { till, cashier } = await shop({ limits: { cancelSale: 2000 } });
    const cancel = (id: string, headers = {}) =>
      cashier.ask<Refusal>('POST', `/api/v2/Smart/Transactions/${id}/cancel`, { headers });
    const [dear, cheap] = [await paidInCash(till, 99_900), await paidInCash(till, 2000)];
    const refused = await cancel(dear);
    expect(code(refused)).toEqual([403, 2020]);
    expect(refused.body.needs).toMatchObject({ operation: 'cancelSale', object: dear, amount: 99_900, limit: 2000 });
    expect((await till.read(dear)).status).toBe('ok');
    ok(await cancel(cheap));
    ok(await cancel(dear, await approved(cashier, refused)));
    expect((await till.read(dear)).status).toBe('cancelled');
  });

  it('what has not been paid is given up by everybody', async () => {
    const { cashier } = await shop();
    const { id } = await cashier.create(sale([item(99_900)]));
    expect(ok(await cashier.post(`/${id}/cancel`)).status).toBe('cancelled');
  });

  it('a sale is cancelled by its receipt number under the same limit', async () => {
    const { bridge, till, cashier } = await shop();
    const id = await paidInCash(till, 500);
    const [row] = bridge.rows<{ receipt: number }>(
      `SELECT receipt_number AS receipt FROM smart_transaction WHERE id = '${id}'`,
    );
    const receipt = row?.receipt;
    const refused = await cashier.post<Refusal>(`/${receipt}/canceltrx`);
    expect(code(refused)).toEqual([403, 2020]);
    expect(refused.body.needs.object).toBe(id);
  });
});

describe('every kind', () => {
  async function once(
    cashier: Client,
    manager: Client,
    operation: string,
    call: (headers: object) => Promise<Answer<Refusal>>,
  ) {
    const refused = await call({});
    expect(code(refused), refused.text).toEqual([403, 2020]);
    expect(refused.body.needs.operation).toBe(operation);
    const headers = await approved(cashier, refused);
    ok(await call(headers));
    expect((await kept(manager))[0]).toMatchObject({ operation, reason: managers.reason });
  }

  it('points, corrections and opening a card', async () => {
    const { till, cashier, manager } = await shop();
    const { id } = await cardOf(till, cards.rich);
    const book = (body: object) => (headers: object) =>
      cashier.ask<Refusal>('POST', `${CARDS}/${id}/transaction/${id}`, { body, headers: { ...headers } });
    await once(cashier, manager, 'cardLoad', book({ action: 'immediate_bonus', amount: 100 }));
    await once(cashier, manager, 'cardPoints', book({ action: 'charge_points', amount: 100 }));
    await once(cashier, manager, 'cardPoints', book({ action: 'sale_revenue', amount: 10_000 }));
    await once(cashier, manager, 'cardCorrection', book({ action: 'discharge', amount: 100 }));
    await once(cashier, manager, 'cardCorrection', book({ action: 'cancel_last' }));
    const call = (method: string, word: string, body: object) => (headers: object) =>
      cashier.ask<Refusal>(method, `${CARDS}/${id}${word}`, { body, headers: { ...headers } });
    await once(cashier, manager, 'cardAccess', call('POST', '/newPasscode', { passcode: '1234' }));
    await once(cashier, manager, 'cardAccess', call('POST', '/unlock', {}));
    await once(cashier, manager, 'cardAccess', call('PUT', '', { passcode: 2 }));
    ok(await till.ask('PUT', `${CARDS}/${id}`, { body: { expiry_date: '2099-01-01' } }));
    ok(await call('PUT', '', { expiry_date: '2098-01-01' })({}));
    await once(cashier, manager, 'cardAccess', call('PUT', '', { expiry_date: '2099-01-01' }));
    ok(await cashier.ask('PUT', `${CARDS}/${id}`, { body: { additional_data: { note: 'x' } } }));
  });

  it('a refund and a reversal at the terminal by a receipt that is typed', async () => {
    const { till, cashier, manager } = await shop();
    const operate = (body: object) => (headers: object) =>
      cashier.ask<Refusal>('POST', `/bridge/v1/terminals/${demoIds.terminal}/operations`, {
        body,
        headers: { ...headers },
      });
    await once(cashier, manager, 'terminalRefund', operate({ do: 'refund', amount: 1500 }));
    const made = ok(
      await till.ask<{ own_receipt_number: number }>('POST', `/bridge/v1/terminals/${demoIds.terminal}/operations`, {
        body: { do: 'refund', amount: 700 },
      }),
    );
    await once(
      cashier,
      manager,
      'terminalReversal',
      operate({ do: 'reversal', receipt_number: made.own_receipt_number }),
    );
    expect((await kept(manager))[0]?.amount).toBe(700);
    await once(cashier, manager, 'terminalOperation', operate({ do: 'preAuthorisation', amount: 100 }));
  });

  it('a payment at the terminal that is cancelled: the approval is used up with the intent', async () => {
    const { bridge, till, cashier, manager } = await shop();
    const { id } = await till.create(sale([item(3000)]));
    ok(await till.post(`/${id}/start/cashless`));
    await once(cashier, manager, 'cancelSale', headers =>
      cashier.ask<Refusal>('POST', `/api/v2/Smart/Transactions/${id}/cancel`, { headers: { ...headers } }),
    );
    expect(bridge.terminal.totals.amount).toBe(0);
  });

  it('a sale that is said to be paid by card elsewhere, where the shop limits that', async () => {
    const { cashier, manager } = await shop({ limits: { paidElsewhere: 0 } });
    const { id } = await cashier.create(sale([item(3000)]));
    const body = { tid: '60001234', trace: '000123', cardtype: 'girocard' };
    await once(cashier, manager, 'paidElsewhere', headers =>
      cashier.ask<Refusal>('POST', `/api/v2/Smart/Transactions/${id}/start/cashless_direct`, {
        body,
        headers: { ...headers },
      }),
    );
    await paidInCash(cashier, 3000);
  });

  it('a card that is loaded by such a sale, whatever the limit is for others', async () => {
    const { cashier, manager, till } = await shop();
    const body = { tid: '60001234', trace: '000123', cardtype: 'girocard' };
    const start = (id: string, headers = {}) =>
      cashier.ask<Refusal>('POST', `/api/v2/Smart/Transactions/${id}/start/cashless_direct`, {
        body,
        headers: { ...headers },
      });
    ok(await start((await cashier.create(sale([item(3000)]))).id));
    const { id } = await cashier.create(sale([load], cards.empty));
    await once(cashier, manager, 'cardLoad', headers => start(id, headers));
    expect((await cardOf(till)).cash_balance).toBe(50_000);
  });

  it('a signature that is wrong: small amounts go back at once, larger ones with an approval', async () => {
    const { bridge, cashier, manager } = await shop();
    bridge.terminal.signs = true;
    const unsigned = async (amount: number) => {
      const { id } = await cashier.create(sale([item(amount)]));
      ok(await cashier.ask('PUT', '/bridge/v1/till', { body: { transaction: id } }));
      ok(await cashier.post(`/${id}/start/cashless`));
      return id;
    };
    const takeBack = (transaction: string, headers = {}) =>
      cashier.ask<Refusal>('POST', '/bridge/v1/till/late', {
        body: { keep: false, transaction },
        headers: { ...headers },
      });
    ok(await takeBack(await unsigned(5000)));
    const dear = await unsigned(5001);
    await once(cashier, manager, 'takeBack', headers => takeBack(dear, headers));
    const signed = await unsigned(9000);
    ok(await cashier.ask('POST', '/bridge/v1/till/late', { body: { keep: true, transaction: signed } }));
  });

  it('a payment of the acquirer that is refunded, but not one that is only held', async () => {
    const { till, cashier, manager } = await shop();
    const container = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };
    const address = { street: 'Weg', street_number: '1', postal_code: '12345', city: 'Ort', country: 'DE' };
    const contact = { forename: 'Erika', surname: 'Muster', email: 'erika@muster.example', address };
    const make = async (more: object) => {
      const body = { amount: 1000, payment_methods: ['debit'], container, customer: { contact }, ...more };
      return ok(await till.ask<{ id: string }>('POST', '/api/v2/Payment/Transactions', { body })).id;
    };
    const cancel = (id: string, word: string, body: object) => (headers: object) =>
      cashier.ask<Refusal>('POST', `/api/v2/Payment/${word}/${id}/cancel`, { body, headers: { ...headers } });
    const paid = await make({});
    await once(cashier, manager, 'refundPayment', cancel(paid, 'Transactions', { amount: 300 }));
    await once(cashier, manager, 'refundPayment', cancel(paid, 'Svcdebits', {}));
    expect((await kept(manager)).map(({ amount }) => amount)).toEqual([700, 300]);
    ok(await cancel(await make({ payment_action: 'authorization' }), 'Transactions', {})({}));
  });

  it('of a refund the approval is used up before the acquirer is asked', async () => {
    const { bridge, till, cashier, manager } = await shop();
    const container = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };
    const address = { street: 'Weg', street_number: '1', postal_code: '12345', city: 'Ort', country: 'DE' };
    const contact = { forename: 'Erika', surname: 'Muster', email: 'erika@muster.example', address };
    const body = { amount: 1000, payment_methods: ['debit'], container, customer: { contact } };
    const { id } = ok(await till.ask<{ id: string }>('POST', '/api/v2/Payment/Transactions', { body }));
    bridge.alter(`CREATE TRIGGER too_late BEFORE INSERT ON approval
      WHEN NOT EXISTS (SELECT 1 FROM payment_operation WHERE kind = 'refund' AND state = 'open')
      BEGIN SELECT raise(ABORT, 'the acquirer has answered already'); END`);
    await once(cashier, manager, 'refundPayment', headers =>
      cashier.ask<Refusal>('POST', `/api/v2/Payment/Transactions/${id}/cancel`, { body: {}, headers: { ...headers } }),
    );
  });

  it('the kiosk is left with the PIN of a manager, or by her', async () => {
    const { till, cashier, manager } = await shop();
    const exit = (client: Client) => (headers: object) =>
      client.ask<Refusal>('POST', '/bridge/v1/kiosk/exit', { headers: { ...headers } });
    const refused = await exit(cashier)({});
    expect(refused.body.error_user).toBe(
      'Kiosk verlassen. Dafür ist die Freigabe einer Leitung nötig. Es wurde kein Geld bewegt. (2020)',
    );
    await once(cashier, manager, 'kioskExit', exit(cashier));
    ok(await exit(manager)({}));
    expect((await exit(till)({})).status).toBe(403);
  });
});

describe('the status simulator', () => {
  it('is not a cashier’s', async () => {
    const { cashier } = await shop();
    for (const word of ['Transactions', 'Svcdebits', 'Svcpayout'])
      expect(
        code(
          await cashier.ask<Refusal>('POST', `/api/v2/Payment/${word}/NONE/TestChangedPaymentStatus`, {
            body: { new_status_id: 1 },
          }),
        ),
      ).toEqual([404, 2004]);
  });
});
