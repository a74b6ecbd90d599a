/** An article as the till sells it now: by its number, its code, or a code that carries a weight or a price. */
import { priceOfWeight, readCarried } from '../../domain/carriedEan.ts';
import { formatAmount } from '../../domain/money.ts';
import type { ArticleStore, PlacedMaster } from '../../store/articles.ts';
import type { Merchants } from '../../store/merchants.ts';
import type { Article } from '../../wire/catalogue.ts';
import type { SoldArticles } from '../../world/baskets.ts';
import { BridgeError } from '../../world/errors.ts';

interface SoldParts {
  readonly shop: Pick<Merchants, 'article' | 'articleByNumber' | 'merchant'>;
  readonly articles: Pick<ArticleStore, 'byCode' | 'byNumber' | 'depositOf' | 'prefixes'>;
}

/** The JSON text of the article. Throws `articleEnded` or `articleUnknown`. */
export function soldText(parts: SoldParts, merchant: string, code: string): string {
  const { shop, articles } = parts;
  const exact = shop.article(merchant, code);
  if (exact !== null) return exact;
  const known = articles.byCode(merchant, code) ?? articles.byNumber(merchant, code);
  const text = known && shop.article(merchant, known.article.number);
  if (text) return text;
  if (known?.article.state === 'ended') throw ended(known);
  return JSON.stringify(carriedPiece(parts, merchant, code));
}

/** Looks up articles for the steps of a sale. */
export function soldArticles(parts: SoldParts): SoldArticles {
  return {
    byCode(merchant, code) {
      try {
        return JSON.parse(soldText(parts, merchant, code)) as Article;
      } catch (error) {
        if (error instanceof BridgeError) return null;
        throw error;
      }
    },
    byNumber(merchant, number) {
      const text = parts.shop.articleByNumber(merchant, number);
      return text === null ? null : (JSON.parse(text) as Article);
    },
    carried(merchant, code) {
      try {
        return carriedPiece(parts, merchant, code);
      } catch (error) {
        if (error instanceof BridgeError) return null;
        throw error;
      }
    },
    isDeposit: (merchant, number) => parts.articles.depositOf(merchant, number) > 0,
  };
}

const ended = ({ article: { number, name } }: PlacedMaster) =>
  new BridgeError('articleEnded', `the article ${number} ${name.de} is not sold any more`);

/** An article whose weight or price stands in the code. */
function carriedPiece({ shop, articles }: SoldParts, merchant: string, code: string): Article {
  const { currency } = shop.merchant(merchant);
  const carried = readCarried(code, articles.prefixes(merchant), currency);
  if (!carried) throw new BridgeError('articleUnknown', `no article has the code ${code}`);
  for (const item of carried.items) {
    const known = articles.byCode(merchant, item) ?? articles.byNumber(merchant, item);
    if (!known) continue;
    const text = shop.article(merchant, known.article.number);
    if (text === null) throw ended(known);
    return pieceOf(JSON.parse(text), code, carried, currency);
  }
  throw new BridgeError(
    'articleUnknown',
    `no article has the number ${carried.items.join(' or ')} of the code ${code}`,
  );
}

/** The piece in hand: its price, and on the receipt its weight with the price of a kilogram. */
function pieceOf(
  article: Article,
  code: string,
  { kind, value }: NonNullable<ReturnType<typeof readCarried>>,
  currency: string,
): Article {
  const names = { desc: article.desc, descEn: article.descEn };
  if (kind === 'price')
    return { ...article, price: value, carried: { ean: code, grams: null, pricePerKilogram: null, ...names } };
  const price = priceOfWeight(value, article.price);
  const kilograms = (value / 1000).toFixed(3);
  const perKilogram = {
    de: formatAmount(article.price, currency, 'de'),
    en: formatAmount(article.price, currency, 'en'),
  };
  return {
    ...article,
    price,
    desc: `${article.desc} ${kilograms.replace('.', ',')} kg × ${perKilogram.de}/kg`,
    descEn: `${article.descEn} ${kilograms} kg × ${perKilogram.en}/kg`,
    carried: { ean: code, grams: value, pricePerKilogram: article.price, ...names },
  };
}
