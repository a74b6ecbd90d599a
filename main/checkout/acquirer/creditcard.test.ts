/** Credit cards: 3-D Secure, auto_capture, tokens, descriptors. */
import { afterEach, describe, expect, it } from 'vitest';
import { cards, closeAll, item, ok, sale } from '../../doubles/bridge.fixture.ts';
import { liveSignIn, startLiveShop } from '../../doubles/liveShop.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { acquirerBookings, answerChallenge, card, type Refusal } from '../payments.fixture.ts';
import { first, open, prepare, shop, shown } from './creditcard.fixture.ts';

afterEach(closeAll);

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
