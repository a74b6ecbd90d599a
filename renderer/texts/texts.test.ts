/** The tables of texts, and texts in a language. */

import { expect, test } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';
import { createTranslations, type TextPair, textsIn } from './texts.ts';

const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1]).sort();

/** Each file of a page exports one table of pairs, beside the hook. */
const pages = import.meta.glob<Readonly<Record<string, unknown>>>('./pages/*.ts', { eager: true });
const tablesOf = (page: Readonly<Record<string, unknown>>) =>
  Object.values(page).filter(value => typeof value === 'object') as readonly Readonly<Record<string, TextPair>>[];
const pairsOf = (page: Readonly<Record<string, unknown>>) => tablesOf(page)[0] ?? {};

const tables: readonly (readonly [string, readonly (readonly [string, ...TextPair])[]])[] = [
  ['every screen', (Object.keys(de) as (keyof typeof de)[]).map(key => [key, de[key], en[key]])],
  ...Object.entries(pages).map(
    ([file, page]) => [file, Object.entries(pairsOf(page)).map(([key, pair]) => [key, ...pair] as const)] as const,
  ),
];

test.each(tables)('%s: both languages have the same placeholders, and no empty text', (_, texts) => {
  expect(texts).not.toEqual([]);
  for (const [key, german, english] of texts) {
    expect(german, key).not.toBe('');
    expect(english, key).not.toBe('');
    expect(places(english), key).toEqual(places(german));
  }
});

// A second table of a file would be added and looked at by nobody.
test.each(Object.entries(pages))('%s exports one table', (_, page) => {
  expect(tablesOf(page)).toHaveLength(1);
});

test('a text of a page does not take the place of a core text', () => {
  const core = new Set(Object.keys(de));
  const replaced = Object.entries(pages).flatMap(([file, page]) =>
    tablesOf(page).flatMap(table => Object.keys(table).flatMap(key => (core.has(key) ? [`${file}: ${key}`] : []))),
  );
  expect(replaced).toEqual([]);
});

// All tables of a till are one table once their screens are loaded: the later text would stand in place of the earlier one.
test('has no key in two tables', () => {
  const keys = tables.flatMap(([, texts]) => texts.map(([key]) => key));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test('formats values, amounts and problems in the language', () => {
  const texts = createTranslations(en);
  const german = textsIn(texts, 'de', 'EUR');
  const english = textsIn(texts, 'en', 'EUR');
  expect(german.t('scan.unknown', { code: '<4711>' })).toBe(
    'Code <4711> ist unbekannt. Der Warenkorb ist unverändert.',
  );
  expect(english.money(-49)).toBe('−€0.49');
  expect(english.problem({ kind: 'refused', text: 'No.', code: 1003, supportId: 'S1' })).toBe(
    'No. (Code 1003, reference S1)',
  );
  expect(english.problem({ kind: 'refused', text: 'No (1003).', code: 1003, supportId: 'S1' })).toBe(
    'No (1003). (reference S1)',
  );
  expect(english.problem({ kind: 'status', status: 502 })).toContain('502');
});

test('shows German until English has loaded', async () => {
  const texts = createTranslations();
  const english = textsIn(texts, 'en', 'EUR');
  expect([texts.has('de'), texts.has('en')]).toEqual([true, false]);
  expect(english.t('common.close')).toBe(de['common.close']);
  await texts.load();
  expect([texts.has('en'), english.t('common.close')]).toEqual([true, en['common.close']]);
});
