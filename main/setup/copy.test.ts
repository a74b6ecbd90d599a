/** A copy of a shop is the shop: what a set-up makes, its export makes again, with every member that a set-up knows. */

import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { completeEan13 } from '../domain/checkDigits.ts';
import { closeAll, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { ClientSecrets } from '../services/auth/clientSecrets.ts';
import { createPins, pinCosts } from '../services/auth/pins.ts';
import { openDatabase } from '../store/database.ts';
import { SetupFile } from '../wire/setup.ts';
import { masterDataOf } from '../wiring/masterData.ts';
import { openTables } from '../wiring/tables.ts';
import { systemClock } from '../world/clock.ts';
import { shapeFaults } from '../world/shapeFaults.ts';
import { applyPlan } from './applyPlan.ts';
import { exportFile } from './exportFile.ts';
import { hashPins, hashSecrets } from './planPeople.ts';
import type { SetupSource } from './setupFile.ts';
import { planSetup } from './setupPlan.ts';
import { readState } from './shopState.ts';

afterAll(closeAll);

const NO_FILES: SetupSource['open'] = name => {
  throw new Error(`${name} is no list`);
};

/** Sets up in a new directory, gives the faults, and the set-up as a copy has it. */
async function setUp(file: object): Promise<{ readonly faults: readonly unknown[]; readonly copy: SetupFile }> {
  const wrong = shapeFaults(SetupFile, file);
  const { $schema: _, $comment: __, version: ___, ...parts } = file as SetupFile;
  const db = openDatabase(temporaryDirectory(), sqlFunctions, undefined, 'live');
  try {
    const data = masterDataOf(openTables(db, systemClock), systemClock.now);
    const source: SetupSource = { parts, open: NO_FILES };
    const pinHashes = await hashPins(readState(data), parts, createPins(pinCosts.demo, null));
    const secretHashes = await hashSecrets(readState(data), parts, new ClientSecrets(createPins(pinCosts.demo, null)));
    const around = { pinHashes, secretHashes, prefixes: [], now: systemClock.now() };
    const book = await planSetup(readState(data), source, around);
    const faults = [...wrong, ...book.faults];
    if (faults.length === 0) await db.write(() => applyPlan(data, book, source));
    if (faults.length > 0) return { faults, copy: exportFile(readState(data)) };
    const again = await planSetup(readState(data), source, {
      ...around,
      pinHashes: new Map(),
      secretHashes: new Map(),
    });
    return { faults: again.changes.map(({ words }) => words.en), copy: exportFile(readState(data)) };
  } finally {
    await db.close();
  }
}

const manager = { username: 'anna', name: 'Anna', role: 'manager', pin: '73916482' };
/** A PIN is a secret, which a copy leaves out. */
const withPin = (copy: SetupFile): object => ({
  ...copy,
  people: copy.people?.map(person => (person.username === manager.username ? { ...person, pin: manager.pin } : person)),
});

const text = fc.stringMatching(/^'?[A-Za-z0-9äöüß€éŁ][A-Za-zäöüß€éŁ;"'=+. -]{0,20}[a-z]$/);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const yesNo = fc.constantFrom('yes', 'no');

const article = fc.record(
  {
    name: text,
    name_en: text,
    eans: fc.integer({ min: 0, max: 2 }),
    group: fc.constantFrom('coffee', 'tea', ''),
    price: fc.integer({ min: 0, max: 999_999 }),
    tax: fc.constantFrom('standard', 'reduced', 'zero', '19'),
    unit: fc.constantFrom('piece', 'kg'),
    hasDeposit: fc.boolean(),
    quick_key: yesNo,
    place: fc.constantFrom('', '1', '999'),
    state: fc.constantFrom('sold', 'ended'),
    planned: fc.constantFrom('', '2099-01-01 3', '2099-01-01 3 | 2099-06-01 4'),
    open_price: yesNo,
    age: fc.constantFrom('', '16', '18'),
  },
  { requiredKeys: ['name', 'eans', 'price', 'tax', 'hasDeposit', 'group'] },
);

const shop = fc.record({
  currency: fc.constantFrom('EUR', 'KWD', 'JPY'),
  articles: fc.array(article, { maxLength: 6 }),
  cards: fc.array(fc.record({ cash: fc.nat(50_000), bonus: fc.nat(9999), points: fc.nat(500) }), { maxLength: 4 }),
  terminal: optional(
    fc.record({
      options: fc.constantFrom({}, { tips: true }, { questions: true, timers: { t4: 90_000 } }),
      handOver: fc.boolean(),
      shared: fc.constantFrom('no', 'tillbridge', 'others'),
    }),
  ),
  language: fc.constantFrom('de', 'en'),
  dayStart: fc.constantFrom('00:00', '04:00'),
  percent: fc.integer({ min: 1, max: 99 }),
});

