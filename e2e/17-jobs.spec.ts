/**
 * Everyday jobs by touch, and by a scan where the goods have a code, counted: none takes more touches than its row allows. The column `before` is the count of the screens
 * of 28 November 2026, whose pages lay behind a menu.
 */
import type { Locator, Page } from '@playwright/test';
import { codes, expectPaid, line, more, pay, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

interface Job {
  readonly name: string;
  readonly before: number;
  readonly now: number;
  readonly run: (hand: Hand) => Promise<void>;
}

/** A finger on the screen, and the fields that it fills. */
interface Hand {
  readonly page: Page;
  readonly tap: (what: Locator | string | RegExp) => Promise<void>;
  /** Touches a field and writes into it. */
  readonly write: (name: string, text: string) => Promise<void>;
}

const threeArticles = async ({ tap }: Hand) => {
  for (const article of [/^Espresso, /, /^Cappuccino, /, /^Brötchen, /]) await tap(article);
};

const NEXT = /^Nächster Kunde/;
const row = (page: Page, name: RegExp) => page.getByRole('main').getByRole('list').getByRole('button', { name });

const JOBS: readonly Job[] = [
  {
    name: 'three articles by card',
    before: 5,
    now: 5,
    run: async hand => {
      await threeArticles(hand);
      await hand.tap(pay(hand.page, 'Karte'));
      await expectPaid(hand.page);
      await hand.tap(NEXT);
    },
  },
  {
    name: 'three articles in cash',
    before: 7,
    now: 6,
    run: async hand => {
      await threeArticles(hand);
      await hand.tap(pay(hand.page, 'Bar'));
      await hand.tap(/^10,00/);
      await expectPaid(hand.page);
      await hand.tap(NEXT);
    },
  },
  {
    name: 'a sale in two halves, both by card',
    before: 8,
    now: 7,
    run: async hand => {
      await threeArticles(hand);
      await hand.tap('Teilen');
      await hand.tap(hand.page.getByRole('dialog').getByRole('button', { name: /^Karte/ }));
      await expect(hand.page.getByTestId('paid-part')).toHaveCount(1);
      await hand.tap(pay(hand.page, 'Karte'));
      await expectPaid(hand.page);
      await hand.tap(NEXT);
    },
  },
  {
    name: 'the receipt of yesterday',
    before: 3,
    now: 2,
    run: async ({ tap, page }) => {
      await tap(page.getByRole('link', { name: 'Belege' }));
      await tap('Gestern');
      await expect(page.getByRole('button', { name: 'Gestern' })).toHaveAttribute('aria-pressed', 'true');
    },
  },
  {
    name: 'one of three articles comes back',
    before: 8,
    now: 7,
    run: async ({ tap, page }) => {
      await tap(page.getByRole('link', { name: 'Belege' }));
      await tap(row(page, /6,00/).first());
      await tap('Ware zurücknehmen');
      const back = page.getByRole('region', { name: 'Ware zurücknehmen' });
      await tap(back.getByRole('button', { name: /^Mehr .*Brötchen/i }));
      await tap(back.getByRole('button', { name: 'Gefällt nicht' }));
      await tap(back.getByRole('button', { name: /auszahlen$/ }));
      await expect(page.getByRole('heading', { name: 'Ausgezahlt' })).toBeVisible();
      await tap(NEXT);
    },
  },
  {
    name: 'the drawer is counted',
    before: 8,
    now: 7,
    run: async ({ tap, write, page }) => {
      await tap(page.getByRole('link', { name: 'Bargeld' }));
      await tap('Schicht öffnen');
      await write('Stück 50,00 €', '2');
      await tap('Leere Felder mit 0 füllen');
      await tap('Zählung abschließen');
      await expect(page.getByRole('button', { name: 'Weiter zählen' })).toBeVisible();
      await tap('Zählung abschließen');
      await tap('Fertig');
    },
  },
  {
    name: 'the steps of the end of the day',
    before: 2,
    now: 1,
    run: async ({ tap, page }) => {
      await tap(page.getByRole('link', { name: 'Abschluss' }));
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'another price of an article',
    before: 6,
    now: 4,
    run: async ({ tap, write, page }) => {
      await tap(page.getByRole('link', { name: 'Verwaltung' }));
      await tap(page.getByRole('main').getByRole('link', { name: /^Artikel/ }));
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
      await scan(page, codes.milk);
      await write('Preis', '1,50');
      await tap('Speichern');
      await expect(page.getByText(/ ist gespeichert\.$/)).toBeVisible();
    },
  },
  {
    name: 'a new article',
    before: 7,
    now: 4,
    run: async ({ tap, write, page }) => {
      await scan(page, '4006381333931');
      await tap('Artikel anlegen');
      await write('Name (Deutsch)', 'Limo');
      await write('Preis', '2,50');
      await tap('Speichern');
      await expect(line(page, 'Limo')).toContainText('2,50');
      await more(page, 'Warenkorb leeren');
    },
  },
  {
    name: 'park a basket and take it back',
    before: 7,
    now: 5,
    run: async hand => {
      await threeArticles(hand);
      await hand.tap('Parken');
      await hand.tap(/Geparkten Warenkorb zurückholen/);
      await expect(hand.page.getByTestId('pieces')).toHaveText('3 Stück');
    },
  },
];

test.use({ hasTouch: true });

test('ten everyday jobs take no more touches than their rows allow', { tag: '@long' }, async ({ page, till }) => {
  test.slow();
  await signIn(page, till.url, '9999', 'Leitung');
  for (const job of JOBS) await expect.soft(await touchesOf(page, till, job), job.name).toBe(job.now);
  expect(JOBS.filter(({ before, now }) => now > before)).toEqual([]);
});

async function touchesOf(page: Page, till: Till, { run, name }: Job): Promise<number> {
  await page.goto(till.url);
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  let touches = 0;
  const tap = async (what: Locator | string | RegExp) => {
    const where =
      typeof what === 'string' || what instanceof RegExp
        ? page.getByRole('button', { name: what, exact: typeof what === 'string' }).first()
        : what;
    await where.tap();
    touches += 1;
  };
  const write = async (field: string, text: string) => {
    const where = page
      .getByRole('textbox', { name: field, exact: true })
      .or(page.getByRole('searchbox', { name: field }));
    await tap(where);
    await where.fill(text);
  };
  await test.step(name, () => run({ page, tap, write }));
  return touches;
}
