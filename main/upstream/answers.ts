/** Reads what the upstream service answers: only the members that the steps need, whatever else a server adds or leaves out. */
import type { SmartTransaction } from '../wire/transactions.ts';
import type { Json } from './client.ts';
import type { Applied, UpstreamIdent, UpstreamSale } from './replay.ts';
import { discountsAnswered } from './translation/basket.ts';
import { DRAFT } from './translation/sale.ts';

export function upstreamSale(body: Json): UpstreamSale {
  const { id, status, basket_info, receipt_number, product, payment_method, transactionRef } =
    body as Partial<SmartTransaction> & Json;
  const receiptNumber = integer(receipt_number);
  const text = typeof product === 'string' && product !== '' ? product : null;
  return {
    id: String(id),
    status: String(status),
    sum: integer(basket_info?.sum),
    missing: integer(basket_info?.missing_sum),
    receiptNumber,
    reference: typeof transactionRef === 'string' && transactionRef !== '' ? transactionRef : null,
    marker: text?.split(' ')[0]?.split(DRAFT)[0] ?? null,
    draft: text?.split(' ')[0]?.split(DRAFT)[1] ?? null,
    wasPaid: PAID.has(String(status)) || receiptNumber !== null || (status === 'cancelled' && payment_method != null),
    idents: identsOf(body.idents),
  };
}

const PAID: ReadonlySet<string> = new Set(['ok', 'received', 'collection', 'shipped', 'collected']);

/** The hits of a list of sales, and how many there are together. */
export interface UpstreamList {
  readonly count: number;
  readonly hits: readonly UpstreamSale[];
  /** False for a list of other objects, or of some members alone: whole sales were asked for. */
  readonly areSales: boolean;
}

export function upstreamList(body: Json): UpstreamList {
  const data = Array.isArray(body.data) ? (body.data as Json[]) : [];
  return { count: Number(body.count ?? data.length), hits: data.map(upstreamSale), areSales: data.every(isSale) };
}

const isSale = ({ object = SALE, status }: Json): boolean => object === SALE && typeof status === 'string';

const SALE = 'smart.transactions';

export const upstreamApplied = (body: Json): Applied => ({
  missing: Number(body.missing_sum),
  discounts: discountsAnswered(body.bonus_products),
});

function identsOf(value: unknown): readonly UpstreamIdent[] {
  if (!Array.isArray(value)) return [];
  return (value as Partial<SmartTransaction['idents'][number]>[]).map(({ type, value, valid, merchantcard }) => ({
    type: String(type),
    value: String(value),
    valid: valid === true,
    cardnumber: merchantcard?.card?.cardnumber ?? null,
  }));
}

const integer = (value: unknown): number | null => {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
};
