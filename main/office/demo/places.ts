/** The chain of the demo: five stores with habits of their own. The ids are the same on every machine. */
import { demoIds } from '../../world/demoIds.ts';
import { fixedId } from '../../world/ids.ts';

type Weights<Key> = readonly (readonly [Key, number])[];

/** The customers of a store: when they come, what they buy, and how they pay. */
export interface Habits {
  /** Sales of one till on an average day. */
  readonly sales: number;
  /** Hours by the clock of the store. */
  readonly opens: number;
  readonly closes: number;
  /** Sunday to Saturday, beside an average day; 0: closed. */
  readonly weekdays: readonly number[];
  readonly hours: Weights<number>;
  readonly methods: Weights<string>;
  /** Groups of articles that sell above others. */
  readonly groups: Readonly<Record<string, number>>;
  /** Shares of the sales. */
  readonly tips: number;
  readonly cards: number;
}

const hoursFrom = (first: number, customers: readonly number[]): Weights<number> =>
  customers.map((weight, index) => [first + index, weight] as const);

/** Cash, then cards; the rest stays small everywhere. */
const methodsOf = (cash: number, card: number): Weights<string> => [
  ['cash', cash],
  ['cashless', card],
  ['split', 3],
  ['voucher', 2],
  ['invoice', 1.5],
  ['cashless_direct', 2],
  ['debit', 1],
  ['creditcard', 1],
  ['paypal', 1],
  ['prepaid', 0.5],
];

interface Store {
  readonly name: string;
  readonly region: string;
  readonly tills: number;
  readonly habits: Habits;
}

const STORES: readonly Store[] = [
  {
    name: 'Marktplatz',
    region: 'Mitte',
    tills: 3,
    habits: {
      ...{ sales: 14, opens: 7, closes: 19, tips: 0.03, cards: 0.24 },
      // Wednesday and Saturday are market days.
      weekdays: [0.35, 0.8, 0.9, 1.3, 0.95, 1.15, 1.6],
      hours: hoursFrom(7, [3, 8, 10, 11, 11, 12, 9, 7, 7, 8, 9, 5]),
      methods: methodsOf(46, 36),
      groups: { coffee: 4, bakery: 4, fruit: 3 },
    },
  },
  {
    name: 'Bahnhof',
    region: 'West',
    tills: 4,
    habits: {
      ...{ sales: 13, opens: 6, closes: 20, tips: 0.01, cards: 0.12 },
      weekdays: [0.7, 1.1, 1.05, 1.05, 1.1, 1.25, 0.8],
      // Commuters in the morning and in the evening.
      hours: hoursFrom(6, [9, 14, 13, 6, 5, 6, 8, 6, 5, 7, 11, 14, 9, 4]),
      methods: methodsOf(28, 58),
      groups: { coffee: 7, bakery: 5, drinks: 4, sweets: 3 },
    },
  },
  {
    name: 'Altstadt',
    region: 'Mitte',
    tills: 2,
    habits: {
      ...{ sales: 11, opens: 9, closes: 19, tips: 0.12, cards: 0.2 },
      // Guests who come for cake, on Sundays above all.
      weekdays: [1.5, 0.6, 0.8, 0.85, 0.95, 1.1, 1.4],
      hours: hoursFrom(9, [4, 6, 7, 8, 8, 11, 14, 13, 9, 4]),
      methods: methodsOf(44, 40),
      groups: { coffee: 7, bakery: 6, sweets: 2 },
    },
  },
  {
    name: 'Universität',
    region: 'West',
    tills: 3,
    habits: {
      ...{ sales: 10, opens: 7, closes: 18, tips: 0, cards: 0.3 },
      weekdays: [0, 1.15, 1.2, 1.25, 1.2, 0.95, 0.25],
      hours: hoursFrom(7, [4, 9, 10, 8, 11, 18, 15, 8, 6, 5, 3]),
      methods: methodsOf(18, 66),
      groups: { coffee: 5, bakery: 4, drinks: 3, pantry: 2 },
    },
  },
  {
    name: 'Westtor',
    region: 'Mitte',
    tills: 2,
    habits: {
      ...{ sales: 12, opens: 7, closes: 20, tips: 0, cards: 0.32 },
      weekdays: [0.25, 0.95, 0.9, 0.9, 1, 1.25, 1.4],
      // The shop round the corner, on the way home.
      hours: hoursFrom(7, [4, 5, 5, 6, 7, 7, 5, 5, 7, 11, 15, 13, 6]),
      methods: methodsOf(56, 30),
      groups: { dairy: 4, fruit: 4, pantry: 3, household: 2, bakery: 2 },
    },
  },
];

const TIME_ZONE = 'Europe/Berlin';

/** The installation makes its bridge known; a till that enrols with the code of the demo is another one. */
export const demoMerchant = {
  id: demoIds.merchant,
  name: 'Demo Handel GmbH',
  currency: 'EUR',
  timeZone: TIME_ZONE,
} as const;

export interface DemoStore {
  readonly id: string;
  readonly name: string;
  readonly region: string;
  readonly timeZone: string;
  readonly habits: Habits;
}

export const demoStores: readonly DemoStore[] = STORES.map(({ name, region, habits }, index) => ({
  // The first store is the one of the demo till.
  id: index === 0 ? demoIds.store : fixedId('STO', `demo${index + 1}`),
  ...{ name, region, habits },
  timeZone: TIME_ZONE,
}));

export interface DemoTill {
  readonly id: string;
  readonly bridge: string;
  readonly device: string;
  readonly name: string;
  /** From 1, through all stores. */
  readonly number: number;
  readonly store: DemoStore;
  /** Terminal id of its card terminal. */
  readonly tid: string;
}

export const demoTills: readonly DemoTill[] = STORES.flatMap(({ tills }, index) =>
  Array.from({ length: tills }, (_, place) => ({ store: demoStores[index]!, place })),
).map(({ store, place }, index): DemoTill => {
  const number = index + 1;
  return {
    id: fixedId('TIL', `demo${number}`),
    bridge: fixedId('BRG', `demo${number}`),
    device: fixedId('SDV', `demo${number}`),
    name: `Kasse ${place + 1}`,
    number,
    store,
    tid: String(61_000_000 + number),
  };
});

/** This till has lost three records: its sequence shows a gap. It stands at the station. */
export const tillWithGap = demoTills[4]!;
/** This till was silent for two days, and nothing came from it since. */
export const silentTill = demoTills[10]!;
