/** A catalogue of any size: articles with valid codes, the first few on quick keys. */

import { completeEan13 } from '../../main/domain/checkDigits.ts';
import type { Article } from '../../main/wire/catalogue.ts';

const QUICK_KEYS = 24;

export const articleAt = (index: number): Article => ({
  articleNumber: String(100_000 + index),
  ean: completeEan13(`21${String(index).padStart(10, '0')}`),
  desc: `Artikel ${index}`,
  descEn: `Article ${index}`,
  price: 100 + 10 * (index % 500),
  tax: 19,
  group: [{ id: 'pantry', desc: 'Vorrat', descEn: 'Pantry', level: 1 }],
  quickKey: index < QUICK_KEYS,
});

export const articles = (count: number): readonly Article[] =>
  Array.from({ length: count }, (_, index) => articleAt(index));
