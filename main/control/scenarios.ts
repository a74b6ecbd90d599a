/** Named states of the demo shop that tests and demonstrations start from: seed data, and what has happened since. */
import { flow } from '../checkout/flow.ts';
import { demoIds } from '../world/demoIds.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';
import type { ControlledClock } from './clock.ts';

export interface Scenario {
  readonly about: string;
  /** Plays what has happened, on the fresh demo data; the clock is set back for it and runs as before afterwards. */
  readonly play: (world: World, clock: ControlledClock) => Promise<void>;
}

const DAY = 86_400_000;

export const scenarios: Readonly<Record<string, Scenario>> = {
  demo: { about: 'the demo shop as it was seeded', play: async () => undefined },
  day: {
    about: 'a morning with one sale in each state that needs no terminal: open, with a card, paid, cancelled, failed',
    play: async world => {
      await open(world, 1000);
      await withCard(world, 900, '9276004000000026');
      await paid(world, 580, 'cash');
      await paid(world, 290, 'loyalty', '9276004000000018');
      await cancelled(world, 1290);
      await declined(world);
    },
  },
  month: {
    about: 'thirty days with ten cash sales each, for lists, aggregations and reports',
    play: async (world, clock) => {
      clock.move(-30 * DAY);
      for (let day = 0; day < 30; day += 1) {
        await Promise.all(Array.from({ length: 10 }, (_, index) => paid(world, 150 + 37 * index + day, 'cash')));
        clock.move(DAY);
      }
    },
  },
};

const principal: Principal = {
  client: 'demo-client',
  merchant: demoIds.merchant,
  scope: new Set(),
  role: 'manager',
  staff: null,
  device: demoIds.till,
  ownTill: demoIds.till,
};

const open = (world: World, priceOne: number, card?: string) =>
  flow.create(world, principal, {
    basket: { products: [{ articleNumber: 'demo', desc: 'Ware', quantity: 1, priceOne, tax: 19 }] },
    ...(card === undefined ? {} : { idents: [{ type: 'card', value: card }] }),
  });

async function withCard(world: World, priceOne: number, card: string) {
  const sale = await open(world, priceOne, card);
  await flow.preTransaction(world, principal, sale.id);
  return sale;
}

async function paid(world: World, priceOne: number, method: 'cash' | 'loyalty', card?: string) {
  const sale = await (card === undefined ? open(world, priceOne) : withCard(world, priceOne, card));
  await flow.start(world, principal, sale.id, method, null);
  return sale;
}

async function cancelled(world: World, priceOne: number) {
  const sale = await paid(world, priceOne, 'cash');
  await flow.cancel(world, principal, sale.id);
}

/** 05 is declined by the simulated acquirer. */
async function declined(world: World) {
  const sale = await open(world, 1905);
  const container = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Demo' } };
  const customer = { contact: { forename: 'Demo', surname: 'Demo' } };
  await flow.start(world, principal, sale.id, 'debit', { container, customer }).catch(() => undefined);
}
