/** The approval of a load on a card: refused with what helps, approved once by PIN, and kept with both persons. */
import { afterEach, describe, expect, it } from 'vitest';
import { cards, closeAll, item, ok, sale, type TestBridge } from '../../doubles/bridge.fixture.ts';
import type { Approval } from '../../wire/approvals.ts';
import { demoIds } from '../../world/demoIds.ts';
import {
  APPROVALS,
  approved,
  CARDS,
  cardOf,
  charge,
  code,
  kept,
  load,
  managers,
  paidInCash,
  type Refusal,
  shop,
} from './approvals.fixture.ts';

afterEach(closeAll);

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
    const { till, cashier } = await shop({ strictSums: false });
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
