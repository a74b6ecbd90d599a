/** A planned price begins with the business day: who still sells the evening after midnight sells at its prices. */
import { expect, it } from 'vitest';
import { priceDay } from './articles.ts';

it.each([
  ['00:00', '2027-06-13T01:30:00+02:00', '2027-06-13'],
  ['04:00', '2027-06-13T01:30:00+02:00', '2027-06-12'],
  ['04:00', '2027-06-13T04:00:00+02:00', '2027-06-13'],
])('with a day from %s, %s is %s', (dayStart, moment, day) => {
  expect(priceDay(Date.parse(moment), { timeZone: 'Europe/Berlin', dayStart })).toBe(day);
});
