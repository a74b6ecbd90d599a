/** Articles get into the basket by scanner, search and quick key, and the scanner never disturbs typing. */
import type { Page, Route } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { adjust, basket, codes, line, missingSum, more, pay, saved, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

const SALES = '/api/v2/Smart/Transactions';

test.beforeEach(({ page, till }) => signIn(page, till.url));

test('adds scanned articles with a sound, keeps the basket at unknown codes, and restores it after a reload', async ({
  page,
  till,
}) => {
  await scan(page, codes.coffee);
  // A scanner that halts for a moment, even at its first key or its last one.
  await scan(page, codes.coffee, [1, 13]);
  await scan(page, codes.bread, [5, 6, 9]);
  await expect(line(page, 'Cappuccino')).toContainText('6,80');
  await expect(basket(page).getByRole('listitem')).toHaveCount(2);
  await expect(missingSum(page)).toHaveText('11,30 €');
  await scan(page, '4006381333931');
  await expect(page.getByText('Code 4006381333931 ist unbekannt.').first()).toBeVisible();
  await expect(basket(page).getByRole('listitem')).toHaveCount(2);
  await expect.poll(() => kept(till)).toBe(2);
  await noteSounds(page);
  await page.reload();
  await expect(line(page, 'Cappuccino')).toBeVisible();
  await expect(missingSum(page)).toHaveText('11,30 €');
  // It sounds at every scan, and the sound device rests in between.
  const states = () => page.evaluate(() => (window as unknown as { states: string[] }).states);
  await scan(page, codes.milk);
  await expect.poll(states).toEqual(['running']);
  await expect.poll(states).toEqual(['running', 'suspended']);
  await scan(page, codes.milk);
  await expect.poll(states).toEqual(['running', 'suspended', 'running']);
});

/** How a save ends that the page never hears of. */
const LOST_SAVES = {
  'before the bridge gets it': async () => {},
  'after the bridge has carried it out': async (route: Route) => void (await route.fetch().catch(() => {})),
} as const;

for (const [when, arrives] of Object.entries(LOST_SAVES))
  test(`a reload while a scan is saved loses nothing, ${when}`, {
    tag: '@long',
  }, async ({ page, till }) => {
    const { body: before } = await till.call('GET', `${SALES}?count=0`);
    let pieces = 0;
    const reloadWhileSaving = async (method: string, ...scanned: readonly string[]) => {
      const asked = Promise.withResolvers<void>();
      await page.route(`**${SALES}**`, route =>
        route.request().method() === method ? arrives(route).then(asked.resolve) : route.continue(),
      );
      for (const code of scanned) await scan(page, code);
      await asked.promise;
      pieces += scanned.length;
      // Kept in a task of its own, by a part that is loaded after the first screen.
      await expect.poll(() => piecesKept(page)).toBe(pieces);
      // The stream of the old page tells of the change where the bridge has it.
      await page.goto('about:blank');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.goto(till.url);
    };
    await reloadWhileSaving('POST', codes.bread);
    await expect(line(page, 'Bauernbrot')).toBeVisible();
    await saved(page);
    await expect.poll(() => kept(till)).toBe(1);
    // The first scan of the burst is sent, the others are kept in the browser alone.
    await reloadWhileSaving('PUT', codes.coffee, codes.milk, codes.milk);
    await expect(line(page, 'Cappuccino')).toBeVisible();
    await expect(line(page, 'Vollmilch')).toContainText('2 ×');
    await saved(page);
    await expect.poll(() => kept(till)).toBe(3);
    // It is one sale, and the browser keeps nothing of what the bridge has.
    const { body: after } = await till.call('GET', `${SALES}?count=0`);
    expect(after.count - before.count).toBe(1);
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain('unsaved');
    await page.reload();
    await expect(basket(page).getByRole('listitem')).toHaveCount(3);
  });

test('a page that crashes in the middle of a burst loses no scan', async ({ page, context, till }) => {
  // The bridge gets none of it.
  await page.route(`**${SALES}**`, () => {});
  const burst = [codes.bread, codes.coffee, codes.milk, codes.milk, codes.coffee, codes.bread, codes.milk, codes.milk];
  for (const code of burst) await scan(page, code);
  await expect.poll(() => piecesKept(page)).toBe(burst.length);
  await scan(page, codes.coffee);
  await expect(line(page, 'Cappuccino')).toContainText('3 ×');
  // A scan is kept in the task behind it.
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve)));
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => {});
  await crashed;
  const next = await context.newPage();
  await next.goto(till.url);
  await expect(line(next, 'Cappuccino')).toContainText('3 ×');
  await expect(line(next, 'Vollmilch')).toContainText('4 ×');
  await expect(line(next, 'Bauernbrot')).toContainText('2 ×');
  await saved(next);
  await expect.poll(() => kept(till)).toBe(3);
});

