/** The tables of texts, and texts in a language. */

import { expect, test } from 'vitest';
import { de as deApproval, en as enApproval } from './approval.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { createTranslations, textsIn } from './texts.ts';

const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1]).sort();

type Table = Readonly<Record<string, string>>;

const german = import.meta.glob<{ readonly de: Table }>('./*/de.ts', { eager: true });
const english = import.meta.glob<{ readonly en: Table }>('./*/en.ts', { eager: true });

const tables: readonly (readonly [string, Table, Table])[] = [
  ['every screen', de, en],
  ['the right that a manager gives', deApproval, enApproval],
  ...Object.entries(german).map(
    ([file, table]) => [file, table.de, english[file.replace('de.ts', 'en.ts')]!.en] as const,
  ),
];

test.each(tables)('%s: both languages have the same keys and placeholders, and no empty text', (_, de, en) => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(de).sort());
  for (const key of Object.keys(de)) {
    expect(de[key], key).not.toBe('');
    expect(en[key], key).not.toBe('');
    expect(places(en[key]!), key).toEqual(places(de[key]!));
  }
});

// All tables of a till are one table once their screens are loaded: the later text would stand in place of the earlier one.
test('has no key in two tables', () => {
  const keys = tables.flatMap(([, german]) => Object.keys(german));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test('formats values, amounts and problems in the language', () => {
  const texts = createTranslations(en);
  const german = textsIn(texts, 'de', 'EUR');
  const english = textsIn(texts, 'en', 'EUR');
  expect(german.t('scan.unknown', { code: '<4711>' })).toBe(
    'Code <4711> ist unbekannt. Der Warenkorb ist unverändert.',
  );
  expect(english.money(-49)).toBe('-€0.49');
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
