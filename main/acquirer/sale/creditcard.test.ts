/** Credit cards: 3-D Secure, auto_capture, stored cards, recurring payments, tokens, descriptors. */
import { afterEach, describe, expect, it } from 'vitest';
import { acquirerBookings, answerChallenge, card, type Refusal } from '../../checkout/payments.fixture.ts';
import { type Client, cards, closeAll, item, ok, sale, startBridge } from '../../doubles/bridge.fixture.ts';
import { liveSignIn, startLiveShop } from '../../doubles/liveShop.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';

afterEach(closeAll);

interface Shown extends SmartTransaction {
  readonly container?: {
    readonly id: string;
    readonly type: string;
    readonly token_status: { readonly status: string };
  };
}

async function shop() {
  const bridge = await startBridge();
  return { bridge, till: await bridge.client() };
}

const open = (till: Client, amount: number, more: object = {}) => till.create({ ...sale([item(amount)]), ...more });
const prepare = (till: Client, id: string, body: object) =>
  till.post<Shown & Refusal>(`/${id}/prepare/creditcard`, body);
const shown = async (till: Client, id: string) => (await till.read(id)) as Shown;

/** The first of recurring payments: its container and its Payment Transaction. */
async function first(till: Client, context: object = {}) {
  const payment_context = { mit_instructions: { type: 'cit', standing_instruction: 'ucof' }, ...context };
  const { id } = await open(till, 1200, { payment_context });
  const prepared = ok(await prepare(till, id, card()));
  return { id, container: String(prepared.container?.id), payment: String(prepared.transactions[0]?.id) };
}

describe('prepare/creditcard', () => {
  it('authorises: created, the container with its token status, one Payment Transaction, no iframe_url; start captures', async () => {
    specifies({
      'Smart Transaction: states': 'prepare/creditcard with container details keeps status created',
      Endpoints: 'POST /Smart/Transactions/{smartTransactionId}/prepare/{method} answers the updated transaction',
      'Smart Transactions: rules': '4: prepare/creditcard with full container details',
      'Recurring credit card payments': '6: iframe_url may not appear',
    });
    const { bridge, till } = await shop();
    const { id } = await open(till, 1200);
    const prepared = ok(await prepare(till, id, card()));
    expect(prepared).toMatchObject({
      status: 'created',
      container: { object: 'payment.containers', type: 'credit_card', token_status: { status: 'not requested' } },
      transactions: [{ object: 'payment.transactions' }],
    });
    expect(prepared.iframe_url).toBeUndefined();
    const closed = ok(await till.post(`/${id}/start`));
    expect(closed).toMatchObject({ status: 'ok', payment_method: 'creditcard', transactions: prepared.transactions });
    expect(acquirerBookings(bridge)).toEqual([
      { kind: 'authorise', amount: 1200 },
      { kind: 'capture', amount: 1200 },
    ]);
  });

  it('keeps nothing of the card but its last four digits', async () => {
    const { bridge, till } = await shop();
    const { id } = await open(till, 1200);
    const number = '4111111111111111';
    ok(await prepare(till, id, card('1111', { pan: number, expiration_date: '2031-12' })));
    const tables = [
      'smart_transaction',
      'payment_transaction',
      'payment_container',
      'acquirer_book',
      'payment_operation',
    ];
    const everything = tables.map(table => JSON.stringify(bridge.rows(`SELECT * FROM ${table}`))).join();
    expect(everything + bridge.log.join()).not.toMatch(/4111111|2031-12/);
  });

  it.each([
    ['no container', {}, 500, 'container is missing'],
    ['an unknown container', { container: { id: `PCT_${'9'.repeat(30)}` } }, 404, 'PCT_'],
    [
      'an account instead of a card',
      { container: { private: { iban: 'DE89370400440532013000', owner: 'E' } } },
      500,
      'bank_account',
    ],
    ['a card without a number', { container: { type: 'credit_card', private: { owner: 'E' } } }, 500, 'pan'],
    ['an unknown customer', { ...card(), customer: { id: `PCU_${'9'.repeat(30)}` } }, 404, 'PCU_'],
  ])('refuses %s and leaves the sale as it is', async (_what, body, status, words) => {
    const { bridge, till } = await shop();
    const { id } = await open(till, 1200);
    const refused = await prepare(till, id, body);
    expect(refused.status).toBe(status);
    expect(refused.body.error_details).toContain(words);
    expect(await till.read(id)).toMatchObject({ status: 'created', transactions: [] });
    expect(acquirerBookings(bridge)).toEqual([]);
  });

  it('start/creditcard without prepare does not exist', async () => {
    const { till } = await shop();
    const { id } = await open(till, 1200);
    const refused = await till.post<Refusal>(`/${id}/start/creditcard`, card());
    expect([refused.status, refused.body.code]).toEqual([405, 1008]);
  });

  it('another merchant’s container does not exist', async () => {
    const { bridge, till } = await shop();
    const { container } = await first(till);
    const other = await bridge.client('other');
    const { id } = await open(other, 1200);
    expect((await prepare(other, id, { container: { id: container } })).status).toBe(404);
  });

  it('declined: failed, and may be repeated with another card', async () => {
    specifies({ 'Smart Transaction: states': 'status failed: the payment must be repeated' });
    const { till } = await shop();
    const { id } = await open(till, 1200);
    const refused = await prepare(till, id, card('0002'));
    expect([refused.status, refused.body.code]).toEqual([405, 1005]);
    expect(await till.read(id)).toMatchObject({ status: 'failed', transactions: [] });
    expect(ok(await prepare(till, id, card())).status).toBe('created');
  });

  it('a refused capture fails the sale; a new prepare voids the authorisation', async () => {
    specifies({ 'Smart Transactions: rules': '8: 405 when the capture failed' });
    const { bridge, till } = await shop();
    const { id } = await open(till, 1200);
    ok(await prepare(till, id, card('0341')));
    const refused = await till.post<Refusal>(`/${id}/start`);
    expect([refused.status, refused.body.code]).toEqual([405, 1005]);
    expect((await till.read(id)).status).toBe('failed');
    const paid = ok(await till.post(`/${id}/start/cash`));
    expect(paid).toMatchObject({ status: 'ok', transactions: [{ object: 'payment.transactions' }] });
    expect(acquirerBookings(bridge, 'void', 'capture')).toEqual([{ kind: 'void', amount: 1200 }]);
  });
});

