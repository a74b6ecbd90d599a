/** The bookings of the last day, newest first. */
import { language, say } from './texts.js';

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

/**
 * @param {readonly Booking[]} bookings
 * @param {number} open amount since the last end-of-day, minor units
 * @param {(card: string) => string} cardName
 */
export function showBookings(bookings, open, cardName) {
  const today = bookings.at(-1)?.date;
  const rows = bookings
    .filter(({ date }) => date === today)
    .toReversed()
    .map(booking => row(booking, cardName));
  document.getElementById('bookings')?.replaceChildren(...rows);
  const sum = /** @type {HTMLElement} */ (document.getElementById('sum'));
  sum.textContent = rows.length === 0 ? say('b.none') : counted(rows.length, money(open));
}

/**
 * @param {number} count
 * @param {string} open
 */
const counted = (count, open) => (count === 1 ? say('b.one', open) : say('b.count', count, open));

/** @param {number} amount */
const money = amount => (amount / 100).toLocaleString(language(), { minimumFractionDigits: 2 });

/**
 * @param {Booking} booking
 * @param {(card: string) => string} cardName
 */
function row({ receiptNumber, time, kind, state, card, amount }, cardName) {
  const made = document.createElement('tr');
  const clock = time.replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3');
  const cells = [
    String(receiptNumber),
    clock,
    say(`kind.${kind}`),
    say(`state.${state}`),
    cardName(card),
    money(amount),
  ];
  made.append(...cells.map(text => Object.assign(document.createElement('td'), { textContent: text })));
  made.lastElementChild?.classList.add('figure');
  return made;
}
