/** The loyalty resources through the whole bridge: cards, bookings, codes, locks, groups, customers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../../doubles/bridge.fixture.ts';
import type { CardGroup, CardTransaction, Customer, LoyaltyTransaction } from '../../wire/loyalty.ts';
import type { MerchantCard } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';
import { fixedId } from '../../world/ids.ts';

const BASE = '/api/v2/Loyalty';
const rich = fixedId('MCD', cards.rich);
const some = fixedId('MCD', cards.some);
const coded = { number: '9276004000000067', id: fixedId('MCD', '9276004000000067') };

interface Refusal {
  readonly code: number;
  readonly error: string;
  readonly error_details: string;
}
interface Page<T> {
  readonly count: number;
  readonly data: readonly T[];
}
type NewCard = MerchantCard & { readonly csc: string };

let bridge: TestBridge;
let till: Client;
let other: Client;
let cashier: Client;

beforeAll(async () => {
  bridge = await startBridge();
  [till, other, cashier] = await Promise.all([bridge.client(), bridge.client('other'), bridge.staff('cashier')]);
});
afterAll(closeAll);

const get = async <T>(path: string) => ok(await till.ask<T>('GET', `${BASE}${path}`));
const post = <T = unknown>(path: string, body?: object, client = till) =>
  client.ask<T>('POST', `${BASE}${path}`, body === undefined ? {} : { body });
const put = <T = unknown>(path: string, body: object, client = till) =>
  client.ask<T>('PUT', `${BASE}${path}`, { body });
const card = (id: string) => get<MerchantCard>(`/MerchantCards/${id}`);
const act = <T = CardTransaction>(id: string, body: object) => post<T>(`/MerchantCards/me/transaction/${id}`, body);

/** A group and cards of its own, so that tests do not stand in each other's way. */
async function issued(settings: object = {}, amount = 1): Promise<{ group: CardGroup; made: readonly NewCard[] }> {
  const body = { display_name: 'Eigene Gruppe', merchant: 'me', ...settings };
  const group = ok(await post<CardGroup>('/Cardgroups', body));
  const made = ok(
    await post<readonly NewCard[]>(`/MerchantCards/me/createMerchantcards/${group.id}`, { cards_amount: amount }),
  );
  return { group, made };
}

async function newCard(settings: object = {}): Promise<NewCard> {
  const [made] = (await issued(settings)).made;
  return made!;
}

const sums = (id: string) =>
  Object.fromEntries(
    bridge
      .rows<{ account: string; total: number }>(
        'SELECT account, sum(amount) AS total FROM loyalty_entry WHERE merchant_card = ? GROUP BY account',
        id,
      )
      .map(({ account, total }) => [account, total]),
  );

