/** A dump that cannot be restored is one sentence, and leaves nothing that opens as an empty back office. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EmbeddedDatabase } from './database/embedded.ts';
import { openEmbedded } from './database/embedded.ts';
import { merchant, openTestOffice } from './office.fixture.ts';

const RUN = join(import.meta.dirname, '..', 'run.mjs');
/** Nothing of the embedded PostgreSQL is compiled a second time: it opens in half the time. */
const serve = (...options: readonly string[]) =>
  spawnSync(process.execPath, ['--liftoff-only', RUN, 'main/office/serve.ts', ...options], { encoding: 'utf8' });
const place = mkdtempSync(join(tmpdir(), 'restore-'));
const file = (name: string, bytes: Uint8Array | string) => {
  writeFileSync(join(place, name), bytes);
  return join(place, name);
};
/** Every night a dump is compressed, which takes as long as its restore. */
const COMPRESSION = process.env.LONG ? 'gzip' : 'none';
const DUMP = COMPRESSION === 'gzip' ? 'dump.tar.gz' : 'dump.tar';
let whole: Uint8Array = new Uint8Array();
let empty: Uint8Array = new Uint8Array();

beforeAll(async () => {
  const office = await openTestOffice(null);
  await office.database.query("INSERT INTO setting (key, value) VALUES ('purpose', 'live')");
  await office.database.query(
    "INSERT INTO person (id, merchant, username, name, role) VALUES ('USR_ADA', $1, 'ada@own.example', 'Ada', 'chain')",
    [merchant],
  );
  await office.database.query(
    "INSERT INTO second_factor (person, secret, since, last_step) VALUES ('USR_ADA', 'kept in the dump', now(), 0)",
  );
  whole = await (office.database as EmbeddedDatabase).dump(COMPRESSION);
  await office.database.close();
  rmSync(office.data, { recursive: true });
  if (!process.env.LONG) return;
  const other = await openEmbedded(join(place, 'other'), null);
  empty = await other.dump('gzip');
  await other.close();
}, 180_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

const restore = (dump: string, data: string) => serve('restore', dump, '--data', data);

const BAD: readonly (readonly [string, () => Uint8Array])[] = [
  ['is no archive', () => Buffer.from('no archive')],
  ['is cut', () => whole.subarray(0, whole.length / 2)],
  ['lacks files at its end', () => gzipSync(gunzipSync(whole).subarray(0, 4 * 1024 * 1024))],
  ['is that of something else', () => empty],
];

it.each(process.env.LONG ? BAD : BAD.slice(1, 2))(
  'a dump that %s',
  (_what, bytes) => {
    const data = join(place, 'new');
    const { status, stderr } = restore(file(DUMP, bytes()), data);
    expect([status, stderr.trim().split('\n').length, existsSync(data)]).toEqual([2, 1, false]);
    expect(stderr).toMatch(
      /^The dump .* cannot be restored \(.+\)\. Nothing was changed; restore the dump of another day\.\n$/,
    );
  },
  60_000,
);

it.runIf(process.env.LONG)(
  'a directory that was there stays as it was, and takes a whole dump afterwards (npm run test:long)',
  () => {
    const data = join(place, 'there');
    mkdirSync(join(data, 'dumps'), { recursive: true });
    writeFileSync(join(data, 'dumps', 'note'), 'mine');
    expect(restore(file('bad.tar.gz', 'no archive'), data).status).toBe(2);
    expect(readdirSync(data)).toEqual(['dumps']);
    expect(restore(file('good.tar.gz', whole), data)).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(join(data, 'postgres', 'PG_VERSION'))).toBe(true);
    expect(existsSync(join(data, 'restoring'))).toBe(false);
    expect(readFileSync(join(data, 'dumps', 'note'), 'utf8')).toBe('mine');
  },
  180_000,
);

it('a restore that was killed is said at the next start, and repeated; the second factors are there, and end at the server', () => {
  const data = join(place, 'killed');
  mkdirSync(join(data, 'restoring', 'postgres'), { recursive: true });
  const start = serve('--port', '0', '--data', data);
  expect(start.status).toBe(2);
  expect(start.stderr).toContain('was interrupted: repeat it');
  expect(existsSync(join(data, 'postgres'))).toBe(false);
  expect(restore(file(DUMP, whole), data).status).toBe(0);
  const reset = serve('reset-factor', 'Ada@own.example', '--data', data);
  expect(reset.stderr).toBe('');
  expect(reset.stdout).toMatch(/^Ada@own\.example signs in with the password alone now/);
}, 180_000);
