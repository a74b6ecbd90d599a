/** A finger reaches a control that lies wholly inside the window, is large enough, and has nothing in front of it. */
import type { Page } from '@playwright/test';

/** Least side of a target, px. */
const TARGET = 48;

/**
 * Faults of the controls below these places, in words; an empty list where a finger reaches all of them. A place without any
 * control is wrong, too.
 * @param places selectors of the groups whose buttons are looked at
 * @param shown selectors of texts that have to be in sight
 */
export const outOfReach = (page: Page, places: readonly string[], shown: readonly string[] = []): Promise<string[]> =>
  page.evaluate(
    ([groups, texts, least]) => {
      const nameOf = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
      const faultOf = (element: Element, smallest: number): string | null => {
        const box = element.getBoundingClientRect();
        const size = `${Math.round(box.left)},${Math.round(box.top)} to ${Math.round(box.right)},${Math.round(box.bottom)}`;
        if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
          return `outside of ${innerWidth} × ${innerHeight}: ${size}`;
        if (box.width < smallest || box.height < smallest) return `too small: ${box.width} × ${box.height}`;
        // A finger meets any part of it, so the corners count, too.
        const points = [
          [box.left + box.width / 2, box.top + box.height / 2],
          [box.left + 6, box.top + 6],
          [box.right - 6, box.top + 6],
          [box.left + 6, box.bottom - 6],
          [box.right - 6, box.bottom - 6],
        ] as const;
        const above = points
          .map(([x, y]) => document.elementFromPoint(x, y))
          .find(found => !found || !(element.contains(found) || found.contains(element)));
        return above === undefined ? null : `covered by ${above?.outerHTML.slice(0, 80)}`;
      };
      const check = (element: Element, smallest: number): string[] => {
        const fault = faultOf(element, smallest);
        return fault ? [`${nameOf(element)}: ${fault}`] : [];
      };
      const buttons = groups.flatMap(group => {
        const found = [...document.querySelectorAll(`${group} button`)].filter(one => one.checkVisibility());
        return found.length === 0 ? [`${group}: nothing there`] : found.flatMap(one => check(one, least));
      });
      return [
        ...buttons,
        ...texts.flatMap(text => {
          const found = document.querySelector(text);
          return found ? check(found, 1) : [`${text}: not there`];
        }),
      ];
    },
    [places, shown, TARGET] as const,
  );

/** Windows of tills: small, common and wide. */
export const WINDOWS = [
  [1024, 600],
  [1280, 800],
  [1366, 768],
] as const;