describe('merchant cards', () => {
  it('are listed and read in one shape, and found by number', async () => {
    const page = await get<Page<MerchantCard>>(`/MerchantCards?q=card.cardnumber:${cards.rich}`);
    expect(page.count).toBe(1);
    expect(page.data[0]).toEqual(await card(rich));
    expect(page.data[0]).toMatchObject({
      object: 'loyalty.merchantcards',
      id: rich,
      merchant: { object: 'general.merchants', id: demoIds.merchant },
      card: { object: 'loyalty.cards', cardnumber: cards.rich },
      cardgroup: { object: 'loyalty.cardgroups', id: demoIds.baseGroup },
      cash_balance: 5000,
      points: 120,
      stock_status: 'active',
      lock_status: 'unlocked',
      passcode: 0,
      expiry_date: null,
      customer: { object: 'loyalty.customers', id: demoIds.customer },
    });
    const { idents } = await till.create(sale([item(100)], cards.rich));
    expect(idents[0]?.merchantcard).toEqual(await card(rich));
  });

  it('keep expiry date, payment container and additional data', async () => {
    const { id } = await newCard();
    const body = {
      expiry_date: '2031-12-31',
      additional_data: { table: 7 },
      payment_container: {
        id: 'LPC_1',
        type: 'bank_account',
        payment_information: 'DE89…3000',
        iban: 'DE89370400440532013000',
      },
    };
    const changed = ok(await put<MerchantCard>(`/MerchantCards/${id}`, body));
    expect(changed).toMatchObject({
      expiry_date: '2031-12-31',
      additional_data: { table: 7 },
      payment_container: { object: 'loyalty.paymentcontainers', id: 'LPC_1', type: 'bank_account' },
    });
    expect(JSON.stringify(changed)).not.toContain('370400440532013000');
    expect(await card(id)).toEqual(changed);
  });

  it.each([{ expiry_date: 'tomorrow' }, { expiry_date: 5 }, { passcode: 7 }, { payment_container: 'x' }])(
    'refuse %j',
    async body => {
      expect((await put<Refusal>(`/MerchantCards/${some}`, body)).body.code).toBe(1001);
    },
  );

  it('of another merchant do not exist', async () => {
    for (const [method, path] of [
      ['GET', `/MerchantCards/${rich}`],
      ['PUT', `/MerchantCards/${rich}`],
      ['GET', `/MerchantCards/${rich}/lock`],
      ['POST', `/MerchantCards/${rich}/lock`],
      ['POST', `/MerchantCards/${rich}/getCardBalanceReceipt`],
      ['POST', `/MerchantCards/${rich}/setCustomer/${demoIds.customer}`],
      ['PUT', `/MerchantCards/${rich}/cardgroup/${demoIds.otherGroup}`],
      ['GET', `/Customers/${demoIds.customer}`],
      ['GET', `/Cards/${fixedId('CRD', cards.rich)}`],
      ['GET', `/Cardgroups/${demoIds.baseGroup}`],
    ] as const) {
      const body = method === 'GET' ? {} : { body: {} };
      expect((await other.ask(method, `${BASE}${path}`, body)).status, `${method} ${path}`).toBe(404);
    }
    const foreign = await other.ask<Refusal>('POST', `${BASE}/MerchantCards/${rich}/transaction/${rich}`, {
      body: { action: 'charge', amount: 100 },
    });
    expect(foreign.status).toBe(404);
    const list = ok(await other.ask<Page<MerchantCard>>('GET', `${BASE}/MerchantCards`));
    expect(list.data.map(({ card: { cardnumber } }) => cardnumber)).toEqual(['8376004000000019']);
  });
});

describe('validateMerchantcard', () => {
  const validate = async (cardnumber: string, id = 'me') =>
    ok(await post(`/MerchantCards/${id}/validateMerchantcard`, { cardnumber, merchant: demoIds.merchant }));

  it('tells valid, passcode and lock, and of an unknown card only that it is not valid', async () => {
    expect(await validate(cards.some)).toEqual({ isValid: true, hasPasscode: false, isLocked: false });
    expect(await validate(coded.number)).toEqual({ isValid: true, hasPasscode: true, isLocked: false });
    expect(await validate(cards.locked)).toEqual({ isValid: false, hasPasscode: false, isLocked: true });
    expect(await validate(cards.expired)).toEqual({ isValid: false, hasPasscode: false, isLocked: false });
    expect(await validate(cards.unknown)).toEqual({ isValid: false });
  });

  it('takes the id in the path, too', async () => {
    expect(ok(await post(`/MerchantCards/${some}/validateMerchantcard`))).toMatchObject({ isValid: true });
  });
});

