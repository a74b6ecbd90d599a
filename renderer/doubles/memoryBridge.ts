/** A bridge in memory for tests: keeps sales by the rules of the specification, with faults to switch on. */

import type { CardView } from '../../main/wire/cardLookup.ts';
import type { Article } from '../../main/wire/catalogue.ts';
import type { RunningPayment } from '../../main/wire/events.ts';
import type { CardAnswer, Terminal } from '../../main/wire/terminals.ts';
import type { TillView } from '../../main/wire/till.ts';
import type { BasketItem, SmartTransaction, SmartTransactionInput } from '../../main/wire/transactions.ts';
import { type BridgeClient, Unreachable } from '../bridge/client.ts';
import { refuse } from './refuse.ts';

export interface MemoryBridge extends BridgeClient {
  readonly sales: Map<string, SmartTransaction>;
  readonly articles: Map<string, Article>;
  readonly cards: Map<string, CardView>;
  /** Every call that arrived, in order. */
  readonly calls: string[];
  readonly onTill: () => string | null;
  /** Most calls that were ever under way at once. */
  readonly busiest: () => number;
  /** `away`: calls do not arrive. `mute`: calls arrive, their answers are lost. */
  fault: 'none' | 'away' | 'mute';
  /** How the terminal ends the next card payments. */
  terminal: 'approve' | 'decline' | 'unclear';
  /** Does the terminal know of a payment that can be stopped? */
  running: boolean;
  /** What runs at the terminal, as the view of the till tells it. */
  payment: RunningPayment | null;
  /** What else waits for this till. */
  left: readonly RunningPayment[];
  /** The terminal the till is working at. */
  workingAt: TillView['terminal'];
  decision: TillView['decision'];
  reason: TillView['reason'];
  /** Terminals that are paired, and what the reader of each sees. */
  readonly known: Terminal[];
  read: CardAnswer;
}

