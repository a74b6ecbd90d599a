/** Several tills at one terminal: the owner of the running payment, its stop, and the decision about a late approval. */
import { afterEach, describe, expect, it } from 'vitest';
import { flow } from '../../checkout/flow.ts';
import { closeAll, item, sale, until } from '../../doubles/bridge.fixture.ts';
import { hold } from '../../doubles/hold.ts';
import { cashier, type TestWorld, testWorld } from '../../doubles/world.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import type { Principal } from '../../world/people.ts';

const open = new Set<TestWorld>();
afterEach(async () => {
  for (const { db } of open) await db.close();
  open.clear();
  await closeAll();
});

const elsewhere: Principal = { ...cashier, device: `SDV_${'9'.repeat(30)}`, ownTill: `SDV_${'9'.repeat(30)}` };

async function shop() {
  const made = await testWorld();
  open.add(made);
  const slot = made.world.devices.slot(demoIds.terminal)!;
  const create = async (who: Principal) => (await flow.create(made.world, who, sale([item(1000)]))).id;
  const pay = (who: Principal, id: string) => flow.start(made.world, who, id, 'cashless', { terminal: slot.device });
  return { ...made, slot, create, pay };
}

/** A payment of the first till that goes on until somebody asks it to stop. */
async function paying(ending: 'untilAborted' | 'approveDespiteAbort') {
  const made = await shop();
  made.memory.endings.push(ending);
  const id = await made.create(cashier);
  const ended = made.pay(cashier, id).catch((error: unknown) => error);
  await until(() => made.memory.commands.length > 0);
  return { ...made, id, ended };
}

describe('the running payment of another till', () => {
  it('is not stopped by the cashier of another till, who gets the name of its till', async () => {
    const { world, slot, id, ended } = await paying('untilAborted');
    const refused = await flow.askToStop(world, elsewhere, slot).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      key: 'paymentElsewhere',
      message: 'this belongs to Kasse 1',
      extra: { holder: { till: { id: demoIds.till } } },
    });
    expect(world.running.view(slot.device)?.aborting).toBe(false);
    expect(world.intents.ofSale(id)[0]?.stopRequestedAt).toBeNull();
    expect(await flow.askToStop(world, cashier, slot)).toBe(true);
    expect(await ended).toMatchObject({ key: 'aborted' });
  });

  it.each(['manager', 'integrator'] as const)('is stopped by a %s of any till', async role => {
    const { world, slot, ended } = await paying('untilAborted');
    expect(await flow.askToStop(world, { ...elsewhere, role }, slot)).toBe(true);
    expect(await ended).toMatchObject({ key: 'aborted' });
  });

  it('approved although its cashier asked to stop: another till decides nothing about it, a manager does', async () => {
    const { world, slot, id, ended } = await paying('approveDespiteAbort');
    await flow.askToStop(world, cashier, slot);
    expect(await ended).toMatchObject({ status: 'ok' });
    for (const keep of [true, false])
      await expect(flow.decideLateApproval(world, elsewhere, slot.device, keep)).rejects.toMatchObject({
        key: 'paymentElsewhere',
      });
    expect(world.intents.openDecision(slot.device)?.sale).toBe(id);
    await flow.decideLateApproval(world, { ...elsewhere, role: 'manager' }, slot.device, true);
    expect(world.intents.openDecision(slot.device)).toBeNull();
  });
});

describe('two tills at the same moment', () => {
  it('one till pays, the other gets the name of that till and pays after it', async () => {
    const { memory, create, pay } = await shop();
    const [first, second] = [await create(cashier), await create(elsewhere)];
    const endings = await Promise.allSettled([pay(cashier, first), pay(elsewhere, second)]);
    expect(endings.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(endings[1]).toMatchObject({
      reason: { key: 'terminalBusy', extra: { holder: { till: { id: demoIds.till } } } },
    });
    expect(memory.commands).toHaveLength(1);
    expect((await pay(elsewhere, second)).status).toBe('ok');
    expect(memory.commands).toHaveLength(2);
  });

  it('the same sale paid at both: one command', async () => {
    const { memory, create, pay } = await shop();
    const id = await create(cashier);
    const endings = await Promise.allSettled([pay(cashier, id), pay(elsewhere, id), pay(cashier, id)]);
    expect(endings.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(memory.commands).toHaveLength(1);
  });

  it('cancelled there in the moment it ends here: paid and reversed, or refused; never both forgotten', async () => {
    const { world, memory, create, pay } = await shop();
    const id = await create(cashier);
    const { arrived, release } = hold(memory);
    const ended = pay(cashier, id);
    await arrived;
    const during = await flow.cancel(world, elsewhere, id).catch((error: unknown) => error);
    expect(during).toMatchObject({ key: 'paymentUnderWay' });
    release();
    expect((await ended).status).toBe('ok');
    expect((await flow.cancel(world, elsewhere, id)).status).toBe('cancelled');
    expect(memory.commands.map(({ name }) => name)).toEqual(['pay', 'reverse']);
    expect(memory.totals.amount).toBe(0);
  });
});

describe('one sale with several tenders', () => {
  it('card declined, loyalty card, card declined, card: the tenders add up, and the card is charged once', async () => {
    const { world, memory } = await shop();
    const { id } = await flow.create(world, cashier, sale([item(1500)], '9276004000000026'));
    memory.endings.push('decline', 'decline');
    const pay = () => flow.start(world, cashier, id, 'cashless', {}).catch((error: unknown) => error);
    expect(await pay()).toMatchObject({ key: 'declined' });
    const { missing_sum: missing } = await flow.preTransaction(world, cashier, id);
    expect(missing).toBeLessThan(1500);
    expect(await pay()).toMatchObject({ key: 'declined' });
    expect(await pay()).toMatchObject({ status: 'ok' });
    expect(memory.commands.map(({ amount }) => amount)).toEqual([1500, missing, missing]);
    expect(memory.totals).toEqual({ count: 1, amount: missing });
  });
});
