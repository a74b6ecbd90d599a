/** Texts of the driver options. */

import { expect, test } from 'vitest';
import opi from '../../../drivers/opi/settings.ts?raw';
import zvt from '../../../drivers/zvt/options.ts?raw';
import { type ManagerTexts, managerTexts } from '../../texts/pages/manager.ts';
import { createTranslations, textsIn } from '../../texts/texts.ts';
import { NAMES, optionTexts } from './optionTexts.ts';

const translations = createTranslations();
translations.add(managerTexts);
const texts = textsIn(translations, 'de', 'EUR') as ManagerTexts;

test('describes options in texts', () => {
  const options = { questions: true, printing: 'blocks', loyaltyPrefixes: ['9276', '9277'], paymentType: null, odd: 7 };
  expect(optionTexts(options, texts)).toEqual([
    'Rückfragen an die Kasse: ja',
    'Belege kommen: im Ganzen',
    'Kundenkarten beginnen mit: 9276 9277',
    'Zahlungsart: keine',
    'odd: 7',
  ]);
});

test.each([
  ['ZVT', zvt],
  ['O.P.I.', opi],
])('has a text for every option of the %s driver', (_, source) => {
  const declared = /interface \w+Options \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? '';
  const names = [...declared.matchAll(/readonly (\w+)\?:/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(NAMES).toEqual(expect.arrayContaining(names));
});
