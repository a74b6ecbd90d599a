/** An article as the till sells it now: by its number, its code, or a code that carries a weight or a price. */
import { type CarriedValue, carriedByElements, priceOfWeight, readCarried } from '../../domain/carriedEan.ts';
import type { Elements } from '../../domain/elementString.ts';
import { formatAmount } from '../../domain/money.ts';
import { isSameCode, meantCodes, type ProductCode, readProductCode } from '../../domain/productCode.ts';
import type { ArticleStore, PlacedMaster } from '../../store/articles.ts';
import type { Merchants } from '../../store/merchants.ts';
import type { Article } from '../../wire/catalogue.ts';
import type { SoldArticles } from '../../world/baskets.ts';
import { BridgeError } from '../../world/errors.ts';

interface SoldParts {
  readonly shop: Pick<Merchants, 'article' | 'articleByNumber' | 'merchant'>;
  readonly articles: Pick<ArticleStore, 'byCode' | 'byNumber' | 'depositOf' | 'prefixes'>;
  /** Today by the calendar of the shop, YYYY-MM-DD; left out: nobody is told that a packet is past its date. */
  readonly today?: (merchant: string) => string;
}

/** The JSON text of the article with this code, in any spelling. Throws `articleEnded` or `articleUnknown`. */
export function soldText(parts: SoldParts, merchant: string, text: string): string {
  const { shop, articles } = parts;
  const code = readProductCode(text);
  const exact = shop.article(merchant, text);
  if (exact !== null && code.elements === null) return exact;
  const known = articles.byCode(merchant, text);
  const sold = exact ?? (known && shop.articleByNumber(merchant, known.article.number));
  if (sold !== null)
    return labelledText(sold, text, code, shop.merchant(merchant).currency, parts.today?.(merchant) ?? '');
  if (known?.article.state === 'ended') throw ended(known);
  const meant = known ? undefined : meantCodes(text).find(one => articles.byCode(merchant, one));
  if (meant !== undefined) return soldText(parts, merchant, meant);
  return JSON.stringify(carriedPiece(parts, merchant, text));
}

/** The article with what the code says of this packet; its text where the code says nothing. */
function labelledText(
  sold: string,
  text: string,
  { key, elements }: ProductCode,
  currency: string,
  today: string,
): string {
  const article = JSON.parse(sold) as Article;
  const pack = article.packs?.find(({ code }) => isSameCode(code, key));
  if (!pack && elements === null) return sold;
  const carried = elements && carriedByElements(elements, article.measure === 'kg', currency);
  return JSON.stringify({
    ...(carried ? pieceOf(article, text, carried, currency) : article),
    ...(pack ? { pieces: pack.pieces } : {}),
    ...(elements?.expires ? { expires: elements.expires } : {}),
    ...(elements?.expires && elements.expires < today ? { expired: true } : {}),
    ...(elements?.serial ? { serialNumber: elements.serial } : {}),
    ...(elements?.lot || elements?.serial ? { note: noteOf(elements) } : {}),
  });
}

/** The same in every language, as it is printed on goods. */
const noteOf = ({ lot, serial }: Elements): string =>
  [lot && `LOT ${lot}`, serial && `SN ${serial}`].filter(Boolean).join(', ');

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

/** An article whose weight or price stands in the code: by the table of the shop's scales, or in a symbol of GS1. */
function carriedPiece({ shop, articles }: SoldParts, merchant: string, text: string): Article {
  const { currency } = shop.merchant(merchant);
  const { key, elements } = readProductCode(text);
  const carried = readCarried(key, articles.prefixes(merchant), currency);
  const items = carried?.items ?? (elements ? [key] : []);
  if (items.length === 0) throw new BridgeError('articleUnknown', `no article has the code ${text}`);
  for (const item of items) {
    const known = articles.byCode(merchant, item);
    if (!known) continue;
    const sold = shop.articleByNumber(merchant, known.article.number);
    if (sold === null) throw ended(known);
    const article = JSON.parse(sold) as Article;
    const value = carried ?? (elements && carriedByElements(elements, article.measure === 'kg', currency));
    return value ? pieceOf(article, carried ? key : text, value, currency) : article;
  }
  throw new BridgeError('articleUnknown', `no article has the number ${items.join(' or ')} of the code ${text}`);
}

/** The piece in hand: its price, and on the receipt its weight with the price of a kilogram. */
function pieceOf(
  article: Article,
  code: string,
  { kind, value }: Pick<CarriedValue, 'kind' | 'value'>,
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