describe('transaction', () => {
  it('charge and discharge move money, bonus goes first', async () => {
    const { id } = await newCard();
    const charged = ok(await act(id, { action: 'charge', amount: '3000', bonus_amount: 500 }));
    expect(charged).toMatchObject({ cash_balance: 3000, bonus_balance: 500, balance: 3500, amount: 3000 });
    expect(charged.trans_id).toBeGreaterThan(0);
    expect(charged.last_charge).not.toBeNull();
    expect(JSON.stringify(charged.receipt)).toContain('30,00 EUR');
    const paid = ok(await act(id, { action: 'discharge', amount: 700 }));
    expect(paid).toMatchObject({ cash_balance: 2800, bonus_balance: 0 });
    expect(sums(id)).toEqual({ cash: 2800, bonus: 0 });
  });

  it('discharge takes no more than there is, unless it may be split', async () => {
    const { id } = await newCard();
    ok(await act(id, { action: 'charge', amount: 1000 }));
    expect((await act<Refusal>(id, { action: 'discharge', amount: 1001 })).body.code).toBe(51);
    const split = ok(await act(id, { action: 'discharge', amount: 1500, amount_split_allowed: true }));
    expect(split).toMatchObject({ amount: 1000, balance: 0 });
  });

  it('a card may be overdrawn as far as its group allows', async () => {
    const { id } = await newCard({ limit: 500 });
    expect(ok(await act(id, { action: 'discharge', amount: 500 })).balance).toBe(-500);
    expect((await act<Refusal>(id, { action: 'discharge', amount: 1 })).body.code).toBe(51);
    const receipt = ok(await post<object>(`/MerchantCards/${id}/getCardBalanceReceipt`, {}));
    expect(receipt).toMatchObject({ limit_allowed: true, limit: 500, limit_str: '5,00 EUR', balance: -500 });
  });

  it('holds no more than the group lets it', async () => {
    const { id } = await newCard({ balance_limit: 2000 });
    ok(await act(id, { action: 'charge', amount: 1500 }));
    for (const action of ['charge', 'immediate_bonus'])
      expect((await act<Refusal>(id, { action, amount: 501 })).body.code, action).toBe(52);
  });

  it('revenue earns points, points are given and spent, an immediate bonus is credited', async () => {
    const { id } = await newCard();
    expect(ok(await act(id, { action: 'sale_revenue', amount: 1299 })).points).toBe(12);
    expect(ok(await act(id, { action: 'charge_points', amount: 20 })).points).toBe(32);
    expect(ok(await act(id, { action: 'discharge_points', amount: 30 })).points).toBe(2);
    expect((await act<Refusal>(id, { action: 'discharge_points', amount: 3 })).body.code).toBe(51);
    expect(ok(await act(id, { action: 'immediate_bonus', bonus_amount: 250 })).bonus_balance).toBe(250);
  });

  it('cancel_last takes the last one back, one after the other, and none of a sale', async () => {
    const { id, card: made } = await newCard();
    ok(await act(id, { action: 'charge', amount: 1000 }));
    const spent = ok(await act(id, { action: 'discharge', amount: 400 }));
    const back = ok(await act(id, { action: 'cancel_last' }));
    expect(back).toMatchObject({ balance: 1000, amount: 400 });
    const document = await get<LoyaltyTransaction>(`/Transactions/${back.transaction.id}`);
    expect(document).toMatchObject({ is_cancelling: 1, parents: [spent.transaction] });
    expect(await get<LoyaltyTransaction>(`/Transactions/${spent.transaction.id}`)).toMatchObject({
      children: [back.transaction],
    });
    expect(ok(await act(id, { action: 'cancel_last' })).balance).toBe(0);
    const { id: sold } = await till.create(sale([item(1000)], made.cardnumber));
    ok(await till.post(`/${sold}/start/cash`));
    expect((await act<Refusal>(id, { action: 'cancel_last' })).body.code).toBe(1003);
  });

  it('a charge that has been spent cannot be cancelled', async () => {
    const { id, card: made } = await newCard();
    ok(await act(id, { action: 'charge', amount: 1000 }));
    const { id: sold } = await till.create(sale([item(600)], made.cardnumber));
    ok(await till.post(`/${sold}/preTransaction`));
    expect((await act<Refusal>(id, { action: 'cancel_last' })).body.code).toBe(51);
    ok(await till.post(`/${sold}/start/loyalty`));
    expect((await act<Refusal>(id, { action: 'cancel_last' })).body.code).toBe(51);
  });

  it('any booking can be cancelled where the group says so', async () => {
    const { id } = await newCard({ cancel_selected: true });
    const first = ok(await act(id, { action: 'charge', amount: 1000 }));
    ok(await act(id, { action: 'charge', amount: 200 }));
    expect(ok(await act(id, { action: 'cancel_last', trans_id: first.trans_id })).balance).toBe(200);
    expect((await act<Refusal>(id, { action: 'cancel_last', trans_id: first.trans_id })).status).toBe(404);
    const strict = await newCard();
    const only = ok(await act(strict.id, { action: 'charge', amount: 1000 }));
    expect((await act<Refusal>(strict.id, { action: 'cancel_last', trans_id: only.trans_id })).body.code).toBe(1003);
  });

  it('passes store, tid, purpose and additional data on to the booking', async () => {
    const { id } = await newCard();
    const told = { tid: 60001234, store: demoIds.store, purpose: 'Eröffnung', additional_data: { a: [1] } };
    const { transaction } = ok(await act(id, { action: 'charge', amount: 100, ...told }));
    expect(await get(`/Transactions/${transaction.id}`)).toMatchObject({
      tid: '60001234',
      store: { object: 'general.stores', id: demoIds.store },
      purpose: 'Eröffnung',
      additional_data: { a: [1] },
      amount: 100,
      balance: 100,
      description: 'Aufladung',
      currency: 'EUR',
    });
  });

  it('takes the card by number where the path says me, and refuses another one than the path names', async () => {
    const { id, card: made } = await newCard();
    const body = { action: 'charge', amount: 100, cardnumber: made.cardnumber };
    expect(ok(await post<CardTransaction>('/MerchantCards/me/transaction/me', body)).id).toBe(id);
    expect(ok(await post<CardTransaction>(`/MerchantCards/${id}/transaction/${id}`, body)).balance).toBe(200);
    const wrong = { ...body, cardnumber: cards.some };
    expect((await act<Refusal>(id, wrong)).body.code).toBe(15);
    expect((await act<Refusal>(fixedId('MCD', 'nobody'), { ...body, cardnumber: undefined })).status).toBe(404);
  });

  it.each([
    ['locked', cards.locked, 41],
    ['expired', cards.expired, 54],
  ])('refuses a card that is %s', async (_why, number, code) => {
    const refused = await act<Refusal>(fixedId('MCD', number), { action: 'charge', amount: 100 });
    expect([refused.status, refused.body.code]).toEqual([405, code]);
  });

  it.each([
    { action: 'steal', amount: 1 },
    { action: 'charge' },
    { action: 'charge', amount: -5 },
    { action: 'charge', amount: 1.5 },
    { action: 'charge', amount: 'many' },
    { action: 'charge', amount: 100, bonus_amount: -1 },
    { amount: 100 },
  ])('refuses %j', async body => {
    expect((await act<Refusal>(some, body)).body.code).toBe(1001);
  });
});

