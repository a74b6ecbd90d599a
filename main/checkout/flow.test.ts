/** Random sequences of API calls by two clients with several cards; after every step the books must agree. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { methodOf } from '../acquirer/payments/methods.ts';
import { isAtCounter } from '../acquirer/payments/products.ts';
import type { PaymentMoney } from '../domain/payment.ts';
import { executed, type Input, type State, transitions, wireStatus } from '../domain/transaction.ts';
import {
  type Client,
  cards,
  closeAll,
  coffee,
  item,
  ok,
  sale as saleInput,
  startBridge,
  type TestBridge,
} from '../doubles/bridge.fixture.ts';
import type { ScriptedOutcome } from '../doubles/terminalMemory.ts';
import type { PaymentTransaction } from '../wire/payments.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { account, card as creditCard } from './payments.fixture.ts';

afterAll(closeAll);

/** What every method is sent with; the last four digits of the card say what becomes of it. */
const bodyOf = (action: string, last4: string): object | undefined => {
  if (!/^(prepare|start)\//.test(action)) return undefined;
  const instrument = /creditcard/.test(action) ? creditCard(last4) : account;
  return { ...instrument, customer: { contact: { surname: 'E' } }, tid: '1', trace: 1, cardtype: 'visa' };
};

const price = fc.integer({ min: 1, max: 30 }).map(tens => tens * 100);
const line = fc.oneof(
  price.map(amount => coffee(amount)),
  price.map(amount => item(amount, { tax: 7 })),
  fc.tuple(price, fc.integer({ min: 1, max: 3 })).map(([amount, quantity]) => item(amount, { quantity })),
  price.map(amount => item(-amount / 100, { item_type: 'coupon' })),
);
const products = fc.array(line, { minLength: 0, maxLength: 3 });
const card = fc.option(fc.constantFrom(cards.rich, cards.some, cards.empty, cards.locked, cards.unknown), {
  nil: undefined,
});
const ending: fc.Arbitrary<ScriptedOutcome> = fc.constantFrom(
  'approve',
  'approve',
  'decline',
  'loseApproval',
  'loseNothing',
  'busy',
);
const which = fc.nat({ max: 5 });

type Step =
  | {
      readonly do: 'create';
      readonly products: object[];
      readonly card: string | undefined;
      readonly sum: number | undefined;
    }
  | {
      readonly do: 'put';
      readonly sale: number;
      readonly products: object[];
      readonly card: string | undefined;
      readonly echo: boolean;
    }
  | {
      readonly do: 'call';
      readonly sale: number;
      readonly action: string;
      readonly ending: ScriptedOutcome;
      readonly last4: string;
      readonly twice: boolean;
    }
  /** The payer answers on the page, or the transfer arrives. */
  | { readonly do: 'payer'; readonly sale: number; readonly status: number }
  /** Somebody works on the payment of the sale by hand, or a part of its money arrives. */
  | { readonly do: 'hand'; readonly sale: number; readonly action: HandAction; readonly share: number }
  | { readonly do: 'receipt'; readonly sale: number };

const handActions = ['capture', 'cancel', 'IncreaseAmount', 'transfer'] as const;
type HandAction = (typeof handActions)[number];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      products,
      card,
      sum: fc.option(price, { nil: undefined, freq: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('put' as const), sale: which, products, card, echo: fc.boolean() }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      sale: which,
      action: fc.constantFrom(
        'preTransaction',
        'preTransaction',
        'start/cash',
        'start/loyalty',
        'start/cashless',
        'start/cashless',
        'start/debit',
        'prepare/debit',
        'prepare/creditcard',
        'prepare/creditcard',
        'prepare/paypal',
        'start/prepaid',
        'start/invoice',
        'start/cashless_direct',
        'start/auto',
        'start/demo',
        'start',
        'start',
        'cancel',
        'cancel',
        'abort',
      ),
      ending,
      last4: fc.constantFrom('1111', '1111', '0002', '3220', '3220', '0341', '5126'),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 3,
    // Accepted or arrived; refused; given up; given back.
    arbitrary: fc.record({
      do: fc.constant('payer' as const),
      sale: which,
      status: fc.constantFrom(6, 6, 9, 903, 905, 907),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('hand' as const),
      sale: which,
      action: fc.constantFrom(...handActions),
      share: fc.constantFrom(0.3, 0.5, 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('receipt' as const), sale: which }) },
);

interface Shop {
  readonly bridge: TestBridge;
  readonly clients: readonly Client[];
  readonly other: Client;
  readonly ids: string[];
  /** Sales whose payments were worked on by hand: parts of them may be taken or given back. */
  readonly byHand: Set<string>;
}

interface SaleRow {
  readonly id: string;
  readonly state: State;
  readonly method: string | null;
  readonly receipt_number: number | null;
  readonly document: string;
}

it('the books agree after every call', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 22 }), async steps => {
      const bridge = await startBridge();
      const clients = [await bridge.client(), await bridge.staff('cashier')];
      const shop: Shop = { bridge, clients, other: await bridge.client('other'), ids: [], byHand: new Set() };
      for (const [index, one] of steps.entries()) await checked(shop, one, clients[index % 2]!);
      await foreign(shop);
      await bridge.close();
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 12), endOnFailure: false },
  );
}, 120_000);

