/** The gift receipt: what was bought, without a price, so that the person who gets it can bring it back. */
import { type BasketItem, lineTotal, measureText, nameIn, soldItems } from './basket.ts';
import { notReturned } from './figureLines.ts';
import type { Language } from './money.ts';
import { nameValue, type ReceiptLine, separator, space, textline } from './receipt.ts';
import { receiptSlip } from './receiptSlip.ts';
import { identifyingLines } from './saleReceipt.ts';

const WORDS = {
  de: { title: 'Geschenkbon', hint: 'Zum Umtauschen diesen Bon mitbringen. Er ist kein Nachweis einer Zahlung.' },
  en: { title: 'Gift receipt', hint: 'Bring this slip to exchange the goods. It is no proof of payment.' },
} as const satisfies Record<Language, unknown>;

/** Empty where nothing was sold that can be given away. `receipt`: the receipt as it was printed. */
export function giftReceipt(
  receipt: readonly ReceiptLine[],
  items: readonly BasketItem[],
  language: Language,
): readonly ReceiptLine[] {
  const goods = soldItems(items).filter(isGoods);
  if (receipt.length === 0 || goods.length === 0) return [];
  const { head, body } = receiptSlip(receipt);
  const { title, hint } = WORDS[language];
  return [
    separator(title),
    ...head,
    space,
    ...goods.map(item => lineOf(item, language)),
    space,
    ...identifyingLines(body),
    space,
    textline(hint, 'align-center'),
  ];
}

function lineOf(item: BasketItem, language: Language): ReceiptLine {
  const name = nameIn(item, language) || item.articleNumber || item.ean;
  const count = countOf(item, language);
  return count === '' ? textline(name) : nameValue(name, count);
}

/** Discounts, deposits and sums that a caller adds are no presents. */
const isGoods = (item: BasketItem): boolean =>
  !NO_GOODS.has(item.item_type) && item.quantity > 0 && lineTotal(item) >= 0;

const NO_GOODS: ReadonlySet<string> = new Set([...notReturned, 'tip', 'shipping', 'sub_transaction']);

const countOf = (item: BasketItem, language: Language): string =>
  item.measure ? measureText(item.measure, language) : item.quantity === 1 ? '' : `${item.quantity} x`;
