/** The last messages between till and terminal as hex and text; new messages come as events. */
import { say } from './texts.js';

/**
 * @typedef {object} Line
 * @property {number} number
 * @property {string} time
 * @property {'sent' | 'received' | 'note'} direction
 * @property {string} hex
 * @property {string} meaning
 */

const MOST = 500;

export function openTrace() {
  /** @type {{ line: Line, row: HTMLElement }[]} */
  const kept = [];
  const body = /** @type {HTMLElement} */ (document.getElementById('trace'));
  const filter = /** @type {HTMLInputElement} */ (document.getElementById('filter'));
  const events = new EventSource('trace/events');
  events.addEventListener('message', ({ data }) => add(JSON.parse(data)));
  filter.addEventListener('input', () => kept.forEach(hideUnwanted));
  document.getElementById('copy')?.addEventListener('click', () => void copy());
  return { draw };

  function draw() {
    for (const one of kept) {
      const row = rowOf(one.line);
      one.row.replaceWith(row);
      one.row = row;
      hideUnwanted(one);
    }
  }

  // A new connection repeats the last lines; a restarted terminal counts from 1 again.
  /** @param {Line} line */
  function add(line) {
    if (kept.some(one => one.line.number === line.number && one.line.time === line.time)) return;
    const one = { line, row: rowOf(line) };
    kept.push(one);
    hideUnwanted(one);
    body.prepend(one.row);
    if (kept.length > MOST) kept.shift()?.row.remove();
  }

  /** @param {{ line: Line, row: HTMLElement }} one */
  function hideUnwanted({ line, row }) {
    row.hidden = !text(line).toLowerCase().includes(filter.value.trim().toLowerCase());
  }

  async function copy() {
    const wanted = kept.filter(({ row }) => !row.hidden).map(({ line }) => text(line));
    await navigator.clipboard.writeText(wanted.join('\n'));
    const message = /** @type {HTMLElement} */ (document.getElementById('message'));
    message.textContent = say('copied', wanted.length);
  }
}

/** @param {Line} line */
const text = ({ time, direction, hex, meaning }) => [time, say(`direction.${direction}`), hex, meaning].join('\t');

/** @param {Line} line */
function rowOf({ time, direction, hex, meaning }) {
  const row = document.createElement('tr');
  if (direction === 'note') row.className = 'note-row';
  const cells = [time.slice(11, 23), say(`direction.${direction}`), hex.replace(/(..)(?=.)/g, '$1 '), meaning];
  row.append(...cells.map(cell => Object.assign(document.createElement('td'), { textContent: cell })));
  /** @type {HTMLElement} */ (row.lastElementChild).lang = 'en';
  return row;
}
