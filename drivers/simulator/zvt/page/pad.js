/** Keys of the terminal: digits are collected and sent with OK, the other keys are sent at once. */
import { say } from './texts.js';

const KEYS = [
  '1',
  '2',
  '3',
  'stop',
  '4',
  '5',
  '6',
  'clear',
  '7',
  '8',
  '9',
  'ok',
  'up',
  '0',
  'down',
  'f1',
  'f2',
  'f3',
  'f4',
];
/** Keys of a keyboard, while one of the pad has the focus. */
const KEYBOARD = /** @type {Record<string, string>} */ ({ Escape: 'stop', Backspace: 'clear', Delete: 'clear' });

/**
 * @param {HTMLElement} pad
 * @param {(method: string, path: string, body?: object) => Promise<unknown>} call
 */
export function openPad(pad, call) {
  /** @type {string | null} */
  let awaits = null;
  let typed = '';

  pad.addEventListener('click', ({ target }) => {
    const { key } = /** @type {HTMLElement} */ (target).dataset;
    if (key) press(key);
  });
  pad.addEventListener('keydown', event => {
    const key = /^\d$/.test(event.key) ? event.key : KEYBOARD[event.key];
    if (!key || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    press(key);
  });
  return { draw, show };

  function draw() {
    pad.replaceChildren(...KEYS.map(key => button(key)));
  }

  /** @param {string | null} next */
  function show(next) {
    const begins = next !== awaits && (next === 'pin' || next === 'digits');
    if (next !== awaits) typed = '';
    awaits = next;
    drawEntry();
    // After presenting a card a person goes on typing: Enter is OK then.
    if (begins && document.activeElement?.matches('[data-card]')) focusOk();
  }

  /** @param {string} key */
  function press(key) {
    if (/^\d$/.test(key)) type(key);
    else if (key === 'clear' && isTyping() && typed !== '') type('');
    else if (key === 'ok' && isTyping()) handOver();
    else void call('POST', 'key', { key });
  }

  /** @param {string} digit empty: removes the last digit */
  function type(digit) {
    if (!isTyping()) return void call('POST', 'digits', { digits: digit });
    typed = digit === '' ? typed.slice(0, -1) : (typed + digit).slice(0, awaits === 'pin' ? 12 : 20);
    drawEntry();
  }

  function handOver() {
    const entered = typed;
    typed = '';
    drawEntry();
    void call('POST', awaits === 'pin' ? 'pin' : 'digits', awaits === 'pin' ? { pin: entered } : { digits: entered });
  }

  function isTyping() {
    return awaits === 'pin' || awaits === 'digits';
  }

  function focusOk() {
    /** @type {HTMLElement | null} */ (pad.querySelector('[data-key=ok]'))?.focus();
  }

  function drawEntry() {
    const entry = /** @type {HTMLElement} */ (document.getElementById('entry'));
    const text = awaits === 'pin' ? '•'.repeat(typed.length) : typed;
    if (entry.textContent !== text) entry.textContent = text;
  }
}

/** @param {string} key */
function button(key) {
  const made = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: say.or(`key.${key}`, key.toUpperCase()),
  });
  made.dataset.key = key;
  return made;
}
