/** Facts of a found sale in the words of the page. Pure. */
import { ROUNDING } from '../../../main/domain/cashRounding.ts';
import type { FoundSale } from '../../../main/wire/foundSales.ts';
import { methodKey } from '../../texts/method.ts';
import type { SalesTexts } from '../../texts/pages/sales.ts';

export type SaleState = 'paid' | 'paidOut' | 'partly' | 'cancelled' | 'unknown';

/** A sale is in the list once it was closed, and while nobody knows how its payment or its reversal ended. */
export function stateOf({ status, result, sum }: Pick<FoundSale, 'status' | 'result' | 'sum'>): SaleState {
  if (status === 'cancelled') return 'cancelled';
  if (status === 'pending' && result === 'open') return 'partly';
  if (result !== 'paid') return 'unknown';
  return sum < 0 ? 'paidOut' : 'paid';
}

/** Every tender with its amount where it differs from the sum, then card, articles, cashier, till and reprints. */
export function saleFacts(sale: FoundSale, { t, money }: SalesTexts): readonly string[] {
  const { tenders, card_end: digits, articles, cashier, till, copies, returned } = sale;
  const nameOf = (method: string) => t(methodKey(method));
  const paid = tenders.map(({ method, amount }) =>
    tenders.length > 1 || amount !== sale.sum ? `${nameOf(method)} ${money(amount)}` : nameOf(method),
  );
  return [
    ...paid,
    ...(digits ? [t('sold.cardEnd', { digits })] : []),
    articles === 1 ? t('sold.oneArticle') : t('sold.articles', { count: articles }),
    ...(cashier ? [cashier] : []),
    ...(till ? [till] : []),
    ...(returned > 0 ? [t('sold.returned', { amount: money(returned) })] : []),
    ...(copies > 0 ? [copies === 1 ? t('sold.oneCopy') : t('sold.copies', { count: copies })] : []),
  ];
}

/** Where the money of a sale goes when it is cancelled, each way once. */
export const waysBack = (tenders: FoundSale['tenders'], t: SalesTexts['t']): string =>
  [
    ...new Set(
      tenders.filter(({ method }) => method !== ROUNDING).map(({ method }) => t(`sold.way.${WAYS[method] ?? 'other'}`)),
    ),
  ].join(', ');

const WAYS: Readonly<Record<string, 'cash' | 'card' | 'foreignCard' | 'loyalty' | 'voucher'>> = {
  cash: 'cash',
  cashless: 'card',
  cashless_direct: 'foreignCard',
  loyalty: 'loyalty',
  voucher: 'voucher',
};
