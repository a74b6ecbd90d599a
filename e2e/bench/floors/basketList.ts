/** Floor of a scan: the list of a basket in bare React. The keys of a scanner, a look-up, one state; nothing else. */
import { createElement as h, memo, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Article } from '../../../main/wire/catalogue.ts';
import { articles } from '../articles.ts';

interface Line {
  readonly article: Article;
  readonly quantity: number;
}

interface Basket {
  readonly lines: readonly Line[];
  readonly selected: string;
}

const CATALOGUE = 50_000;
const byEan = new Map(articles(CATALOGUE).map(article => [article.ean, article]));
const format = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });
const money = (cents: number) => format.format(cents / 100);

createRoot(document.getElementById('root')!).render(h(List));

function List() {
  const [{ lines, selected }, change] = useState<Basket>({ lines: [], selected: '' });
  useEffect(() => {
    let code = '';
    document.addEventListener('keydown', ({ key }) => {
      if (key.length === 1) code += key;
      if (key !== 'Enter') return;
      const article = byEan.get(code);
      code = '';
      if (article) change(basket => ({ lines: withArticle(basket.lines, article), selected: article.ean }));
    });
  }, []);
  return h(
    'ol',
    { 'aria-label': 'Positionen' },
    lines.map(line => h(Item, { key: line.article.ean, line, selected: line.article.ean === selected })),
  );
}

function withArticle(lines: readonly Line[], article: Article): readonly Line[] {
  return lines.some(line => line.article === article)
    ? lines.map(line => (line.article === article ? { ...line, quantity: line.quantity + 1 } : line))
    : [...lines, { article, quantity: 1 }];
}

/** The same text as a line of the product, and the controls of the selected line, with plain elements. */
const Item = memo(({ line: { article, quantity }, selected }: { readonly line: Line; readonly selected: boolean }) =>
  h(
    'li',
    { className: selected ? 'selected' : '' },
    h(
      'button',
      { type: 'button', 'aria-expanded': selected },
      h('span', null, `${quantity} ×`),
      h('span', null, h('span', null, article.desc), h('span', null, `je ${money(article.price)}`)),
      h('span', null, money(quantity * article.price)),
    ),
    selected &&
      h(
        'div',
        null,
        h('button', { type: 'button' }, '−'),
        h('input', { key: quantity, defaultValue: quantity }),
        h('button', { type: 'button' }, '+'),
        h('button', { type: 'button' }, 'Entfernen'),
      ),
  ),
);
