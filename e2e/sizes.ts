/**
 * Measures a screen at every size of a till: nothing that can be pressed is cut, covered or too small, no text is too small to read at
 * arm's length, no amount is cut, and nothing moves sideways.
 */
import type { Page } from '@playwright/test';

/** From the window of a phone to that of a wide screen, px. */
export const SIZES = [
  [1280, 800],
  [1024, 600],
  [1366, 768],
  [1920, 1080],
  [800, 480],
  [400, 800],
] as const;

/** Faults in words, each with its size; an empty list where all is well. The window gets its size back. */
export async function faultsOfSizes(page: Page): Promise<readonly string[]> {
  const size = page.viewportSize()!;
  const found: string[] = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    // A foot that has just come takes no touch for half a second.
    await page.evaluate(() => {
      const ends = (one: Animation) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
      return Promise.allSettled(
        document
          .getAnimations()
          .filter(ends)
          .map(one => one.finished),
      );
    });
    found.push(...(await faults(page)).map(fault => `${width} × ${height}: ${fault}`));
  }
  await page.setViewportSize(size);
  return found;
}

/** Buttons and fields without an edge where people asked for more contrast, and where the system has taken the colours away. */
export async function faultsOfContrast(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const mode of [{ contrast: 'more' }, { forcedColors: 'active' }] as const) {
    await page.emulateMedia(mode);
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(one => one instanceof CSSTransition)
          .map(one => one.finished),
      ),
    );
    const bare = await page
      .locator('main, [role="dialog"]')
      .locator('button, input, select, textarea')
      .evaluateAll(all =>
        all
          .filter(
            one =>
              one.checkVisibility() &&
              !one.matches(':disabled') &&
              one.closest('.sr-only, li, tr') === null &&
              one.getBoundingClientRect().width > 1,
          )
          .filter(one => {
            const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(one);
            const isForced = matchMedia('(forced-colors: active)').matches;
            return (
              borderTopStyle === 'none' ||
              Number.parseFloat(borderTopWidth) < 1 ||
              (!isForced && /^rgba.*, 0\)$|\/ 0\)$/.test(borderTopColor))
            );
          })
          .map(one => one.getAttribute('aria-label') ?? one.textContent),
      );
    found.push(...bare.map(name => `${Object.keys(mode)[0]}: ${name} has no edge`));
    found.push(...(await faults(page)).map(fault => `${Object.keys(mode)[0]}: ${fault}`));
  }
  await page.emulateMedia({ contrast: 'no-preference', forcedColors: 'none' });
  return found;
}

/** Names of what matches and is not whole in sight as the screen stands, without scrolling anything. */
export const outOfSight = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll(elements => {
    const isSeen = (element: Element, x: number, y: number) => {
      const above = document.elementFromPoint(x, y);
      return above !== null && (element.contains(above) || above.contains(element));
    };
    return elements
      .filter(element => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const middle = (left + right) / 2;
        return ![top + 2, (top + bottom) / 2, bottom - 2].every(y => isSeen(element, middle, y));
      })
      .map(element => element.getAttribute('aria-label') ?? element.textContent);
  });

/** Least side of a target, least gap between two targets, least size of a text, and of one in the bar at the side, px. */
const LEAST = { target: 48, gap: 8, text: 15, bar: 13 };

