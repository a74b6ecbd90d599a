/** Days of the calendar, `YYYY-MM-DD`, by the clock of the shop. */
import { shopZone } from './zone.ts';

/** The day of a moment, milliseconds since 1970; without one, today. */
export const shopDay = (moment: number = Date.now()): string =>
  // The Swedish format is the ISO format.
  new Intl.DateTimeFormat('sv-SE', { timeZone: shopZone() }).format(moment);

/** The moment at which a day begins, milliseconds since 1970; NaN for a day that does not exist. */
export function beginOfShopDay(day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight)) return midnight;
  // The second look is right where the clocks change on that day.
  return midnight - offsetAt(midnight - offsetAt(midnight));
}

/** By how much the clock of the shop is ahead of UTC at a moment, ms. */
function offsetAt(moment: number): number {
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: shopZone() });
  return Date.parse(`${clock.format(moment).replace(' ', 'T')}Z`) - moment;
}