const EXPONENTS: Readonly<Record<string, number>> = { EUR: 2, KWD: 3, JPY: 0 };

/** In major units. */
const written = (minor: number, currency: string): string => {
  const exponent = EXPONENTS[currency] ?? 2;
  return exponent === 0
    ? String(minor)
    : `${Math.floor(minor / 10 ** exponent)},${String(minor % 10 ** exponent).padStart(exponent, '0')}`;
};

function fileOf({ currency, articles, cards, terminal, language, dayStart, percent }: Shop): object {
  const codes = (index: number, count: number) =>
    Array.from({ length: count }, (_, code) => completeEan13(String(400_000_000_000 + index * 10 + code))).join(' ');
  return {
    shop: {
      name: 'Laden',
      street: 'Weg 1',
      zip: '10115',
      city: 'Berlin',
      country: 'DE',
      currency,
      language,
      dayStart,
      timeZone: 'Europe/Berlin',
    },
    people: [manager, { username: 'ben', name: 'Ben', role: 'cashier', pin: '58203917' }],
    clients: [{ id: 'register-1', secret: 'x'.repeat(32), scopes: ['smart', 'manage'] }],
    terminals: terminal
      ? [{ name: 'T1', connection: { type: 'tcp', host: '192.0.2.10', port: 20007 }, ...terminal }]
      : [],
    tills: [{ name: 'Kasse 1', uuid: '/shop/1', terminal: terminal ? 'T1' : null }],
    groups: [
      { id: 'coffee', name: { de: 'Kaffee', en: 'Coffee' } },
      { id: 'tea', name: { de: 'Tee', en: 'Tea' }, parent: 'coffee' },
    ],
    articles: [
      { number: '0042', name: 'Pfand', price: written(25, currency), tax: 'standard' },
      ...articles.map(({ eans, hasDeposit, price, ...more }, index) => ({
        ...{ number: `A-${index}`, ean: codes(index, eans), price: written(price, currency), ...more },
        ...(hasDeposit ? { deposit: '0042' } : {}),
      })),
    ],
    cardGroups: [{ name: 'Stammgast', prefix: '9280', length: 16 }],
    cards: cards.map(({ cash, bonus, points }, index) => ({
      ...{ cardnumber: `928000000000${1000 + index}`, group: 'Stammgast', points },
      ...{ cash: written(cash, currency), bonus: written(bonus, currency) },
    })),
    campaigns: [
      {
        ...{
          id: 'c1',
          name: 'Aktion',
          condition: { cardGroups: ['Stammgast'], minBasketSum: written(1000, currency) },
        },
        effect: { type: 'percent', percent },
      },
    ],
    loyalty: true,
  };
}

type Shop = typeof shop extends fc.Arbitrary<infer Value> ? Value : never;

it('exports what makes the same shop again, and exports the same', { timeout: 120_000 }, async () => {
  const property = fc.asyncProperty(shop, async (given: Shop) => {
    const first = await setUp(fileOf(given));
    expect(first.faults).toEqual([]);
    expect(first.copy.articles).toHaveLength(given.articles.length + 1);
    expect(first.copy.cards).toHaveLength(given.cards.length);
    const second = await setUp(withPin(first.copy));
    expect(second.faults).toEqual([]);
    expect(second.copy).toEqual(first.copy);
  });
  await fc.assert(property, { numRuns: process.env.LONG ? 60 : 8 });
});

it('says what it leaves out', async () => {
  const { copy } = await setUp({
    shop: { name: 'Laden' },
    people: [manager],
    cards: [{ cardnumber: '9280000000001012' }],
  });
  for (const word of ['sales', 'PINs', 'passwords of terminals', 'former prices', 'addresses and secrets'])
    expect(copy.$comment).toContain(word);
});

it('names both faults of a line', async () => {
  const { faults } = await setUp({
    shop: { name: 'Laden' },
    people: [manager],
    articles: [{ number: '1', name: 'A', price: 'x', tax: '12,345' }],
  });
  expect(faults).toMatchObject([{ path: 'articles[0], price' }, { path: 'articles[0], tax' }]);
});
