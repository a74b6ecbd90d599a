/** Every payment method: where it may be asked for, what it needs, who settles it, and what a contract must offer. */
import { afterAll, describe, expect, it } from 'vitest';
import { type MethodName, methods, type PaymentMethod } from '../acquirer/payments/methods.ts';
import { type Client, cards, closeAll, item, ok, sale, startBridge } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { account, acquirerBookings, answerChallenge, card, type Refusal } from './payments.fixture.ts';

afterAll(closeAll);

async function shop() {
  const bridge = await startBridge();
  return { bridge, till: await bridge.client() };
}

let shared: Promise<Client> | null = null;
/** For tests that look at their own sale alone: one shop serves them all. */
async function sharedTill(): Promise<Client> {
  shared ??= shop().then(({ till }) => till);
  return shared;
}

const open = (till: Client, more: object = {}) => till.create({ ...sale([item(1200)]), ...more });
const post = (till: Client, path: string, body?: object) => till.post<SmartTransaction & Refusal>(path, body);

const customer = { contact: { forename: 'Erika', surname: 'Muster', email: 'erika@example.com' } };
/** Article number that charges a loyalty card. */
const CHARGE = '2900000000018';

const balance = async (till: Client, number: string): Promise<number> => {
  const { idents } = await till.create(sale([item(1)], number));
  return idents[0]?.merchantcard?.cash_balance ?? Number.NaN;
};
const facts = { tid: '60001234', trace: 17, cardtype: 'girocard' };
/** A card payment pays one sale, so each that a shared shop takes has a number of its own. */
let newest = 100;
const nextTrace = () => ++newest;

/** Body with the inputs of every method. */
const everything = { ...account, customer, ...facts, text: 'Gift card 7' };
const bodyOf = (name: MethodName): object => {
  const { container }: PaymentMethod = methods[name];
  return container?.includes('credit_card') ? { ...everything, ...card() } : everything;
};

/** From the specification (rules 3 and 5 of the endpoints) and from what older clients send. */
const expected: Readonly<Record<MethodName, string>> = {
  cash: 'start ok',
  loyalty: 'start',
  cashless: 'start ok',
  cashless_direct: 'start ok',
  voucher: 'start ok',
  debit: 'prepare start ok',
  invoice: 'prepare start ok',
  prepaid: 'prepare start pending',
  creditcard: 'prepare',
  ccload: 'start',
  paypal: 'prepare start page',
  sofort: 'prepare page',
  easycredit: 'prepare page',
  giropay: 'prepare page',
  eps: 'prepare page',
  auto: 'start ok',
  demo: 'start',
};
const names = Object.keys(methods) as MethodName[];