async function checked(shop: Shop, one: Step, client: Client) {
  const before = salesOf(shop);
  const answers = await perform(shop, one, client);
  const after = salesOf(shop);
  for (const [id, row] of after) {
    const was = before.get(id);
    if (was) expect(explains(was.state, row.state), `${was.state} -> ${row.state}`).toBe(true);
    const changed = was?.document !== row.document;
    const told = changes(shop, id);
    expect(told.filter(type => type === 'added')).toHaveLength(1);
    expect(told[0]).toBe('added');
    // A call that is refused may have given up what was authorised, but never executes anything.
    if (changed && answers.every(({ status }) => status !== 200) && !unexecuted(row))
      expect(['failed', 'pending']).toContain(statusOf(row));
    booksOf(shop, row);
  }
  cardsAgree(shop);
  terminalAgrees(shop);
  await answersAgree(client, after);
}

async function perform({ bridge, ids, byHand }: Shop, one: Step, client: Client) {
  const id = 'sale' in one ? ids[one.sale] : undefined;
  if (one.do === 'create') {
    const input = {
      ...saleInput(one.products, one.card),
      ...(one.sum === undefined ? {} : { basket_info: { sum: one.sum } }),
    };
    const answer = await client.post<SmartTransaction>('', input);
    if (answer.status === 200) ids.push(answer.body.id);
    return [answer];
  }
  if (id === undefined) return [];
  const path = `/api/v2/Smart/Transactions/${id}`;
  if (one.do === 'put') {
    const body = one.echo ? await client.read(id) : saleInput(one.products, one.card);
    return [await client.ask('PUT', path, { body })];
  }
  if (one.do === 'receipt') {
    const number = (await client.read(id)).receipt_number;
    return number === undefined ? [] : [await client.post(`/${number}/canceltrx`)];
  }
  if (one.do === 'payer') return [await payer(client, id, one.status)];
  if (one.do === 'hand') {
    byHand.add(id);
    return [await hand(client, id, one.action, one.share)];
  }
  bridge.terminal.endings.splice(0, Number.POSITIVE_INFINITY, one.ending);
  const call = () => client.post(`/${id}/${one.action}`, bodyOf(one.action, one.last4));
  const answers = await Promise.all(one.twice ? [call(), call()] : [call()]);
  const once = answers.filter(({ status }) => status === 200).length;
  if (one.twice && /start|cancel|abort/.test(one.action)) expect(once, one.action).toBeLessThan(2);
  return answers;
}

/** A part of the sale's payment is taken, given back, or arrives; or more is held of it. */
async function hand(client: Client, id: string, action: HandAction, share: number) {
  const { transactions, basket_info } = await client.read(id);
  const payment = transactions.find(({ object }) => object === 'payment.transactions');
  if (!payment) return { status: 404 };
  const amount = Math.max(1, Math.round(basket_info.missing_sum * share));
  const transfer = { amount, purpose: `TA ${payment.trans_id}` };
  if (action === 'transfer') return client.ask('POST', '/bridge/v1/control/payments/transfers', { body: transfer });
  const body = action === 'cancel' ? { reduce_amount_by: amount } : { amount };
  return client.ask('POST', `/api/v2/Payment/Transactions/${payment.id}/${action}`, { body });
}

