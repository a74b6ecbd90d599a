/** The lines of the baskets of the demo, as a till sends them. Prices in minor units. */
import { type BasketItem, bonusItem } from '../../domain/basket.ts';
import { ratio } from '../../domain/money.ts';
import { catalogue, type DemoArticle } from '../../world/demoCatalogue.ts';
import type { Chance } from '../../world/demoChance.ts';

export type BasketLine = Partial<BasketItem> &
  Pick<BasketItem, 'id' | 'quantity' | 'priceOne' | 'tax' | 'group' | 'item_type'>;

const CAMPAIGN = { id: 'demo-coffee', group: 'coffee', percent: 10 } as const;

/** Articles that people buy; those that rehearse signs of the terminal are left out. */
const ARTICLES = catalogue.filter(({ group }) => group[0]?.id !== 'rehearsal');
const VALUES = {
  topUp: { ean: '2900000000018', priceOne: 5000, desc: 'Kartenaufladung' },
  voucher: { ean: '2900000000216', priceOne: 2500, desc: 'Gutschein' },
} as const;

export const sumOf = (lines: readonly Pick<BasketLine, 'quantity' | 'priceOne'>[]): number =>
  lines.reduce((sum, { quantity, priceOne }) => sum + quantity * priceOne, 0);

/** Value that is sold: the shop owes it, and it is no turnover. */
export const valueLine = (kind: keyof typeof VALUES): BasketLine => ({
  ...VALUES[kind],
  ...{
    id: 1,
    articleNumber: kind === 'topUp' ? VALUES.topUp.ean : '',
    quantity: 1,
    tax: 0,
    group: [],
    item_type: 'article',
  },
});

type Weighted = readonly (readonly [DemoArticle, number])[];
const weighted = new Map<object, Weighted>();

/** The articles of a store, each as often as its group sells there; a tile sells above the shelf. */
function assortment(groups: Readonly<Record<string, number>>): Weighted {
  const known = weighted.get(groups);
  if (known) return known;
  const made = ARTICLES.map((article, place): readonly [DemoArticle, number] => [
    article,
    (groups[article.group[0]?.id ?? ''] ?? 0.4) * (article.quickKey ? 3 : 1) * (1 + (place % 7) / 4),
  ]);
  weighted.set(groups, made);
  return made;
}

export function articleLines(chance: Chance, groups: Readonly<Record<string, number>>): readonly BasketLine[] {
  const lines = chance.weighted([
    [1, 45],
    [2, 25],
    [3, 15],
    [4, 8],
    [6, 5],
    [9, 2],
  ] as const);
  return Array.from({ length: lines }, (_, index) => {
    const { articleNumber, ean, desc, price, tax, group } = chance.weighted(assortment(groups));
    return {
      ...{ id: index + 1, articleNumber, ean, desc: desc.de, priceOne: price, tax, item_type: 'article' as const },
      quantity: chance.happens(0.85) ? 1 : 2 + chance.below(3),
      group: group.map(({ id, desc: name, level }) => ({ id, desc: name.de, level })),
    };
  });
}

/** A third to two thirds of the net price, the same at every sale; null: nobody knows it. */
export function costOfArticle({ articleNumber, priceOne, tax }: BasketLine): number | null {
  const place = ARTICLES.findIndex(article => article.articleNumber === articleNumber);
  return place < 0 || place % 7 === 6 ? null : ratio(priceOne, 33 + (place % 5) * 8, 100 + tax);
}

/** Ten per cent off the coffee with any card, one line for each tax rate. */
export function campaignLines(bought: readonly BasketLine[]): readonly BasketLine[] {
  const gross = new Map<number, number>();
  for (const { group, tax, quantity, priceOne } of bought)
    if (group.some(({ id }) => id === CAMPAIGN.group)) gross.set(tax, (gross.get(tax) ?? 0) + quantity * priceOne);
  return [...gross].map(([tax, amount], index) =>
    bonusItem(
      bought.length + index + 1,
      CAMPAIGN.id,
      { desc: '10 % auf Kaffee', desc_en: '10 % off coffee' },
      tax,
      Math.floor((amount * CAMPAIGN.percent) / 100),
    ),
  );
}

/** Per cent that a person takes off every line by hand. */
export const discountLines = (bought: readonly BasketLine[], percent: number, by: string): readonly BasketLine[] =>
  bought
    .map(({ id, tax, group, quantity, priceOne }, index): BasketLine => {
      const amount = Math.floor((quantity * priceOne * percent) / 100);
      return {
        ...{ id: bought.length + index + 1, parent: id, articleNumber: '', ean: '', desc: `Rabatt ${percent} %` },
        ...{ quantity: 1, priceOne: -amount, tax, group, item_type: 'coupon' },
        manual_discount: { reason: 'Kunde', by, percent, scope: 'basket', units: 1, full: amount },
      } as BasketLine;
    })
    .filter(({ priceOne }) => priceOne < 0);

/** One piece of a line that comes back. */
export const returnLine = (line: BasketLine, sale: string): BasketLine =>
  ({ ...line, id: 1, quantity: -1, item_type: 'return', return_of: { sale, line: line.id } }) as BasketLine;
