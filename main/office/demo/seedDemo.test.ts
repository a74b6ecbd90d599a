/** The demo of one day: a till that has sold nothing yet ends no start, and has its head once it has sold. */
import { afterAll, expect, it } from 'vitest';
import { closeAll, temporaryDirectory } from '../../doubles/bridge.fixture.ts';
import { openDatabase } from '../database/open.ts';
import { silentTill } from './places.ts';
import { keepDemoInTouch, seedDemo } from './seedDemo.ts';

afterAll(closeAll);

it('begins with tills that have sold nothing yet, and goes on later', async () => {
  const database = await openDatabase({ address: null, data: temporaryDirectory(), lost: () => undefined });
  try {
    const noon = Date.parse('2026-03-04T11:00:00Z');
    const headOf = () => database.query('SELECT highest FROM till_head WHERE till = $1', [silentTill.id]);
    const at = (now: number) => ({ database, clock: { now: () => now, elapsed: () => 0 }, log: () => undefined });
    await seedDemo(at(noon), 1);
    expect(await headOf()).toEqual([]);
    await seedDemo(at(noon + 4 * 86_400_000), 1);
    expect(await headOf()).toMatchObject([{ highest: expect.any(Number) }]);
  } finally {
    await database.close();
  }
});

it('hears its tills at once, however long it took to be made', () => {
  const asked: string[] = [];
  const database = { query: async (text: string) => void asked.push(text) };
  const clock = { now: () => Date.parse('2026-03-04T11:00:00Z') };
  const demo = keepDemoInTouch({ database, clock, log: () => undefined } as unknown as Parameters<
    typeof keepDemoInTouch
  >[0]);
  demo.stop();
  expect(asked.join()).toContain('UPDATE heartbeat');
});
