/** Card payments through the whole bridge: the intent before the money, the three endings, and what comes after each. */
import { afterEach, describe, expect, it } from 'vitest';
import { card } from '../../checkout/payments.fixture.ts';
import { cards, closeAll, item, ok, sale, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import { hold } from '../../doubles/hold.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { TillView } from '../../wire/till.ts';
import { type Declined, intents, open, pay, payments, shop, view } from './cashless.fixture.ts';

afterEach(closeAll);

describe('intent before money', () => {
  it('is on disk, with the sale pending, while the command is at the terminal; one command, one intent', async () => {
    specifies({ 'Smart Transactions: rules': '7: cashless is blocking and asks the terminal of the till' });
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till, 1234);
    const seen: unknown[] = [];
    terminal.during = () => {
      seen.push(...intents(bridge));
      const [row] = bridge.rows<{ state: string; document: string }>(
        'SELECT * FROM smart_transaction WHERE id = ?',
        id,
      );
      seen.push(row?.state, JSON.parse(row?.document ?? '{}').status);
    };
    const paid = ok(await pay(till, id));
    expect(seen).toEqual([{ sale: id, state: 'open', kind: 'payment', amount: 1234 }, 'paying', 'pending']);
    expect(paid).toMatchObject({ status: 'ok', payment_method: 'cashless', receipt_number: 1 });
    expect(paid.transactions).toMatchObject([{ object: 'payment.transactions' }]);
    expect(JSON.stringify(paid.receipt)).toContain('approved 1');
    expect(JSON.stringify(paid.receipt_merchant)).toContain('approved 1');
    expect(payments(terminal)).toEqual([{ name: 'pay', amount: 1234, receiptNumber: null }]);
    expect(intents(bridge)).toEqual([{ sale: id, state: 'approved', kind: 'payment', amount: 1234 }]);
    expect((await view(till)).payment).toBeNull();
  });

  it('asks for the missing sum after the loyalty card', async () => {
    const { terminal, till } = await shop();
    const { id } = await till.create(sale([item(1500)], cards.some));
    ok(await till.post(`/${id}/preTransaction`));
    ok(await pay(till, id));
    expect(payments(terminal).map(({ amount }) => amount)).toEqual([500]);
  });

  it('never sends two commands for one sale, however often it is asked', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(till, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 405)).toHaveLength(7);
    expect(payments(terminal)).toHaveLength(1);
    expect(intents(bridge)).toHaveLength(1);
  });

  it('does not ask the terminal for an empty basket or an executed sale', async () => {
    const { terminal, till } = await shop();
    const empty = await till.create();
    expect((await pay(till, empty.id)).body.code).toBe(1009);
    const done = await open(till);
    ok(await till.post(`/${done.id}/start/cash`));
    expect((await pay(till, done.id)).body.code).toBe(1181);
    expect(payments(terminal)).toHaveLength(0);
  });
});

describe('the largest amount', () => {
  it('is sent, and a larger one is refused before anything is written', async () => {
    const { bridge, terminal, till } = await shop({ config: { largestAmount: 5000 } });
    const larger = await open(till, 5001);
    const refused = await pay(till, larger.id);
    expect([refused.status, refused.body.code]).toEqual([405, 1180]);
    expect((await till.read(larger.id)).status).toBe('created');
    expect([payments(terminal), intents(bridge)]).toEqual([[], []]);
    expect(ok(await till.post(`/${larger.id}/start/cash`))).toMatchObject({ status: 'ok' });
    const { id } = await open(till, 5000);
    expect(ok(await pay(till, id))).toMatchObject({ status: 'ok' });
  });
});

