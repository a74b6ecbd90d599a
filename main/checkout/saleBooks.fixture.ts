/** Books of a test shop after a call: every sale, its payments, its cards and its terminal must agree. */
import { expect } from 'vitest';
import { methodOf } from '../acquirer/payments/methods.ts';
import { isAtCounter } from '../acquirer/payments/products.ts';
import type { PaymentMoney } from '../domain/payment.ts';
import { type State, wireStatus } from '../domain/transaction.ts';
import type { Client, TestBridge } from '../doubles/bridge.fixture.ts';
import { expectPaymentsAgree } from '../doubles/paymentsAgree.ts';
import type { PaymentTransaction } from '../wire/payments.ts';
import type { SmartTransaction } from '../wire/transactions.ts';

export interface Shop {
  readonly bridge: TestBridge;
  readonly clients: readonly Client[];
  readonly other: Client;
  readonly ids: string[];
  /** Sales whose payments were changed by their own resource: parts may be captured or refunded. */
  readonly byHand: Set<string>;
}

export interface SaleRow {
  readonly id: string;
  readonly state: State;
  readonly method: string | null;
  readonly receipt_number: number | null;
  readonly document: string;
}

export const documentOf = (row: SaleRow) => JSON.parse(row.document) as SmartTransaction;

/** Books of one sale: status, lines, tenders, loyalty, intents. */
export function booksOf({ bridge, byHand }: Shop, row: SaleRow) {
  const { id, state } = row;
  const { status, outcome, basket, basket_info, receipt_number, trans_id, payment_method, transactions } =
    documentOf(row);
  expect(status).toBe(wireStatus(state, null, null));
  expectPaymentsAgree(documentOf(row));
  expect(basket_info.missing_sum).toBeGreaterThanOrEqual(0);
  expect(basket_info.missing_sum).toBeLessThanOrEqual(basket_info.sum);

  const bonus = basket.products.filter(({ reference_id }) => reference_id?.startsWith('bonus:'));
  expect(new Set(bonus.map(one => `${one.reference_id} ${one.tax}`)).size).toBe(bonus.length);
  if (state === 'created') expect(bonus).toHaveLength(0);

  const entries = bridge.rows<{ account: string; kind: string; amount: number }>(
    'SELECT account, kind, amount FROM loyalty_entry WHERE sale = ?',
    id,
  );
  const total = (kind: string, account: string) =>
    entries
      .filter(entry => entry.kind === kind && entry.account === account)
      .reduce((sum, { amount }) => sum + amount, 0);
  const reservations = bridge.rows<{ state: string; cash: number; bonus: number }>(
    'SELECT * FROM reservation WHERE sale = ?',
    id,
  );
  const held = reservations.filter(one => one.state === 'held');
  const committed = reservations.filter(one => one.state === 'committed');
  expect(held.length).toBeLessThan(2);
  expect(committed.length).toBeLessThan(2);
  expect(held.length + committed.length).toBeLessThan(2);
  if (held.length > 0) expect(HOLDING).toContain(state);
  expect(0 - total('spend', 'cash')).toBe(committed[0]?.cash ?? 0);
  expect(0 - total('spend', 'bonus')).toBe(committed[0]?.bonus ?? 0);

  const intents = bridge.rows<{ kind: string; state: string; amount: number }>(
    'SELECT * FROM intent WHERE sale = ?',
    id,
  );
  const approved = (kind: string) => intents.filter(one => one.kind === kind && one.state === 'approved');
  const net = approved('payment').length - approved('reversal').length;
  const settledBy = methodOf(payment_method ?? '')?.settledBy;
  if (byHand.has(id)) acquirerKeepsNothing(bridge, row);
  else acquirerAgrees(bridge, row);
  counterAgrees(bridge, row, byHand.has(id));
  if (state === 'closed') {
    expect(receipt_number).toBeGreaterThan(0);
    expect(trans_id).toBeGreaterThan(0);
    const rest = basket_info.sum + total('spend', 'cash');
    expect([rest >= 0, basket_info.missing_sum]).toEqual([true, 0]);
    expect(outcome).toMatchObject({ result: 'paid', open: 0 });
    expect(net).toBe(settledBy === 'terminal' ? 1 : 0);
    if (settledBy === 'terminal') expect(approved('payment').at(-1)?.amount).toBe(rest);
    const took = settledBy === 'acquirer' || (isAtCounter(payment_method ?? '') && rest > 0);
    expect(transactions.some(({ object }) => object === 'payment.transactions')).toBe(took);
    const balanceLines = bonus.filter(one => one.reference_id?.startsWith('bonus:balance'));
    expect(balanceLines.reduce((sum, { priceOne }) => sum + priceOne, 0)).toBe(total('spend', 'bonus'));
  } else if (state === 'cancelled' || state === 'created' || state === 'failed') {
    expect(net).toBe(0);
    for (const account of ['cash', 'bonus', 'points'])
      expect(entries.filter(entry => entry.account === account).reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  }
}

/** States in which balance of a card may be held. */
const HOLDING: readonly State[] = ['processing', 'authorised', 'challenged', 'awaiting', 'failed', 'paying', 'unclear'];

/** Stage of the sale's payment, by state of the sale. */
const STAGES: Readonly<Partial<Record<State, PaymentMoney['stage']>>> = {
  authorised: 'authorised',
  secured: 'authorised',
  challenged: 'challenged',
  awaiting: 'waiting',
};

/** After changes by hand, the acquirer holds at most the sum of the sale, only in the named payment, and nothing after the end. */
function acquirerKeepsNothing(bridge: TestBridge, { id, state, document }: SaleRow) {
  const { basket_info, transactions } = JSON.parse(document) as SmartTransaction;
  const named = transactions.map(({ id }) => id);
  const rows = bridge.rows<{ id: string; money: string }>(
    `SELECT id, inner ->> '$.money' AS money FROM payment_transaction
     WHERE inner ->> '$.order.sale' = ? AND inner ->> '$.order.parent' IS NULL AND specific IS NOT NULL`,
    id,
  );
  for (const { id: payment, money } of rows) {
    const { held, captured, refunded } = JSON.parse(money) as PaymentMoney;
    expect(refunded).toBeLessThanOrEqual(captured);
    if (state === 'created' || state === 'processing' || state === 'cancelled' || !named.includes(payment))
      expect([held, captured - refunded], state).toEqual([0, 0]);
    if (captured > refunded) expect(captured).toBeLessThanOrEqual(basket_info.sum);
    if (state === 'closed') expect(held).toBe(0);
  }
}

/** At most one payment of a sale holds or has money, in the stage that belongs to the state. */
function acquirerAgrees(bridge: TestBridge, { id, state, document }: SaleRow) {
  const { payment_method, basket_info } = JSON.parse(document) as SmartTransaction;
  const [spent = 0] = bridge
    .rows<{ cash: number }>("SELECT cash FROM reservation WHERE sale = ? AND state = 'committed'", id)
    .map(({ cash }) => cash);
  const moneys = bridge
    .rows<{ money: string }>(
      `SELECT inner ->> '$.money' AS money FROM payment_transaction
       WHERE inner ->> '$.order.sale' = ? AND inner ->> '$.order.parent' IS NULL AND specific IS NOT NULL`,
      id,
    )
    .map(({ money }) => JSON.parse(money) as PaymentMoney)
    .filter(({ held, captured }) => held > 0 || captured > 0);
  const [money, ...others] = moneys.filter(({ held, captured, refunded }) => held > 0 || captured > refunded);
  expect(others).toEqual([]);
  if (state === 'closed' && methodOf(payment_method ?? '')?.settledBy === 'acquirer')
    return expect(moneys.map(({ captured }) => captured)).toContain(basket_info.sum - spent);
  // A capture that was refused leaves its authorisation, which the next step gives up.
  if (state === 'failed' && money?.stage === 'authorised') return;
  expect(money?.stage, state).toBe(STAGES[state]);
  if (money) expect(money.held).toBe(basket_info.missing_sum);
}

/** A counter payment is one payment of the amount, named by its sale, and refunded with the sale. */
function counterAgrees(bridge: TestBridge, { id, state, document }: SaleRow, byHand: boolean) {
  const { payment_method, basket_info, transactions } = JSON.parse(document) as SmartTransaction;
  const rows = bridge.rows<{ id: string; amount: number; parent: string | null; money: string; document: string }>(
    `SELECT id, query_amount AS amount, inner ->> '$.order.parent' AS parent, inner ->> '$.money' AS money, document
     FROM payment_transaction WHERE inner ->> '$.order.sale' = ? AND specific IS NULL ORDER BY number`,
    id,
  );
  const [taken, ...others] = rows.filter(({ parent }) => parent === null);
  const refunds = rows.filter(({ parent }) => parent !== null);
  expect(others).toEqual([]);
  const paid = transactions.some(({ object }) => object === 'payment.transactions');
  const atCounter = isAtCounter(payment_method ?? '') && paid;
  const wasPaid = state === 'closed' || state === 'reversing' || state === 'reversalUnclear' || state === 'cancelled';
  expect(taken !== undefined, state).toBe(atCounter && wasPaid);
  if (!taken) return;
  const { captured, refunded } = JSON.parse(taken.money) as PaymentMoney;
  const [byCard] = bridge.rows<{ cash: number }>(
    "SELECT coalesce(-sum(amount), 0) AS cash FROM loyalty_entry WHERE sale = ? AND kind = 'spend' AND account = 'cash'",
    id,
  );
  expect(taken.amount).toBe(basket_info.sum - (byCard?.cash ?? 0));
  expect(captured).toBe(taken.amount);
  expect(transactions.map(one => one.id)).toContain(taken.id);
  expect(refunds.reduce((sum, { amount }) => sum - amount, 0)).toBe(refunded);
  if (state === 'cancelled') expect(refunded).toBe(captured);
  else if (!byHand) expect(refunded).toBe(0);
  const shown = JSON.parse(taken.document) as PaymentTransaction;
  expect(shown.details.amount).toBe(captured - refunded);
  expect(shown.status).toBe(refunded === captured ? 907 : 111);
}

export function cardsAgree({ bridge }: Shop) {
  interface CardRow {
    readonly cash: number;
    readonly bonus: number;
    readonly points: number;
    readonly heldCash: number;
    readonly heldBonus: number;
    readonly document: string;
  }
  const rows = bridge.rows<CardRow>(`
    SELECT m.document, (SELECT coalesce(sum(amount), 0) FROM loyalty_entry WHERE merchant_card = m.id AND account = 'cash') AS cash,
      (SELECT coalesce(sum(amount), 0) FROM loyalty_entry WHERE merchant_card = m.id AND account = 'bonus') AS bonus,
      (SELECT coalesce(sum(amount), 0) FROM loyalty_entry WHERE merchant_card = m.id AND account = 'points') AS points,
      (SELECT coalesce(sum(cash), 0) FROM reservation WHERE merchant_card = m.id AND state = 'held') AS heldCash,
      (SELECT coalesce(sum(bonus), 0) FROM reservation WHERE merchant_card = m.id AND state = 'held') AS heldBonus
    FROM merchant_card m`);
  for (const { cash, bonus, points, heldCash, heldBonus, document } of rows) {
    expect(JSON.parse(document)).toMatchObject({
      cash_balance: cash,
      bonus_balance: bonus,
      balance: cash + bonus,
      points,
      cash_balance_reserved: heldCash,
      bonus_balance_reserved: heldBonus,
      balance_reserved: heldCash + heldBonus,
    });
    expect(cash - heldCash).toBeGreaterThanOrEqual(0);
    expect(bonus - heldBonus).toBeGreaterThanOrEqual(0);
    expect(points).toBeGreaterThanOrEqual(0);
  }
  const numbers = bridge
    .rows<{ n: number }>('SELECT receipt_number AS n FROM smart_transaction WHERE receipt_number > 0')
    .map(({ n }) => n);
  expect(new Set(numbers).size).toBe(numbers.length);
}

/** The terminal got one command for each intent. */
export function terminalAgrees({ bridge }: Shop) {
  const sent = bridge.terminal.commands.filter(({ name }) => name === 'pay' || name === 'reverse');
  const intents = bridge.rows("SELECT 1 FROM intent WHERE state <> 'notSent'");
  expect(sent).toHaveLength(intents.length);
}

export async function answersAgree(client: Client, sales: ReadonlyMap<string, SaleRow>) {
  const list = await client.ask<{ count: number }>('GET', '/api/v2/Smart/Transactions?count=100&sort=created:asc');
  expect(list.body.count).toBe(sales.size);
  for (const { document } of sales.values()) expect(list.text).toContain(document);
}
