/** German and English texts of the page. The display of the terminal has its own texts. */
import { de } from './texts.de.js';
import { en } from './texts.en.js';

const LANGUAGES = { de, en };
const KEPT = 'terminal-language';

/** @type {'de' | 'en'} */
let chosen = (localStorage.getItem(KEPT) ?? navigator.language).startsWith('de') ? 'de' : 'en';

/** The chosen language, as `lang` wants it. */
export function language() {
  return chosen;
}

export function nextLanguage() {
  chosen = chosen === 'de' ? 'en' : 'de';
  localStorage.setItem(KEPT, chosen);
}

/**
 * @param {string} key
 * @param {...(string | number)} values in place of {}
 */
export function say(key, ...values) {
  return values.reduce((/** @type {string} */ text, value) => text.replace('{}', String(value)), say.or(key, key));
}

/**
 * @param {string} key
 * @param {string} otherwise
 */
say.or = (key, otherwise) => /** @type {Record<string, string>} */ (LANGUAGES[chosen])[key] ?? otherwise;

/**
 * @param {string} name
 * @param {string} about
 */
export function cardText(name, about) {
  return say.or(`card.${name}`, about);
}

/** Fills in the texts of the document. */
export function translate() {
  document.documentElement.lang = chosen;
  document.title = say('title');
  for (const element of document.querySelectorAll('[data-t]'))
    element.textContent = say(/** @type {HTMLElement} */ (element).dataset.t ?? '');
  for (const element of document.querySelectorAll('[data-label]'))
    element.setAttribute('aria-label', say(/** @type {HTMLElement} */ (element).dataset.label ?? ''));
  const other = chosen === 'de' ? 'en' : 'de';
  const button = /** @type {HTMLElement} */ (document.getElementById('language'));
  button.lang = other;
  button.textContent = LANGUAGES[other].language;
}
