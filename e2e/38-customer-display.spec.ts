/** The customer sees the sale: on a display of its own, from the first article over the terminal's words to the thanks. */

import { closeSync, openSync, writeSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ptyPair } from '../drivers/doubles/ptyPair.ts';
import { expectAccessible } from './accessible.ts';
import { basket, codes, expectPaid, hold, openPage, pay, saved, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

const largest = (display: Page) => display.locator('.row.large dd');

/** Parts beside the lines that would scroll: nobody scrolls a display that hangs at the counter. */
const scrolling = (display: Page): Promise<readonly string[]> =>
  display.evaluate(() =>
    [...document.querySelectorAll('.words, .sums')]
      .filter(part => part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth)
      .map(
        part =>
          `${part.className}: ${part.scrollWidth} x ${part.scrollHeight} in ${part.clientWidth} x ${part.clientHeight}`,
      ),
  );

test('a display is connected by a code, follows the sale, and comes back by itself', async ({
  page,
  till,
  browser,
}) => {
  await signIn(page, till.url, '9999', 'Leitung');
  const display = await browser.newPage({ locale: 'de-DE', viewport: { width: 800, height: 480 } });
  await display.goto(`${till.url}/display`);
  await page.getByRole('button', { name: /Einstellungen/ }).click();
  await page.getByRole('button', { name: 'Kundenanzeige verbinden' }).click();
  const code = await page.getByTestId('display-code').innerText();
  await page.keyboard.press('Escape');
  await display.getByLabel('Code').fill('BCDFGH');
  await display.keyboard.press('Enter');
  await expect(display.getByRole('alert')).toContainText('nicht richtig');
  await expectAccessible(display);
  await display.getByLabel('Code').fill(code);
  await display.keyboard.press('Enter');
  await expect(display.getByRole('heading', { name: 'Demo-Café & Markt' })).toBeVisible();

  await till.call('PUT', '/bridge/v1/printing/receipt-links', { is_on: true });
  await scan(page, codes.coffee);
  await scan(page, codes.bread);
  for (let more = 0; more < 4; more += 1) await scan(page, codes.bread);
  await expect(display.getByRole('listitem')).toHaveCount(2);
  await scan(page, codes.cardSome);
  await expect(display.locator('.row', { hasText: 'Kundenkarte' })).toContainText('−');
  await saved(page);
  await expectAccessible(display);
  expect(await scrolling(display)).toEqual([]);
  await display.getByRole('button', { name: 'Switch to English' }).click();
  await expect(display.getByText('Still to pay')).toBeVisible();
  await expect(display.getByRole('listitem').filter({ hasText: '10 % off coffee' })).toBeVisible();

  await till.terminal('POST', '/behaviour', { behaviour: 'manual' });
  await pay(page, 'Karte').click();
  await expect(display.locator('.words h2')).toBeVisible();
  await expect(largest(display)).toBeVisible();
  expect(await scrolling(display)).toEqual([]);
  await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
  await till.terminal('POST', '/card', { card: 'girocard-contactless' });
  await expectPaid(page);
  await expect(display.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
  await expect(display.locator('[aria-live]')).toContainText('Thank you!');
  await expectAccessible(display);
  expect(await scrolling(display)).toEqual([]);

  // The receipt on the phone: asked for at the till, scanned from the display.
  await page.getByRole('button', { name: 'Bon aufs Handy' }).click();
  await page.getByRole('button', { name: 'Ja, QR-Code zeigen' }).click();
  await expect(display.getByRole('img', { name: 'QR code with the link to your receipt' })).toBeVisible();
  await expectAccessible(display);
  expect(await scrolling(display)).toEqual([]);
  await page.keyboard.press('Escape');

  // A reload keeps the right; the next customer begins in the language of the shop.
  await display.reload();
  await expect(display.getByRole('heading', { name: 'Ihr Bon: bitte mit dem Handy scannen' })).toBeVisible();
  await page.getByRole('button', { name: /Nächster Kunde|Neuer Verkauf/ }).click();
  await expect(display.getByRole('heading', { name: 'Demo-Café & Markt' })).toBeVisible();

  // Without a loyalty card nothing stands below the biggest figure.
  await scan(page, codes.coffee);
  await pay(page, 'Bar').click();
  await page.getByRole('button', { name: /^50,00/ }).click();
  await expectPaid(page);
  await expect(display.locator('.sums.paid .row.large')).toBeVisible();
  for (const [width, height] of [
    [800, 480],
    [480, 800],
    [1280, 800],
  ] as const) {
    await display.setViewportSize({ width, height });
    expect(await scrolling(display)).toEqual([]);
  }
  await display.close();
});

test('a manager sees the displays and removes one, and sets up a scanner at a serial port', { tag: '@long' }, async ({
  page,
  till,
  browser,
}) => {
  const line = await ptyPair();
  const { body } = await till.call('POST', '/bridge/v1/displays/codes', { name: 'Tresen' });
  const display = await browser.newPage({ locale: 'de-DE' });
  await display.goto(`${till.url}/display#code=${body.code}`);
  await expect(display.getByRole('heading', { name: 'Demo-Café & Markt' })).toBeVisible();
  await signIn(page, till.url, '9999', 'Leitung');
  await openPage(page, 'Geschäft');
  const part = page.getByRole('group', { name: 'Bereich' });
  await part.getByRole('button', { name: 'Kundenanzeigen' }).click();
  await expect(page.getByText('zeigt gerade an')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Tresen/ }).click();
  await expectAccessible(page);
  await hold(page.getByRole('button', { name: 'Tresen entfernen' }));
  await expect(page.getByText('noch keine Kundenanzeige')).toBeVisible();
  await expect(display.getByLabel('Code')).toBeVisible();
  await display.close();

  await part.getByRole('button', { name: 'Kassen' }).click();
  await page.getByRole('button', { name: 'Scanner einrichten' }).click();
  await page.getByLabel('Anschluss', { exact: true }).selectOption('other');
  await page.getByLabel(/Name des Anschlusses/).fill(line.till);
  await page.getByRole('region', { name: 'Scanner einrichten' }).getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Zum Prüfen etwas scannen')).toBeVisible();
  await expectAccessible(page);
  // The form closes first, the page second.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const side = openSync(line.terminal, 'w');
  writeSync(side, `${codes.bread}\r\n`);
  await expect(basket(page).getByRole('listitem')).toHaveCount(1);
  await till.terminal('POST', '/behaviour', { behaviour: 'manual' });
  await pay(page, 'Karte').click();
  await expect(page.getByTestId('terminal-text')).toBeVisible();
  writeSync(side, `${codes.milk}\r\n`);
  await expect(page.getByText('Eine Zahlung läuft. Der Artikel').first()).toBeVisible();
  closeSync(side);
  await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
  await till.terminal('POST', '/card', { card: 'girocard-contactless' });
  await expectPaid(page);
  await line.close();
});
