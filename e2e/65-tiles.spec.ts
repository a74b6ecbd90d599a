/** The tiles of the till, as a manager arranges them: folders, actions, places; and no favourite hides an article. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { line, openPage, place, signIn } from './counter.ts';
import { expect, test } from './till.ts';

const grid = (page: Page) => page.getByRole('list', { name: 'Kacheln in ihrer Reihenfolge' });
const tile = (page: Page, name: string) => grid(page).getByRole('button', { name });
const named = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const names = (page: Page) => grid(page).getByRole('button').allInnerTexts();

test('a manager makes a folder and an action, moves tiles by touch and by key, and every till shows them', {
  tag: '@long',
}, async ({ page, till, context }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await openPage(page, 'Kacheln');
  await expect(tile(page, 'Espresso')).toBeVisible();
  await expectAccessible(page);

  await named(page, 'Neuer Ordner').click();
  await page.getByLabel('Name', { exact: true }).fill('Heißes to go');
  await expect(page.getByLabel('Name auf Englisch')).toHaveValue('Heißes to go');
  await page.getByLabel('Artikel suchen').fill('pumpernick');
  await named(page, /^Pumpernickel/).click();
  await expectAccessible(page);
  await named(page, 'Fertig').click();
  for (const name of ['Espresso', 'Flat White']) {
    await tile(page, name).click();
    await named(page, 'Heißes to go').click();
  }
  // A touch on another tile puts the folder in its place.
  await tile(page, 'Heißes to go').click();
  await tile(page, 'Kaffee groß').click();
  expect((await names(page))[0]).toMatch(/Heißes to go\s+Ordner · 3 Artikel/);
  await expect(page.getByText(/Heißes to go: Platz 1 von \d+/)).toBeAttached();
  await named(page, 'Leergut').click();
  await tile(page, 'Leergut').click();
  for (const _ of [1, 2]) {
    await page.keyboard.press('ArrowLeft');
    await expect(tile(page, 'Leergut')).toBeFocused();
  }
  expect((await names(page)).at(-4)).toMatch(/Leergut/);
  await named(page, 'Fertig').click();

  // Another page in between loses nothing.
  await place(page, 'Belege').click();
  await openPage(page, 'Kacheln');
  await expect(page.getByText('Noch nicht gespeichert')).toBeVisible();
  await expectNarrow(page);
  await named(page, 'Kacheln speichern').click();
  await expect(page.getByText('Gespeichert.', { exact: false })).toBeVisible();

  await place(page, 'Kassieren').click();
  await named(page, /^Heißes to go/).click();
  await named(page, /^Espresso, /).click();
  await expect(line(page, 'Espresso')).toBeVisible();
  await named(page, /^Pumpernickel/).click();
  await named(page, 'Favoriten').last().click();
  await named(page, 'Leergut').click();
  await expect(page.getByRole('dialog', { name: 'Leergut' })).toBeVisible();
  await page.keyboard.press('Escape');

  const other = await context.newPage();
  await other.goto(till.url);
  await expect(named(other, /^Heißes to go/)).toBeVisible();
});

test('a favourite hides no article: each group shows all of its articles, hundreds of them by and by', {
  tag: '@long',
}, async ({ page, till }) => {
  await till.call('POST', '/bridge/v1/article-groups', { id: 'many', name: 'Viele' });
  const article = (at: number) => ({ number: `M-${at}`, name: `Ware ${at}`, price: 100, taxRate: 7, group: 'many' });
  await Promise.all(Array.from({ length: 250 }, (_, at) => till.call('POST', '/bridge/v1/articles', article(at))));
  await signIn(page, till.url);
  await named(page, 'Warengruppen').click();
  await named(page, 'Viele').click();
  await expect(page.getByRole('button', { name: /^Ware / })).toHaveCount(120);
  await named(page, 'Mehr: 130').click();
  await named(page, 'Mehr: 10').click();
  await named(page, 'Ware 239, 1,00 €').click();
  await expect(line(page, 'Ware 239')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Ware / })).toHaveCount(250);
  await expectAccessible(page);
});

test('somebody else was faster: the new state is shown and nothing is overwritten', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await openPage(page, 'Kacheln');
  await tile(page, 'Espresso').click();
  await named(page, 'Kachel entfernen').click();
  const { body } = await till.call('GET', '/bridge/v1/tiles');
  await till.call('PUT', '/bridge/v1/tiles', { tiles: body.tiles.toReversed() });
  await named(page, 'Kacheln speichern').click();
  await expect(page.getByText('Jemand anderes hat die Kacheln', { exact: false })).toBeVisible();
  await expect(tile(page, 'Espresso')).toBeVisible();
});
