/** The files of a data directory are their owner's alone, whatever was there before; proved on the program itself. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openEmbedded } from './database/embedded.ts';

const place = mkdtempSync(join(tmpdir(), 'files-'));
afterAll(() => rmSync(place, { recursive: true }));
const root = join(import.meta.dirname, '..', '..');

/** With the rights that most systems give to new files: everybody may read them. */
const backOffice = (...args: readonly string[]) =>
  execFileSync(
    'sh',
    ['-c', 'umask 022 && exec "$@"', 'sh', process.execPath, 'main/run.mjs', 'main/office/serve.ts', ...args],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );

/** Files and folders below a directory, itself included, that somebody else may use. */
function openToOthers(directory: string): readonly string[] {
  const found = readdirSync(directory, { withFileTypes: true, recursive: true });
  const all = [directory, ...found.map(({ parentPath, name }) => join(parentPath, name))];
  return all.filter(path => (statSync(path).mode & 0o077) !== 0);
}

it('those of a new database, of an older one, and of one that was put back', { timeout: 300_000 }, async () => {
  const data = join(place, 'data');
  backOffice('enrol', '--store', 'Hafen', '--data', data);
  expect(readdirSync(join(data, 'postgres')).length).toBeGreaterThan(10);
  expect(openToOthers(data)).toEqual([]);

  // As an older version, or a copy, leaves them.
  const opened = readdirSync(data, { withFileTypes: true, recursive: true });
  for (const entry of opened) chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  mkdirSync(join(data, 'dumps'), { mode: 0o755 });
  writeFileSync(join(data, 'dumps', 'office-2026-11-16.tar.gz'), '', { mode: 0o644 });
  chmodSync(data, 0o755);
  expect(openToOthers(data).length).toBeGreaterThan(10);
  backOffice('enrol', '--store', 'Hafen', '--data', data);
  expect(openToOthers(data)).toEqual([]);

  const database = await openEmbedded(data, null);
  const dump = join(place, 'dump.tar.gz');
  writeFileSync(dump, await database.dump('gzip'));
  await database.close();
  const restored = join(place, 'restored');
  expect(backOffice('restore', dump, '--data', restored)).toContain('is the database in');
  expect(readdirSync(join(restored, 'postgres')).length).toBeGreaterThan(10);
  expect(openToOthers(restored)).toEqual([]);
});