export function createMemoryBridge(): MemoryBridge {
  const sales = new Map<string, SmartTransaction>();
  const articles = new Map<string, Article>();
  const cards = new Map<string, CardView>();
  const calls: string[] = [];
  let onTill: string | null = null;
  let under = 0;
  let busiest = 0;

  /** One call over the line: it takes a moment, and the line may be bad. */
  const over = async <T>(name: string, work: () => T): Promise<T> => {
    under += 1;
    busiest = Math.max(busiest, under);
    try {
      await Promise.resolve();
      if (bridge.fault === 'away') throw new Unreachable('away');
      calls.push(name);
      const answer = structuredClone(work());
      if (bridge.fault === 'mute') throw new Unreachable('answer lost');
      return answer;
    } finally {
      under -= 1;
    }
  };

  const saleOf = (id: string): SmartTransaction => sales.get(id) ?? refuse(404);
  const keepSale = (sale: SmartTransaction): SmartTransaction => {
    sales.set(sale.id, sale);
    return sale;
  };
  /** As the client of this page knows it: the version it wrote last, until something else is asked of the sale. */
  const versions = new Map<string, SmartTransaction>();
  const written = (sale: SmartTransaction): SmartTransaction => {
    if (bridge.fault === 'none') versions.set(sale.id, sale);
    return keepSale(sale);
  };
  const forget = (id: string): SmartTransaction | undefined => {
    const version = versions.get(id);
    versions.delete(id);
    return version;
  };
  const cardOf = (sale: SmartTransaction) => cards.get(sale.idents[0]?.value ?? '')?.merchantcard;

  const filled = (id: string, input: SmartTransactionInput): SmartTransaction => {
    const products = (input.basket?.products ?? []).map((item, index) => ({ ...item, id: index + 1 }) as BasketItem);
    const sum = total(products);
    return {
      ...blank(id),
      basket: { products, texts: [], type: 'default' },
      basket_info: { sum, currency: 'EUR', gratuity: null, missing_sum: sum },
      idents: (input.idents ?? []).map(({ type, value }) => ident(type, value, cards.get(value))),
    };
  };

  const editable = (id: string) =>
    ['created', 'processing', 'failed'].includes(saleOf(id).status) ? saleOf(id) : refuse(405);

  const applied = (id: string, useBalance: boolean): SmartTransaction => {
    const sale = editable(id);
    const products = sale.basket.products.filter(item => !item.reference_id?.startsWith('bonus:'));
    const bonus = { ...products[0]!, id: 99, desc: '10 %', quantity: 1, reference_id: 'bonus:1', item_type: 'coupon' };
    const items = [...products, { ...bonus, priceOne: -Math.floor(total(products) / 10) }];
    const sum = total(items);
    const card = cardOf(sale) ?? refuse(405);
    const missing = useBalance ? Math.max(0, sum - card.cash_balance) : sum;
    const basket = { ...sale.basket, products: items };
    return keepSale({
      ...sale,
      status: 'processing',
      basket,
      basket_info: { ...sale.basket_info, sum, missing_sum: missing },
    });
  };

  const started = (id: string, method: string, given?: number | string | null): SmartTransaction => {
    const sale = editable(id);
    if (method !== 'cashless' || bridge.terminal === 'approve')
      return keepSale({
        ...sale,
        status: 'ok',
        payment_method: method,
        basket_info: { ...sale.basket_info, missing_sum: 0 },
        ...(given == null ? {} : { change: Number(given) - sale.basket_info.missing_sum }),
        receipt: [{ type: 'space' }],
      });
    if (bridge.terminal === 'unclear') return keepSale({ ...sale, status: 'pending' });
    keepSale({ ...sale, status: 'failed' });
    return refuse(405);
  };

  /** A question is answered once, and only while the terminal waits. */
  const answered = (question: string) => {
    if (bridge.payment?.question?.id !== question) refuse(405);
    bridge.payment = { ...bridge.payment!, step: 'prompt', question: null };
  };

  /** What waits for a word is kept, or the terminal takes it back as it ends everything else. */
  const decidedLate = (keep: boolean, transaction: string | null, about: string) => {
    const { payment } = bridge;
    if (payment?.step !== about || (transaction !== null && transaction !== payment.transaction)) return refuse(405);
    if (!keep && bridge.terminal === 'decline') return refuse(405);
    if (!keep && bridge.terminal === 'unclear') bridge.payment = { ...payment, kind: 'reversal', step: 'deciding' };
    else bridge.payment = null;
    if (keep) keepSale({ ...saleOf(payment.transaction ?? ''), status: 'ok' });
    else if (bridge.payment === null)
      keepSale({ ...saleOf(payment.transaction ?? ''), status: 'cancelled', receipt: [{ type: 'space' }] });
  };

  /** What the till has gone on without. */
  const waiting = (): readonly RunningPayment[] =>
    [bridge.left, bridge.payment ?? []]
      .flat()
      .filter(
        ({ transaction, till, step }) =>
          (till === null || till.id === 'SDV_1') &&
          (transaction === null || transaction !== onTill) &&
          ['late', 'signature', 'deciding', 'person'].includes(step),
      );

  const view = (): TillView => ({
    device: { id: 'SDV_1', description: 'Till' },
    transaction: onTill === null ? null : saleOf(onTill),
    payment: bridge.payment,
    waiting: [...waiting()],
    decision: bridge.decision,
    reason: bridge.reason,
    terminal: bridge.workingAt,
    queue: { upstream: 'none', waiting: 0, parked: 0, oldest: null },
    lastEventId: '0',
  });

  const bridge: MemoryBridge = {
    sales,
    articles,
    cards,
    calls,
    onTill: () => onTill,
    busiest: () => busiest,
    fault: 'none',
    terminal: 'approve',
    running: false,
    payment: null,
    left: [],
    workingAt: null,
    decision: null,
    reason: null,
    known: [],
    read: { number: null, uid: null, lastFour: null, cardName: null },
    screen: () => over('screen', () => refuse(404)),
    signIn: () => over('signIn', () => refuse(401)),
    resume: () => over('resume', () => null),
    signOut: () => over('signOut', () => undefined),
    abort: () => over('abort', () => bridge.running),
    answer: ({ question }) => over('answer', () => answered(question)),
    late: (keep, transaction, about) =>
      over(`${about}/${keep ? 'keep' : 'back'}`, () => decidedLate(keep, transaction, about)),
    handOver: done => over(`handOver/${done ? 'done' : 'failed'}`, () => undefined),
    slip: () => over('slip', () => ({ receipt: [], receipt_merchant: [] })),
    recover: () => over('recover', () => undefined),
    terminals: () => over('terminals', () => ({ data: bridge.known })),
    readCard: () => over('readCard', () => bridge.read),
    printReceipt: () => over('printReceipt', () => undefined),
    approve: () => over('approve', () => refuse(403)),
    ask: () => over('ask', () => refuse(404)),
    follow: () => over('follow', () => undefined),
    till: () => over('till', view),
    showOnTill: (id, insteadOf) =>
      over('showOnTill', () => {
        if (insteadOf === undefined || insteadOf === onTill) onTill = id;
        return onTill;
      }),
    catalogue: () => over('catalogue', () => ({ version: '1', articles: [...articles.values()] })),
    article: code => over('article', () => articles.get(code) ?? null),
    card: number => over('card', () => cards.get(number) ?? null),
    sale: id => over('sale', () => saleOf(id)),
    createSale: input => over('create', () => written(filled(`STX_${sales.size + 1}`, input))),
    updateSale: (id, input) =>
      over('update', () => {
        const version = forget(id);
        if (version && version !== editable(id)) refuse(412);
        return written(filled(editable(id).id, input));
      }),
    applyCard: (id, useBalance) =>
      over('applyCard', () => {
        forget(id);
        const { basket, basket_info, outcome } = applied(id, useBalance);
        return { missing_sum: basket_info.missing_sum, bonus_products: basket.products.slice(-1), outcome };
      }),
    start: (id, method, { terminal, amount_given: given }) =>
      over(`start/${method}${terminal ? ` at ${terminal}` : ''}`, () => {
        forget(id);
        return started(id, method, given);
      }),
    decide: (id, happened) =>
      over('decide', () => {
        bridge.payment = null;
        bridge.decision = { happened, by: 'manager@shop', at: 0, evidence: null };
        return keepSale({ ...saleOf(id), status: happened ? 'ok' : 'failed' });
      }),
    decideOperation: (_device, _id, happened) =>
      over(`decideOperation/${happened}`, () => {
        bridge.payment = null;
      }),
    cancelSale: id => over('cancel', () => keepSale({ ...saleOf(id), status: 'cancelled' })),
  };
  return bridge;
}

const total = (items: readonly BasketItem[]): number =>
  items.reduce((sum, { quantity, priceOne }) => sum + quantity * priceOne, 0);

const ident = (type: string, value: string, card: CardView | undefined): SmartTransaction['idents'][number] => ({
  object: 'smart.idents',
  id: 'smi_1',
  prefix: value.slice(0, 4),
  name: '',
  type,
  value,
  valid: card !== undefined,
  ...(card ? { merchantcard: card.merchantcard } : {}),
});

const blank = (id: string): SmartTransaction => ({
  object: 'smart.transactions',
  id,
  created: '2026-01-01T00:00:00+00:00',
  updated: '2026-01-01T00:00:00+00:00',
  status: 'created',
  outcome: { result: 'open', final: false, paid: 0, open: 0, late: false, abort_requested: false, next: null },
  merchant: { object: 'general.merchants', id: 'MRC_1' },
  transactionRef: null,
  merchantRef: null,
  intent: 'sale',
  basket: { products: [], texts: [], type: 'default' },
  basket_info: { sum: 0, currency: 'EUR', gratuity: null, missing_sum: 0 },
  idents: [],
  transactions: [],
  payment_method: null,
  trans_id: null,
  receipt: [],
  is_demo: false,
});