describe('the table', () => {
  it('holds the methods of the specification and of older clients, and no others', () => {
    expect(names.sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(names)('%s exists for prepare and start as the specification says', name => {
    specifies({ 'Smart Transactions: rules': '5: the methods of the path, and where each may be asked for' });
    const { prepare, start }: PaymentMethod = methods[name];
    const places = [prepare && 'prepare', start && 'start'].filter(Boolean);
    expect(expected[name].split(' ').filter(word => word === 'prepare' || word === 'start')).toEqual(places);
  });

  it.each(names)('%s is refused with 405 where it does not exist', async name => {
    specifies({ 'Smart Transactions: rules': '8: 405 where a method cannot be prepared or started' });
    const till = await sharedTill();
    for (const action of ['prepare', 'start'].filter(place => !expected[name].includes(place))) {
      const { id } = await open(till);
      const refused = await post(till, `/${id}/${action}/${name}`, bodyOf(name));
      expect([refused.status, refused.body.code]).toEqual([405, 1008]);
      expect((await till.read(id)).status).toBe('created');
    }
  });

  it.each(names.filter(name => expected[name].includes('ok')))('start/%s takes the money', async name => {
    specifies({
      Endpoints: 'POST /Smart/Transactions/{smartTransactionId}/start/{paymentMethod} takes the money',
      'Smart Transactions: rules': ['5: start/cash', '5: start/cashless', '5: start/debit', '5: start/invoice'],
    });
    const till = await sharedTill();
    const { id } = await open(till);
    const pathWord = name.replace(/^./, letter => letter.toUpperCase());
    expect(ok(await post(till, `/${id}/start/${pathWord}`, bodyOf(name))).status).toBe('ok');
  });

  it.each(names.filter(name => expected[name].includes('page')))('prepare/%s sends the payer to a page', async name => {
    specifies({
      'Smart Transactions: rules':
        '3: external methods (PayPal, Sofort and similar) are prepared: the payer authorises on a page',
    });
    const { bridge, till } = await shop();
    const { id } = await open(till);
    const prepared = ok(await post(till, `/${id}/prepare/${name}`, bodyOf(name)));
    expect(prepared.status).toBe('created');
    await answerChallenge(prepared.iframe_url, 'accept');
    expect(ok(await post(till, `/${id}/start`))).toMatchObject({ status: 'ok', payment_method: name });
    expect(acquirerBookings(bridge, 'capture')).toEqual([{ kind: 'capture', amount: 1200 }]);
  });

  it('start/paypal sends the payer to the page, and takes the money when it is accepted', async () => {
    const till = await sharedTill();
    const { id } = await open(till);
    const { iframe_url } = ok(await post(till, `/${id}/start/paypal`));
    await answerChallenge(iframe_url, 'accept');
    expect(await till.read(id)).toMatchObject({ status: 'ok', payment_method: 'paypal' });
  });

  it.each(['prepare/bitcoin', 'start/bitcoin', 'start/constructor', 'prepare/__proto__'])(
    '%s is not available',
    async action => {
      specifies({
        'Smart Transactions: rules': '8: 405 for a method that is not available',
        Errors: 'HTTP 405: payment method not available, or capture not possible or failed',
      });
      const till = await sharedTill();
      const { id } = await open(till);
      const refused = await post(till, `/${id}/${action}`, everything);
      expect([refused.status, refused.body.code]).toEqual([405, 1008]);
    },
  );
});

describe('bad input', () => {
  it.each([
    ['container', 'x'],
    ['container', []],
    ['container', { id: 7 }],
    ['container', { id: 'x'.repeat(200) }],
    ['container', { type: 'seashell', private: {} }],
    ['container', { private: null }],
    ['customer', 'x'],
    ['customer', { id: 'PCU_1' }],
    ['callback_urls', 'x'],
    ['callback_urls', { success_url: 7 }],
    ['callback_urls', { success_url: 'x'.repeat(2001) }],
    ['dynamic_descriptor', 'x'],
    ['auto_capture', 'yes'],
    ['email', 7],
    ['email', 'x'.repeat(1001)],
  ])('%s %j: refused, and the sale is as it was', async (member, value) => {
    const { bridge, till } = await shop();
    const { id } = await open(till);
    for (const action of ['prepare/creditcard', 'prepare/debit', 'start/debit']) {
      const sent = { ...everything, ...(action === 'prepare/creditcard' ? card() : {}), [member]: value };
      expect([404, 500], action).toContain((await post(till, `/${id}/${action}`, sent)).status);
    }
    expect(await till.read(id)).toMatchObject({ status: 'created', transactions: [] });
    expect(acquirerBookings(bridge)).toEqual([]);
  });
});

it('a method that does not exist is refused with those that do, and with the one that was meant', async () => {
  const till = await sharedTill();
  const { id } = await open(till);
  const { body } = await post(till, `/${id}/start/cashles`);
  expect(body).toMatchObject({
    code: 1008,
    meant: 'cashless',
    methods: expect.arrayContaining(['cash', 'cashless', 'auto']),
  });
  expect(body.error_details).toContain('did you mean start/cashless? start takes cash, ');
  const name = names.find(one => !expected[one].includes('start'));
  expect((await post(till, `/${id}/start/${name}`, everything)).body).toMatchObject({
    code: 1008,
    next: { method: 'POST', path: `/api/v2/Smart/Transactions/${id}/prepare/${name}` },
  });
});

describe('a contract', () => {
  it.each(['prepare/invoice', 'start/invoice', 'prepare/paypal', 'prepare/easycredit'])(
    'refuses with 405 a method that it does not offer: %s',
    async action => {
      specifies({ 'Smart Transactions: rules': '8: 405 for a method that the contract does not offer' });
      const { bridge } = await shop();
      const other = await bridge.client('other');
      const { id } = await open(other);
      const refused = await post(other, `/${id}/${action}`, everything);
      expect([refused.status, refused.body.code]).toEqual([405, 1008]);
      expect(refused.body.error_details).toContain('does not offer');
    },
  );

  it('answers 404 where the sale names an unknown agreement', async () => {
    const till = await sharedTill();
    const { id } = await open(till, { contract: { id: `GCR_${'9'.repeat(30)}` } }).catch(() => ({ id: null }));
    if (id) expect((await post(till, `/${id}/start/debit`, account)).status).toBe(404);
  });

  it('takes only its own currencies', async () => {
    const { bridge } = await shop();
    const other = await bridge.client('other');
    const { id } = await open(other, { basket_info: { currency: 'CHF' } });
    expect((await post(other, `/${id}/start/debit`, account)).status).toBe(405);
  });

  it('is not needed for cash: counter payments are only recorded', async () => {
    specifies({ 'Smart Transactions: rules': '7: cash only tracks the payment of the register' });
    const { bridge } = await shop();
    const other = await bridge.client('other');
    expect(ok(await post(other, `/${(await open(other)).id}/start/cash`)).status).toBe('ok');
  });
});

describe('who is billed', () => {
  it.each(['invoice', 'easycredit'])('%s needs a customer: by id, by contact, or from the sale', async name => {
    specifies({ 'Smart Transactions: rules': '4: prepare with {id} of an existing customer' });
    const till = await sharedTill();
    const refused = await post(till, `/${(await open(till)).id}/prepare/${name}`, {});
    expect(refused.status).toBe(500);
    expect(refused.body.error_details).toContain('customer is missing');
    const inBody = await open(till);
    ok(await post(till, `/${inBody.id}/prepare/${name}`, { customer }));
    const inSale = await open(till, { customer });
    ok(await post(till, `/${inSale.id}/prepare/${name}`));
    const stored = (await till.read(inBody.id)) as unknown as { customer: { id: string } };
    ok(await post(till, `/${(await open(till)).id}/prepare/${name}`, { customer: { id: stored.customer.id } }));
  });
});

describe('cashless_direct', () => {
  it('books a payment made at another terminal, with its facts and a slip, and starts no terminal', async () => {
    specifies({ 'Smart Transactions: rules': '5: start/cashless_direct' });
    const { bridge, till } = await shop();
    const { id } = await open(till);
    const paid = ok(await post(till, `/${id}/start/cashless_direct`, { ...facts, trace: '17' }));
    expect(paid).toMatchObject({ status: 'ok', payment_method: 'cashless_direct' });
    expect(paid.transactions).toMatchObject([{ object: 'payment.transactions' }]);
    expect(paid).toMatchObject({ card_payment: facts });
    expect(JSON.stringify(paid.receipt)).toContain('60001234');
    expect(JSON.stringify(paid.receipt)).toContain('girocard');
    expect(paid.receipt_merchant?.length).toBeGreaterThan(0);
    expect(bridge.terminal.commands).toEqual([]);
    expect(ok(await post(till, `/${id}/cancel`)).status).toBe('cancelled');
    expect(bridge.terminal.commands).toEqual([]);
  });

  it('pays the rest after the loyalty card', async () => {
    const till = await sharedTill();
    const { id } = await till.create(sale([item(1500)], cards.some));
    ok(await post(till, `/${id}/preTransaction`));
    const paid = ok(await post(till, `/${id}/start/cashless_direct`, { ...facts, trace: nextTrace() }));
    expect(JSON.stringify(paid.receipt)).toContain('5,00');
  });

  it.each(['visa', 'mastercard', 'mastercard_debit', 'maestro', 'vpay', 'girocard'])('takes %s', async cardtype => {
    specifies({
      'Smart Transactions: rules': '5: cardtype visa, mastercard, mastercard_debit, maestro, vpay, girocard',
    });
    const till = await sharedTill();
    const { id } = await open(till);
    const body = { ...facts, trace: nextTrace(), cardtype };
    expect(ok(await post(till, `/${id}/start/cashless_direct`, body)).status).toBe('ok');
  });

  it.each([
    ['tid', undefined],
    ['tid', ''],
    ['tid', 'x'.repeat(21)],
    ['tid', 60001234],
    ['trace', undefined],
    ['trace', 'abc'],
    ['trace', -1],
    ['trace', 1.5],
    ['cardtype', undefined],
    ['cardtype', 'amex'],
    ['cardtype', 'constructor'],
    ['cardtype', 7],
  ])('refuses %s %j', async (member, value) => {
    specifies({
      'Smart Transactions: rules': [
        '5: tid is required for cashless_direct',
        '5: trace is an integer and required for cashless_direct',
        '5: cardtype is one of six and required for cashless_direct',
      ],
    });
    const till = await sharedTill();
    const { id } = await open(till);
    const refused = await post(till, `/${id}/start/cashless_direct`, { ...facts, [member]: value });
    expect(refused.status).toBe(500);
    expect(refused.body.error_details).toContain(member);
    expect((await till.read(id)).status).toBe('created');
  });
});

describe('ccload', () => {
  const charging = (amount: number) => item(amount, { ean: CHARGE, tax: 0 });

  it('takes the money from a credit card and loads it on the loyalty card', async () => {
    specifies({ 'Smart Transactions: rules': '5: start/ccload' });
    const { bridge, till } = await shop();
    const before = await balance(till, cards.empty);
    const { id } = await till.create(sale([charging(2000)], cards.empty));
    expect(ok(await post(till, `/${id}/start/ccload`, card()))).toMatchObject({
      status: 'ok',
      payment_method: 'ccload',
    });
    expect(acquirerBookings(bridge)).toEqual([{ kind: 'sale', amount: 2000 }]);
    expect(await balance(till, cards.empty)).toBe(before + 2000);
    expect(ok(await post(till, `/${id}/cancel`)).status).toBe('cancelled');
    expect(await balance(till, cards.empty)).toBe(before);
    expect(acquirerBookings(bridge, 'refund')).toEqual([{ kind: 'refund', amount: 2000 }]);
  });

  it('needs a loyalty card, the article that charges it, and a credit card', async () => {
    const till = await sharedTill();
    const status = async (input: object, body: object) =>
      (await post(till, `/${(await till.create(input)).id}/start/ccload`, body)).status;
    expect(await status(sale([charging(2000)]), card())).toBe(405);
    expect(await status(sale([item(2000)], cards.empty), card())).toBe(500);
    expect(await status(sale([charging(2000)], cards.empty), {})).toBe(500);
    expect(await status(sale([charging(2000)], cards.empty), account)).toBe(500);
  });

  it('loads nothing when it is declined', async () => {
    const till = await sharedTill();
    const { id } = await till.create(sale([charging(2000)], cards.empty));
    expect((await post(till, `/${id}/start/ccload`, card('0002'))).status).toBe(405);
    expect(await balance(till, cards.empty)).toBe(0);
  });
});

describe('auto', () => {
  it('picks the fitting method: the card that covers the sale, the known account, the terminal', async () => {
    const till = await sharedTill();
    const covered = await till.create(sale([item(1000)], cards.rich));
    ok(await post(till, `/${covered.id}/preTransaction`));
    const known = await open(till, account);
    const any = await open(till);
    const methodOf = async (id: string) => ok(await post(till, `/${id}/start/auto`)).payment_method;
    expect(await methodOf(covered.id)).toBe('loyalty');
    expect(await methodOf(known.id)).toBe('debit');
    expect(await methodOf(any.id)).toBe('cashless');
  });

  it('pays in cash without a terminal', async () => {
    const { bridge } = await shop();
    const other = await bridge.client('other');
    expect(ok(await post(other, `/${(await open(other)).id}/start/auto`)).payment_method).toBe('cash');
  });
});

describe('demo', () => {
  const series = async (till: Client, count: number) => {
    const endings: string[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const { id } = await open(till);
      const answer = await post(till, `/${id}/start/demo`);
      expect([200, 405]).toContain(answer.status);
      const { status, receipt } = await till.read(id);
      expect(status).toBe(answer.status === 200 ? 'ok' : 'failed');
      endings.push(status === 'ok' ? (JSON.stringify(receipt).match(/girocard|Visa|Mastercard/)?.[0] ?? '') : status);
    }
    return endings;
  };

  it('takes random outcomes with different slips, in the same order on every new installation', async () => {
    const { bridge, till } = await shop();
    const endings = await series(till, 12);
    expect(new Set(endings).size).toBeGreaterThan(2);
    expect(endings).toContain('failed');
    const again = await startBridge();
    expect(await series(await again.client(), 12)).toEqual(endings);
    expect(acquirerBookings(bridge)).toEqual([]);
  });
});

describe('is_demo', () => {
  it('moves no money: the loyalty card is not charged and earns nothing', async () => {
    specifies({ Versioning: 'demo-mode: payment not executed' });
    const { bridge, till } = await shop();
    const { id } = await till.create({ ...sale([item(1500)], cards.some), is_demo: true });
    ok(await post(till, `/${id}/preTransaction`));
    const played = ok(await post(till, `/${id}/start/cash`));
    expect(played.status).toBe('ok');
    expect(JSON.stringify(played.receipt)).toContain('DEMO');
    expect(bridge.rows('SELECT 1 FROM loyalty_entry WHERE sale = ?', id)).toEqual([]);
    expect(bridge.rows("SELECT 1 FROM reservation WHERE state <> 'released'")).toEqual([]);
  });

  it('sends nothing to the terminal, books nothing on the card, counts nowhere and is cancelled without it', async () => {
    specifies({ Versioning: 'demo-mode: payment not executed' });
    const { bridge, till } = await shop();
    const before = bridge.terminal.commands.length;
    const { id } = await till.create({ ...sale([item(1500)], cards.some), is_demo: true });
    ok(await post(till, `/${id}/preTransaction`));
    const played = ok(await post(till, `/${id}/start/cashless`));
    expect(played).toMatchObject({ status: 'ok', payment_method: 'cashless' });
    expect(JSON.stringify(played.receipt)).toContain('DEMO');
    expect(bridge.terminal.commands).toHaveLength(before);
    expect(bridge.rows('SELECT 1 FROM intent WHERE sale = ?', id)).toEqual([]);
    expect(bridge.rows('SELECT 1 FROM loyalty_entry WHERE sale = ?', id)).toEqual([]);
    expect(bridge.rows("SELECT facts ->> 'played' AS played FROM queue_record WHERE object = ?", id)).toContainEqual({
      played: 1,
    });
    expect(ok(await post(till, `/${id}/cancel`)).status).toBe('cancelled');
    expect(bridge.terminal.commands).toHaveLength(before);
  });
});
