/** An upstream service that is configured later gets what was sold before. */
import { afterEach, expect, it } from 'vitest';
import { cards, closeAll, item, ok, sale, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';

afterEach(closeAll);

const upstream = 'http://127.0.0.1:9';

async function sell(bridge: TestBridge, card?: string): Promise<string> {
  const till = await bridge.client();
  const { id } = await till.create(sale([item(1500)], card));
  if (card !== undefined) ok(await till.post(`/${id}/preTransaction`));
  ok(await till.post(`/${id}/start/cash`));
  return id;
}

const waiting = (bridge: TestBridge) =>
  bridge
    .rows<{ object: string; lane: string }>(
      'SELECT r.object, d.lane FROM upstream_delivery d JOIN queue_record r ON r.number = d.number ORDER BY r.number',
    )
    .map(({ object, lane }) => [object, lane.slice(0, 3)]);

async function reopened(bridge: TestBridge, config: object): Promise<TestBridge> {
  await bridge.close();
  return startBridge({ data: bridge.data, clock: bridge.clock, terminal: bridge.terminal, config });
}

it('queues the last thirty days at the first start with it, once, in the lanes of their cards', async () => {
  const without = await startBridge();
  const old = await sell(without);
  without.clock.pass(31 * 86_400_000);
  const [plain, withCard] = [await sell(without), await sell(without, cards.some)];
  expect(waiting(without)).toEqual([]);
  const first = await reopened(without, { upstream });
  const expected = [
    [plain, 'STX'],
    [withCard, 'MCD'],
  ];
  expect(waiting(first)).toEqual(expected);
  const second = await reopened(first, { upstream });
  expect(waiting(second)).toEqual(expected);
  expect(waiting(second).flat()).not.toContain(old);
});

it('queues what was sold while it was not configured', async () => {
  const before = await startBridge({ config: { upstream } });
  const first = await sell(before);
  const pause = await reopened(before, {});
  const second = await sell(pause);
  const again = await reopened(pause, { upstream });
  expect(waiting(again).map(([object]) => object)).toEqual([first, second]);
});

it('goes back as far as it is told', async () => {
  const bridge = await startBridge();
  const old = await sell(bridge);
  bridge.clock.pass(100 * 86_400_000);
  const settings = { address: upstream, from: '2020-01-01' };
  const later = await reopened(bridge, { upstream: settings });
  expect(waiting(later).map(([object]) => object)).toEqual([old]);
});