/** The simulator of the payment's own resource: what payer or bank do with the sale's payment. */
async function payer(client: Client, id: string, status: number): Promise<{ readonly status: number }> {
  const { transactions, payment_method } = await client.read(id);
  const payment = transactions.find(({ object }) => object === 'payment.transactions');
  if (!payment || isAtCounter(payment_method ?? '')) return { status: 404 };
  const words = ['Svccreditcards', 'Svcprepays', 'Svcdebits', 'Svcinvoices', 'Svcpaypals'];
  for (const word of words) {
    const path = `/api/v2/Payment/${word}/${payment.id}/TestChangedPaymentStatus`;
    const answer = await client.ask('POST', path, { body: { new_status_id: status } });
    if (answer.status !== 404) return answer;
  }
  throw new Error(`the payment ${payment.id} of a sale by ${payment_method} has no resource`);
}

const salesOf = ({ bridge }: Shop) =>
  new Map(
    bridge
      .rows<SaleRow>('SELECT id, state, method, receipt_number, document FROM smart_transaction')
      .map(row => [row.id, row]),
  );

const changes = ({ bridge }: Shop, id: string) =>
  bridge.rows<{ type: string }>('SELECT type FROM change WHERE id = ? ORDER BY seq', id).map(({ type }) => type);

const documentOf = (row: SaleRow) => JSON.parse(row.document) as SmartTransaction;
const statusOf = (row: SaleRow) => documentOf(row).status;
const unexecuted = ({ state }: SaleRow) => !executed(state);

/** Is there a way from one state to the other in the table of the machine? A call takes five steps at most. */
function explains(from: State, to: State, steps = 5): boolean {
  if (from === to) return true;
  if (steps === 0) return false;
  const ways = Object.values(transitions[from] as Partial<Record<Input, { to: State }>>);
  return ways.some(way => explains(way.to, to, steps - 1));
}

/** One sale: its status, its lines, its tenders, its loyalty, its intents. */
function booksOf({ bridge, byHand }: Shop, row: SaleRow) {
  const { id, state } = row;
  const { status, outcome, basket, basket_info, receipt_number, trans_id, payment_method, transactions } =
    documentOf(row);
  expect(status).toBe(wireStatus(state, null, null));
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

/** What each state says of the money that payments of the sale hold or have taken. */
const STAGES: Readonly<Partial<Record<State, PaymentMoney['stage']>>> = {
  authorised: 'authorised',
  secured: 'authorised',
  challenged: 'challenged',
  awaiting: 'waiting',
};

/** Whatever was done by hand: never more than the sale costs, only in the payment it names, and nothing once it is over. */
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

/** Of the payments of one sale at most one holds or has money, and it is the one the state tells of. */
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

/** What was paid at the counter is one payment of that amount, named by its sale, and goes back with the sale. */
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

function cardsAgree({ bridge }: Shop) {
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

/** One command per intent, and the terminal's own books are those of the bridge. */
function terminalAgrees({ bridge }: Shop) {
  const sent = bridge.terminal.commands.filter(({ name }) => name === 'pay' || name === 'reverse');
  const intents = bridge.rows("SELECT 1 FROM intent WHERE state <> 'notSent'");
  expect(sent).toHaveLength(intents.length);
}

async function answersAgree(client: Client, sales: ReadonlyMap<string, SaleRow>) {
  const list = await client.ask<{ count: number }>('GET', '/api/v2/Smart/Transactions?count=100&sort=created:asc');
  expect(list.body.count).toBe(sales.size);
  for (const { document } of sales.values()) expect(list.text).toContain(document);
}

/** To another merchant none of it exists. */
async function foreign({ other, ids }: Shop) {
  for (const id of ids) {
    const path = `/api/v2/Smart/Transactions/${id}`;
    expect((await other.ask('GET', path)).status).toBe(404);
    expect((await other.ask('PUT', path, { body: {} })).status).toBe(404);
    for (const action of ['preTransaction', 'cancel', 'start', 'start/cash', 'start/cashless', 'prepare/debit'])
      expect((await other.post(`/${id}/${action}`, account)).status, action).toBe(404);
  }
  const list = await other.ask<{ count: number }>('GET', '/api/v2/Smart/Transactions');
  expect(ok(list)).toEqual({ count: 0, data: [] });
}
