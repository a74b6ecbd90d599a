/** The paper of the terminal, newest slip first. */
import { say } from './texts.js';

/** @typedef {import('./state.js').Slip} Slip */

/** @type {readonly Slip[]} */
let shown = [];
let shownIn = '';

/**
 * @param {HTMLElement} place
 * @param {readonly Slip[]} slips
 */
export function showPaper(place, slips) {
  const lang = document.documentElement.lang;
  if (lang === shownIn && JSON.stringify(slips) === JSON.stringify(shown)) return;
  [shown, shownIn] = [slips, lang];
  place.hidden = slips.length === 0;
  place.replaceChildren(...slips.map(drawn).toReversed());
  place.scrollTop = 0;
}

/** @param {Slip} slip */
function drawn({ copy, printedBy, lines }) {
  const slip = document.createElement('article');
  slip.className = 'slip';
  slip.setAttribute('aria-label', say.or(`copy.${copy}`, copy));
  const by = Object.assign(document.createElement('p'), {
    textContent: say(`by.${printedBy}`),
    className: 'by center',
  });
  slip.append(...lines.map(line), by);
  return slip;
}

/** @param {Slip['lines'][number]} line */
function line({ text, align, wide, tall }) {
  return Object.assign(document.createElement('p'), {
    textContent: text,
    className: `${align}${wide || tall ? ' big' : ''}`,
  });
}
