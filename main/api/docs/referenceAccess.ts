/**
 * Names and roles that the library of the OpenAPI page leaves out, so that the page can be read by screen readers and by keyboard.
 * The library draws anew at any time, so they are set after every change.
 */
import { inline } from '../../http/htmlPage.ts';

/** Selector inside the page, attribute, value. */
const ATTRIBUTES: readonly (readonly [string, string, string])[] = [
  // The page around it has a main part already.
  ['main', 'role', 'region'],
  ['main', 'aria-label', 'Operations'],
  // It stands below a heading of the second level.
  ['.info .title, .models > h4', 'role', 'heading'],
  ['.info .title, .models > h4, h3.opblock-tag', 'aria-level', '3'],
  ['#servers', 'aria-label', 'Server'],
  ['.examples-select-element', 'aria-label', 'Example'],
  ['textarea.body-param__text', 'aria-label', 'Request body'],
  ['pre.microlight', 'tabindex', '0'],
];

/** A link inside a button cannot be reached by everybody; the button opens the same, and puts it into the address. */
const LINK_IN_BUTTON = '.opblock-summary-control a[href]';

export const REFERENCE_ACCESS = inline(`
(() => {
  const page = document.getElementById('swagger-ui');
  let due = 0;
  const complete = () => {
    due = 0;
    for (const [selector, name, value] of ${JSON.stringify(ATTRIBUTES)})
      for (const element of page.querySelectorAll(selector))
        if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    for (const link of page.querySelectorAll('${LINK_IN_BUTTON}')) link.removeAttribute('href');
  };
  new MutationObserver(() => { due ||= requestAnimationFrame(complete); }).observe(page, { childList: true, subtree: true });
})();
`);
