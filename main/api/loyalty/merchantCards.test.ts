/** Merchant cards over HTTP: reading, validating, locks, new cards and the balance receipt. */
import { describe, expect, it } from 'vitest';
import { cards, item, ok, sale } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { MerchantCard } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';
import { fixedId } from '../../world/ids.ts';
import { BASE, loyaltyBridge, type NewCard, type Page, type Refusal, rich, some } from './loyalty.fixture.ts';

const { started, get, post, put, card, issued, newCard } = loyaltyBridge();

const coded = { number: '9276004000000067', id: fixedId('MCD', '9276004000000067') };

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

describe('merchant cards', () => {
  it('are listed and read in one shape, and found by number', async () => {
    specifies({
      Conventions: 'MCD_ and 30 letters or digits name a merchant card',
      'Ident and merchant card': [
        'merchantcard is a loyalty.merchantcards in the shape of its own resource',
        'merchant and created_for_merchant are references',
        'card is a loyalty.cards with cardnumber and created',
        'cardgroup is a loyalty.cardgroups with display_name, display_name_raw, stock_warn_limit, picture',
        'is_base_card',
        'expiry_date may be null',
      ],
      'Loyalty resources': 'GET /Loyalty/MerchantCards, one and all',
    });
    const page = await get<Page<MerchantCard>>(`/MerchantCards?q=card.cardnumber:${cards.rich}`);
    expect(page.count).toBe(1);
    expect(page.data[0]).toEqual(await card(rich));
    expect(page.data[0]).toMatchObject({
      object: 'loyalty.merchantcards',
      id: rich,
      merchant: { object: 'general.merchants', id: demoIds.merchant },
      created_for_merchant: { object: 'general.merchants', id: demoIds.merchant },
      created_for_store: { object: 'general.stores', id: demoIds.store },
      card: { object: 'loyalty.cards', cardnumber: cards.rich, created: expect.stringMatching(MOMENT) },
      cardgroup: {
        object: 'loyalty.cardgroups',
        id: demoIds.baseGroup,
        display_name: 'Demo-Kundenkarte',
        display_name_raw: 'Demo-Kundenkarte',
        stock_warn_limit: null,
        picture: null,
      },
      is_base_card: true,
      cash_balance: 5000,
      points: 120,
      stock_status: 'active',
      lock_status: 'unlocked',
      passcode: 0,
      expiry_date: null,
      customer: { object: 'loyalty.customers', id: demoIds.customer },
    });
    expect((await newCard()).is_base_card).toBe(false);
    const { idents } = await started.till.create(sale([item(100)], cards.rich));
    expect(idents[0]?.merchantcard).toEqual(await card(rich));
  });

  it('keep expiry date, payment container and additional data', async () => {
    specifies({ 'Loyalty resources': 'PUT /Loyalty/MerchantCards/{id}' });
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
      expect((await started.other.ask(method, `${BASE}${path}`, body)).status, `${method} ${path}`).toBe(404);
    }
    const foreign = await started.other.ask<Refusal>('POST', `${BASE}/MerchantCards/${rich}/transaction/${rich}`, {
      body: { action: 'charge', amount: 100 },
    });
    expect(foreign.status).toBe(404);
    const list = ok(await started.other.ask<Page<MerchantCard>>('GET', `${BASE}/MerchantCards`));
    expect(list.data.map(({ card: { cardnumber } }) => cardnumber)).toEqual(['8376004000000019']);
  });
});