describe('declined', () => {
  it.each([
    ['decline', 'card declined', 1005],
    ['busy', 'the terminal is busy', 1016],
    ['unreachable', 'nobody answers', 1013],
  ] as const)('%s: 405 with the reason, status failed, and another method works', async (ending, words, code) => {
    const { bridge, terminal, till } = await shop();
    const { id } = await till.create(sale([item(1500)], cards.some));
    ok(await till.post(`/${id}/preTransaction`));
    terminal.endings.push(ending);
    const refused = await pay(till, id);
    expect([refused.status, refused.body.code]).toEqual([405, code]);
    expect(refused.body.error_details).toContain(words);
    if (ending === 'decline') expect(JSON.stringify(refused.body.receipt)).toContain(words);
    expect((await till.read(id)).status).toBe('failed');
    expect(bridge.rows("SELECT 1 FROM reservation WHERE state = 'held'")).toHaveLength(1);
    expect(ok(await till.post(`/${id}/start/cash`))).toMatchObject({ status: 'ok', payment_method: 'cash' });
    const spent = bridge.rows<{ total: number }>("SELECT sum(amount) AS total FROM loyalty_entry WHERE kind = 'spend'");
    expect(spent[0]?.total).toBe(-1000);
  });

  it('the terminal may be asked again, with a new intent', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('decline', 'approve');
    expect((await pay(till, id)).status).toBe(405);
    expect(ok(await pay(till, id)).status).toBe('ok');
    expect(intents(bridge).map(({ state }) => state)).toEqual(['declined', 'approved']);
  });

  it('the reason is the terminal’s as long as that was the last attempt', async () => {
    const { terminal, till } = await shop();
    const { id } = await open(till);
    ok(await till.ask('PUT', '/bridge/v1/till', { body: { transaction: id } }));
    terminal.endings.push('decline', 'decline');
    await pay(till, id);
    expect((await view(till)).reason).toMatchObject({ code: 'declined' });
    expect((await till.post(`/${id}/prepare/creditcard`, card('0002'))).status).toBe(405);
    expect(await view(till)).toMatchObject({ transaction: { status: 'failed' }, reason: null });
    await pay(till, id);
    expect((await view(till)).reason).toMatchObject({ code: 'declined' });
  });

  it('a failed sale can be changed, and the card is free again', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await till.create(sale([item(1500)], cards.some));
    ok(await till.post(`/${id}/preTransaction`));
    terminal.endings.push('decline');
    await pay(till, id);
    const put = await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body: sale([item(200)]) });
    expect(ok(put)).toMatchObject({ status: 'created', basket_info: { sum: 200, missing_sum: 200 } });
    expect(bridge.rows("SELECT 1 FROM reservation WHERE state = 'held'")).toHaveLength(0);
  });
});

describe('while a payment runs', () => {
  it('a second payment at the same terminal is refused at once and does not disturb the first', async () => {
    const { terminal, till } = await shop();
    const [first, second] = [await open(till), await open(till)];
    const { arrived, release } = hold(terminal);
    terminal.endings.push('untilAborted');
    const paying = pay(till, first.id);
    await arrived;
    const begun = Date.now();
    const refused = await pay(till, second.id);
    expect([refused.status, refused.body.code]).toEqual([405, 1016]);
    expect(Date.now() - begun).toBeLessThan(2000);
    for (const service of ['diagnosis', 'endOfDay'])
      expect((await till.post<Declined>(`/me/${service}`)).body.code, service).toBe(1016);
    expect((await till.read(second.id)).status).toBe('created');
    expect((await view(till)).payment).toMatchObject({ transaction: first.id, step: 'prompt' });
    release();
    expect((await till.ask<{ requested: boolean }>('POST', '/bridge/v1/till/abort')).body).toEqual({ requested: true });
    const aborted = await paying;
    expect([aborted.status, aborted.body.code]).toEqual([405, 1006]);
    expect((await view(till)).payment).toBeNull();
    expect(ok(await pay(till, second.id)).status).toBe('ok');
  });

  it('an abort is a request: the terminal may approve all the same', async () => {
    const { terminal, till } = await shop();
    const { id } = await open(till);
    const { arrived, release } = hold(terminal);
    terminal.endings.push('approveDespiteAbort');
    const paying = pay(till, id);
    await arrived;
    ok(await till.ask('POST', '/bridge/v1/till/abort'));
    expect((await view(till)).payment).toMatchObject({ aborting: true });
    expect((await till.read(id)).status).toBe('pending');
    release();
    expect(ok(await paying).status).toBe('ok');
    expect((await till.ask('POST', '/bridge/v1/till/abort')).body).toEqual({ requested: false });
  });

  it('another merchant cannot abort it', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    const { arrived, release } = hold(terminal);
    const paying = pay(till, id);
    await arrived;
    const other = await bridge.client('other');
    expect((await other.ask('POST', '/bridge/v1/till/abort')).body).toEqual({ requested: false });
    expect((await other.ask<TillView>('GET', '/bridge/v1/till')).body.payment).toBeNull();
    release();
    ok(await paying);
  });

  it('a client that goes away finds the result by GET', async () => {
    const { terminal, till } = await shop();
    const { id } = await open(till);
    const { arrived, release } = hold(terminal);
    const gone = new AbortController();
    const paying = till.ask('POST', `/api/v2/Smart/Transactions/${id}/start/cashless`, { signal: gone.signal });
    await arrived;
    gone.abort();
    await expect(paying).rejects.toThrow();
    release();
    await until(async () => (await till.read(id)).status === 'ok');
    expect(payments(terminal)).toHaveLength(1);
  });

  it('the sale cannot be changed, cancelled or paid otherwise', async () => {
    specifies({
      'Smart Transaction: states': 'Update is allowed only before execution: refused while money is on its way',
    });
    const { terminal, till } = await shop();
    const { id } = await open(till);
    const { arrived, release } = hold(terminal);
    const paying = pay(till, id);
    await arrived;
    for (const action of ['cancel', 'start/cash', 'start/debit', 'prepare/debit', 'start'])
      expect((await till.post(`/${id}/${action}`)).status, action).toBe(405);
    expect((await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body: {} })).status).toBe(405);
    release();
    ok(await paying);
  });
});

