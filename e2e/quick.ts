/** `npm run test:quick`: types, arrows, and the tests of the pure parts, for the inner loop. `npm test` runs everything. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Folders whose tests start no bridge, no process and no browser. */
const PURE = [
  'main/domain',
  'main/world',
  'main/services/query/',
  'drivers/masking',
  'drivers/zvt/codec',
  'drivers/zvt/exchange',
  'drivers/zvt/framing',
  'drivers/opi/codec',
  'drivers/opi/exchange',
  'drivers/simulator/zvt/commands',
  'renderer',
  'e2e/arrows',
];

const commands = [
  ['tsc', '-b'],
  [process.execPath, 'main/run.mjs', 'e2e/arrows/check.ts'],
  // The comparison of random queries with SQLite takes a quarter of a minute; `npm test` runs it.
  ['vitest', 'run', '--reporter=minimal', '--exclude', '**/agreement.test.ts', ...PURE],
];

for (const [command = '', ...options] of commands) {
  const { status } = spawnSync(command, options, { cwd: join(import.meta.dirname, '..'), stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
