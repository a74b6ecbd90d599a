/**
 * A balance that preTransaction holds is charged at start only; until then it stays on the card and cannot be spent
 * twice.
 */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  testClock,
} from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import type { MerchantCard, SmartTransaction } from '../wire/transactions.ts';

let bridge: TestBridge;
let till: Client;

beforeEach(async () => {
  bridge = await startBridge();
  till = await bridge.client();
});
afterAll(closeAll);

/** The balances of a card, and beside each what is held of it. */
const shownBy = (card: MerchantCard | undefined) => ({
  balance: [card?.balance, card?.balance_reserved],
  cash: [card?.cash_balance, card?.cash_balance_reserved],
  bonus: [card?.bonus_balance, card?.bonus_balance_reserved],
});

const find = async (number: string, client = till) =>
  ok(await client.ask<{ merchantcard: MerchantCard }>('GET', `/bridge/v1/cards/${number}`)).merchantcard;

const shown = async (number: string, client = till) => shownBy(await find(number, client));

const inSale = ({ idents }: SmartTransaction) => shownBy(idents[0]?.merchantcard);

const FREE = { balance: [1000, 0], cash: [700, 0], bonus: [300, 0] };

/** A sale of 9.00 that holds all the bonus of the card and 6.00 of its cash. */
async function applied(client = till): Promise<string> {
  const { id } = await client.create(sale([item(900)], cards.some));
  expect(ok(await client.post<{ missing_sum: number }>(`/${id}/preTransaction`)).missing_sum).toBe(0);
  return id;
}

const HELD = { balance: [1000, 900], cash: [700, 600], bonus: [300, 300] };

describe('the balance of a card', () => {
  it('stays after preTransaction, with the held amount beside it', async () => {
    specifies({
      'Smart Transaction: states':
        'preTransaction leads to status processing: no Payment Transaction, card not charged',
    });
    const id = await applied();
    const read = await till.read(id);
    expect(read).toMatchObject({ status: 'processing', transactions: [] });
    expect(await shown(cards.some)).toEqual(HELD);
    expect(inSale(read)).toEqual(HELD);
    expect(bridge.rows('SELECT 1 FROM loyalty_entry WHERE sale = ?', id)).toEqual([]);
    const { id: card } = await find(cards.some);
    expect(shownBy(ok(await till.ask<MerchantCard>('GET', `/api/v2/Loyalty/MerchantCards/${card}`)))).toEqual(HELD);
  });

  it('is charged by start, and no amount stays held', async () => {
    const id = await applied();
    const closed = ok(await till.post(`/${id}/start/loyalty`));
    const charged = { balance: [100, 0], cash: [100, 0], bonus: [0, 0] };
    expect(inSale(closed)).toEqual(charged);
    expect(await shown(cards.some)).toEqual(charged);
  });

  it('is searched, counted and added up in lists as it is booked', async () => {
    await applied();
    const list = async (query: string) =>
      ok(await till.ask<{ count: number; data: MerchantCard[] }>('GET', `/api/v2/Loyalty/MerchantCards?${query}`));
    const found = await list(`q=${encodeURIComponent('cash_balance:700')}`);
    expect(found.data.map(one => one.card.cardnumber)).toEqual([cards.some]);
    expect((await list(`q=${encodeURIComponent('balance_reserved:[1 TO *]')}`)).count).toBe(1);
    const aggregate = encodeURIComponent(JSON.stringify({ group_by_prop: 'card.cardnumber', sum_by_prop: 'balance' }));
    const { data } = ok(
      await till.ask<{ data: { ks: string; s: number }[] }>(
        'GET',
        `/api/v2/Loyalty/MerchantCards?aggregate=${aggregate}`,
      ),
    );
    expect(data.find(({ ks }) => ks === cards.some)?.s).toBe(1000);
  });

  it('on the slip is the balance that can still be spent', async () => {
    await applied();
    const { id } = await find(cards.some);
    const body = { cardnumber: cards.some };
    const answer = ok(
      await till.ask<{ balance: number; balance_reserved: number; receipt: unknown }>(
        'POST',
        `/api/v2/Loyalty/MerchantCards/${id}/getCardBalanceReceipt`,
        { body },
      ),
    );
    expect(answer).toMatchObject({ balance: 1000, balance_reserved: 900 });
    expect(JSON.stringify(answer.receipt)).toContain('1,00 EUR');
    expect(JSON.stringify(answer.receipt)).not.toContain('10,00 EUR');
  });
});

