/** The log of changes keeps what streams resume from, and nothing else. */
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { type Database, openDatabase } from './database.ts';
import { createEventLog } from './events.ts';

const HOUR = 3_600_000;
let db: Database;
afterEach(async () => {
  await db.close();
  await closeAll();
});

/** A log with `count` changes, one every `every` ms. */
async function filled(count: number, every = 1) {
  db = openDatabase(temporaryDirectory());
  let now = 0;
  const log = createEventLog(db, () => now);
  await db.write(() => {
    for (let index = 0; index < count; index += 1) {
      now += every;
      log.append('MRC_1', 'smart.transactions', `STX_${index}`, 'added');
    }
  });
  const seqs = () => db.prepare<number>('SELECT seq FROM change ORDER BY seq').pluck().all();
  const prune = (kept: { count: number; since: number }) => db.write(() => log.prune(kept));
  return { log, now: () => now, seqs, prune };
}

describe('pruning', () => {
  it('keeps the newest by count', async () => {
    const { log, seqs, prune } = await filled(100);
    await prune({ count: 10, since: 0 });
    expect(seqs()).toEqual(Array.from({ length: 10 }, (_none, index) => 91 + index));
    expect(log.since('MRC_1', 90, 500)).toHaveLength(10);
    expect(log.since('MRC_1', 89, 500)).toBeNull();
  });

  it('keeps what is young, and the newest whatever its age, so that numbers never begin again', async () => {
    const { log, now, seqs, prune } = await filled(48, HOUR);
    await prune({ count: 1000, since: now() - 24 * HOUR });
    expect(seqs()).toHaveLength(25);
    await prune({ count: 1000, since: now() + HOUR });
    expect(seqs()).toEqual([48]);
    await db.write(() => log.append('MRC_1', 'smart.transactions', 'STX_X', 'changed'));
    expect(seqs()).toEqual([48, 49]);
  });

  it('works off an old log in bounded rounds', async () => {
    const { seqs, prune } = await filled(60_000);
    const rounds: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await prune({ count: 10, since: 0 });
      rounds.push(seqs().length);
    }
    expect(rounds).toEqual([35_000, 10_000, 10, 10]);
  });

  it('finds both ends by index', async () => {
    await filled(1);
    const plan = (sql: string) => db.prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(1);
    expect(
      plan('DELETE FROM change WHERE seq < ?')
        .map(({ detail }) => detail)
        .join(),
    ).toContain('USING INTEGER PRIMARY KEY');
  });
});
