/** Random sequences of API calls by two clients with several cards; after every step the books must agree. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { isAtCounter } from '../acquirer/payments/products.ts';
import { executed, type Input, type State, transitions } from '../domain/transaction.ts';
import {
  type Client,
  cards,
  closeAll,
  coffee,
  item,
  ok,
  sale as saleInput,
  startBridge,
} from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import type { ScriptedOutcome } from '../doubles/terminalMemory.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { account, card as creditCard } from './payments.fixture.ts';
import {
  answersAgree,
  booksOf,
  cardsAgree,
  documentOf,
  type SaleRow,
  type Shop,
  terminalAgrees,
} from './saleBooks.fixture.ts';

afterAll(closeAll);

/** A card payment at another terminal pays one sale. */
let trace = 0;

/** Body with the inputs of every method; the last four digits of the card choose the outcome. */
const bodyOf = (action: string, last4: string): object | undefined => {
  if (!/^(prepare|start)\//.test(action)) return undefined;
  const instrument = /creditcard/.test(action) ? creditCard(last4) : account;
  return { ...instrument, customer: { contact: { surname: 'E' } }, tid: '1', trace: ++trace, cardtype: 'visa' };
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
  /** The payer answers the challenge page, or the transfer arrives. */
  | { readonly do: 'payer'; readonly sale: number; readonly status: number }
  /** The payment of the sale is changed by its own resource, or a part of its money arrives. */
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

it('the books agree after every call', async () => {
  specifies({
    'Smart Transaction: states': 'whatever is called in whatever order, sale, payment, terminal and acquirer agree',
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 22 }), async steps => {
      const bridge = await startBridge();
      const clients = [await bridge.client(), await bridge.staff('cashier')];
      const shop: Shop = { bridge, clients, other: await bridge.client('other'), ids: [], byHand: new Set() };
      for (const [index, one] of steps.entries()) await checked(shop, one, clients[index % 2]!);
      await foreign(shop);
      await bridge.close();
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 6), endOnFailure: false },
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
    const events = changes(shop, id);
    expect(events.filter(type => type === 'added')).toHaveLength(1);
    expect(events[0]).toBe('added');
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

/** A part of the payment is captured, refunded or transferred, or the authorisation is increased. */
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

/** Payer or bank change the payment of the sale, by the status simulator of its resource. */
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

const statusOf = (row: SaleRow) => documentOf(row).status;
const unexecuted = ({ state }: SaleRow) => !executed(state);

/** True where the state machine has a path of at most `steps` steps from one state to the other. */
function explains(from: State, to: State, steps = 5): boolean {
  if (from === to) return true;
  if (steps === 0) return false;
  const ways = Object.values(transitions[from] as Partial<Record<Input, { to: State }>>);
  return ways.some(way => explains(way.to, to, steps - 1));
}

/** Another merchant finds none of the sales. */
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
