/** The dump of the night on a disk that is full, and what goes on all the same. */
import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { smallDisk } from '../store/smallDisk.fixture.ts';
import { hourly, keepDump } from './nightly.ts';
import type { Office } from './office.ts';

const disk = smallDisk(1);
afterAll(() => disk?.free());

describe.runIf(disk !== null)('the dump of the night (needs root, who may mount)', () => {
  it('leaves nothing where it finds no room, and those of before stay', async () => {
    const dump = (size: number) => ({ dump: async () => Buffer.alloc(size, 'x') });
    await keepDump(dump(10_000), disk!.path, '2026-11-29');
    await expect(keepDump(dump(3_000_000), disk!.path, '2026-11-30')).rejects.toThrow('ENOSPC');
    expect(readdirSync(disk!.path)).toEqual(['office-2026-11-29.tar.gz']);
  });
});

it('counts thirds of months in an hour whose nightly work fails', async () => {
  const asked: string[] = [];
  const logged: string[] = [];
  const database = {
    async query(text: string) {
      if (text.includes("'nightly'")) throw new Error('no room');
      asked.push(text);
      return [];
    },
  };
  const log = (_level: string, words: string) => void logged.push(words);
  await hourly({ database, log, clock: { now: () => Date.parse('2026-11-30T04:00:00Z') } } as unknown as Office);
  expect(asked.join()).toContain('counted_third');
  expect(logged).toEqual(['the nightly work failed; it is tried again in an hour']);
});