describe('validateMerchantcard', () => {
  const validate = async (cardnumber: string, id = 'me') =>
    ok(await post(`/MerchantCards/${id}/validateMerchantcard`, { cardnumber, merchant: demoIds.merchant }));

  it('tells valid, passcode and lock, and of an unknown card only that it is not valid', async () => {
    specifies({ 'Loyalty resources': 'validateMerchantcard' });
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

describe('a lock', () => {
  it('has a reason and a note, stops the card, and can be taken off', async () => {
    specifies({
      'Ident and merchant card': 'lock_status locked, unlocked',
      'Loyalty resources': 'lock, unlock, GET lock',
    });
    const { id, card: made } = await newCard();
    const locked = ok(await post(`/MerchantCards/${id}/lock`, { reason: '1', note: 'am Tresen gemeldet' }));
    expect(locked).toEqual({ lock_status: 'locked', reason: 1, note: 'am Tresen gemeldet' });
    expect(await get(`/MerchantCards/${id}/lock`)).toEqual(locked);
    expect((await started.till.create(sale([item(100)], made.cardnumber))).idents[0]?.valid).toBe(false);
    expect(ok(await post(`/MerchantCards/${id}/unlock`, {}))).toEqual({
      lock_status: 'unlocked',
      reason: null,
      note: null,
    });
    expect((await started.till.create(sale([item(100)], made.cardnumber))).idents[0]?.valid).toBe(true);
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
    specifies({ 'Loyalty resources': 'lockReasons' });
    const reasons = await get<readonly { id: number }[]>('/MerchantCards/me/lockReasons');
    expect(reasons.map(({ id }) => id)).toEqual([1, 2, 3, 6, 8]);
  });
});

describe('new cards', () => {
  it('have different numbers with the prefix of the group and a right check digit', async () => {
    specifies({ 'Loyalty resources': 'createMerchantcards' });
    const { made } = await issued({ prefix: '4711' }, 20);
    const numbers = made.map(({ card: { cardnumber } }) => cardnumber);
    expect(new Set(numbers).size).toBe(20);
    for (const number of numbers) expect(number).toMatch(/^4711\d{12}$/);
    expect(made.every(({ csc }) => /^\d{4}$/.test(csc))).toBe(true);
  });

  it('can belong to a new customer at once, or to one later', async () => {
    specifies({ 'Loyalty resources': 'setCustomer, registerCustomer' });
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
    specifies({ 'Loyalty resources': 'cardgroup change' });
    const { id } = await newCard();
    const moved = ok(await put<MerchantCard>(`/MerchantCards/${id}/cardgroup/${demoIds.baseGroup}`, {}));
    expect(moved.cardgroup.id).toBe(demoIds.baseGroup);
    expect((await put(`/MerchantCards/${id}/cardgroup/${demoIds.otherGroup}`, {})).status).toBe(404);
  });

  it('tell what a terminal may do with them', async () => {
    specifies({ 'Loyalty resources': 'virtualTerminalData' });
    const { id } = await newCard();
    expect(await get(`/MerchantCards/${id}/virtualTerminalData/me`)).toMatchObject({
      actions: expect.arrayContaining(['charge', 'discharge', 'sale_revenue']),
      disabled: false,
    });
    expect(
      (await started.till.ask('GET', `${BASE}/MerchantCards/${id}/virtualTerminalData/${demoIds.other}`)).status,
    ).toBe(404);
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
      expect((await post<Refusal>(where, body, started.cashier)).body.error).toBe('ProductNotAllowedException');
    expect((await post(`/MerchantCards/me/createMerchantcards/${demoIds.otherGroup}`, {})).status).toBe(404);
    expect((await post(`/MerchantCards/${demoIds.other}/createMerchantcards/${demoIds.baseGroup}`, {})).status).toBe(
      404,
    );
  });
});

describe('getCardBalanceReceipt', () => {
  it('tells balances and points with a slip', async () => {
    specifies({ 'Loyalty resources': 'getCardBalanceReceipt' });
    const answer = ok(
      await post<{ receipt: object[]; receipt_header: object[] }>('/MerchantCards/me/getCardBalanceReceipt', {
        cardnumber: cards.some,
        terminal_id: 5,
      }),
    );
    expect(answer).toMatchObject({
      valid: true,
      balance: 1000,
      cash_balance: 700,
      bonus_balance: 300,
      points: 0,
      limit: 0,
    });
    expect(JSON.stringify(answer.receipt)).toContain('10,00 EUR');
    expect(JSON.stringify(answer.receipt_header)).toContain('Demo-Café');
    expect(
      (await post<Refusal>('/MerchantCards/me/getCardBalanceReceipt', { cardnumber: cards.unknown })).body.code,
    ).toBe(14);
  });
});
