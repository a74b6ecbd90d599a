/** The dump of the night on a disk that is full. */
import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { smallDisk } from '../store/smallDisk.fixture.ts';
import { keepDump } from './nightly.ts';

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
