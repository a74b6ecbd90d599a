/** Every screen has no violation of accessibility in light and dark, targets large enough, and no sideways scrolling. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

/** Every page is sent it after each load; `axe.source` is twice as long. */
export const axeSource = readFileSync(
  join(import.meta.dirname, '..', 'node_modules', 'axe-core', 'axe.min.js'),
  'utf8',
);

/** Holds a state against rules, and every text in it whose colours were not measured before against that of contrast. */
async function expectNone(page: Page, rules: RunOptions, scheme: string) {
  await prepare(page);
  await expectNoViolation(page, null, rules, scheme);
  if (!(await markNewColours(page))) return;
  await expectNoViolation(page, `[${MARK}]`, only(CONTRAST), scheme);
  await page.evaluate(mark => {
    for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark);
  }, MARK);
}

/**
 * Waits for colour transitions, because colours between two states have no chosen contrast, and gives the page axe and the
 * measured colours. A page keeps both until it loads again.
 */
async function prepare(page: Page) {
  const ready = await page.evaluate(async () => {
    const running = document.getAnimations().filter(one => one instanceof CSSTransition);
    await Promise.allSettled(running.map(({ finished }) => finished));
    return 'axe' in window;
  });
  if (ready) return;
  await page.evaluate(axeSource);
  await page.evaluate(known => {
    window.measuredColours = new Set(known);
  }, measured);
}

/**
 * Only violations leave the page: what axe says of everything that is right is a hundred times as long. No screen has frames,
 * which axe would need a builder for.
 * @param place a selector; null: the whole page
 */
async function expectNoViolation(page: Page, place: string | null, rules: RunOptions, scheme: string) {
  // One of the rules looks at media and none at the text of style sheets, which axe would load and parse each time.
  const options: RunOptions = { ...rules, resultTypes: ['violations'], preload: { assets: ['media'] } };
  const found = await page.evaluate(
    async ([where, how, name]) => {
      const { violations } = await window.axe.run(where ?? document, how);
      return violations.map(({ id, nodes }) => `${name}, ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    [place, options, scheme] as const,
  );
  expect(found).toEqual([]);
}

declare global {
  interface Window {
    readonly axe: typeof import('axe-core');
    /** Colours of texts that were measured before. */
    measuredColours: Set<string>;
    /** The elements that the page showed when it was last held against every rule. */
    audited?: string;
  }
}

const CONTRAST = 'color-contrast';
const MARK = 'data-new-colours';

/** Colours of texts that this worker has measured. */
const measured: string[] = [];

/**
 * Contrast follows from the colour of a text, its size and weight, and the backgrounds below it. Measuring it is the dearest rule
 * of all, so texts that look like measured ones are left out. False where no text is new.
 */
async function markNewColours(page: Page): Promise<boolean> {
  const found = await page.evaluate(mark => {
    const seen = window.measuredColours;
    const grounds = new Map<Element, string>();
    const groundOf = (element: Element): string => {
      const before = grounds.get(element);
      if (before !== undefined) return before;
      const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element);
      const own = `${backgroundColor} ${backgroundImage} ${opacity} ${filter}`;
      const below = element.parentElement ? groundOf(element.parentElement) : '';
      const ground = own === 'rgba(0, 0, 0, 0) none 1 none' ? below : `${below} / ${own}`;
      grounds.set(element, ground);
      return ground;
    };
    const texts = [...document.body.querySelectorAll('*')].filter(
      element =>
        (element instanceof HTMLInputElement ||
          [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())) &&
        element.checkVisibility(),
    );
    return texts.flatMap(element => {
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      const look = `${color} ${fontSize} ${fontWeight} ${textShadow} on${groundOf(element)}`;
      if (seen.has(look)) return [];
      seen.add(look);
      element.setAttribute(mark, '');
      return [look];
    });
  }, MARK);
  measured.push(...found);
  return found.length > 0;
}

/** The same screen on a narrow window: nothing moves sideways. */
export async function expectNarrow(page: Page, width = 400) {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width, height: 800 });
  const known = await showsTheSame(page);
  await expectNone(page, known ? only(...PLACES) : everyRule, 'narrow');
  await expectTargets(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Contrast is measured apart. */
const everyRule: RunOptions = {
  runOnly: { type: 'tag', values: RULES },
  rules: { [CONTRAST]: { enabled: false } },
};
const only = (...rules: readonly string[]): RunOptions => ({ runOnly: { type: 'rule', values: [...rules] } });
/** The other rule that depends on colours. */
const LINKS = 'link-in-text-block';

/** Everything that depends on where an element lies. */
const PLACES = [LINKS, 'target-size', 'scrollable-region-focusable', 'skip-link', 'aria-hidden-focus'];

/**
 * True when the page and its visible elements are the same as when they were last held against every rule: a narrow window
 * that shows the same is held only against the rules about places. `keep` notes what the page shows now.
 */
const showsTheSame = (page: Page, keep = false): Promise<boolean> =>
  page.evaluate(note => {
    const visible = [...document.querySelectorAll('*')].map(element => Number(element.checkVisibility())).join('');
    const shown = `${visible} ${document.documentElement.outerHTML}`;
    const same = shown === window.audited;
    if (note) window.audited = shown;
    return same;
  }, keep);

/** The screen in light and dark. */
export async function expectAccessible(page: Page) {
  await expectNone(page, everyRule, 'light');
  await showsTheSame(page, true);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNone(page, only(LINKS), 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expectTargets(page);
}

/** Targets large enough for fingers: 48 pixels, and 64 for tenders and digits. */
async function expectTargets(page: Page) {
  const small = await page.evaluate(
    LARGE =>
      [...document.querySelectorAll('button, input, select, [role=button]')]
        .filter(element => element.checkVisibility())
        .map(element => ({
          box: element.getBoundingClientRect(),
          least: element.closest(LARGE) ? 64 : 48,
          name: element.getAttribute('aria-label') ?? element.textContent,
        }))
        .filter(({ box, least }) => box.width > 1 && (box.width < least || box.height < least))
        .map(({ box, name }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
    LARGE_TARGETS,
  );
  expect(small).toEqual([]);
}

/** Groups whose buttons move money or write an amount. */
const LARGE_TARGETS = ['Bezahlen', 'Ziffernblock', 'Pay', 'Number pad'].map(name => `[aria-label="${name}"]`).join();
