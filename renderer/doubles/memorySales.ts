/** Sales in memory, kept by the rules of the specification. */

import type { CardView } from '../../main/wire/cardLookup.ts';
import type { BasketItem, SmartTransaction, SmartTransactionInput } from '../../main/wire/transactions.ts';
import { refuse } from './refuse.ts';

export class MemorySales {
  readonly sales = new Map<string, SmartTransaction>();
  readonly cards = new Map<string, CardView>();
  /** Percent that a campaign takes off for everybody. */
  everybody = 0;
  /** The sales as the page wrote them last, until it takes another step of the sale. */
  readonly #versions = new Map<string, SmartTransaction>();

  get(id: string): SmartTransaction {
    return this.sales.get(id) ?? refuse(404);
  }

  keep(sale: SmartTransaction): SmartTransaction {
    this.sales.set(sale.id, sale);
    return sale;
  }

  /** `isAnswered`: the page receives the answer, and with it the version that it wrote. */
  create(input: SmartTransactionInput, isAnswered: boolean): SmartTransaction {
    return this.#write(`STX_${this.sales.size + 1}`, input, isAnswered);
  }

  update(id: string, input: SmartTransactionInput, isAnswered: boolean): SmartTransaction {
    const version = this.#forgetVersion(id);
    if (version && version !== this.#editable(id)) refuse(412);
    return this.#write(this.#editable(id).id, input, isAnswered);
  }

  /** Adds a bonus line of 10 %, and lets the balance of the card pay. */
  applyCard(id: string, useBalance: boolean): SmartTransaction {
    this.#forgetVersion(id);
    const sale = this.#editable(id);
    const products = sale.basket.products.filter(item => !item.reference_id?.startsWith('bonus:'));
    const bonus = { ...products[0]!, id: 99, desc: '10 %', quantity: 1, reference_id: 'bonus:1', item_type: 'coupon' };
    const items = [...products, { ...bonus, priceOne: -Math.floor(total(products) / 10) }];
    const sum = total(items);
    const card = this.cards.get(sale.idents[0]?.value ?? '')?.merchantcard ?? refuse(405);
    const missing = useBalance ? Math.max(0, sum - card.cash_balance) : sum;
    return this.keep({
      ...sale,
      status: 'processing',
      basket: { ...sale.basket, products: items },
      basket_info: { ...sale.basket_info, sum, missing_sum: missing },
    });
  }

  /** Ends a payment; `terminal` is the outcome of a card payment. */
  start(
    id: string,
    method: string,
    terminal: 'approve' | 'decline' | 'unclear',
    given?: number | string | null,
    part?: number,
  ): SmartTransaction {
    this.#forgetVersion(id);
    const sale = this.#editable(id);
    const held = (sale.parts ?? []).filter(({ status }) => status === 'paid');
    if (part !== undefined || held.length > 0) return this.#startPart(sale, method, terminal, part);
    if (method !== 'cashless' || terminal === 'approve')
      return this.keep({
        ...sale,
        status: 'ok',
        payment_method: method,
        basket_info: { ...sale.basket_info, missing_sum: 0 },
        ...(given == null ? {} : { change: Number(given) - sale.basket_info.missing_sum }),
        receipt: [{ type: 'space' }],
      });
    if (terminal === 'unclear') return this.keep({ ...sale, status: 'pending' });
    this.keep({ ...sale, status: 'failed' });
    return refuse(405);
  }

  returnPart(id: string, part: string, terminal: 'approve' | 'decline' | 'unclear'): SmartTransaction {
    this.#forgetVersion(id);
    const sale = this.get(id);
    const wanted = sale.parts?.find(one => one.id === part);
    if (!wanted || (wanted.method === 'cashless' && terminal === 'decline')) return refuse(405);
    const parts = sale.parts?.map(one => (one.id === part ? { ...one, status: 'returned' as const } : one)) ?? [];
    const missing_sum = sale.basket_info.missing_sum + wanted.amount;
    const isAnyHeld = parts.some(({ status }) => status === 'paid');
    const status = isAnyHeld ? 'processing' : 'created';
    return this.keep({ ...sale, parts, status, basket_info: { ...sale.basket_info, missing_sum } });
  }

  /** Pays a part, or with parts before it the rest. */
  #startPart(
    sale: SmartTransaction,
    method: string,
    terminal: 'approve' | 'decline' | 'unclear',
    amount = sale.basket_info.missing_sum,
  ): SmartTransaction {
    const id = `part-${(sale.parts ?? []).length + 1}`;
    const isTaken = method !== 'cashless' || terminal === 'approve';
    const status = isTaken ? ('paid' as const) : ('declined' as const);
    const part = { id, reference: null, method, amount, status, at: '2026-03-02T10:00:00+01:00' };
    const parts = [...(sale.parts ?? []), part];
    const missing_sum = sale.basket_info.missing_sum - (isTaken ? amount : 0);
    const isPaid = missing_sum === 0;
    const kept = this.keep({
      ...sale,
      parts,
      status: isPaid ? 'ok' : parts.some(one => one.status === 'paid') ? 'processing' : 'failed',
      basket_info: { ...sale.basket_info, missing_sum },
      ...(isPaid ? { payment_method: method, receipt: [{ type: 'space' }] } : {}),
    });
    return isTaken ? kept : refuse(405);
  }

  #editable(id: string): SmartTransaction {
    const sale = this.get(id);
    return ['created', 'processing', 'failed'].includes(sale.status) ? sale : refuse(405);
  }

  #forgetVersion(id: string): SmartTransaction | undefined {
    const version = this.#versions.get(id);
    this.#versions.delete(id);
    return version;
  }

  #write(id: string, input: SmartTransactionInput, isAnswered: boolean): SmartTransaction {
    const sent = (input.basket?.products ?? []).map((item, index) => ({ ...item, id: index + 1 }) as BasketItem);
    const off = Math.floor((total(sent) * this.everybody) / 100);
    const line = { ...sent[0]!, id: 98, desc: 'alle', quantity: 1, reference_id: 'bonus:all', item_type: 'coupon' };
    const products = off > 0 ? [...sent, { ...line, priceOne: -off }] : sent;
    const sum = total(products);
    const sale: SmartTransaction = {
      ...blank(id),
      basket: { products, texts: [], type: 'default' },
      basket_info: { sum, currency: 'EUR', gratuity: null, missing_sum: sum },
      idents: (input.idents ?? []).map(({ type, value }) => ident(type, value, this.cards.get(value))),
    };
    if (isAnswered) this.#versions.set(id, sale);
    return this.keep(sale);
  }
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