const faults = (page: Page): Promise<string[]> =>
  page.evaluate(least => {
    const found: string[] = [];
    const nameOf = (element: Element) =>
      (element.getAttribute('aria-label') ?? (element.textContent || element.tagName)).trim().slice(0, 60);
    const dialogs = document.querySelectorAll('[role="dialog"]');
    // Behind a dialog nothing can be pressed, so only what it shows counts.
    const root = dialogs[dialogs.length - 1] ?? document.body;
    const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    /** A link within a sentence is as high as its line (WCAG 2.5.8). */
    const isWord = (element: Element) => element.tagName === 'A' && element.closest('p, dd, .manual-text li') !== null;
    /** Hidden from eyes and there for a screen reader. */
    const isForReaders = (element: Element) => element.closest('.sr-only') !== null;

    /**
     * Targets so close that a finger between them meets the wrong one. The rows of a list, the segments of one choice and the two
     * ends of one field touch each other by design: each has the whole height or width of its place.
     */
    function tooClose(): string[] {
      /** The part of a target that its scrolling places show. */
      const shownBox = (one: Element) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const box = { left, right, top, bottom };
        for (let around = one.parentElement; around; around = around.parentElement) {
          if (getComputedStyle(around).overflow === 'visible') continue;
          const edge = around.getBoundingClientRect();
          box.left = Math.max(box.left, edge.left);
          box.right = Math.min(box.right, edge.right);
          box.top = Math.max(box.top, edge.top);
          box.bottom = Math.min(box.bottom, edge.bottom);
        }
        return box;
      };
      const places = [...root.querySelectorAll('button, a[href], input, select, textarea, summary')]
        .filter(one => isShown(one) && !isForReaders(one) && !isWord(one))
        .map(one => ({ one, box: shownBox(one) }))
        .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1);
      /** Above everything, such as the bar for paying on a phone, and therefore not beside what scrolls below it. */
      const isFixed = (one: Element) => {
        for (let around: Element | null = one; around; around = around.parentElement)
          if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(around).position)) return true;
        return false;
      };
      /** A bar that stays at the edge while what stands beside it in the same place scrolls below it. */
      const isBarOver = (a: Element, b: Element) => {
        for (let around: Element | null = a; around && !around.contains(b); around = around.parentElement)
          if (getComputedStyle(around).position === 'sticky') return around.parentElement!.contains(b);
        return false;
      };
      const isRow = (one: Element) => one.closest('li, th, tr, [data-row]');
      const isJoined = (a: Element, b: Element) =>
        a.contains(b) ||
        b.contains(a) ||
        isFixed(a) !== isFixed(b) ||
        isBarOver(a, b) ||
        isBarOver(b, a) ||
        (isRow(a) !== null && isRow(b) !== null && isRow(a) !== isRow(b)) ||
        ['[data-joined]', 'label', '.relative:has(> input)'].some(
          place => a.closest(place) !== null && a.closest(place) === b.closest(place),
        );
      return places.flatMap(({ one, box }, at) =>
        places.slice(at + 1).flatMap(other => {
          const aside = Math.max(box.left, other.box.left) - Math.min(box.right, other.box.right);
          const apart = Math.max(box.top, other.box.top) - Math.min(box.bottom, other.box.bottom);
          const gap = Math.max(aside, apart);
          if (gap >= least.gap - 0.5 || isJoined(one, other.one)) return [];
          return [`${nameOf(one)} and ${nameOf(other.one)}: ${Math.round(gap)} px between`];
        }),
      );
    }

    if (document.documentElement.scrollWidth > innerWidth + 1) found.push('the page moves sideways');
    const isScrolled = (element: Element) => element.scrollHeight > element.clientHeight + 1;
    const scrolls = (element: Element) => getComputedStyle(element).overflowY === 'auto' && isScrolled(element);
    if (isScrolled(document.documentElement) && [...document.querySelectorAll('main')].some(scrolls))
      found.push('the page scrolls within a page that scrolls');
    for (const control of root.querySelectorAll('button, a[href], input, select, textarea, [role="button"]')) {
      if (!isShown(control) || isForReaders(control) || control.matches('[type="file"], [tabindex="-1"][hidden]'))
        continue;
      const isInText = isWord(control);
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const box = control.getBoundingClientRect();
      if (box.width <= 1 || isInText) continue;
      if (Math.min(box.width, box.height) < least.target - 0.5)
        found.push(`${nameOf(control)}: ${Math.round(box.width)} × ${Math.round(box.height)}`);
      if (
        box.left < -1 ||
        box.right > innerWidth + 1 ||
        (box.height < innerHeight && (box.top < -1 || box.bottom > innerHeight + 1))
      )
        found.push(`${nameOf(control)}: cut by the window`);
      const [x, y] = [box.left + box.width / 2, Math.min(box.top + box.height / 2, innerHeight - 1)];
      const above = document.elementFromPoint(x, y);
      if (!above || !(control.contains(above) || above.contains(control)))
        found.push(`${nameOf(control)}: covered by ${above ? nameOf(above) : 'nothing'}`);
    }
    found.push(...tooClose());
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const seen = new Set<string>();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!;
      const text = node.textContent!.trim();
      if (text === '' || !isShown(element) || isForReaders(element) || element.closest('svg, option, style, script'))
        continue;
      const { fontSize } = getComputedStyle(element);
      // The picture of a paper is as wide as its place, however many characters its lines have.
      if (element.closest('.paper')) continue;
      const smallest = element.closest('nav, header') ? least.bar : least.text;
      if (Number.parseFloat(fontSize) < smallest - 0.1 && !seen.has(text)) {
        seen.add(text);
        found.push(`“${text.slice(0, 40)}” is ${fontSize} high`);
      }
      const cut = element.closest('.truncate, .overflow-hidden');
      if (/\d[,.]\d\d\s€/.test(text) && cut && cut.scrollWidth > cut.clientWidth + 1) found.push(`“${text}” is cut`);
    }
    return found;
  }, LEAST);
