/** The cash book of one till on one day of the demo: its shift, money out of the drawer, a count with a small difference, the Z report. */

import type { FigureRecord } from '../../domain/figures.ts';
import { addUp } from '../../domain/money.ts';
import { ZCounter } from '../../domain/zReport.ts';
import { chanceOf } from '../../world/demoChance.ts';
import { managerOf, type UnnumberedRecord } from './daySales.ts';
import { type DemoTill, demoMerchant } from './places.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** In the drawer each morning, minor units. */
const FLOAT = 20_000;
/** Ms after midnight, behind the end of day of the terminal. */
const COUNTED = 20.6 * HOUR;
/** The stores opened on this day, a Monday: their first Z report is of it. */
const OPENED = Date.parse('2024-01-01T12:00:00Z');

/** `records`: of the till on this day, with the end of day of its terminal. None where nothing was sold. */
export function cashBook(
  till: DemoTill,
  day: string,
  midnight: number,
  records: readonly UnnumberedRecord[],
): readonly UnnumberedRecord[] {
  if (records.length === 0) return [];
  const chance = chanceOf(`${day} cash ${till.number}`);
  const person = managerOf(till);
  const opened = midnight + till.store.habits.opens * HOUR - 15 * MINUTE;
  const counted = midnight + COUNTED;
  const shift = `demo-shift-${day}-${till.number}`;
  const of = (kind: string, event: string, object: string, moment: number, sum: number, facts: object) => ({
    ...{ kind, event, object, business_day: day, at: new Date(moment).toISOString(), moment },
    ...{ sum, currency: demoMerchant.currency, facts: facts as UnnumberedRecord['facts'], document: null },
  });
  const sales = cashOf(records);
  const expense = chance.happens(0.15) ? 100 * (3 + chance.below(15)) : 0;
  const difference = chance.happens(0.3) ? 5 * (chance.below(60) - 35) : 0;
  const opening = chance.happens(0.1) ? [{ at: iso(opened + 4 * HOUR), person, reason: 'Wechselgeld' }] : [];
  const out = [
    {
      kind: 'expense',
      amount: sales > expense ? -expense : 0,
      reason: 'Blumen und Milch',
      moment: midnight + 12 * HOUR,
    },
    { kind: 'bank', amount: -Math.max(0, sales - expense), reason: 'Einzahlung bei der Bank', moment: counted },
  ].filter(({ amount }) => amount !== 0);
  const expected = FLOAT + sales + addUp(out.map(({ amount }) => amount));
  const booked = [
    ...out,
    { kind: 'difference', amount: difference, reason: 'Zählung bei Schichtende', moment: counted },
  ].filter(({ amount }) => amount !== 0);
  const shiftOf = (ended: string | null, sum: number, against: number | null) => ({
    ...{
      number: zNumber(till, day),
      person,
      handed_to: null,
      opened: iso(opened),
      ended,
      opening: FLOAT,
      counted: sum,
    },
    ...{ expected: against, difference: against === null ? null : sum - against, counted_by: person },
  });
  const cash = {
    ...{ carried: FLOAT, opening_difference: 0, opening: FLOAT, sales, expected, counted: expected + difference },
    movements: out.map(({ kind, amount }) => ({ kind, count: 1, in: 0, out: -amount })),
    ...{ counted_at: iso(counted), difference },
  };
  return [
    of('shift', 'opened', shift, opened, FLOAT, shiftOf(null, FLOAT, null)),
    ...opening.map(({ at, reason }) => of('drawer', 'opened', till.device, Date.parse(at), 0, { person, reason })),
    ...booked.map(({ kind, amount, reason, moment }, index) =>
      of('cashMovement', 'booked', `${shift}-${index}`, moment, amount, {
        ...{ till: till.device, shift, slip: index + 1, kind, amount, currency: demoMerchant.currency, reason },
        ...{ person: { id: null, name: person }, at: iso(moment) },
      }),
    ),
    of(
      'shift',
      'closed',
      shift,
      counted,
      expected + difference,
      shiftOf(iso(counted), expected + difference, expected),
    ),
    zRecord(),
  ];

  function zRecord(): UnnumberedRecord {
    const moment = counted + MINUTE;
    const counter = new ZCounter({ currency: demoMerchant.currency, open: [] });
    for (const record of records) counter.add(record as FigureRecord);
    const { figures } = counter;
    return of('zReport', 'made', `demo-z-${day}-${till.number}`, moment, figures.turnover.gross, {
      ...figures,
      ...{ kind: 'Z', number: zNumber(till, day), till: till.device, till_name: till.name },
      ...{ business: [demoMerchant.name, till.store.name], made: iso(moment), by: person, since: null },
      ...{ currency: demoMerchant.currency, days: [day], receipts: { ...figures.receipts, missing: [] } },
      ...{ cash, drawer_openings: opening, terminals: [], despite: [], reason: null },
    });
  }
}

const iso = (at: number): string => new Date(at).toISOString();

/** Cash that the sales brought, less what went back. */
function cashOf(records: readonly UnnumberedRecord[]): number {
  return addUp(
    records.flatMap(({ kind, event, facts }) => {
      const sign = kind !== 'sale' ? 0 : event === 'closed' ? 1 : event === 'cancelled' ? -1 : 0;
      const { tenders = [] } = facts as { tenders?: readonly { method: string; amount: number }[] };
      return tenders.filter(({ method }) => method === 'cash').map(({ amount }) => sign * amount);
    }),
  );
}

/** A till makes one a day on which its store is open. */
function zNumber({ store }: DemoTill, day: string): number {
  const { weekdays } = store.habits;
  const days = Math.round((Date.parse(`${day}T12:00:00Z`) - OPENED) / (24 * HOUR)) + 1;
  // Monday to Sunday, as the first week.
  const week = [...weekdays.slice(1), weekdays[0] ?? 0].map((share): number => (share > 0 ? 1 : 0));
  const open = addUp(week);
  return Math.floor(days / 7) * open + addUp(week.slice(0, days % 7));
}
