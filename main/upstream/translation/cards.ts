/** Money that moved on a loyalty card without goods, as a sale of the article that stands for it. */
import type { ObjectCalls } from './sale.ts';

/** The articles that load a card and take money off it (see `cardArticle`), as every service of this kind reads them. */
const ARTICLES = {
  charge: { ean: '2900000000018', desc: 'Aufladung', method: 'cash' },
  discharge: { ean: '2900000000117', desc: 'Entladung', method: 'loyalty' },
} as const;

export interface CardMovement {
  readonly kind: keyof typeof ARTICLES;
  /** Local id of the movement, by which it is found again. */
  readonly id: string;
  readonly cardnumber: string;
  /** Minor units, above 0. */
  readonly amount: number;
  readonly currency: string;
}

/** create with the article, then start/cash for a charge and start/loyalty for a discharge; no preTransaction. */
export function cardMovementCalls({ kind, id, cardnumber, amount, currency }: CardMovement): ObjectCalls {
  const { ean, desc, method } = ARTICLES[kind];
  const line = { id: 1, articleNumber: ean, ean, desc, quantity: 1, priceOne: amount, tax: 0 };
  return {
    create: {
      transactionRef: id,
      product: id,
      basket: { type: 'default', products: [line] },
      basket_info: { sum: amount, currency },
      idents: [{ type: 'card', value: cardnumber }],
    },
    transactionRef: id,
    marker: id,
    sumCreated: amount,
    sum: amount,
    apply: null,
    start: { method, body: {} },
  };
}