describe('cancel of a card payment', () => {
  const paid = async () => {
    const made = await shop();
    const { id } = await made.till.create(sale([item(1500)], cards.some));
    ok(await made.till.post(`/${id}/preTransaction`));
    const closed = ok(await pay(made.till, id));
    return { ...made, id, closed };
  };
  const ledger = (bridge: TestBridge, id: string) =>
    bridge.rows<{ total: number }>('SELECT sum(amount) AS total FROM loyalty_entry WHERE sale = ?', id)[0]?.total;

  it('reverses at the terminal first, then gives the card back, and keeps the receipts', async () => {
    specifies({ Endpoints: 'cancel of a terminal payment is reversed at the terminal' });
    const { bridge, terminal, till, id, closed } = await paid();
    terminal.during = command => {
      expect(command).toEqual({ name: 'reverse', amount: 0, receiptNumber: 1 });
      expect(intents(bridge).at(-1)).toMatchObject({ kind: 'reversal', state: 'open', amount: 500 });
      expect(ledger(bridge, id)).not.toBe(0);
    };
    const cancelled = ok(await till.post(`/${closed.receipt_number}/canceltrx`));
    expect(cancelled).toMatchObject({ id, status: 'cancelled', receipt_number: closed.receipt_number });
    expect(cancelled.receipt).toEqual(closed.receipt);
    expect(ledger(bridge, id)).toBe(0);
    expect((await till.post(`/${id}/cancel`)).status).toBe(405);
    expect(terminal.commands.filter(({ name }) => name === 'reverse')).toHaveLength(1);
  });

  it.each(['decline', 'unreachable', 'loseNothing'] as const)(
    'a reversal that fails (%s) leaves the sale closed',
    async ending => {
      const { bridge, terminal, till, id } = await paid();
      terminal.endings.push(ending);
      const refused = await till.post<Declined>(`/${id}/cancel`);
      expect([refused.status, refused.body.code]).toEqual([405, 1007]);
      expect((await till.read(id)).status).toBe('ok');
      expect(ledger(bridge, id)).not.toBe(0);
      expect((await view(till)).payment).toBeNull();
      expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    },
  );

  it('a reversal with a broken line is found carried out', async () => {
    const { bridge, terminal, till, id } = await paid();
    terminal.endings.push('loseApproval');
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(ledger(bridge, id)).toBe(0);
  });

  it('two cancels of two sales at once: one terminal, one after the other or refused by the table', async () => {
    const { terminal, till, id } = await paid();
    const other = ok(await pay(till, (await open(till)).id));
    const { arrived, release } = hold(terminal);
    const answers = [id, other.id].map(one => till.post<Declined>(`/${one}/cancel`));
    await arrived;
    release();
    const done = await Promise.all(answers);
    for (const { status, body } of done) expect(status === 200 || body.code === 1016, JSON.stringify(body)).toBe(true);
    expect(done.some(({ status }) => status === 200)).toBe(true);
  });

  it('at a terminal that was exchanged since is refused: nothing is sent to the wrong machine', async () => {
    const { terminal, till } = await shop();
    const { id } = await till.create(sale([item(1000)]));
    ok(await till.post(`/${id}/start/cashless`));
    terminal.terminalId = '60009999';
    const refused = await till.post<Declined>(`/${id}/cancel`);
    expect([refused.status, refused.body.code]).toEqual([405, 1096]);
    expect((await till.read(id)).status).toBe('ok');
    expect(terminal.commands).toHaveLength(1);
  });

  it('another merchant’s receipt number does not exist', async () => {
    const { bridge, closed } = await paid();
    const other = await bridge.client('other');
    expect((await other.post(`/${closed.receipt_number}/canceltrx`)).status).toBe(404);
  });
});
