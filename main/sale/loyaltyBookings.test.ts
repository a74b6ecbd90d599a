/** Random bookings on cards, by hand and by sales: documents, ledger and vouchers agree, and no balance falls too low. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { actionNames } from '../domain/loyaltyActions.ts';
import { type Client, closeAll, coffee, item, ok, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import type { LoyaltyTransaction } from '../wire/loyalty.ts';
import type { MerchantCard } from '../wire/transactions.ts';

afterAll(closeAll);

const LIMIT = 700;
const amount = fc.integer({ min: 1, max: 2000 });
const voucher = '5000000000000017';

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('book' as const),
      card: fc.nat({ max: 1 }),
      action: fc.constantFrom(...actionNames),
      amount,
      bonus: fc.constantFrom(0, 0, 50),
      split: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      card: fc.nat({ max: 1 }),
      kind: fc.constantFrom('goods', 'charge', 'discharge', 'both', 'voucher'),
      amount,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      sale: fc.nat({ max: 4 }),
      action: fc.constantFrom('preTransaction', 'start/cash', 'start/loyalty', 'start/cashless', 'cancel', 'cancel'),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Shop {
  readonly bridge: TestBridge;
  readonly till: Client;
  /** The first may be overdrawn, the second may not. */
  readonly cards: readonly MerchantCard[];
  readonly sales: string[];
}

it('balances are the sums of their entries, and never below the limit of the programme', async () => {
  specifies({
    'Ident and merchant card':
      'points, cash_balance, bonus_balance and balance are integers, the sums of what was booked',
    'Loyalty resources': 'no sequence of bookings brings a balance below what is allowed',
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 25 }), async steps => {
      const bridge = await startBridge();
      const till = await bridge.client();
      const cards = [await newCard(till, LIMIT), await newCard(till, 0)];
      const shop: Shop = { bridge, till, cards, sales: [] };
      for (const one of steps) {
        const answer = await perform(shop, one);
        if (answer) expect([200, 405, 404], answer.text).toContain(answer.status);
        await agree(shop);
      }
      await bridge.close();
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 6), endOnFailure: false },
  );
}, 120_000);

async function newCard(till: Client, limit: number): Promise<MerchantCard> {
  const body = { display_name: `Gruppe ${limit}`, merchant: 'me', limit };
  const group = ok(await till.ask<{ id: string }>('POST', '/api/v2/Loyalty/Cardgroups', { body }));
  const path = `/api/v2/Loyalty/MerchantCards/me/createMerchantcards/${group.id}`;
  const [card] = ok(await till.ask<readonly MerchantCard[]>('POST', path, { body: {} }));
  return card!;
}

async function perform({ till, cards, sales }: Shop, one: Step) {
  if (one.do === 'call') {
    const id = sales[one.sale];
    return id === undefined ? null : till.post(`/${id}/${one.action}`);
  }
  const card = cards[one.card]!;
  if (one.do === 'create') {
    const created = await till.create({
      basket: { products: products(one.kind, one.amount) },
      idents: [
        { type: 'card', value: card.card.cardnumber },
        ...(one.kind === 'voucher' ? [{ type: 'voucher', value: voucher }] : []),
      ],
    });
    sales.push(created.id);
    return null;
  }
  const body = { action: one.action, amount: one.amount, bonus_amount: one.bonus, amount_split_allowed: one.split };
  return till.ask('POST', `/api/v2/Loyalty/MerchantCards/me/transaction/${card.id}`, { body });
}

function products(kind: string, price: number) {
  const charge = item(price, { ean: '2900000000018', tax: 0 });
  const rows: Readonly<Record<string, object[]>> = {
    goods: [coffee(price)],
    charge: [charge],
    discharge: [item(price, { ean: '2900000000117', tax: 0 })],
    both: [item(price), charge],
    voucher: [item(price)],
  };
  return rows[kind] ?? [];
}

async function agree({ bridge, till, cards }: Shop) {
  for (const [index, { id }] of cards.entries()) {
    const shown = ok(await till.ask<MerchantCard>('GET', `/api/v2/Loyalty/MerchantCards/${id}`));
    const [sums] = bridge.rows<{ cash: number; bonus: number; points: number }>(
      `SELECT coalesce(sum(iif(account = 'cash', amount, 0)), 0) AS cash,
        coalesce(sum(iif(account = 'bonus', amount, 0)), 0) AS bonus,
        coalesce(sum(iif(account = 'points', amount, 0)), 0) AS points
      FROM (SELECT * FROM loyalty_entry UNION ALL SELECT 0, '', ?, 'cash', 'charge', 0, NULL, 0) e WHERE merchant_card = ?`,
      id,
      id,
    );
    const { cash_balance: cash, bonus_balance: bonus, points, balance } = shown;
    expect({ cash, bonus, points }).toEqual({ ...sums });
    expect(balance).toBe(cash + bonus);
    const [held] = bridge.rows<{ cash: number; bonus: number }>(
      `SELECT coalesce(sum(cash), 0) AS cash, coalesce(sum(bonus), 0) AS bonus FROM reservation
        WHERE merchant_card = ? AND state = 'held'`,
      id,
    );
    const { cash_balance_reserved: heldCash = -1, bonus_balance_reserved: heldBonus = -1, balance_reserved } = shown;
    expect({ cash: heldCash, bonus: heldBonus }).toEqual({ ...held });
    expect(balance_reserved).toBe(heldCash + heldBonus);
    expect(cash - heldCash).toBeGreaterThanOrEqual(index === 0 ? -LIMIT : 0);
    expect(bonus - heldBonus).toBeGreaterThanOrEqual(0);
    expect(points).toBeGreaterThanOrEqual(0);
  }
  bookingsAgree(bridge);
  const [taken] = bridge.rows<{ sale: string | null }>('SELECT sale FROM voucher WHERE code = ?', voucher);
  const using = bridge.rows<{ id: string }>(
    `SELECT id FROM smart_transaction WHERE state NOT IN ('created', 'cancelled') AND document LIKE '%voucher-${voucher}%'`,
  );
  expect(using.map(({ id }) => id)).toEqual(taken?.sale ? [taken.sale] : []);
}

/** Every booking has a whole document, and what was taken back names what it was, once. */
function bookingsAgree(bridge: TestBridge) {
  const rows = bridge.rows<{ id: string; reverses: string | null; document: string }>('SELECT * FROM loyalty_booking');
  const documents = new Map(rows.map(({ id, document }) => [id, JSON.parse(document) as LoyaltyTransaction]));
  for (const { id, reverses } of rows) {
    expect(documents.get(id)).toMatchObject({ object: 'loyalty.transactions', id });
    if (!reverses) continue;
    expect(documents.get(id)).toMatchObject({ is_cancelling: 1, parents: [{ id: reverses }] });
    expect(documents.get(reverses)?.children).toEqual([{ object: 'loyalty.transactions', id }]);
  }
}
