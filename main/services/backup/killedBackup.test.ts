/** A backup that is killed at every step: earlier backups stay whole, the half one counts for nothing, and the next one is made. */
import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { closeAll, temporaryDirectory, testClock } from '../../doubles/bridge.fixture.ts';
import { startLiveShop } from '../../doubles/liveShop.fixture.ts';
import { readDirectory } from '../../store/directory.ts';
import { makeBackup } from './make.ts';
import { backupsIn, PARTIAL } from './manifest.ts';
import { rehearse } from './restore.ts';

afterEach(closeAll);

const NOW = Date.UTC(2026, 10, 28, 12);
const OPEN = { passphrase: null, secretsKey: null };

/** Kills the process that loads it before the change number KILL_AT of the file system. */
const KILLER = `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
let left = Number(process.env.KILL_AT);
const bound = (home, names) => {
  for (const name of names) {
    const real = home[name];
    home[name] = function (...all) {
      if ((left -= 1) < 0) process.kill(process.pid, 'SIGKILL');
      return real.apply(this, all);
    };
  }
};
bound(fs, ['mkdirSync', 'rmSync', 'createWriteStream', 'createReadStream']);
bound(fs.promises, ['copyFile', 'mkdir', 'rename', 'rm', 'writeFile', 'open']);
syncBuiltinESMExports();`;

it('leaves earlier backups whole, holds up no later one, and leaves nothing of its own behind that one', {
  timeout: 300_000,
}, async () => {
  const { data, close } = await startLiveShop({ clock: testClock(NOW) });
  await close();
  const [to, program] = [temporaryDirectory(), '0'];
  const { folder } = await makeBackup({ ...{ directory: data, to, program, now: new Date(NOW) }, ...OPEN });
  const { id } = readDirectory(data)!;
  const preload = join(temporaryDirectory(), 'kill.mjs');
  writeFileSync(preload, KILLER);
  const rehearsed = (from: string) => rehearse({ from, ...OPEN }, async () => 0);

  let kills = 0;
  const stride = process.env.LONG ? 1 : 7;
  for (let step = 0; ; step += stride) {
    const { signal, status, stderr } = spawnSync(
      process.execPath,
      ['--import', preload, 'main/run.mjs', 'main/dataDirectory/cli.ts', 'backup', '--data', data, '--to', to],
      { env: { ...process.env, KILL_AT: String(step) }, encoding: 'utf8' },
    );
    const found = backupsIn(to, id);
    expect([step, found.some(one => one.folder === folder)]).toEqual([step, true]);
    // The newest one is whole at every moment: half of one has no name of a backup.
    for (const one of found.slice(0, 1)) expect([step, await rehearsed(one.folder)]).toEqual([step, 0]);
    if (signal === null) {
      expect([status, stderr]).toEqual([0, '']);
      break;
    }
    expect(signal).toBe('SIGKILL');
    kills += 1;
  }
  expect(kills).toBeGreaterThan(process.env.LONG ? 20 : 2);
  expect(readdirSync(to).filter(name => name.endsWith(PARTIAL))).toEqual([]);
  expect(readdirSync(data).filter(name => name.startsWith('tillbridge.backup'))).toEqual([]);
});