describe('codes', () => {
  it('the code on a new card is told once and checked', async () => {
    const { id, card: made, csc } = await newCard();
    const check = async (code: string) =>
      ok(await post<object>(`/MerchantCards/${id}/checkCsc`, { cardnumber: made.cardnumber, csc: code }));
    expect(await check(csc)).toEqual({ result: true });
    expect(await check(`${(Number(csc) + 1) % 10_000}`.padStart(4, '0'))).toEqual({ result: false });
    const stored = JSON.stringify(bridge.rows('SELECT inner FROM card'));
    expect(stored).not.toContain(`"${csc}"`);
  });

  it('a passcode can be set, checked and replaced, with or without leading zeros', async () => {
    const { id } = await newCard();
    const check = async (pin: string | number) => ok(await post<object>(`/MerchantCards/${id}/checkPasscode`, { pin }));
    expect(await check(7)).toEqual({ result: false });
    ok(await post(`/MerchantCards/${id}/newPasscode`, { passcode: '0007', merchant: demoIds.merchant }));
    expect(await check(7)).toEqual({ result: true });
    ok(await post(`/MerchantCards/${id}/resetPasscode`, { passcode: '4321' }));
    expect([await check('0007'), await check(4321)]).toEqual([{ result: false }, { result: true }]);
    expect((await post<Refusal>(`/MerchantCards/${id}/newPasscode`, { passcode: '12345' })).body.code).toBe(1001);
  });

  it('guessing is slowed down', async () => {
    const { id } = await newCard();
    ok(await post(`/MerchantCards/${id}/newPasscode`, { passcode: '1111' }));
    const check = (pin: number) => post<Refusal>(`/MerchantCards/${id}/checkPasscode`, { pin });
    for (let miss = 0; miss < 3; miss += 1) expect((await check(2222)).body).toEqual({ result: false });
    expect((await check(1111)).body.code).toBe(75);
    bridge.clock.pass(2001);
    expect((await check(1111)).body).toEqual({ result: true });
  });

  it.each([
    [1, ['charge', 'discharge', 'sale_revenue', 'discharge_points', 'charge_points']],
    [2, ['discharge']],
    [3, ['charge', 'immediate_bonus']],
    [4, ['sale_revenue']],
    [5, ['discharge_points']],
    [6, ['charge_points']],
  ])('level %i asks for the passcode before %j', async (level, asking) => {
    const { id, card: made } = await newCard();
    ok(await act(id, { action: 'charge', amount: 1000 }));
    ok(await act(id, { action: 'charge_points', amount: 10 }));
    ok(await put(`/MerchantCards/${id}`, { passcode: level }));
    ok(await post(`/MerchantCards/${id}/newPasscode`, { passcode: '2468' }));
    for (const action of [
      'charge',
      'discharge',
      'immediate_bonus',
      'sale_revenue',
      'discharge_points',
      'charge_points',
    ]) {
      const asked = level === 1 || asking.includes(action);
      const question = { action, cardnumber: made.cardnumber };
      expect(ok(await post(`/Cardgroups/${demoIds.baseGroup}/checkPasscodeEnabled`, question))).toEqual({
        result: asked,
      });
      const answer = await act<Refusal>(id, { action, amount: 1 });
      expect([answer.status, answer.body.code].slice(0, asked ? 2 : 1), action).toEqual(asked ? [405, 55] : [200]);
      expect((await act(id, { action, amount: 1, passcode: 2468 })).status, action).toBe(200);
    }
  });
});

