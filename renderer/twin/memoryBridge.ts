/** A bridge in memory for tests: keeps sales by the rules of the specification, with faults to switch on. */

import type { CardView } from '../../main/api/cards/contract.ts';
import type { Article } from '../../main/api/catalogue/contract.ts';
import type { TillView } from '../../main/api/till/contract.ts';
import type { BasketItem, SmartTransaction, SmartTransactionInput } from '../../main/api/transactions/contract.ts';
import { type BridgeClient, Refusal, Unreachable } from '../bridgeClient.ts';

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
  const keep = (sale: SmartTransaction): SmartTransaction => {
    sales.set(sale.id, sale);
    return sale;
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

  const applied = (id: string): SmartTransaction => {
    const sale = editable(id);
    const products = sale.basket.products.filter(item => !item.reference_id?.startsWith('bonus:'));
    const bonus = { ...products[0]!, id: 99, desc: '10 %', quantity: 1, reference_id: 'bonus:1', item_type: 'coupon' };
    const items = [...products, { ...bonus, priceOne: -Math.floor(total(products) / 10) }];
    const sum = total(items);
    const missing = Math.max(0, sum - (cardOf(sale) ?? refuse(405)).cash_balance);
    const basket = { ...sale.basket, products: items };
    return keep({
      ...sale,
      status: 'processing',
      basket,
      basket_info: { ...sale.basket_info, sum, missing_sum: missing },
    });
  };

  const started = (id: string, method: string): SmartTransaction => {
    const sale = editable(id);
    if (method !== 'cashless' || bridge.terminal === 'approve')
      return keep({ ...sale, status: 'ok', payment_method: method, receipt: [{ type: 'space' }] });
    if (bridge.terminal === 'unclear') return keep({ ...sale, status: 'pending' });
    keep({ ...sale, status: 'failed' });
    return refuse(405);
  };

  const view = (): TillView => ({
    device: { id: 'SDV_1', description: 'Till' },
    transaction: onTill === null ? null : saleOf(onTill),
    payment: null,
    terminal: null,
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
    screen: () => over('screen', () => refuse(404)),
    signIn: () => over('signIn', () => refuse(401)),
    resume: () => over('resume', () => null),
    signOut: () => over('signOut', () => undefined),
    abort: () => over('abort', () => bridge.running),
    follow: () => over('follow', () => undefined),
    till: () => over('till', view),
    showOnTill: id =>
      over('showOnTill', () => {
        onTill = id;
      }),
    catalogue: () => over('catalogue', () => ({ version: '1', articles: [...articles.values()] })),
    article: code => over('article', () => articles.get(code) ?? null),
    card: number => over('card', () => cards.get(number) ?? null),
    sale: id => over('sale', () => saleOf(id)),
    createSale: input => over('create', () => keep(filled(`STX_${sales.size + 1}`, input))),
    updateSale: (id, input) => over('update', () => keep(filled(editable(id).id, input))),
    applyCard: id =>
      over('applyCard', () => {
        const { basket, basket_info } = applied(id);
        return { missing_sum: basket_info.missing_sum, bonus_products: basket.products.slice(-1) };
      }),
    start: (id, method) => over(`start/${method}`, () => started(id, method)),
    decide: (id, paid) => over('decide', () => keep({ ...saleOf(id), status: paid ? 'ok' : 'failed' })),
    cancelSale: id => over('cancel', () => keep({ ...saleOf(id), status: 'cancelled' })),
  };
  return bridge;
}

const total = (items: readonly BasketItem[]): number =>
  items.reduce((sum, { quantity, priceOne }) => sum + quantity * priceOne, 0);

function refuse(status: number): never {
  const body = {
    status: 'error',
    error: 'Refused',
    error_details: '',
    error_user: 'No.',
    code: 1003,
    supportId: 's',
  } as const;
  throw new Refusal(status, body);
}

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
