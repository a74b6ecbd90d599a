/** Two steps of one sale in the same turn of the event loop: whatever the order, no money is lost or taken twice. */
import { afterAll, describe, expect, it } from 'vitest';
import { closeAll, item, sale } from '../bridge.fixture.ts';
import type { Ledger } from '../ports.ts';
import { cashier, testWorld } from '../world.fixture.ts';
import { flow } from './flow.ts';

afterAll(closeAll);

/** Calls `action` right behind the `nth` job that is handed to the ledger from now on. */
function behindWrite() {
  let left = Number.POSITIVE_INFINITY;
  let action = () => {};
  return {
    write:
      (write: Ledger['write']): Ledger['write'] =>
      job => {
        const written = write(job);
        left -= 1;
        if (left === 0) action();
        return written;
      },
    arm(nth: number, then: () => void) {
      left = nth;
      action = then;
    },
  };
}

const IBAN = 'DE89370400440532013000';
const account = { container: { type: 'bank_account', private: { iban: IBAN, owner: 'Erika' } } };

describe('cancel', () => {
  it('in the very turn in which the terminal approves does not forget the money', async () => {
    const hook = behindWrite();
    const { world, db, memory } = await testWorld({ write: hook.write });
    const { id } = await flow.create(world, cashier, sale([item(1000)]));
    let cancelled: Promise<unknown> = Promise.resolve();
    // First job: the intent. Second job: the approval.
    hook.arm(2, () => {
      cancelled = flow.cancel(world, cashier, id).catch((error: unknown) => error);
    });
    await flow.start(world, cashier, id, 'cashless', undefined);
    expect(await cancelled).toMatchObject({ key: 'stateForbids' });
    expect(world.ledger.sale(cashier.merchant, id)?.state).toBe('closed');
    expect((await flow.cancel(world, cashier, id)).status).toBe('cancelled');
    expect(memory.commands.map(({ name }) => name)).toEqual(['pay', 'reverse']);
    await db.close();
  });

  it('of two sales at one terminal in one turn: one is reversed, the other told that the terminal is busy', async () => {
    const { world, db, memory } = await testWorld();
    const ids: string[] = [];
    for (const price of [1000, 2000]) {
      const { id } = await flow.create(world, cashier, sale([item(price)]));
      await flow.start(world, cashier, id, 'cashless', undefined);
      ids.push(id);
    }
    const endings = await Promise.allSettled(ids.map(id => flow.cancel(world, cashier, id)));
    expect(endings.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(endings[1]).toMatchObject({ reason: { key: 'terminalBusy' } });
    expect(memory.commands.filter(({ name }) => name === 'reverse')).toHaveLength(1);
    await db.close();
  });
});

describe('an acquirer', () => {
  it('that will not reverse leaves the sale closed and says so', async () => {
    const { world, db } = await testWorld({
      acquirer: real => ({
        ...real,
        reverse: async () => ({ approved: false, authorisation: '', reason: 'too late' }),
      }),
    });
    const { id } = await flow.create(world, cashier, sale([item(1000)]));
    await flow.start(world, cashier, id, 'debit', account);
    await expect(flow.cancel(world, cashier, id)).rejects.toMatchObject({ key: 'reversalFailed' });
    expect(world.ledger.sale(cashier.merchant, id)?.state).toBe('closed');
    await db.close();
  });
});

describe('prepare', () => {
  it('does not authorise a sum that has changed meanwhile', async () => {
    let meanwhile: () => Promise<unknown> = async () => undefined;
    const { world, db } = await testWorld({
      acquirer: real => ({
        ...real,
        async authorise(request) {
          await meanwhile();
          return real.authorise(request);
        },
      }),
    });
    const { id } = await flow.create(world, cashier, sale([item(1000)]));
    meanwhile = () => flow.update(world, cashier, id, sale([item(9000)]));
    await expect(flow.prepare(world, cashier, id, 'debit', account)).rejects.toMatchObject({ key: 'stateForbids' });
    expect(world.ledger.sale(cashier.merchant, id)).toMatchObject({
      state: 'created',
      document: { transactions: [], basket_info: { missing_sum: 9000 } },
    });
    await db.close();
  });
});
