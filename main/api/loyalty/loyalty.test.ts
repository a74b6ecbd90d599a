/** The other loyalty resources: codes, cards, groups and customers. */
import { describe, expect, it } from 'vitest';
import { cards, ok } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { CardGroup, Customer } from '../../wire/loyalty.ts';
import { demoIds } from '../../world/demoIds.ts';
import { fixedId } from '../../world/ids.ts';
import { BASE, loyaltyBridge, type Page, type Refusal } from './loyalty.fixture.ts';

const { started, get, post, put, card, act, issued, newCard } = loyaltyBridge();

describe('codes', () => {
  it('the code on a new card is shown once and checked', async () => {
    specifies({ 'Loyalty resources': 'checkCsc' });
    const { id, card: made, csc } = await newCard();
    const check = async (code: string) =>
      ok(await post<object>(`/MerchantCards/${id}/checkCsc`, { cardnumber: made.cardnumber, csc: code }));
    expect(await check(csc)).toEqual({ result: true });
    expect(await check(`${(Number(csc) + 1) % 10_000}`.padStart(4, '0'))).toEqual({ result: false });
    const stored = JSON.stringify(started.bridge.rows('SELECT inner FROM card'));
    expect(stored).not.toContain(`"${csc}"`);
  });

  it('a passcode can be set, checked and replaced, with or without leading zeros', async () => {
    specifies({ 'Loyalty resources': 'checkPasscode, newPasscode, resetPasscode' });
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
    specifies({ 'Loyalty resources': 'guessing of codes is slowed down' });
    const { id } = await newCard();
    ok(await post(`/MerchantCards/${id}/newPasscode`, { passcode: '1111' }));
    const check = (pin: number) => post<Refusal>(`/MerchantCards/${id}/checkPasscode`, { pin });
    for (let miss = 0; miss < 3; miss += 1) expect((await check(2222)).body).toEqual({ result: false });
    for (let miss = 0; miss < 7; miss += 1) expect((await check(2222)).body.code).toBe(75);
    expect((await check(1111)).body.code).toBe(75);
    started.bridge.clock.pass(30_000);
    expect((await check(1111)).body).toEqual({ result: true });
    for (let miss = 0; miss < 10; miss += 1) await check(2222);
    expect((await check(3333)).body.code).toBe(75);
    ok(await post(`/MerchantCards/${id}/newPasscode`, { passcode: '3333' }));
    expect((await check(3333)).body).toEqual({ result: true });
  });

  it.each([
    [1, ['charge', 'discharge', 'sale_revenue', 'discharge_points', 'charge_points']],
    [2, ['discharge']],
    [3, ['charge', 'immediate_bonus']],
    [4, ['sale_revenue']],
    [5, ['discharge_points']],
    [6, ['charge_points']],
  ])('level %i asks for the passcode before %j', async (level, asking) => {
    specifies({
      'Ident and merchant card': 'passcode is an integer: when the card asks for it',
      'Loyalty resources': 'checkPasscodeEnabled',
    });
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

describe('cards', () => {
  const id = fixedId('CRD', cards.empty);

  it('are listed and read', async () => {
    specifies({ Conventions: 'CRD_ and 30 letters or digits name a card' });
    const page = await get<Page<object>>(`/Cards?q=cardnumber:${cards.empty}`);
    expect(page).toMatchObject({ count: 1, data: [{ object: 'loyalty.cards', id, account: null }] });
    expect(await get(`/Cards/${id}`)).toEqual(page.data[0]);
  });

  it('are assigned to one account at a time', async () => {
    specifies({ 'Loyalty resources': 'Cards: GET, assignUser' });
    expect(ok(await post(`/Cards/${id}/assignUser/me`, { pin: '1234' }))).toEqual({ result: true });
    expect(await get(`/Cards/${id}`)).toMatchObject({ account: { object: 'general.accounts', id: 'demo-client' } });
    const again = await post<Refusal>(`/Cards/${id}/assignUser/ACC_1`, {});
    expect(again.body.error).toBe('ProductDuplicateException');
    expect((await started.till.ask('DELETE', `${BASE}/Cards/${id}/assignUser/ACC_1`)).status).toBe(404);
    expect(ok(await started.till.ask('DELETE', `${BASE}/Cards/${id}/assignUser/me`))).toEqual({ result: true });
    expect(await get(`/Cards/${id}`)).toMatchObject({ account: null });
    expect((await post<Refusal>(`/Cards/${id}/assignUser/me`, { pin: 'abcd' })).body.code).toBe(1001);
  });
});

describe('card groups', () => {
  it('are created, changed, listed; cards show the new name', async () => {
    specifies({
      Conventions: 'CRG_ and 30 letters or digits name a card group',
      'Loyalty resources': 'Cardgroups: GET, POST, PUT',
    });
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
    specifies({ 'Loyalty resources': 'Customers: GET, POST, PUT' });
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
    expect(
      JSON.stringify(started.bridge.rows('SELECT document FROM loyalty_customer WHERE id = ?', made.id)),
    ).not.toContain('Erste');
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
    const detached = await started.till.ask<Customer>('DELETE', `${BASE}/Customers/${made.id}/paymentContainer/me`);
    expect(ok(detached).payment_container).toBeNull();
  });
});