describe('a lock', () => {
  it('has a reason and a note, stops the card, and can be taken off', async () => {
    const { id, card: made } = await newCard();
    const locked = ok(await post(`/MerchantCards/${id}/lock`, { reason: '1', note: 'am Tresen gemeldet' }));
    expect(locked).toEqual({ lock_status: 'locked', reason: 1, note: 'am Tresen gemeldet' });
    expect(await get(`/MerchantCards/${id}/lock`)).toEqual(locked);
    expect((await till.create(sale([item(100)], made.cardnumber))).idents[0]?.valid).toBe(false);
    expect(ok(await post(`/MerchantCards/${id}/unlock`, {}))).toEqual({
      lock_status: 'unlocked',
      reason: null,
      note: null,
    });
    expect((await till.create(sale([item(100)], made.cardnumber))).idents[0]?.valid).toBe(true);
  });

  it('wants a known reason, and the right code when one is sent', async () => {
    const { id, csc } = await newCard();
    expect((await post<Refusal>(`/MerchantCards/${id}/lock`, { reason: 4 })).body.code).toBe(1001);
    const wrong = csc === '0000' ? '0001' : '0000';
    expect((await post<Refusal>(`/MerchantCards/${id}/lock`, { reason: 1, csc: wrong })).body.code).toBe(55);
    expect((await card(id)).lock_status).toBe('unlocked');
    expect(ok(await post(`/MerchantCards/${id}/lock`, { reason: 1, csc }))).toMatchObject({ lock_status: 'locked' });
  });

  it('reasons are listed', async () => {
    const reasons = await get<readonly { id: number }[]>('/MerchantCards/me/lockReasons');
    expect(reasons.map(({ id }) => id)).toEqual([1, 2, 3, 6, 8]);
  });
});

