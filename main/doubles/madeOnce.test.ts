/** Bytes that the processes of a test run share. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { madeOnce } from './madeOnce.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'made-once-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes the text, and counts how often it was made. */
function counted(text: string) {
  const counts = { made: 0 };
  const make = async () => {
    counts.made += 1;
    return Buffer.from(text);
  };
  return { counts, make };
}

const asked = async (key: string, make: () => Promise<Buffer>) => (await madeOnce(key, make, folder)).toString();

it('are made once for all who ask at the same time and later', async () => {
  const { counts, make } = counted('one');
  expect(await Promise.all([asked('a', make), asked('a', make), asked('a', make)])).toEqual(['one', 'one', 'one']);
  expect([await asked('a', make), counts.made]).toEqual(['one', 1]);
  expect(await asked('b', counted('two').make)).toBe('two');
});

it('are made by the next who asks where the first has failed', async () => {
  await expect(asked('c', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(await asked('c', counted('three').make)).toBe('three');
});

it('wait for no process that has ended', async () => {
  const before = readdirSync(folder);
  await asked('d', counted('four').make);
  const [made = ''] = readdirSync(folder).filter(name => !before.includes(name));
  rmSync(join(folder, made));
  writeFileSync(join(folder, `${made}.claim`), '999999999');
  expect(await asked('d', counted('five').make)).toBe('five');
});
