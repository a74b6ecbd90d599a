/** The frame around the sale: one touch to each place of work, an address for each page, and a way back that never leaves the till. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { codes, expectPaid, line, openPage, pay, place, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

const title = (name: string) => ({ name, level: 1 }) as const;

/** A step back, over when the page has answered it. */
const back = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>(resolve => {
        addEventListener('popstate', () => setTimeout(resolve), { once: true });
        history.back();
      }),
  );

test('looks at every place and comes back to the basket, by touch and by the keys of the browser', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await scan(page, codes.bread);
  await expect(line(page, 'Bauernbrot')).toBeVisible();
  for (const [name, heading, address] of [
    ['Belege', 'Verkäufe', '#/sales'],
    ['Bargeld', 'Bargeld', '#/cash'],
    ['Abschluss', 'Tagesabschluss', '#/closing'],
    ['Verwaltung', 'Verwaltung', '#/manage'],
  ] as const) {
    await place(page, name).click();
    await expect(page.getByRole('heading', title(heading))).toBeFocused();
    await expect(place(page, name)).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveURL(`${till.url}/${address}`);
  }
  await back(page);
  await expect(page.getByRole('heading', title('Tagesabschluss'))).toBeVisible();
  await page.goForward();
  await openPage(page, 'Terminals');
  await expect(place(page, 'Verwaltung')).toHaveAttribute('aria-current', 'true');
  await page.reload();
  await expect(page.getByRole('heading', title('Terminals'))).toBeVisible();
  await place(page, 'Kassieren').click();
  await expect(line(page, 'Bauernbrot')).toBeVisible();
  await expect(page).toHaveURL(`${till.url}/`);
});

test('stays at the till when somebody goes back too far, and tells who may not open a page', async ({ page, till }) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await expect.poll(() => page.evaluate(() => history.state)).toBe('till');
  // Over everything that this window has shown, and beyond.
  for (const _ of [1, 2, 3]) {
    await back(page);
    await expect(line(page, 'Bauernbrot')).toBeVisible();
    expect(await page.evaluate(() => history.state)).toBe('till');
  }
  await page.evaluate(() => location.assign('#/people'));
  await expect(page.getByText('Diese Seite gehört nicht zu Ihrer Rolle.', { exact: false }).first()).toBeVisible();
  await expect(line(page, 'Bauernbrot')).toBeVisible();
  await expect(page).toHaveURL(`${till.url}/`);
});

test.describe('while the terminal waits for the customer', () => {
  test.use({ behaviour: 'manual' });

  test('neither back nor an address hides the payment', { tag: '@long' }, async ({ page, till }) => {
    await signIn(page, till.url, '9999', 'Leitung');
    await place(page, 'Verwaltung').click();
    await expect(page.getByRole('heading', title('Verwaltung'))).toBeVisible();
    await place(page, 'Kassieren').click();
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    const prompt = page.getByTestId('terminal-text');
    await expect(prompt).toContainText('Karte');
    await back(page);
    await expect(page).toHaveURL(`${till.url}/`);
    await page.evaluate(() => location.assign('#/sales'));
    await expect(page).toHaveURL(`${till.url}/`);
    await expect(prompt).toBeVisible();
    await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
    await till.terminal('POST', '/card', { card: 'girocard-contactless' });
    await expectPaid(page);
  });
});

test('finds a setting by the word that people use, and opens it', { tag: '@long' }, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await openPage(page, 'Verwaltung');
  const search = page.getByRole('searchbox', { name: 'Seite oder Einstellung suchen' });
  await search.fill('dunkel');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Darstellung und Kontrast/ }).click();
  await page.getByRole('button', { name: 'Dunkel', exact: true }).click();
  await page.keyboard.press('Escape');
  await search.fill('mehrwertsteuer');
  await page.getByRole('link', { name: /^Steuersätze/ }).click();
  await expect(page.getByRole('heading', title('Geschäft'))).toBeVisible();
  await openPage(page, 'Verwaltung');
  await search.fill('zzz');
  await expect(page.getByText('Nichts gefunden.', { exact: false })).toBeVisible();
  await expectNarrow(page);
});