describe('a held balance', () => {
  it('cannot be spent by another sale at a second till', async () => {
    await applied();
    const second = await bridge.staff('cashier');
    const { id } = await second.create(sale([item(900)], cards.some));
    expect(inSale(await second.read(id))).toEqual(HELD);
    expect(ok(await second.post<{ missing_sum: number }>(`/${id}/preTransaction`)).missing_sum).toBe(800);
    expect(await shown(cards.some)).toEqual({ balance: [1000, 1000], cash: [700, 700], bonus: [300, 300] });
  });

  it('cannot be taken off the card by hand', async () => {
    const first = await applied();
    const { id } = await find(cards.some);
    const take = (amount: number) =>
      till.ask<{ code: number }>('POST', `/api/v2/Loyalty/MerchantCards/${id}/transaction/${id}`, {
        body: { action: 'discharge', amount },
      });
    expect((await take(101)).body.code).toBe(51);
    expect((await take(100)).status).toBe(200);
    expect(await shown(cards.some)).toEqual({ balance: [900, 900], cash: [600, 600], bonus: [300, 300] });
    expect(ok(await till.post(`/${first}/start/loyalty`)).status).toBe('ok');
    expect(await shown(cards.some)).toEqual({ balance: [0, 0], cash: [0, 0], bonus: [0, 0] });
  });

  it('cannot be taken off by the cancellation of a sale that loaded the card', async () => {
    const loading = await till.create(sale([item(1000, { ean: '2900000000018', tax: 0 })], cards.empty));
    const { receipt_number: number } = ok(await till.post(`/${loading.id}/start/cash`));
    const { id } = await till.create(sale([item(400)], cards.empty));
    ok(await till.post(`/${id}/preTransaction`));
    expect(await shown(cards.empty)).toEqual({ balance: [1000, 400], cash: [1000, 400], bonus: [0, 0] });
    for (const refused of [await till.post(`/${number}/canceltrx`), await till.post(`/${loading.id}/cancel`)])
      expect([refused.status, (refused.body as { code?: number }).code]).toEqual([405, 51]);
    ok(await till.post(`/${id}/cancel`));
    expect(ok(await till.post(`/${number}/canceltrx`)).status).toBe('cancelled');
    expect(await shown(cards.empty)).toEqual({ balance: [0, 0], cash: [0, 0], bonus: [0, 0] });
  });
});

describe('a held balance is free again', () => {
  const put = (id: string, body: object) => till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body });

  it('when the sale is cancelled', async () => {
    const id = await applied();
    expect(inSale(ok(await till.post(`/${id}/cancel`)))).toEqual(FREE);
    expect(await shown(cards.some)).toEqual(FREE);
  });

  it('when its basket changes', async () => {
    const id = await applied();
    expect(inSale(ok(await put(id, sale([item(500)]))))).toEqual(FREE);
    expect(await shown(cards.some)).toEqual(FREE);
  });

  it('when another card is presented and charged', async () => {
    const id = await applied();
    ok(await put(id, sale([item(900)], cards.rich)));
    expect(await shown(cards.some)).toEqual(FREE);
    ok(await till.post(`/${id}/preTransaction`));
    expect(await shown(cards.rich)).toEqual({ balance: [5000, 900], cash: [5000, 900], bonus: [0, 0] });
    ok(await till.post(`/${id}/start/loyalty`));
    expect(await shown(cards.rich)).toEqual({ balance: [4100, 0], cash: [4100, 0], bonus: [0, 0] });
    expect(await shown(cards.some)).toEqual(FREE);
  });

  it('when its time is up', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const clock = testClock();
    const own = await startBridge({ clock, config: { reservationMinutes: 10 } });
    const client = await own.client();
    const id = await applied(client);
    expect(await shown(cards.some, client)).toEqual(HELD);
    clock.pass(11 * 60_000);
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await vi.waitFor(async () => expect((await client.read(id)).status).toBe('created'));
    expect(inSale(await client.read(id))).toEqual(FREE);
    expect(await shown(cards.some, client)).toEqual(FREE);
  });

  it('when the rest was paid by card and the payment is taken back', async () => {
    const { id } = await till.create(sale([item(1500)], cards.some));
    ok(await till.post(`/${id}/preTransaction`));
    expect(await shown(cards.some)).toEqual({ balance: [1000, 1000], cash: [700, 700], bonus: [300, 300] });
    bridge.terminal.endings.push('decline');
    expect((await till.post(`/${id}/start/cashless`)).status).toBe(405);
    expect(await shown(cards.some)).toEqual({ balance: [1000, 1000], cash: [700, 700], bonus: [300, 300] });
    ok(await till.post(`/${id}/start/cashless`));
    expect(await shown(cards.some)).toEqual({ balance: [0, 0], cash: [0, 0], bonus: [0, 0] });
    expect(inSale(ok(await till.post(`/${id}/cancel`)))).toEqual(FREE);
    expect(await shown(cards.some)).toEqual(FREE);
  });
});