describe('3-D Secure', () => {
  const challenged = async (more: object = {}, context: object = {}) => {
    const made = await shop();
    const { id } = await open(made.till, 1200, context);
    const prepared = ok(await prepare(made.till, id, { ...card('3220'), ...more }));
    expect(prepared).toMatchObject({ status: 'created', transactions: [{ object: 'payment.transactions' }] });
    return { ...made, id, url: prepared.iframe_url };
  };

  it('accepted: authorised, iframe_url is gone, and start captures', async () => {
    specifies({
      'Smart Transaction: states': 'iframe_url only while 3-D Secure is required',
      'Smart Transactions: rules':
        '3: a credit card that asks for 3-D Secure is prepared: the payer authorises on a page',
      'Recurring credit card payments': '6: iframe_url may appear',
    });
    const { bridge, till, id, url } = await challenged();
    expect(acquirerBookings(bridge)).toEqual([]);
    expect((await till.post(`/${id}/start`)).status).toBe(405);
    await answerChallenge(url, 'accept');
    const authorised = await till.read(id);
    expect(authorised.status).toBe('created');
    expect(authorised.iframe_url).toBeUndefined();
    expect(ok(await till.post(`/${id}/start`)).status).toBe('ok');
    expect(acquirerBookings(bridge, 'capture')).toEqual([{ kind: 'capture', amount: 1200 }]);
  });

  it.each([
    ['in the body', { auto_capture: true }, {}],
    ['in payment_context', {}, { payment_context: { auto_capture: true } }],
  ])('accepted with auto_capture %s: captured, and the payer returns to success_url', async (_where, body, context) => {
    specifies({
      'Smart Transaction: states': 'with auto_capture the transaction is started after authorisation',
      'Smart Transactions: rules': '4: callback_urls success_url and failure_url are where the payer returns to',
    });
    const callback_urls = { success_url: 'https://shop.example/ok', failure_url: 'https://shop.example/no' };
    const { till, id, url } = await challenged({ ...body, callback_urls }, context);
    expect(await answerChallenge(url, 'accept')).toBe('https://shop.example/ok');
    expect(await till.read(id)).toMatchObject({ status: 'ok', payment_method: 'creditcard' });
  });

  it('refused: failed, the payer returns to failure_url, and the payment may be repeated', async () => {
    specifies({ 'Smart Transactions: rules': '4: failure_url of callback_urls after a refusal' });
    const callback_urls = { success_url: 'https://shop.example/ok', failure_url: 'https://shop.example/no' };
    const { till, id, url } = await challenged({ callback_urls });
    expect(await answerChallenge(url, 'refuse')).toBe('https://shop.example/no');
    expect(await till.read(id)).toMatchObject({ status: 'failed', transactions: [] });
    expect(ok(await prepare(till, id, card())).status).toBe('created');
  });

  it('fails when the payer lets the time pass', async () => {
    const { bridge, id, url } = await challenged();
    bridge.clock.pass(20 * 60_000);
    await fetch(String(url));
    expect((await (await bridge.client()).read(id)).status).toBe('failed');
  });

  it('another card: the challenge page of the first card is void', async () => {
    const { bridge, till, id, url } = await challenged();
    const other = ok(await prepare(till, id, card()));
    expect(other.status).toBe('created');
    await fetch(String(url), { method: 'POST', redirect: 'manual', body: new URLSearchParams({ answer: 'accept' }) });
    expect((await till.read(id)).transactions).toEqual(other.transactions);
    expect(acquirerBookings(bridge, 'authorise', 'confirm', 'sale')).toEqual([{ kind: 'authorise', amount: 1200 }]);
  });

  it('with the loyalty card: its part is booked in the same commit as the capture', async () => {
    const { bridge, till } = await shop();
    const { id } = await till.create({ ...sale([item(1500)], cards.some), payment_context: { auto_capture: true } });
    ok(await till.post(`/${id}/preTransaction`));
    const { iframe_url } = ok(await prepare(till, id, card('3220')));
    expect(bridge.rows("SELECT 1 FROM reservation WHERE state = 'held'")).toHaveLength(1);
    await answerChallenge(iframe_url, 'accept');
    expect((await till.read(id)).status).toBe('ok');
    expect(acquirerBookings(bridge, 'confirm')).toEqual([{ kind: 'confirm', amount: 500 }]);
    expect(bridge.rows("SELECT 1 FROM reservation WHERE state = 'committed'")).toHaveLength(1);
  });

  it('declined with the loyalty card: the reservation stays, and another method takes the rest', async () => {
    const { bridge, till } = await shop();
    const { id } = await till.create(sale([item(1500)], cards.some));
    ok(await till.post(`/${id}/preTransaction`));
    expect((await prepare(till, id, card('0002'))).status).toBe(405);
    expect(bridge.rows("SELECT 1 FROM reservation WHERE state = 'held'")).toHaveLength(1);
    expect(ok(await till.post(`/${id}/start/cash`))).toMatchObject({ status: 'ok', basket_info: { missing_sum: 0 } });
    expect(bridge.rows("SELECT 1 FROM reservation WHERE state = 'committed'")).toHaveLength(1);
  });
});