/** Pieces of the basket that the browser keeps, as its changes tell. */
const piecesKept = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const name = Object.keys(localStorage).find(each => /unsaved\.[^.]+$/.test(each));
    const quantities: number[] = [];
    for (let at = 0; name; at += 1) {
      const change = JSON.parse(localStorage.getItem(`${name}.${localStorage.getItem(name)}.${at}`) ?? 'null');
      if (change === null) break;
      quantities.length = Math.min(quantities.length, change.count);
      for (const [place, { quantity }] of change.lines) quantities[place] = quantity;
    }
    return quantities.reduce((sum, quantity) => sum + quantity, 0);
  });

test('keeps the typed search while a scan goes into the basket; a quick key adds, and what was removed comes back', async ({
  page,
}) => {
  const search = page.getByRole('searchbox', { name: 'Artikel suchen' });
  await search.click();
  await search.pressSequentially('Brez', { delay: 400 });
  await scan(page, codes.milk);
  await expect(line(page, 'Vollmilch')).toBeVisible();
  await expect(search).toHaveValue('Brez');
  // The scanner may halt there, too: nothing of a code stays in a field.
  await scan(page, codes.milk, [5, 9]);
  await scan(page, codes.milk, [5], 600);
  await expect(line(page, 'Vollmilch')).toContainText('3 ×');
  await expect(search).toHaveValue('Brez');
  await page.getByRole('button', { name: /^Laugenbrezel, / }).click();
  await expect(line(page, 'Laugenbrezel')).toBeVisible();
  await more(page, 'Warenkorb leeren');
  await search.fill('');
  await page.getByRole('button', { name: 'Banane, 0,40 €' }).click();
  await page.getByRole('button', { name: 'Mehr: Banane' }).click();
  await expect(missingSum(page)).toHaveText('0,80 €');
  const quantity = page.getByRole('textbox', { name: 'Menge: Banane' });
  await quantity.fill('12');
  await quantity.press('Enter');
  await expect(missingSum(page)).toHaveText('4,80 €');
  await adjust(page, 'Banane');
  await page.getByRole('button', { name: 'Zeile entfernen' }).click();
  await expect(line(page, 'Banane')).toHaveCount(0);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(line(page, 'Banane')).toContainText('12 ×');
});

test('no code becomes an amount of money, however its scanner halts', { tag: '@long' }, async ({ page }) => {
  await scan(page, codes.bread);
  await saved(page);
  const sheet = page.getByRole('dialog', { name: 'Barzahlung' });
  for (const [halts, halt] of [
    [[5], 90],
    [[4], 600],
    [[10], 600],
    [[13], 600],
    [[3, 7], 300],
  ] as const) {
    await pay(page, 'Bar').click();
    const given = sheet.getByRole('textbox');
    await given.fill('5');
    await scan(page, '4006381333931', halts, halt);
    await expect(page.getByText('Code 4006381333931 ist unbekannt.').first()).toBeVisible();
    await expect(given).toHaveValue('5');
    await page.keyboard.press('Escape');
  }
});

test('takes twenty scans without a pause, and shows the same basket in a second window of the till', {
  tag: '@long',
}, async ({ page, till }) => {
  for (let count = 0; count < 20; count += 1) await scan(page, count % 2 ? codes.coffee : codes.milk);
  for (const name of ['Cappuccino', 'Vollmilch']) await expect(line(page, name)).toContainText('10 ×');
  await expect.poll(() => kept(till)).toBe(2);
  const other = await page.context().newPage();
  await other.goto(till.url);
  await expect(line(other, 'Cappuccino')).toBeVisible();
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  await scan(page, codes.milk);
  await expect(line(other, 'Vollmilch')).toContainText('11 ×');
  await scan(other, codes.bread);
  await expect(basket(page).getByRole('listitem')).toHaveCount(3);
  await expect(missingSum(page)).toHaveText(await missingSum(other).innerText());
  // Loads the till for changes of the other window, not for its own changes.
  expect(asked.filter(path => path === '/bridge/v1/till').length).toBeLessThan(3);
});

/** Lines of the newest sale, as the bridge has them. */
const kept = async ({ call }: Till): Promise<number | undefined> =>
  (await call('GET', '/api/v2/Smart/Transactions')).body.data[0]?.basket.products.length;

/** From the next load on every change of the sound is kept: a busy machine may ask too late to see a state that has passed. */
const noteSounds = (page: Page) =>
  page.addInitScript(() => {
    const states: string[] = [];
    const Original = AudioContext;
    Object.assign(window, {
      states,
      AudioContext: class extends Original {
        constructor() {
          super();
          this.addEventListener('statechange', () => states.push(this.state));
        }
      },
    });
  });

