/** The form of an article. */

import { expect, test } from 'vitest';
import type { MasterArticle } from '../../../main/wire/articles.ts';
import { draftOf, errorsIn, inputOf, queryOf, withEan } from './articleDraft.ts';

const TEXTS = { badPrice: 'price', badDay: 'day', badPlace: 'place', badPacks: 'packs' };
const MONEY = { currency: 'EUR', language: 'de' } as const;
const DAY = '2026-11-23';

const known: MasterArticle = {
  ...({
    object: 'shop.articles',
    id: 'ART_1',
    number: '7',
    name: { de: 'Tee', en: 'Tea' },
    eans: ['12', '34'],
  } as const),
  ...({ group: 'drinks', state: 'sold', price: 290, tax: null, taxRate: 19, deposit: null, measure: 'piece' } as const),
  prices: [
    { price: 250, validFrom: null },
    { price: 290, validFrom: '2026-11-01' },
    { price: 310, validFrom: '2027-01-01' },
  ],
  ...{ quickKey: true, place: 3, picture: null, created: '', updated: '' },
};

test('sends a read article back as it is', () => {
  const draft = draftOf(known, 'standard', DAY, MONEY);
  expect(draft).toMatchObject({ price: '2,90', eans: '12 34', tax: 'rate:19', planned: [{ price: '3,10' }] });
  const read = inputOf(draft, known, DAY, 'EUR', TEXTS);
  expect(read).toMatchObject({ ok: true, input: { price: 290, prices: known.prices, taxRate: 19, place: 3 } });
});

test('names the fields that cannot be read', () => {
  const draft = {
    ...draftOf(null, 'standard', DAY, MONEY),
    price: 'x',
    place: 'y',
    planned: [{ price: '1', from: '' }],
  };
  expect(inputOf(draft, null, DAY, 'EUR', TEXTS)).toEqual({
    ok: false,
    errors: { price: 'price', place: 'place', 'planned.0.from': 'day' },
  });
});

test('gives a new article with a planned price its first price from the beginning', () => {
  const draft = {
    ...draftOf(null, 'standard', DAY, MONEY),
    price: '1,20',
    planned: [{ price: '1,30', from: '2027-01-01' }],
  };
  expect(inputOf(draft, null, DAY, 'EUR', TEXTS)).toMatchObject({
    input: {
      price: 120,
      prices: [
        { price: 120, validFrom: null },
        { price: 130, validFrom: '2027-01-01' },
      ],
    },
  });
});

test('shows a refusal at its field', () => {
  const texts = { de: 'Nein.', en: 'No.' };
  const problem = (path: string) =>
    ({ kind: 'refused', text: '', code: 5070, supportId: '', body: { faults: [{ path, texts }] } }) as const;
  expect(errorsIn(problem('eans[1]'), 'de', 0)).toEqual({ eans: 'Nein.' });
  expect(errorsIn(problem('prices[2].validFrom'), 'en', 2)).toEqual({ 'planned.0.from': 'No.' });
  expect(errorsIn(problem('id'), 'de', 0)).toEqual({});
});

test('adds a scanned code once, and searches for the beginnings of words', () => {
  expect(withEan('12', '34')).toBe('12 34');
  expect(withEan('12 34', '34')).toBe('12 34');
  expect(queryOf({ words: 'Grüner  Te(', group: 'drinks', withEnded: false })).toBe(
    'search:grüner* AND search:te* AND group:"drinks" AND state:sold',
  );
  expect(queryOf({ words: '', group: '', withEnded: true })).toBe('');
});
