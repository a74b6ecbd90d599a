/** A terminal that answers its end-of-day twice, and not alike: a person decides, at once, whatever was said before. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Element, element } from '../../../drivers/opi/codec/element.ts';
import { headOf, message } from '../../../drivers/opi/codec/messages.ts';
import { success, type Wire } from '../../../drivers/opi/scripted.fixture.ts';
import { until } from '../../doubles/bridge.fixture.ts';
import { cashier } from '../../doubles/world.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import { APPROVAL, answerOf, type OpiShop, opiShop } from '../payment/contradictionsOpi.fixture.ts';
import { decideByPerson } from './reconciliation.ts';
import { runDayEnd } from './run.ts';

const opened: OpiShop[] = [];
afterEach(async () => {
  for (const shop of opened.splice(0)) await shop.close();
});

const done = (request: Element) => success(request, [element('Reconciliation', {}, [])]);
const refused = (request: Element) => message('ServiceResponse', headOf(request), [], 'Failure');

/** A till that has sold for 10.00 and runs its end-of-day; `first`: the answer of the terminal at once. */
async function closing(...first: readonly ((request: Element) => Element)[]) {
  const shop = await opiShop((request, wire, memory) => {
    memory.last = answerOf(request, 'Success', '42', APPROVAL);
    wire.send(memory.last);
  });
  opened.push(shop);
  await shop.pay();
  let asked: { request: Element; wire: Wire } | undefined;
  shop.opi.dayEnd = (request, wire) => {
    asked = { request, wire };
    for (const answer of first) wire.send(answer(request));
  };
  const { world } = shop;
  const slot = world.devices.slot(demoIds.terminal)!;
  const run = () => runDayEnd(world, slot, { principal: cashier, wire: false }).catch((error: unknown) => error);
  await run();
  const newest = () => world.dayEnds.list(demoIds.merchant, demoIds.terminal, 1, 0)[0]!;
  return {
    world,
    newest,
    run,
    says: (answer: (request: Element) => Element) => asked!.wire.send(answer(asked!.request)),
    called: () => until(() => newest().needs_person),
    outcome: () => shop.outcome(newest().transaction!),
    decide: (tookPlace: boolean) => decideByPerson(world, cashier, newest().id, tookPlace),
    /** The states that were sent to the back office, in this order. */
    sent: () =>
      shop.db
        .prepare<{ state: string }>(
          "SELECT facts ->> 'state' AS state FROM queue_record WHERE kind = 'dayEnd' ORDER BY rowid",
        )
        .all()
        .map(({ state }) => state),
    /** Commands in the day that is not closed. */
    open: () => world.dayEnds.movements({ device: demoIds.terminal, ...span(world) }).length,
  };
}

const span = ({ dayEnds }: OpiShop['world']) => ({
  after: dayEnds.last(demoIds.terminal).through,
  through: dayEnds.newestIntent(demoIds.terminal),
});

describe('an end-of-day that was answered', () => {
  it('as done, and as failed afterwards: a person is called, and the call that decides is named', async () => {
    const till = await closing(done);
    expect(till.newest()).toMatchObject({ state: 'differs' });
    till.says(refused);
    await till.called();
    const path = `/bridge/v1/day-ends/${till.newest().id}/verdict`;
    expect(till.newest()).toMatchObject({ state: 'differs', next: { path } });
    expect(till.outcome()).toMatchObject({ final: false, next: { path } });
  });

  it.each([
    [true, 'differs', 0],
    [false, 'failed', 1],
  ] as const)('as done, then as failed, and a person says that it took place: %s', async (tookPlace, state, open) => {
    const till = await closing(done);
    till.says(refused);
    await till.called();
    await till.decide(tookPlace);
    expect(till.newest()).toMatchObject({ state, needs_person: false, next: null });
    expect(till.outcome()).toMatchObject({ final: true, next: null });
    expect(till.open()).toBe(open);
    expect(till.sent()).toEqual(tookPlace ? ['differs'] : ['differs', 'failed']);
    await expect(till.decide(tookPlace)).rejects.toMatchObject({ key: 'nothingToDecide' });
    // The day goes on: the next end-of-day takes what is open.
    await till.run();
    expect(till.open()).toBe(0);
  });

  it.each([
    [true, 'differs', 0],
    [false, 'failed', 1],
  ] as const)('as failed, then as done, and a person says that it took place: %s', async (tookPlace, state, open) => {
    const till = await closing(refused);
    expect(till.newest()).toMatchObject({ state: 'failed' });
    till.says(done);
    await till.called();
    await till.decide(tookPlace);
    expect(till.newest()).toMatchObject({ state, needs_person: false });
    expect(till.open()).toBe(open);
  });

  it('twice alike is answered once, and an answer to an earlier one says nothing about the newest', async () => {
    const till = await closing(done);
    till.says(done);
    await till.run();
    till.says(request => ({ ...refused(request), attributes: { ...refused(request).attributes, RequestID: '77777' } }));
    till.says(done);
    await till.run();
    expect(till.newest()).not.toHaveProperty('needs_person', true);
  });
});
