/** Everything that the page of the management leads to, in its groups, and how it is found by the words people use. */

import type { IconName } from '../../parts/Icon.tsx';
import type { Page } from '../../stores/managerPage.ts';
import type { ManageKey } from '../../texts/pages/manage.ts';

export interface Entry {
  /** `own`: what a person sets up for herself. */
  readonly leads: Page | 'own';
  readonly icon: IconName;
  readonly title: ManageKey;
  /** Other words for it; none of them is shown. */
  readonly words: ManageKey;
}

export type GroupName = 'sale' | 'devices' | 'people';

/** The cards of the page. */
export const GROUPS: Readonly<Record<GroupName, readonly Entry[]>> = {
  sale: [
    { leads: 'reports', icon: 'chart', title: 'manage.reports', words: 'manage.reports.words' },
    { leads: 'articles', icon: 'tag', title: 'manage.articles', words: 'manage.articles.words' },
    { leads: 'tiles', icon: 'grid', title: 'manage.tiles', words: 'manage.tiles.words' },
    { leads: 'loyalty', icon: 'heart', title: 'manage.loyalty', words: 'manage.loyalty.words' },
    { leads: 'shop', icon: 'home', title: 'manage.shop', words: 'manage.shop.words' },
  ],
  devices: [
    { leads: 'terminals', icon: 'terminal', title: 'manage.terminals', words: 'manage.terminals.words' },
    { leads: 'dayEnd', icon: 'card', title: 'manage.dayEnd', words: 'manage.dayEnd.words' },
    { leads: 'printers', icon: 'print', title: 'manage.printers', words: 'manage.printers.words' },
    { leads: 'backups', icon: 'lock', title: 'manage.backups', words: 'manage.backups.words' },
    { leads: 'queue', icon: 'cloud', title: 'manage.queue', words: 'manage.queue.words' },
  ],
  people: [
    { leads: 'people', icon: 'person', title: 'manage.people', words: 'manage.people.words' },
    { leads: 'audit', icon: 'lock', title: 'manage.audit', words: 'manage.audit.words' },
    { leads: 'doubts', icon: 'clock', title: 'manage.doubts', words: 'manage.doubts.words' },
    { leads: 'own', icon: 'person', title: 'manage.own', words: 'manage.own.words' },
  ],
};

/** Entries that only the search shows: places of the bar, and what lies within a page. */
const FOUND_ONLY: readonly Entry[] = [
  { leads: 'sales', icon: 'receipt', title: 'manage.sales', words: 'manage.sales.words' },
  { leads: 'cash', icon: 'cash', title: 'manage.cash', words: 'manage.cash.words' },
  { leads: 'closing', icon: 'check', title: 'manage.closing', words: 'manage.closing.words' },
  { leads: 'operations', icon: 'terminal', title: 'manage.operations', words: 'manage.operations.words' },
  { leads: 'import', icon: 'tag', title: 'manage.import', words: 'manage.import.words' },
  { leads: 'own', icon: 'person', title: 'manage.language', words: 'manage.language.words' },
  { leads: 'own', icon: 'person', title: 'manage.theme', words: 'manage.theme.words' },
  { leads: 'own', icon: 'person', title: 'manage.hand', words: 'manage.hand.words' },
  { leads: 'own', icon: 'person', title: 'manage.scanner', words: 'manage.scanner.words' },
  { leads: 'own', icon: 'lock', title: 'manage.pin', words: 'manage.pin.words' },
  { leads: 'own', icon: 'lock', title: 'manage.lock', words: 'manage.lock.words' },
  { leads: 'own', icon: 'home', title: 'manage.display', words: 'manage.display.words' },
  { leads: 'shop', icon: 'home', title: 'manage.tax', words: 'manage.tax.words' },
  { leads: 'printers', icon: 'print', title: 'manage.slip', words: 'manage.slip.words' },
];

/**
 * Entries in which every typed word begins a word; those whose own title begins with the first one come first.
 * @param texts title and other words of an entry, in the language of the screen
 */
export function found(query: string, texts: (key: ManageKey) => string): readonly Entry[] {
  const typed = wordsIn(query);
  if (typed.length === 0) return [];
  const hits = [...Object.values(GROUPS).flat(), ...FOUND_ONLY].filter(({ title, words }) => {
    const known = wordsIn(`${texts(title)} ${texts(words)}`);
    return typed.every(part => known.some(word => word.startsWith(part)));
  });
  const begins = ({ title }: Entry) => wordsIn(texts(title))[0]?.startsWith(typed[0]!) === true;
  return hits.toSorted((one, other) => Number(begins(other)) - Number(begins(one)));
}

/** In lower case without accents, so that `drucker` and `Zähl` are found as people type them. */
const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
