/** Two steps of one sale in the same turn of the event loop: in any order, no money is lost or taken twice. */
import { afterAll, describe, expect, it } from 'vitest';
import type { State } from '../domain/transaction.ts';
import { closeAll, item, sale } from '../doubles/bridge.fixture.ts';
import { cashier, testWorld } from '../doubles/world.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import type { Acquirer } from '../world/acquirer.ts';
import { demoIds } from '../world/demoIds.ts';
import type { Ledger } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { flow } from './flow.ts';
import { card } from './payments.fixture.ts';

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
const account = {
  container: { type: 'bank_account', private: { iban: IBAN, owner: 'Erika' } },
  customer: { contact: { surname: 'Muster' } },
};

describe('another method prepared while the terminal is asked before a payment', () => {
  it('is voided: the money is taken once', async () => {
    const { world, db, memory } = await testWorld();
    const { terminal } = world.devices.slot(demoIds.terminal)!;
    const [requested, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { lastTransaction } = terminal;
    Object.assign(terminal, {
      async lastTransaction() {
        requested.resolve();
        await answered.promise;
        return lastTransaction();
      },
    });
    const { id } = await flow.create(world, cashier, sale([item(1200)]));
    const paying = flow.start(world, cashier, id, 'cashless', {});
    await requested.promise;
    const prepared = await flow.prepare(world, { ...cashier, role: 'integrator' }, id, 'creditcard', card());
    answered.resolve();
    expect(await paying).toMatchObject({ status: 'ok', payment_method: 'cashless' });
    expect(memory.totals.amount).toBe(1200);
    const { inner } = world.payments.find(cashier.merchant, prepared.transactions[0]!.id)!;
    expect(inner.money).toMatchObject({ held: 0, captured: 0 });
    await db.close();
  });
});

describe('cancel', () => {
  it('in the same turn as the approval of the terminal loses no money', async () => {
    const hook = behindWrite();
    const { world, db, memory } = await testWorld({ write: hook.write });
    const { id } = await flow.create(world, cashier, sale([item(1000)]));
    let cancelled: Promise<unknown> = Promise.resolve();
    // First job: the intent. Second job: the approval.
    hook.arm(2, () => {
      cancelled = flow.cancel(world, cashier, id).catch((error: unknown) => error);
    });
    await flow.start(world, cashier, id, 'cashless', undefined);
    expect(await cancelled).toMatchObject({ key: 'paymentUnderWay' });
    expect(world.ledger.sale(cashier.merchant, id)?.state).toBe('closed');
    expect((await flow.cancel(world, cashier, id)).status).toBe('cancelled');
    expect(memory.commands.map(({ name }) => name)).toEqual(['pay', 'reverse']);
    await db.close();
  });

  it('of two sales at one terminal in one turn reverses one sale and refuses the other as busy', async () => {
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
  it('leaves the sale closed when it refuses the refund', async () => {
    const { world, db } = await testWorld({
      acquirer: real => ({
        ...real,
        refund: async () => ({ approved: false, waits: null, token: null, authorisation: '', reason: 'too late' }),
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
  it('locks the sale while the acquirer is asked, so that the sum cannot change', async () => {
    const meanwhile: unknown[] = [];
    const { world, db } = await testWorld({
      acquirer: real => ({
        ...real,
        async authorise(request) {
          meanwhile.push(await flow.update(world, cashier, id, sale([item(9000)])).catch((error: unknown) => error));
          meanwhile.push(await flow.cancel(world, cashier, id).catch((error: unknown) => error));
          return real.authorise(request);
        },
      }),
    });
    const { id } = await flow.create(world, cashier, sale([item(1000)]));
    await flow.prepare(world, cashier, id, 'debit', account);
    expect(meanwhile).toMatchObject([{ key: 'paymentUnderWay' }, { key: 'paymentUnderWay' }]);
    expect(world.ledger.sale(cashier.merchant, id)).toMatchObject({
      state: 'authorised',
      document: { basket_info: { missing_sum: 1000 } },
    });
    await db.close();
  });

  it('ten at once authorise once', async () => {
    const { world, db } = await testWorld();
    const { id } = await flow.create(world, cashier, sale([item(1000)]));
    const asked = Array.from({ length: 10 }, () => flow.prepare(world, cashier, id, 'debit', account));
    const endings = await Promise.allSettled(asked);
    expect(endings.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const holding = world.payments
      .all(cashier.merchant)
      .filter(({ inner }) => inner.order.sale === id && inner.money.held > 0);
    expect(holding).toHaveLength(1);
    await db.close();
  });
});

describe('an acquirer whose answers are lost', () => {
  /** Books what it is asked, but the answer never comes back while `cut`. */
  async function losing() {
    const line = { cut: false };
    const lost =
      (ask: Acquirer['sale']): Acquirer['sale'] =>
      async request => {
        const answer = await ask(request);
        if (line.cut) throw new Error('the line is cut');
        return answer;
      };
    const made = await testWorld({
      acquirer: real => ({
        ...real,
        authorise: lost(real.authorise),
        capture: lost(real.capture),
        sale: lost(real.sale),
        refund: lost(real.refund),
        void: lost(real.void),
      }),
    });
    const { id } = await flow.create(made.world, cashier, sale([item(1000)]));
    const state = () => made.world.ledger.sale(cashier.merchant, id)?.state;
    /** Sends the request with the line cut, which answers an error, and again with the line restored. */
    const twice = async (ask: () => Promise<SmartTransaction>, waiting: State) => {
      line.cut = true;
      await expect(ask()).rejects.toMatchObject({ key: 'acquirerUnreachable' });
      expect(state()).toBe(waiting);
      line.cut = false;
      return ask();
    };
    return { ...made, id, twice, line, state };
  }

  it('leaves the sale waiting, and the next call looks up the outcome: start and cancel', async () => {
    const { world, db, id, twice } = await losing();
    const started = await twice(() => flow.start(world, cashier, id, 'debit', account), 'paying');
    expect(started.status).toBe('ok');
    expect((await twice(() => flow.cancel(world, cashier, id), 'reversing')).status).toBe('cancelled');
    const [money] = moneyOf(world, id);
    expect(money).toMatchObject({ captured: 1000, refunded: 1000 });
    await db.close();
  });

  it('after prepare: start captures the authorised amount', async () => {
    const { world, db, id, line, state } = await losing();
    line.cut = true;
    await expect(flow.prepare(world, cashier, id, 'debit', account)).rejects.toMatchObject({
      key: 'acquirerUnreachable',
    });
    expect(state()).toBe('preparing');
    line.cut = false;
    expect((await flow.start(world, cashier, id, '', undefined)).status).toBe('ok');
    expect(moneyOf(world, id)).toMatchObject([{ captured: 1000 }]);
    await db.close();
  });

  it('after a void: the sale is free for the next method', async () => {
    const { world, db, id, twice } = await losing();
    await flow.prepare(world, cashier, id, 'debit', account);
    expect((await twice(() => flow.start(world, cashier, id, 'cash', undefined), 'voiding')).status).toBe('ok');
    // The second payment is the cash.
    expect(moneyOf(world, id)).toMatchObject([{ stage: 'voided', held: 0, captured: 0 }, { stage: 'captured' }]);
    await db.close();
  });
});

const moneyOf = (world: World, id: string) =>
  world.payments
    .all(cashier.merchant)
    .filter(({ inner }) => inner.order.sale === id && inner.order.parent === null)
    .map(({ inner }) => inner.money);
