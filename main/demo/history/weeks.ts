/** The plan of the four weeks before today in the demo shop, by seed: the same for the same days. Plays nothing. */

import { catalogue, type DemoArticle } from '../../world/demoCatalogue.ts';
import { type Chance, chanceOf } from '../../world/demoChance.ts';

export const DAYS = 28;
const HOUR = 3_600_000;

/** From Sunday: how many customers come. Monday is quiet, and Sunday has the bakery's hours. */
const CUSTOMERS = [9, 12, 18, 19, 20, 26, 29] as const;
/** Hours of the day and how many come: breakfast, lunch, coffee and the way home. */
const HOURS = [
  [7, 9],
  [8, 13],
  [9, 9],
  [10, 6],
  [11, 7],
  [12, 14],
  [13, 9],
  [14, 4],
  [15, 6],
  [16, 7],
  [17, 8],
  [18, 4],
] as const;
const SUNDAY_HOURS = [
  [8, 8],
  [9, 12],
  [10, 10],
  [11, 6],
] as const;

/** How somebody pays. `split`: a part in cash, the rest by card. `declined`: the card is declined, then cash. */
export type Tender = 'cash' | 'card' | 'tipped' | 'split' | 'declined' | 'loyalty' | 'voucher' | 'account';
const TENDERS = [
  ['cash', 46],
  ['card', 36],
  ['tipped', 4],
  ['split', 3],
  ['declined', 1],
  ['voucher', 2],
  ['account', 2],
] as const satisfies readonly (readonly [Tender, number])[];

/** The fate of a sale after its payment: nothing in most cases. */
export type Aftermath = 'kept' | 'cancelled' | 'returned';

export interface Visit {
  readonly at: number;
  readonly till: 0 | 1;
  readonly goods: readonly { readonly article: DemoArticle; readonly quantity: number }[];
  readonly tender: Tender;
  /** Shows the loyalty card with this place among the regular customers; null without. */
  readonly regular: number | null;
  /** Per cent off the basket; 0 in most cases. */
  readonly discount: number;
  readonly aftermath: Aftermath;
}

/** One till on one day. Amounts in minor units. */
export interface TillDay {
  /** Counted minus expected when the shift ends. */
  readonly difference: number;
  /** Paid out of the drawer for milk, flowers or stamps; 0 on most days. */
  readonly expense: number;
}

export interface ShopDay {
  /** YYYY-MM-DD */
  readonly day: string;
  /** Milliseconds since 1970, by the clock of the machine, as are all moments of the plan. */
  readonly opens: number;
  readonly closes: number;
  readonly tills: readonly [TillDay, TillDay];
  /** In the order of the time. */
  readonly visits: readonly Visit[];
}

export const REGULARS = 12;

const BY_GROUP: Readonly<Record<string, number>> = { coffee: 5, bakery: 5, sweets: 1, drinks: 2, dairy: 1, fruit: 1 };
/** Goods of the shelf sell now and then; those that rehearse signs of the terminal never. */
const SOLD = catalogue.filter(({ group }) => group[0]?.id !== 'rehearsal');
/** A tile is what most people come for, and of those the first ones above all. */
const WEIGHTED = SOLD.map((article, place): readonly [DemoArticle, number] => [
  article,
  (BY_GROUP[article.group[0]?.id ?? ''] ?? 0.3) * (article.quickKey ? 4 : 1) * (1 + (place % 7) / 4),
]);

/** The days before `today`, the last one being yesterday. `today`: any moment of it, ms since 1970. */
export function weeksBefore(today: number, days = DAYS): readonly ShopDay[] {
  return Array.from({ length: days }, (_, index) => shopDay(midnightOf(today, index - days)));
}

/** How many days lie between a day (YYYY-MM-DD) and `today`, by the calendar: 1 for yesterday. */
export const daysSince = (day: string, today: number): number =>
  Math.round((noonOf(dayOf(new Date(today))) - noonOf(day)) / (24 * HOUR));

/** In UTC, where every day has 24 hours. */
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);

function midnightOf(today: number, days: number): Date {
  const date = new Date(today);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
}

function shopDay(midnight: Date): ShopDay {
  const day = dayOf(midnight);
  const chance = chanceOf(`demo shop ${day}`);
  const isSunday = midnight.getDay() === 0;
  const busy = CUSTOMERS[midnight.getDay()] ?? 30;
  const count = Math.round(busy * (0.85 + 0.3 * chance.next()));
  const hours = isSunday ? SUNDAY_HOURS : HOURS;
  const visits = Array.from({ length: count }, () => visit(at(midnight, chance.weighted(hours)), chance));
  const tillDay = (): TillDay => ({
    difference: chance.happens(0.3) ? 5 * (chance.below(60) - 35) : 0,
    expense: chance.happens(0.15) ? 100 * (3 + chance.below(15)) : 0,
  });
  return {
    day,
    opens: at(midnight, isSunday ? 7.75 : 6.75),
    closes: at(midnight, isSunday ? 12.25 : 19.25),
    tills: [tillDay(), tillDay()],
    visits: visits.sort((a, b) => a.at - b.at),
  };
}

function visit(hour: number, chance: Chance): Visit {
  const regular = chance.happens(0.2) ? chance.below(REGULARS) : null;
  const goods = basket(chance);
  return {
    at: hour + chance.below(HOUR),
    till: chance.happens(0.36) ? 1 : 0,
    goods,
    tender: regular !== null && chance.happens(0.25) ? 'loyalty' : chance.weighted<Tender>(TENDERS),
    regular,
    discount: chance.happens(0.03) ? 10 : 0,
    aftermath: chance.weighted<Aftermath>([
      ['kept', 97],
      ['cancelled', 1.5],
      ['returned', 1.5],
    ]),
  };
}

function basket(chance: Chance): Visit['goods'] {
  const lines = chance.weighted([
    [1, 45],
    [2, 30],
    [3, 15],
    [4, 7],
    [6, 3],
  ] as const);
  const chosen = new Map<DemoArticle, number>();
  for (let line = 0; line < lines; line += 1) {
    const article = chance.weighted(WEIGHTED);
    chosen.set(article, (chosen.get(article) ?? 0) + (chance.happens(0.85) ? 1 : 2));
  }
  return [...chosen].map(([article, quantity]) => ({ article, quantity }));
}

/** By the calendar, so that the hour is right on a day on which the clock changes. */
const at = (midnight: Date, hours: number): number =>
  new Date(midnight.getFullYear(), midnight.getMonth(), midnight.getDate(), 0, hours * 60).getTime();

/** YYYY-MM-DD by the clock of the machine. */
export const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0')).join('-');
