import { expect, test } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';
import { createTexts, wordsOf } from './words.ts';

const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1]).sort();

test('both languages have the same texts with the same places in them, and none is empty', () => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(de).sort());
  for (const key of Object.keys(de) as (keyof typeof de)[]) {
    expect(en[key], key).not.toBe('');
    expect(places(en[key]), key).toEqual(places(de[key]));
  }
});

test('words put values, amounts and problems into the language', () => {
  const texts = createTexts('de');
  const german = wordsOf(texts, 'de', 'EUR');
  const english = wordsOf(texts, 'en', 'EUR');
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