describe('new cards', () => {
  it('have different numbers with the prefix of the group and a right check digit', async () => {
    const { made } = await issued({ prefix: '4711' }, 20);
    const numbers = made.map(({ card: { cardnumber } }) => cardnumber);
    expect(new Set(numbers).size).toBe(20);
    for (const number of numbers) expect(number).toMatch(/^4711\d{12}$/);
    expect(made.every(({ csc }) => /^\d{4}$/.test(csc))).toBe(true);
  });

  it('can belong to a new customer at once, or to one later', async () => {
    const group = demoIds.baseGroup;
    const customer = { contact: { forename: 'Neue', surname: 'Kundschaft', email: 'neu@demo.example' } };
    const [made] = ok(
      await post<readonly NewCard[]>(`/MerchantCards/${demoIds.merchant}/createMerchantcards/${group}`, { customer }),
    );
    expect(made?.customer).toMatchObject({ object: 'loyalty.customers', contact: { name: 'Neue Kundschaft' } });
    const second = await newCard();
    const assigned = ok(await post<MerchantCard>(`/MerchantCards/${second.id}/setCustomer/${demoIds.customer}`));
    expect(assigned.customer).toMatchObject({ id: demoIds.customer });
    expect(assigned.customer_assignment_date).not.toBeNull();
    const registered = ok(await post<MerchantCard>(`/MerchantCards/${second.id}/registerCustomer`, customer));
    expect(registered.customer).toMatchObject({ contact: { email: 'neu@demo.example' } });
  });

  it('can move to another group', async () => {
    const { id } = await newCard();
    const moved = ok(await put<MerchantCard>(`/MerchantCards/${id}/cardgroup/${demoIds.baseGroup}`, {}));
    expect(moved.cardgroup.id).toBe(demoIds.baseGroup);
    expect((await put(`/MerchantCards/${id}/cardgroup/${demoIds.otherGroup}`, {})).status).toBe(404);
  });

  it('tell what a terminal may do with them', async () => {
    const { id } = await newCard();
    expect(await get(`/MerchantCards/${id}/virtualTerminalData/me`)).toMatchObject({
      actions: expect.arrayContaining(['charge', 'discharge', 'sale_revenue']),
      disabled: false,
    });
    expect((await till.ask('GET', `${BASE}/MerchantCards/${id}/virtualTerminalData/${demoIds.other}`)).status).toBe(
      404,
    );
  });

  it.each([{ cards_amount: 0 }, { cards_amount: 1001 }, { cards_amount: 'x' }])('refuse %j', async body => {
    const path = `/MerchantCards/me/createMerchantcards/${demoIds.baseGroup}`;
    expect((await post<Refusal>(path, body)).body.code).toBe(1001);
  });

  it('are made by those who run the programme', async () => {
    const path = `/MerchantCards/me/createMerchantcards/${demoIds.baseGroup}`;
    for (const [where, body] of [
      [path, {}],
      ['/Cardgroups', { display_name: 'x', merchant: 'me' }],
    ] as const)
      expect((await post<Refusal>(where, body, cashier)).body.error).toBe('ProductNotAllowedException');
    expect((await post(`/MerchantCards/me/createMerchantcards/${demoIds.otherGroup}`, {})).status).toBe(404);
    expect((await post(`/MerchantCards/${demoIds.other}/createMerchantcards/${demoIds.baseGroup}`, {})).status).toBe(
      404,
    );
  });
});

