/** The search over pages and settings. */

import { expect, it } from 'vitest';
import { PAGE_ROLES } from '../../../main/wire/screenPages.ts';
import { manageTexts } from '../../texts/pages/manage.ts';
import { found, GROUPS } from './entries.ts';

const titles = (query: string, language: 0 | 1 = 0) =>
  found(query, key => manageTexts[key][language]).map(({ title }) => manageTexts[title][language]);

it.each([
  ['umsatz', 'Berichte'],
  ['preis', 'Artikel'],
  ['EC-Gerät', 'Terminals'],
  ['bonrolle', 'Drucker'],
  ['mehrwertsteuer', 'Steuersätze'],
  ['dunkel', 'Darstellung und Kontrast'],
  ['storno', 'Belege'],
  ['zähl', 'Bargeld'],
  ['englisch', 'Sprache'],
  ['mitarbeiter', 'Personen und Zugänge'],
])('finds by the word „%s“ what it is for', (word, title) => {
  expect(titles(word)).toContain(title);
});

it('finds by several words, without accents, and in English', () => {
  expect(titles('andere kassen')).toEqual([]);
  expect(titles('ANDERUNGEN')).toEqual(['Änderungen']);
  expect(titles('dark', 1)).toEqual(['Appearance and contrast']);
  expect(titles('  ')).toEqual([]);
});

it('shows first what is called so', () => {
  expect(titles('druck')[0]).toBe('Drucker');
});

it('leads to every page of the screen that is no place of the bar', () => {
  const cards = Object.values(GROUPS).flatMap(entries => entries.map(({ leads }) => leads));
  const others = ['sales', 'cash', 'closing', 'operations', 'import', 'manage'];
  expect([...cards, ...others].toSorted()).toEqual(['own', ...Object.keys(PAGE_ROLES)].toSorted());
});
