/** What the terminal has booked since ever, newest first. */
import { cardWords, language, say } from './words.js';

/**
 * @typedef {object} Booking
 * @property {number} receiptNumber
 * @property {string} date
 * @property {string} time
 * @property {string} kind
 * @property {string} state
 * @property {string} card
 * @property {number} amount
 */

/** @param {readonly Booking[]} bookings */
export function showBookings(bookings) {
  const today = bookings.at(-1)?.date;
  const rows = bookings
    .filter(({ date }) => date === today)
    .toReversed()
    .map(row);
  document.getElementById('bookings')?.replaceChildren(...rows);
  const sum = /** @type {HTMLElement} */ (document.getElementById('sum'));
  sum.textContent = rows.length === 0 ? say('b.none') : say('b.count', rows.length);
}

/** @param {Booking} booking */
function row({ receiptNumber, time, kind, state, card, amount }) {
  const made = document.createElement('tr');
  const money = (amount / 100).toLocaleString(language(), { minimumFractionDigits: 2 });
  const clock = time.replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3');
  const cells = [
    String(receiptNumber),
    clock,
    say(`kind.${kind}`),
    say(`state.${state}`),
    cardWords(card, card),
    money,
  ];
  made.append(...cells.map(text => Object.assign(document.createElement('td'), { textContent: text })));
  made.lastElementChild?.classList.add('figure');
  return made;
}
