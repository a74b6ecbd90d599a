/** The files of a back office are their owner's alone, whatever was there before; proved on the program itself. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '../../main/office/database/embedded.ts';
import { officeCommand } from './fleet.ts';
import { startProgram } from './programs.ts';

const place = mkdtempSync(join(tmpdir(), 'files-'));
const data = join(place, 'data');
let mask = 0;

beforeAll(() => {
  // As most systems have it: everybody may read new files.
  mask = process.umask(0o022);
});
afterAll(() => {
  process.umask(mask);
  rmSync(place, { recursive: true });
});

/** Files and folders below a directory, itself included, that somebody else may use. */
function openToOthers(directory: string): readonly string[] {
  const found = readdirSync(directory, { withFileTypes: true, recursive: true });
  const all = [directory, ...found.map(({ parentPath, name }) => join(parentPath, name))];
  return all.filter(path => (statSync(path).mode & 0o077) !== 0);
}

it('those of a new database are closed, and those that an older version left', { timeout: 300_000 }, () => {
  const dumps = join(data, 'dumps');
  mkdirSync(dumps, { recursive: true });
  writeFileSync(join(dumps, 'office-2026-11-16.tar.gz'), '');
  expect(openToOthers(data)).toHaveLength(3);
  officeCommand(['enrol', '--store', 'Hafen', '--data', data]);
  expect(readdirSync(join(data, 'postgres')).length).toBeGreaterThan(10);
  expect(openToOthers(data)).toEqual([]);
  // A second start costs as much as the first.
  if (!process.env.LONG) return;

  const found = readdirSync(data, { withFileTypes: true, recursive: true });
  for (const entry of found) chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  chmodSync(data, 0o755);
  expect(openToOthers(data).length).toBeGreaterThan(100);
  officeCommand(['enrol', '--store', 'Hafen', '--data', data]);
  expect(openToOthers(data)).toEqual([]);
});

it.runIf(process.env.LONG)('those that a dump brings along (npm run test:long)', { timeout: 300_000 }, async () => {
  const database = await openEmbedded(data, null);
  const dump = join(place, 'dump.tar.gz');
  writeFileSync(dump, await database.dump('gzip'));
  await database.close();
  const restored = join(place, 'restored');
  expect(officeCommand(['restore', dump, '--data', restored])).toContain('is the database in');
  expect(readdirSync(join(restored, 'postgres')).length).toBeGreaterThan(10);
  expect(openToOthers(restored)).toEqual([]);
});

it.runIf(process.env.LONG)('those that are made while it runs (npm run test:long)', { timeout: 300_000 }, async () => {
  const demo = join(place, 'demo');
  const start = () => {
    const options = ['--demo', '--demo-days', '3', '--port', '0', '--data', demo];
    return startProgram('main/office/serve.ts', options, { TILLBRIDGE_OFFICE_MAIL_TIME: '00:00' });
  };
  const first = await start();
  const signIn = new URLSearchParams({ username: 'chain@demo.example', password: 'demo-office-1' });
  const answer = await fetch(`${first.address}/office/v1/token`, { method: 'POST', body: signIn });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  await fetch(`${first.address}/office/v1/me`, { method: 'PATCH', headers, body: '{"morning_mail": true}' });
  await first.stop();
  // A start looks at the clock, and writes what is due into a new folder; its end waits for that.
  const second = await start();
  await second.stop();
  expect(readdirSync(join(demo, 'mails')).length).toBeGreaterThan(0);
  expect(openToOthers(demo)).toEqual([]);
});
