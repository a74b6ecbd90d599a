/** The list of what a data directory consists of is whole: a copy of these files alone is the same shop. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { closeAll, ok, startBridge, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { keepDirectory, makeDirectory } from './directoryCopy.fixture.ts';
import { DIRECTORY_FILES } from './directoryFiles.ts';

afterEach(closeAll);

/** A start makes them anew. */
const PASSING = ['tillbridge.db-shm', 'tillbridge.lock', 'tillbridge.lock-journal', 'tillbridge.pid'];

it('names every file of a directory in use', async () => {
  const { data } = await startBridge();
  const files = readdirSync(data, { withFileTypes: true }).flatMap(entry => (entry.isFile() ? [entry.name] : []));
  const needed = files.filter(name => !PASSING.includes(name));
  expect(needed.sort()).toEqual(Object.values(DIRECTORY_FILES).sort());
});

it('is enough to make a directory again, and to go on after a crash', async () => {
  const first = await startBridge();
  const { id } = await (await first.client()).create();
  const crashed = await first.crashCopy();
  await (await crashed.client()).read(id);
  await first.close();
  const data = join(temporaryDirectory(), 'again');
  makeDirectory(data, keepDirectory(first.data));
  const again = await startBridge({ data });
  await (await again.client()).read(id);
  for (const { ask } of [crashed, again]) {
    const health = ok(await ask<{ read_only: boolean; risks: readonly unknown[] }>('GET', '/healthz'));
    expect(health).toMatchObject({ read_only: false, risks: [] });
  }
});
