/** The tax rates that an article can have. Pure. */

import type { MasterArticle } from '../../../main/wire/articles.ts';
import type { TaxRates } from '../../../main/wire/shop.ts';
import type { Language } from '../../texts/money.ts';
import { rateText } from '../../texts/money.ts';
import type { ArticleTexts } from '../../texts/pages/articles.ts';

export interface TaxOption {
  readonly value: string;
  readonly text: string;
}

const USUAL = ['standard', 'reduced', 'zero'];
/** Where the shop has no tax rates of its own. */
const WITHOUT_KEYS = [19, 7, 0];

export function taxOptions(
  { data, today }: TaxRates,
  article: Pick<MasterArticle, 'tax' | 'taxRate'> | null,
  language: Language,
  t: ArticleTexts['t'],
): readonly TaxOption[] {
  const rank = (key: string) => (USUAL.includes(key) ? USUAL.indexOf(key) : USUAL.length);
  const keys = Object.keys(today).sort((a, b) => rank(a) - rank(b));
  const named = keys.map(key => ({
    value: key,
    text: t('goods.taxKey', {
      name: data.findLast(rate => rate.key === key)?.name[language] ?? key,
      rate: rateText(today[key] ?? 0, language),
    }),
  }));
  const fixed = article?.tax === null ? [article.taxRate] : [];
  const rates = keys.length === 0 ? [...new Set([...WITHOUT_KEYS, ...fixed])] : fixed;
  return [
    ...named,
    ...rates.map(rate => ({ value: `rate:${rate}`, text: t('goods.taxRate', { rate: rateText(rate, language) }) })),
  ];
}
