/** The chain of the demo: ten stores with four tills each. The ids are the same on every machine. */
import { demoIds } from '../../world/demoIds.ts';
import { fixedId } from '../../world/ids.ts';

const STORES = [
  { name: 'Marktplatz', size: 1.4 },
  { name: 'Bahnhof', size: 1.6 },
  { name: 'Altstadt', size: 1.1 },
  { name: 'Hafen', size: 0.8 },
  { name: 'Universität', size: 1 },
  { name: 'Messe', size: 0.7 },
  { name: 'Nordstadt', size: 0.9 },
  { name: 'Südpark', size: 0.9 },
  { name: 'Westtor', size: 0.8 },
  { name: 'Ostufer', size: 0.8 },
] as const;

const TILLS_OF_A_STORE = 4;
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
  readonly timeZone: string;
  /** Share of customers beside an average store. */
  readonly size: number;
}

export const demoStores: readonly DemoStore[] = STORES.map(({ name, size }, index) => ({
  // The first store is the one of the demo till.
  id: index === 0 ? demoIds.store : fixedId('STO', `demo${index + 1}`),
  name,
  size,
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

export const demoTills: readonly DemoTill[] = demoStores.flatMap((store, index) =>
  Array.from({ length: TILLS_OF_A_STORE }, (_, place): DemoTill => {
    const number = index * TILLS_OF_A_STORE + place + 1;
    return {
      id: fixedId('TIL', `demo${number}`),
      bridge: fixedId('BRG', `demo${number}`),
      device: fixedId('SDV', `demo${number}`),
      name: `Kasse ${place + 1}`,
      number,
      store,
      tid: String(61_000_000 + number),
    };
  }),
);

/** This till has lost three records: its sequence shows a gap. */
export const tillWithGap = demoTills[6]!;
/** This till was silent for two days, and nothing came from it since. */
export const silentTill = demoTills[25]!;