test('finds an article by every spelling of its code, and sells packs, weights and prices that stand in a code', {
  tag: '@long',
}, async ({ page, till }) => {
  const create = async (article: object) =>
    expect((await till.call('POST', '/bridge/v1/articles', { tax: null, taxRate: 7, ...article })).status).toBe(200);
  const packs = [{ code: '24006381333935', pieces: 6 }];
  await create({ number: 'S-1', name: 'Taschentücher', price: 199, eans: ['036000291452', 'Größe-7/b'], packs });
  await create({ number: 'S-2', name: 'Schinken', price: 1990, eans: ['94012345678904'], measure: 'kg' });
  const spelled = [
    ...['036000291452', '0036000291452', '00036000291452', ']E00036000291452', ']C10100036000291452'],
    ...['(01)00036000291452(17)301231', 'https://id.gs1.org/01/00036000291452?17=301231', 'GRÖSSE-7/B', ']C0größe-7/B'],
  ];
  for (const [at, code] of spelled.entries()) {
    await scan(page, code);
    await expect(line(page, 'Taschentücher')).toContainText(`${at + 1} ×`);
  }
  await scan(page, ']C10124006381333935');
  await expect(line(page, 'Taschentücher')).toContainText(`${spelled.length + 6} ×`);
  // Pieces of another lot stand in a line of their own, which says it.
  await scan(page, '(01)00036000291452(10)A-1');
  await scan(page, '(01)00036000291452(10)A-1');
  await expect(line(page, 'LOT A-1')).toContainText('2 ×');
  // The sign between two parts of a code comes as Control and a bracket.
  await scan(page, ']C1019401234567890410AB\u001d3103000750');
  await expect(line(page, 'Schinken')).toContainText('14,93');
  await scan(page, ']d20194012345678904392200499');
  await expect(line(page, 'Schinken').filter({ hasText: '4,99' })).toBeVisible();
  await saved(page);
});

test('asks about goods past their date, and sells them only when somebody has looked', { tag: '@long' }, async ({
  page,
}) => {
  const milk = `010${codes.milk}17200131`;
  await scan(page, milk);
  const question = page.getByRole('dialog', { name: 'Datum abgelaufen' });
  await expect(question).toContainText('31.01.2020');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Nicht verkaufen' }).click();
  await expect(basket(page)).toHaveCount(0);
  await scan(page, milk);
  await question.getByRole('button', { name: 'Geprüft, verkaufen' }).click();
  await expect(line(page, 'Vollmilch')).toBeVisible();
  await scan(page, `010${codes.milk}17701231`);
  await expect(line(page, 'Vollmilch')).toContainText('2 ×');
});

test('learns prefix, suffix and keyboard of a scanner, and no key of a code presses anything', {
  tag: '@long',
}, async ({ page, till }) => {
  await till.call('POST', '/bridge/v1/articles', {
    ...{ number: 'S-3', name: 'Zylinder', price: 500, tax: null, taxRate: 19, eans: ['ZY-77/a'] },
  });
  // An American scanner at a German till: what it means, what the till makes of it, and the place of the key.
  await strikeAs(page, 'ZY-77/a', ['Enter']);
  await page.getByRole('button', { name: 'Falsche Tastatur am Scanner?' }).click();
  const sheet = page.getByRole('dialog', { name: 'Scanner einstellen' });
  await expect(sheet.getByRole('img', { name: 'Testcode TEST-zy/ZY+07' })).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Testcode scannen' }).click();
  await strikeAs(page, '~TEST-zy/ZY+07', ['Tab']);
  await expect(sheet.getByText('Gelernt. Das gilt für diese Kasse.')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Tabulator' })).toHaveAttribute('aria-pressed', 'true');
  await expect(sheet.getByRole('button', { name: 'der USA' })).toHaveAttribute('aria-pressed', 'true');
  await expect(sheet.getByLabel('Vor jedem Code sendet er')).toHaveValue('~');
  await strikeAs(page, '~TEST-zy/ZY+07', ['Tab']);
  await expect(sheet.getByText('Gelesen: TEST-zy/ZY+07')).toBeVisible();
  await sheet.getByRole('button', { name: 'nichts' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Espresso/ })).toBeVisible();
  await strikeAs(page, '~ZY-77/a', []);
  await expect(line(page, 'Zylinder')).toBeVisible();
  await strikeAs(page, '~]C0zy-77/A', []);
  await expect(line(page, 'Zylinder')).toContainText('2 ×');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** Signs of the American keyboard, the places of their keys, and what a German till makes of them. */
const AMERICAN: Readonly<Record<string, readonly [place: string, key: string, shift?: true]>> = {
  ...{ '-': ['Minus', 'ß'], '/': ['Slash', '-'], '+': ['Equal', 'Dead', true], '~': ['Backquote', '°', true] },
  ...{ ']': ['BracketRight', '+'] },
};

/** As an American scanner types at a German till. */
async function strikeAs(page: Page, text: string, ends: readonly string[]): Promise<void> {
  const letters: Readonly<Record<string, string>> = { z: 'y', y: 'z', Z: 'Y', Y: 'Z' };
  const strokes = [...text].map(sign => {
    const [code, key, shiftKey = false] = AMERICAN[sign] ?? [
      /\d/.test(sign) ? `Digit${sign}` : `Key${sign.toUpperCase()}`,
      letters[sign] ?? sign,
      sign !== sign.toLowerCase() || undefined,
    ];
    return { code, key, shiftKey: shiftKey === true };
  });
  await page.evaluate(
    all => {
      for (const stroke of all)
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { ...stroke, bubbles: true, cancelable: true }),
        );
    },
    [...strokes, ...ends.map(key => ({ code: key, key, shiftKey: false }))],
  );
}