describe('a subsequent payment', () => {
  it('with the id of an existing container is ok: authorised, and start captures', async () => {
    specifies({
      'Smart Transaction: states': 'prepare/creditcard with container id leads to status ok: authorised',
      'Smart Transactions: rules': '4: prepare/creditcard with only {id} of an existing container',
    });
    const { bridge, till } = await shop();
    const { container } = await first(till);
    const { id } = await open(till, 900);
    const prepared = ok(await prepare(till, id, { container: { id: container } }));
    expect(prepared).toMatchObject({ status: 'ok', container: { id: container } });
    expect(acquirerBookings(bridge, 'capture')).toEqual([]);
    expect(ok(await till.post(`/${id}/start`)).receipt_number).toBeGreaterThan(0);
    expect(acquirerBookings(bridge, 'capture')).toEqual([{ kind: 'capture', amount: 900 }]);
  });

  it('with auto_capture is ok and captured', async () => {
    specifies({
      'Smart Transaction: states': 'prepare/creditcard with container id and auto_capture leads to status ok: captured',
    });
    const { bridge, till } = await shop();
    const { container } = await first(till);
    const { id } = await open(till, 900, { payment_context: { auto_capture: true } });
    expect(ok(await prepare(till, id, { container: { id: container } })).status).toBe('ok');
    expect(acquirerBookings(bridge, 'sale')).toEqual([{ kind: 'sale', amount: 900 }]);
  });

  it('by the merchant alone needs no payer, even where the card asks for a challenge', async () => {
    specifies({
      'Recurring credit card payments': [
        'mit_instructions.type is cit for the first payment and mit for later ones',
        'standing_instruction ucof: unscheduled, card on file',
        '1: container.id and transactions[0].id are recorded',
        '2: a later payment passes only container.id',
        '3: no strong customer authentication for later payments',
      ],
    });
    const { till } = await shop();
    const payment_context = { mit_instructions: { type: 'cit', standing_instruction: 'ucof' }, auto_capture: true };
    const begun = await open(till, 1200, { payment_context });
    const { iframe_url, container, transactions } = ok(await prepare(till, begun.id, card('3220')));
    await answerChallenge(iframe_url, 'accept');
    const mit = { mit_instructions: { type: 'mit', cit_reference: transactions[0]?.id }, auto_capture: true };
    const { id } = await open(till, 900, { payment_context: mit });
    const paid = ok(await prepare(till, id, { container: { id: container?.id } }));
    expect(paid.status).toBe('ok');
    expect(paid.iframe_url).toBeUndefined();
  });

  it('refuses an unknown first payment, another container, or another currency', async () => {
    specifies({
      'Recurring credit card payments': [
        'cit_reference is the Payment Transaction of the first payment',
        'the currency of a recurring payment cannot change',
      ],
    });
    const { till } = await shop();
    const begun = await first(till);
    const other = await first(till);
    const refused = async (cit_reference: string, container: string, more: object = {}) => {
      const payment_context = { mit_instructions: { type: 'mit', cit_reference } };
      const { id } = await open(till, 900, { payment_context, ...more });
      return (await prepare(till, id, { container: { id: container } })).status;
    };
    expect(await refused(`PCI_${'9'.repeat(30)}`, begun.container)).toBe(404);
    expect(await refused(begun.payment, other.container)).toBe(405);
    expect(await refused(begun.payment, begun.container, { basket_info: { currency: 'CHF' } })).toBe(405);
    expect(await refused(begun.payment, begun.container)).toBe(200);
  });

  it('of older clients is marked by merchant_initiated', async () => {
    specifies({
      'Payment context': 'merchant_initiated marks a later payment of older clients',
      'Recurring credit card payments': '2: the legacy flag merchant_initiated',
    });
    const { till } = await shop();
    const { container } = await first(till);
    const { id } = await open(till, 900, { payment_context: { merchant_initiated: true, auto_capture: true } });
    expect(ok(await prepare(till, id, { container: { id: container } })).status).toBe('ok');
  });

  it.each([
    ['an unknown kind', { type: 'sometimes' }, 'mit_instructions.type'],
    ['no reference to the first payment', { type: 'mit' }, 'cit_reference'],
    ['a reference that is none', { type: 'mit', cit_reference: 'PCI_1' }, 'cit_reference'],
    ['an unknown standing instruction', { type: 'cit', standing_instruction: 'daily' }, 'standing_instruction'],
    ['a wrong expiry', { type: 'cit', recurring_expiry: 'soon' }, 'recurring_expiry'],
    ['a wrong frequency', { type: 'cit', recurring_frequency: '-3' }, 'recurring_frequency'],
  ])('%s is refused', async (_what, mit_instructions, words) => {
    specifies({
      'Recurring credit card payments': [
        'standing_instruction is ucof or recurring',
        'recurring_expiry is an ISO 8601 date',
      ],
    });
    const { till } = await shop();
    const created = await till.post<Shown & Refusal>('', {
      ...sale([item(900)]),
      payment_context: { mit_instructions },
    });
    const refused = created.status === 200 ? await prepare(till, created.body.id, card()) : created;
    expect(refused.status).toBe(500);
    expect(refused.body.error_details).toContain(words);
  });

  it.each([30, '30'])('recurring_frequency %j is taken and answered as text', async recurring_frequency => {
    specifies({
      'Recurring credit card payments': 'recurring_frequency in days is taken as text or number and answered as text',
    });
    const { till } = await shop();
    const mit_instructions = {
      type: 'cit',
      standing_instruction: 'recurring',
      recurring_expiry: '2031-01-31',
      recurring_frequency,
    };
    const { id } = await open(till, 900, { payment_context: { mit_instructions } });
    expect(ok(await prepare(till, id, card()))).toMatchObject({
      payment_context: { mit_instructions: { recurring_frequency: '30' } },
    });
  });

  it('is refused under an agreement that is not activated for it', async () => {
    specifies({ 'Recurring credit card payments': '4: the contract must be activated for recurring payments' });
    const { bridge } = await shop();
    const other = await bridge.client('other');
    const { id } = await open(other, 900, { payment_context: { mit_instructions: { type: 'cit' } } });
    const refused = await prepare(other, id, card());
    expect(refused.status).toBe(405);
    expect(refused.body.error_details).toContain('recurring');
  });
});

