/** A power cut at any commit of a payment at the acquirer: after the next start sale, payment and acquirer agree. */
import { afterEach, describe, expect, it } from 'vitest';
import { endChallenge } from '../../acquirer/payments/challenge.ts';
import { recoverOperations } from '../../acquirer/payments/operationRun.ts';
import type { PaymentMoney, PaymentMove } from '../../domain/payment.ts';
import type { State } from '../../domain/transaction.ts';
import { cards, closeAll, item, sale, temporaryDirectory } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { cashier, type TestWorld, testWorld } from '../../doubles/world.fixture.ts';
import { moneyOf } from '../../sandbox/virtualAcquirer.ts';
import { copyDirectory } from '../../store/directoryCopy.fixture.ts';
import type { World } from '../../world/world.ts';
import { flow } from '../flow.ts';

afterEach(closeAll);

const account = {
  container: { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika' } },
  customer: { contact: { surname: 'Muster' } },
};
const card = (last4: string) => ({
  container: { type: 'credit_card', private: { owner: 'Erika', pan: `XXXXXXXXXXXX${last4}`, issuer: 'visa' } },
});

type Story = (world: World, id: string) => Promise<unknown>;

const finishChallenge = async (world: World, word: 'accepted' | 'refused') => {
  const [operation] = world.payments.challenges.overdue(Number.MAX_SAFE_INTEGER);
  await endChallenge(world, operation?.id ?? '', word);
};
const prepare =
  (method: string, body: object): Story =>
  (world, id) =>
    flow.prepare(world, cashier, id, method, body as Record<string, unknown>);
const start =
  (method: string, body: object = {}): Story =>
  (world, id) =>
    flow.start(world, cashier, id, method, body as Record<string, unknown>);
const cancel: Story = (world, id) => flow.cancel(world, cashier, id);
const update: Story = (world, id) => flow.update(world, cashier, id, sale([item(3400)]));
const accept: Story = world => finishChallenge(world, 'accepted');
const refuse: Story = world => finishChallenge(world, 'refused');
const preTransaction: Story = (world, id) => flow.preTransaction(world, cashier, id);

const stories: readonly (readonly [string, readonly Story[]])[] = [
  ['prepare, start, cancel', [prepare('debit', account), start(''), cancel]],
  ['prepare with auto_capture', [prepare('debit', { ...account, auto_capture: true })]],
  ['start without prepare, cancel', [start('debit', account), cancel]],
  ['prepare, update', [prepare('debit', account), update]],
  ['prepare, another method', [prepare('debit', account), start('cash')]],
  ['prepare, cancel', [prepare('debit', account), cancel]],
  ['the card pays a part', [preTransaction, prepare('debit', account), start(''), cancel]],
  ['a challenge accepted', [prepare('creditcard', card('3220')), accept, start('')]],
  ['a challenge accepted with auto_capture', [prepare('creditcard', { ...card('3220'), auto_capture: true }), accept]],
  ['a challenge refused', [prepare('creditcard', card('3220')), refuse]],
  ['a challenge given up', [prepare('creditcard', card('3220')), cancel]],
  ['prepaid, cancel', [start('prepaid'), cancel]],
];

describe('a power cut', () => {
  it.each(stories)(
    'leaves sale, payment and acquirer in agreement at any commit of: %s',
    async (_name, steps) => {
      specifies({ 'Smart Transaction: states': 'and after a power cut at any commit' });
      const copies = await played(steps);
      expect(copies.length).toBeGreaterThan(steps.length);
      for (const data of copies) await agreementAfterStart(data);
    },
    120_000,
  );
});

/** Plays the story and copies the directory behind every commit: of the bridge, and of the acquirer. */
async function played(steps: readonly Story[]): Promise<readonly string[]> {
  const copies: string[] = [];
  const made: { world?: TestWorld } = {};
  const copy = () => {
    if (made.world) copies.push(copyOf(made.world.data));
  };
  made.world = await testWorld({
    write: write => async job => {
      const done = await write(job);
      copy();
      return done;
    },
    acquirer: real => {
      const kinds: readonly PaymentMove[] = ['authorise', 'sale', 'confirm', 'capture', 'refund', 'void'];
      const copied = kinds.map(kind => [
        kind,
        async (request: Parameters<typeof real.sale>[0]) => {
          const answer = await real[kind](request);
          copy();
          return answer;
        },
      ]);
      return { ...real, ...Object.fromEntries(copied) };
    },
  });
  const { world, db } = made.world;
  const { id } = await flow.create(world, cashier, sale([item(1500)], cards.some));
  for (const step of steps) await step(world, id);
  await db.close();
  return copies;
}

function copyOf(data: string): string {
  const copy = temporaryDirectory();
  copyDirectory(data, copy);
  return copy;
}

interface BookRow {
  readonly key: string;
  readonly original: string;
  readonly kind: PaymentMove;
  readonly method: string;
  readonly amount: number;
  readonly currency: string;
  readonly answer: string;
}

/** Stage of the current payment by state of the sale; null where the sale has no payment. */
const MONEY: Readonly<Partial<Record<State, PaymentMoney['stage'] | null>>> = {
  created: null,
  processing: null,
  failed: null,
  cancelled: null,
  authorised: 'authorised',
  challenged: 'challenged',
  awaiting: 'waiting',
  closed: 'captured',
};

/** The part of a start that finishes what a crash left, and what is in the tables afterwards. */
async function agreementAfterStart(data: string) {
  const { world, db } = await testWorld({ data });
  await recoverOperations(world);
  await world.recovery.begin();
  agreement(<Row>(sql: string, ...params: string[]) => db.prepare<Row>(sql).all(...params));
  world.recovery.stop();
  await db.close();
}

type Read = <Row>(sql: string, ...params: string[]) => readonly Row[];

function agreement(read: Read) {
  const [row] = read<{ id: string; state: State; method: string | null; document: string }>(
    'SELECT id, state, method, document FROM smart_transaction',
  );
  if (!row) throw new Error('the sale is gone');
  const payments = read<{ id: string; inner: string }>(
    `SELECT id, inner FROM payment_transaction WHERE inner ->> '$.order.parent' IS NULL AND inner ->> '$.order.sale' = ?
       AND specific IS NOT NULL`,
    row.id,
  ).map(({ id, inner }) => ({ id, ...(JSON.parse(inner) as { key: string | null; money: PaymentMoney }) }));
  expect(read("SELECT 1 FROM payment_operation WHERE state = 'open'")).toEqual([]);
  for (const { key, money } of payments) expect(atAcquirer(read, key), row.state).toEqual(standing(money));
  const holding = payments.filter(({ money }) => money.held > 0 || money.captured > money.refunded);
  expect(Object.keys(MONEY), row.state).toContain(row.state);
  const stages = holding.map(({ money }) => money.stage);
  const booked = row.state === 'closed' && row.method === 'cash' ? null : (MONEY[row.state] ?? null);
  // A capture that never reached the acquirer leaves its authorisation, which the next step gives up.
  if (row.state === 'failed') expect([[], ['authorised']], row.state).toContainEqual(stages);
  else expect(stages, row.state).toEqual(booked === null ? [] : [booked]);
  loyaltyAgrees(read, row);
}

function atAcquirer(read: Read, key: string | null) {
  const rows = read<BookRow>('SELECT * FROM acquirer_book WHERE original = ? ORDER BY number', key ?? '');
  return standing(moneyOf(rows.map(row => ({ ...row, answer: JSON.parse(row.answer) }))));
}

/**
 * The amounts of a payment; a payment that never reached the acquirer is denied here and new there, and holds nothing
 * in both.
 */
const standing = ({ held, captured, refunded }: PaymentMoney) => ({ held, captured, refunded });

/** The card's part is booked with the sale, held while it is open, and free otherwise. */
function loyaltyAgrees(read: Read, { id, state }: { id: string; state: State }) {
  const [reservation] = read<{ state: string }>('SELECT state FROM reservation WHERE sale = ?', id);
  if (!reservation) return;
  if (state === 'closed') expect(reservation.state).toBe('committed');
  else if (state === 'created') expect(reservation.state).toBe('released');
  else if (state !== 'cancelled') expect(reservation.state).toBe('held');
}
