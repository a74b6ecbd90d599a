/** The lines of a return without a receipt: pieces of an article, or one pack of goods that are sold by weight. Pure. */

import type { Article } from '../../../main/wire/catalogue.ts';
import type { LooseArticle } from '../../../main/wire/returns.ts';
import { weighed } from '../../stores/lines.ts';
import type { Amount } from '../../texts/measure.ts';
import { editableMoney, type Language, parseMoney } from '../../texts/money.ts';

export interface LooseLine {
  readonly key: number;
  readonly article: Article;
  /** Without the weight that a label of the scale adds to it. */
  readonly name: Readonly<Record<Language, string>>;
  /** Pieces; of a pack 1. */
  readonly quantity: number;
  /** Only of a pack: its weight, 0 until it is known. */
  readonly amount: Amount | null;
  /** The sum that the shop gives for one piece or one kilogram, as it was typed. */
  readonly price: string;
}

/** Grams. */
const KILOGRAM = { decimals: 3, unit: 'kg' } as const;

/** Most steps of a measure that the bridge takes. */
export const MOST_STEPS = 1_000_000_000;

/** Money as a person of this shop and language types it. */
export interface MoneyForm {
  readonly currency: string;
  readonly language: Language;
}

/** A piece that is there already is counted up; a pack is a line of its own, because another one has another weight. */
export function withArticle(lines: readonly LooseLine[], article: Article, form: MoneyForm): readonly LooseLine[] {
  const amount = amountOf(article);
  const known = amount ? undefined : lines.find(line => !line.amount && isSamePiece(line.article, article));
  if (known) return changed(lines, { ...known, quantity: known.quantity + 1 });
  const { desc, descEn } = article.carried ?? article;
  const priceOne = weighed(article)?.priceOne ?? article.price;
  const key = 1 + lines.reduce((highest, line) => Math.max(highest, line.key), 0);
  const name = { de: desc, en: descEn || desc };
  const price = editableMoney(priceOne, form.currency, form.language);
  return [...lines, { key, article, name, quantity: 1, amount, price }];
}

/** A code that carries a price is one pack, too, but nobody knows what it weighs. */
const isSamePiece = (one: Article, other: Article): boolean =>
  one.articleNumber === other.articleNumber && one.carried?.ean === other.carried?.ean;

function amountOf(article: Article): Amount | null {
  const measure = weighed(article);
  if (measure) return { ...KILOGRAM, value: measure.value };
  return article.measure === 'kg' && !article.carried ? { ...KILOGRAM, value: 0 } : null;
}

/** Without a quantity the line goes. */
export const changed = (lines: readonly LooseLine[], next: LooseLine): readonly LooseLine[] =>
  lines.flatMap(line => (line.key !== next.key ? line : next.quantity > 0 ? next : []));

/** As the bridge takes it; null while price or weight cannot be read. */
export function articleFrom({ article, name, quantity, amount, price }: LooseLine, currency: string) {
  const priceOne = parseMoney(price, currency);
  if (priceOne === null || amount?.value === 0) return null;
  const { articleNumber, ean, tax, group } = article;
  const names = name.en === name.de ? { desc: name.de } : { desc: name.de, desc_en: name.en };
  const groups = group.map(({ id, desc, level }) => ({ id, desc, level }));
  const much = amount ? { measure: { ...amount, priceOne } } : { quantity, priceOne };
  return { articleNumber, ean, ...names, ...much, tax, group: groups } satisfies LooseArticle;
}