describe('a network token', () => {
  const wanted = { container_instructions: { request_token: true } };

  it.each([
    ['1111', 'requested'],
    ['9987', 'failed'],
  ])('asked for with card %s: token_status is %s', async (last4, status) => {
    specifies({
      Errors: 'the token request fails: token_status.status is failed',
      'Recurring credit card payments': 'container_instructions.request_token asks for a network token',
    });
    const { till } = await shop();
    const { id } = await open(till, 1200, { payment_context: wanted });
    const prepared = ok(await prepare(till, id, card(last4)));
    expect(prepared).toMatchObject({ status: 'created', container: { token_status: { status } } });
    expect((await shown(till, id)).container?.token_status.status).toBe(status);
  });

  it('may also be asked for with the container of prepare', async () => {
    const { till } = await shop();
    const { id } = await open(till, 1200);
    const { container } = card();
    const prepared = ok(await prepare(till, id, { container: { ...container, request_token: true } }));
    expect(prepared.container?.token_status.status).toBe('requested');
  });

  it('an authorisation of zero gets one without an order', async () => {
    specifies({
      'Recurring credit card payments': 'an authorisation with an amount of zero separates the token from the order',
    });
    const { bridge, till } = await shop();
    const { id } = await till.create({ basket_info: { sum: 0 }, payment_context: wanted });
    const prepared = ok(await prepare(till, id, card()));
    expect(prepared).toMatchObject({ status: 'created', container: { token_status: { status: 'requested' } } });
    expect(ok(await till.post(`/${id}/start`)).status).toBe('ok');
    expect(acquirerBookings(bridge)).toEqual([{ kind: 'authorise', amount: 0 }]);
  });

  it('with auto_capture, an authorisation of zero is done at once', async () => {
    const { till } = await shop();
    const { id } = await till.create({ basket_info: { sum: 0 }, payment_context: { ...wanted, auto_capture: true } });
    expect(ok(await prepare(till, id, card())).status).toBe('ok');
  });

  it('is the only reason for a payment of 0', async () => {
    const { till } = await shop();
    const { id } = await till.create({ basket_info: { sum: 0 } });
    expect((await prepare(till, id, card())).body.code).toBe(1009);
  });
});

