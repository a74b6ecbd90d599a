/** Slips of sales over the API: what was cancelled after it was paid has a cancellation slip beside its receipt. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiptText } from '../domain/receipt.ts';
import { type Client, cards, closeAll, item, ok, sale, startBridge } from '../doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';

let till: Client;
beforeAll(async () => {
  till = await (await startBridge()).client();
});
afterAll(closeAll);

const cancelled = async (id: string) => ok(await till.post<SmartTransaction>(`/${id}/cancel`));
const textOf = (lines: SmartTransaction['receipt'] = []) => receiptText(lines as never);

describe('the cancellation slip', () => {
  it('of a cash sale names its receipt and turns every sign, and the receipt stays', async () => {
    const { id } = await till.create(sale([item(1000)]));
    const paid = ok(await till.post<SmartTransaction>(`/${id}/start/cash`));
    const { receipt, receipt_reversal } = await cancelled(id);
    expect(receipt).toEqual(paid.receipt);
    const slip = textOf(receipt_reversal);
    expect(slip).toMatch(/Stornobeleg/);
    expect(slip).toMatch(new RegExp(`Storno zu Bon-Nr\\.\\s+${paid.receipt_number}$`, 'm'));
    expect(slip).toMatch(/Summe\s+-10,00 EUR/);
    expect(slip).toMatch(/Bar\s+-10,00 EUR/);
    expect((await till.read(id)).receipt_reversal).toEqual(receipt_reversal);
  });

  it('names every tender that is given back', async () => {
    const { id } = await till.create({ ...sale([item(1200)]), idents: [{ type: 'card', value: cards.some }] });
    ok(await till.post(`/${id}/preTransaction`));
    ok(await till.post(`/${id}/start/cash`));
    const slip = textOf((await cancelled(id)).receipt_reversal);
    expect(slip).toMatch(/Kundenkarte\s+-7,00 EUR/);
    expect(slip).toMatch(/Bar\s+-2,00 EUR/);
  });

  it('of a card payment stands before the slip of the terminal', async () => {
    const { id } = await till.create(sale([item(1000)]));
    ok(await till.post(`/${id}/start/cashless`));
    const slip = textOf((await cancelled(id)).receipt_reversal);
    expect(slip).toMatch(/Stornobeleg[\s\S]*Kartenzahlung\s+-10,00 EUR[\s\S]*Storno/);
  });

  it('says why, as the call named it, at the drawer, at the terminal and in parts; another reason is refused', async () => {
    const reason = 'Falsche Zahlart gebucht';
    const paidBy = async (...steps: readonly (readonly [string, object?])[]) => {
      const { id } = await till.create(sale([item(1000)]));
      for (const [method, body] of steps) ok(await till.post(`/${id}/start/${method}`, body));
      return id;
    };
    const half = { part: { amount: 400 } };
    for (const id of [await paidBy(['cash']), await paidBy(['cashless']), await paidBy(['cash', half], ['cashless'])]) {
      const answer = ok(await till.post<SmartTransaction>(`/${id}/cancel`, { reason: ` ${reason} ` }));
      expect(answer).toMatchObject({ status: 'cancelled', cancellation: { reason } });
      expect(textOf(answer.receipt_reversal)).toMatch(/Grund\s+Falsche Zahlart gebucht/);
    }
    const odd = await paidBy(['cash']);
    const said = ok(
      await till.post<SmartTransaction>(`/${odd}/cancel`, { reason: 'a\0\u001b[31m\u202eb \u200b\ud800' }),
    );
    expect(said.cancellation?.reason).toBe('a  [31mb \ufffd');
    const unseen = await paidBy(['cash']);
    expect(
      ok(await till.post<SmartTransaction>(`/${unseen}/cancel`, { reason: ' \u200b\n' })).cancellation,
    ).not.toHaveProperty('reason');
    const id = await paidBy(['cash']);
    for (const wrong of ['x'.repeat(201), 7, ['x']])
      expect((await till.post(`/${id}/cancel`, { reason: wrong })).status).toBe(500);
    expect((await till.read(id)).status).toBe('ok');
    expect(ok(await till.post<SmartTransaction>(`/${id}/cancel`, { reason: null })).cancellation).not.toHaveProperty(
      'reason',
    );
  });

  it('does not exist for a sale that was never paid', async () => {
    const { id } = await till.create(sale([item(1000)]));
    expect((await cancelled(id)).receipt_reversal).toBeUndefined();
  });
});

describe('basket_info.gratuity', () => {
  it('is charged as a part of the sum and printed below it', async () => {
    const basket_info = { sum: 1100, gratuity: 100 };
    const { id } = await till.create({ ...sale([item(1000)]), basket_info } as never);
    const { receipt, outcome } = ok(await till.post<SmartTransaction>(`/${id}/start/cash`));
    expect(outcome.paid).toBe(1100);
    expect(textOf(receipt)).toMatch(/Summe\s+11,00 EUR\n\s*darin Trinkgeld\s+1,00 EUR/);
  });
});
