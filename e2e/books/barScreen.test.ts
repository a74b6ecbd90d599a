/** The evening of the paper, sold by people at two screens in a real browser: what they see and hand out is the paper's, too. */
import { join } from 'node:path';
import { type Page, expect as seen } from '@playwright/test';
import { afterAll, it } from 'vitest';
import { closeAll } from '../../main/doubles/bridge.fixture.ts';
import { type Bar, openBar, PASSWORD } from './bar.fixture.ts';
import { evening, expectPaper, NIGHTS } from './paper.ts';
import { openScreens, type Screens } from './screen.fixture.ts';

const opened: (Bar | Screens)[] = [];
afterAll(async () => {
  for (const one of opened.reverse()) await one.close();
  await closeAll();
});

/** Pictures for whoever looks at the pages, in LOOK. */
async function look(page: Page, report: string): Promise<void> {
  if (!process.env.LOOK) return;
  const name = report.replace(/\W/g, '-');
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${process.env.LOOK}/${name}-${colorScheme}-${width}.png`, fullPage: true });
  }
}

// Each night takes a minute; `npm test` sells the same evening by calls of the API.
it.runIf(process.env.LONG).each(NIGHTS)(
  '$night at the screen has the figures of the paper on every page and in every file (npm run test:long)',
  async night => {
    const bar = await openBar(
      `${night.day}T20:10:00${night.hours[0].slice(8)}`,
      join(import.meta.dirname, '..', '..', 'dist', 'renderer'),
    );
    opened.push(bar);
    const screens = await openScreens(bar);
    opened.push(screens);
    const reports = await evening(bar, night, screens);
    await expectPaper(bar, night, reports);

    const page = await screens.newPage();
    await page.goto(bar.officeAddress);
    await page.getByRole('textbox', { name: 'Benutzername' }).fill('chain');
    await page.getByLabel('Passwort').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await seen(page.getByRole('heading', { name: 'Heute' })).toBeVisible();
    // Both tills together, as TILL_1 and TILL_2 have them.
    const pages: readonly (readonly [string, readonly string[]])[] = [
      ['turnover?by=till', ['100,10', '21,15', '121,25']],
      ['turnover?by=tax', ['24,00', '97,25', '1,57', '15,51']],
      ['turnover?by=method', ['92,65', '52,40', '20,00', '5,00']],
      ['corrections?by=cashier', ['5,35', '1,00', '0,50', '14,25', '8,40']],
    ];
    for (const [report, figures] of pages) {
      await page.goto(`${bar.officeAddress}/reports/${report}&from=${night.day}&to=${night.day}`);
      for (const figure of figures) await seen(page.getByRole('table').getByText(figure).first()).toBeVisible();
      await look(page, report);
    }
  },
  300_000,
);