describe('cards', () => {
  const id = fixedId('CRD', cards.empty);

  it('are listed and read', async () => {
    const page = await get<Page<object>>(`/Cards?q=cardnumber:${cards.empty}`);
    expect(page).toMatchObject({ count: 1, data: [{ object: 'loyalty.cards', id, account: null }] });
    expect(await get(`/Cards/${id}`)).toEqual(page.data[0]);
  });

  it('are assigned to one account at a time', async () => {
    expect(ok(await post(`/Cards/${id}/assignUser/me`, { pin: '1234' }))).toEqual({ result: true });
    expect(await get(`/Cards/${id}`)).toMatchObject({ account: { object: 'general.accounts', id: 'demo-client' } });
    const again = await post<Refusal>(`/Cards/${id}/assignUser/ACC_1`, {});
    expect(again.body.error).toBe('ProductDuplicateException');
    expect((await till.ask('DELETE', `${BASE}/Cards/${id}/assignUser/ACC_1`)).status).toBe(404);
    expect(ok(await till.ask('DELETE', `${BASE}/Cards/${id}/assignUser/me`))).toEqual({ result: true });
    expect(await get(`/Cards/${id}`)).toMatchObject({ account: null });
    expect((await post<Refusal>(`/Cards/${id}/assignUser/me`, { pin: 'abcd' })).body.code).toBe(1001);
  });
});

describe('card groups', () => {
  it('are created, changed, listed; cards show the new name', async () => {
    const { group, made } = await issued({ display_name: 'Alt', stock_warn_limit: '5', description: 'x' });
    expect(group).toMatchObject({ display_name: 'Alt', display_name_raw: 'Alt', stock_warn_limit: 5, picture: null });
    const changed = ok(await put<CardGroup>(`/Cardgroups/${group.id}`, { display_name: 'Neu', balance_limit: 100 }));
    expect(changed).toMatchObject({ display_name: 'Neu', stock_warn_limit: 5, balance_limit: 100, description: 'x' });
    expect(await get(`/Cardgroups/${group.id}`)).toEqual(changed);
    expect((await card(made[0]!.id)).cardgroup.display_name).toBe('Neu');
    expect((await get<Page<CardGroup>>('/Cardgroups?q=display_name:neu')).data).toEqual([changed]);
  });

  it.each([
    { merchant: 'me' },
    { display_name: 'x' },
    { display_name: '', merchant: 'me' },
    { display_name: 'x', merchant: 'me', prefix: 'ab' },
    { display_name: 'x', merchant: 'me', limit: -1 },
  ])('refuse %j', async body => {
    expect((await post<Refusal>('/Cardgroups', body)).body.code).toBe(1001);
  });

  it('are not made for another merchant', async () => {
    expect((await post('/Cardgroups', { display_name: 'x', merchant: demoIds.other })).status).toBe(404);
  });
});

describe('customers', () => {
  const contact = { forename: 'Erste', surname: 'Kundschaft', email: 'erste@demo.example' };

  it('are created, changed and listed; their cards show the change', async () => {
    const made = ok(await post<Customer>('/Customers', { contact, note: 'n', additional_data: { size: 'M' } }));
    expect(made).toMatchObject({
      object: 'loyalty.customers',
      contact: { ...contact, name: 'Erste Kundschaft' },
      note: 'n',
      consent_for_communication: 'not_set',
      merchant_contact: {},
      account_contact: {},
      additional_data: { size: 'M' },
    });
    const owned = await newCard();
    ok(await post(`/MerchantCards/${owned.id}/setCustomer/${made.id}`));
    const changed = ok(
      await put<Customer>(`/Customers/${made.id}`, {
        consent_for_communication: 'accepted',
        contact: { surname: 'Neu' },
      }),
    );
    expect(changed).toMatchObject({ note: 'n', consent_for_communication: 'accepted', contact: { name: 'Neu' } });
    expect((await card(owned.id)).customer).toEqual(changed);
    expect((await get<Page<Customer>>(`/Customers?q=customernumber:${made.customernumber}`)).data).toEqual([changed]);
  });

  it('take their consent back with null', async () => {
    const made = ok(await post<Customer>('/Customers', { contact, consent_for_communication: 'accepted' }));
    const changed = ok(await put<Customer>(`/Customers/${made.id}`, { consent_for_communication: null }));
    expect([made, changed].map(({ consent_for_communication }) => consent_for_communication)).toEqual([
      'accepted',
      'not_set',
    ]);
  });

  it('are forgotten when they ask for it', async () => {
    const made = ok(await post<Customer>('/Customers', { contact, note: 'n' }));
    const forgotten = ok(await put<Customer>(`/Customers/${made.id}`, { anonymize: true }));
    expect(forgotten).toMatchObject({ contact: {}, note: null, customernumber: null });
    expect(JSON.stringify(bridge.rows('SELECT document FROM loyalty_customer WHERE id = ?', made.id))).not.toContain(
      'Erste',
    );
  });

  it('have numbers of their own', async () => {
    ok(await post('/Customers', { customernumber: 'K-1' }));
    expect((await post<Refusal>('/Customers', { customernumber: 'k-1' })).body.error).toBe('ProductDuplicateException');
  });

  it.each([{ contact: { email: 'nobody' } }, { consent_for_communication: 'maybe' }, { contact: 'x' }, { note: 5 }])(
    'refuse %j',
    async body => {
      expect((await post<Refusal>('/Customers', body)).body.code).toBe(1001);
    },
  );

  it('detach a payment container, and assign only one that exists', async () => {
    const made = ok(await post<Customer>('/Customers', { contact }));
    expect((await post(`/Customers/${made.id}/paymentContainer/${fixedId('PCT', 'nobody')}`)).status).toBe(404);
    const detached = await till.ask<Customer>('DELETE', `${BASE}/Customers/${made.id}/paymentContainer/me`);
    expect(ok(detached).payment_container).toBeNull();
  });
});

