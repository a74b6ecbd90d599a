/** The tables of texts, and texts in a language. */

import { expect, test } from 'vitest';
import { de as deApproval, en as enApproval } from './approval.ts';
import { de as deArticles } from './articles/de.ts';
import { en as enArticles } from './articles/en.ts';
import { de as deBasket } from './basket/de.ts';
import { en as enBasket } from './basket/en.ts';
import { de as deCustomer } from './customer/de.ts';
import { en as enCustomer } from './customer/en.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { de as deLoyalty } from './loyalty/de.ts';
import { en as enLoyalty } from './loyalty/en.ts';
import { de as deManager } from './manager/de.ts';
import { en as enManager } from './manager/en.ts';
import { de as deOffice } from './office/de.ts';
import { en as enOffice } from './office/en.ts';
import { de as dePeople } from './people/de.ts';
import { en as enPeople } from './people/en.ts';
import { de as dePractice } from './practice/de.ts';
import { en as enPractice } from './practice/en.ts';
import { de as deQueue } from './queue/de.ts';
import { en as enQueue } from './queue/en.ts';
import { de as deReport } from './report/de.ts';
import { en as enReport } from './report/en.ts';
import { de as deReturns } from './returns/de.ts';
import { en as enReturns } from './returns/en.ts';
import { de as deSales } from './sales/de.ts';
import { en as enSales } from './sales/en.ts';
import { de as deSetup } from './setup/de.ts';
import { en as enSetup } from './setup/en.ts';
import { de as deShop } from './shop/de.ts';
import { en as enShop } from './shop/en.ts';
import { de as deTerminal } from './terminal/de.ts';
import { en as enTerminal } from './terminal/en.ts';
import { createTranslations, textsIn } from './texts.ts';

const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1]).sort();

const tables: readonly (readonly [string, Record<string, string>, Record<string, string>])[] = [
  ['every screen', de, en],
  ['payments that need a person', deTerminal, enTerminal],
  ['the pages of the manager', deManager, enManager],
  ['the loyalty programme', deLoyalty, enLoyalty],
  ['the queue', deQueue, enQueue],
  ['people, clients and changes', dePeople, enPeople],
  ['open baskets', deBasket, enBasket],
  ['the articles', deArticles, enArticles],
  ['the sales', deSales, enSales],
  ['cards, vouchers and tips at the counter', deCustomer, enCustomer],
  ['returns', deReturns, enReturns],
  ['the right that a manager gives', deApproval, enApproval],
  ['the reports', deReport, enReport],
  ['the back office', deOffice, enOffice],
  ['the exercises of a training', dePractice, enPractice],
  ['the first run', deSetup, enSetup],
  ['the facts of the shop', deShop, enShop],
];

test.each(tables)('%s: both languages have the same keys and placeholders, and no empty text', (_, de, en) => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(de).sort());
  for (const key of Object.keys(de)) {
    expect(de[key], key).not.toBe('');
    expect(en[key], key).not.toBe('');
    expect(places(en[key]!), key).toEqual(places(de[key]!));
  }
});

test('has no key in two tables', () => {
  const keys = tables.flatMap(([, german]) => Object.keys(german));
  expect(new Set(keys).size).toBe(keys.length);
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
