/** Subsequent payments by a stored card: with its payer, by the merchant alone, and recurring. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, closeAll, item, ok, sale } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { acquirerBookings, answerChallenge, card, type Refusal } from '../payments.fixture.ts';
import { first, open, prepare, type Shown, shop } from './creditcard.fixture.ts';

afterEach(closeAll);

const DAY = 86_400_000;

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

  it('is refused once recurring_expiry of its first payment is over, and so is a new first payment', async () => {
    specifies({ 'Recurring credit card payments': 'recurring_expiry ends the payments that follow' });
    const { bridge, till } = await shop();
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const recurring_expiry = day(bridge.clock.now() + 10 * DAY);
    const cit = { mit_instructions: { type: 'cit', standing_instruction: 'recurring', recurring_expiry } };
    const begun = await first(till, cit);
    const later = async (client: Client) => {
      const mit_instructions = { type: 'mit', cit_reference: begun.payment };
      const { id } = await open(client, 900, { payment_context: { mit_instructions } });
      return prepare(client, id, { container: { id: begun.container } });
    };
    expect((await later(till)).status).toBe(200);
    bridge.clock.pass(13 * DAY);
    const again = await bridge.client();
    const following = await later(again);
    const anew = await open(again, 900, { payment_context: cit });
    const another = await prepare(again, anew.id, card());
    for (const refused of [following, another])
      expect([refused.status, refused.body.code, refused.body.error_details]).toEqual([
        405,
        1042,
        expect.stringContaining(`recurring_expiry ${recurring_expiry} is over`),
      ]);
  });

  it('by a container whose token failed is refused, unless it asks for a new token', async () => {
    specifies({ Errors: 'a container whose token failed pays no more' });
    const { till } = await shop();
    const wanted = { container_instructions: { request_token: true } };
    const { id } = await open(till, 1200, { payment_context: wanted });
    const { container } = ok(await prepare(till, id, card('9987')));
    expect(container?.token_status.status).toBe('failed');
    const again = await open(till, 900);
    const refused = await prepare(till, again.id, { container: { id: container?.id } });
    expect([refused.status, refused.body.code]).toEqual([405, 1273]);
    const renewed = await open(till, 900, { payment_context: wanted });
    expect((await prepare(till, renewed.id, { container: { id: container?.id } })).status).toBe(200);
    expect((await prepare(till, again.id, card())).status).toBe(200);
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