describe('what the sale says about the payment', () => {
  it.each([
    ['in the body', (descriptor: object) => [{}, { dynamic_descriptor: descriptor }]],
    ['in payment_context', (descriptor: object) => [{ payment_context: { dynamic_descriptor: descriptor } }, {}]],
  ])('dynamic_descriptor %s is held to its limits', async (_where, parts) => {
    specifies({ 'Payment context': 'dynamic_descriptor has merchant_name and merchant_city within their limits' });
    const { till } = await shop();
    const status = async (descriptor: object) => {
      const [context = {}, body = {}] = parts(descriptor);
      const created = await till.post('', { ...sale([item(1200)]), ...context });
      if (created.status !== 200) return created.status;
      return (await prepare(till, created.body.id, { ...card(), ...body })).status;
    };
    expect(await status({ merchant_name: 'A'.repeat(22), merchant_city: 'B'.repeat(13) })).toBe(200);
    expect(await status({ merchant_name: 'Shop-1 .!*=_' })).toBe(200);
    expect(await status({ merchant_name: 'A'.repeat(23) })).toBe(500);
    expect(await status({ merchant_city: 'B'.repeat(14) })).toBe(500);
    expect(await status({ merchant_name: '' })).toBe(500);
    expect(await status({ merchant_name: 'Café' })).toBe(500);
    expect(await status({ merchant_name: 7 })).toBe(500);
  });

  it('creditcard_schemes limits the cards', async () => {
    specifies({ 'Payment context': 'creditcard_schemes limits the cards' });
    const { till } = await shop();
    const { id } = await open(till, 1200, { payment_context: { creditcard_schemes: ['mastercard'] } });
    const refused = await prepare(till, id, card());
    expect([refused.status, refused.body.code]).toEqual([405, 1008]);
    expect(ok(await prepare(till, id, card('0004', { issuer: 'mastercard' }))).status).toBe('created');
  });

  it('is_demo is kept on the Payment Transaction', async () => {
    const { bridge, till } = await shop();
    const { id } = await open(till, 1200, { is_demo: true });
    const prepared = ok(await prepare(till, id, card()));
    expect(prepared.is_demo).toBe(true);
    const [row] = bridge.rows<{ document: string }>(
      "SELECT document FROM payment_transaction WHERE inner ->> '$.order.sale' = ?",
      id,
    );
    expect(JSON.parse(String(row?.document))).toMatchObject({ demo: true, product_raw: 'DEMO_CREDITCARD' });
  });

  it('a live installation has no demo mode for card payments, and no start/demo', async () => {
    specifies({ Versioning: 'demo-mode card payments exist in the sandbox only' });
    const till = await liveSignIn(await startLiveShop());
    const { id } = await open(till, 1200, { is_demo: true });
    const refused = await prepare(till, id, card());
    expect([refused.status, refused.body.code]).toEqual([405, 1120]);
    expect((await till.post(`/${(await open(till, 1200)).id}/start/demo`)).status).toBe(405);
  });
});