describe('loyalty transactions', () => {
  it('of a sale stand in its transactions and can be read', async () => {
    const { id } = await till.create({ ...sale([item(1000)], cards.rich), transactionRef: 'bon-1' });
    ok(await till.post(`/${id}/preTransaction`));
    const closed = ok(await till.post(`/${id}/start/loyalty`));
    const [named] = closed.transactions;
    expect(closed.transactions).toHaveLength(1);
    expect(named?.object).toBe('loyalty.transactions');
    const booking = await get<LoyaltyTransaction>(`/Transactions/${named?.id}`);
    expect(booking).toMatchObject({
      trans_id: closed.trans_id,
      amount: 1000,
      balance: 4000,
      description: 'Umsatz',
      purpose: 'bon-1',
      merchantcard: { object: 'loyalty.merchantcards', id: rich },
      is_cancelling: 0,
    });
    expect(JSON.stringify(booking.receipt)).toContain('Kundenkarte');
    const page = await get<Page<LoyaltyTransaction>>(`/Transactions?q=merchantcard.id:${rich}&count=1`);
    expect(page.data).toEqual([booking]);
    expect((await other.ask('GET', `${BASE}/Transactions/${named?.id}`)).status).toBe(404);
    ok(await till.post(`/${id}/cancel`));
    const cancelled = await get<LoyaltyTransaction>(`/Transactions/${named?.id}`);
    const [child] = cancelled.children;
    expect(await get(`/Transactions/${child?.id}`)).toMatchObject({
      is_cancelling: 1,
      balance: 5000,
      parents: [{ object: 'loyalty.transactions', id: named?.id }],
    });
  });
});

describe('getCardBalanceReceipt', () => {
  it('tells balances and points with a slip', async () => {
    const told = ok(
      await post<{ receipt: object[]; receipt_header: object[] }>('/MerchantCards/me/getCardBalanceReceipt', {
        cardnumber: cards.some,
        terminal_id: 5,
      }),
    );
    expect(told).toMatchObject({
      valid: true,
      balance: 1000,
      cash_balance: 700,
      bonus_balance: 300,
      points: 0,
      limit: 0,
    });
    expect(JSON.stringify(told.receipt)).toContain('10,00 EUR');
    expect(JSON.stringify(told.receipt_header)).toContain('Demo-Café');
    expect(
      (await post<Refusal>('/MerchantCards/me/getCardBalanceReceipt', { cardnumber: cards.unknown })).body.code,
    ).toBe(14);
  });
});
