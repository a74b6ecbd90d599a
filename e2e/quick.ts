/** `npm run test:quick`: types, arrows, and the tests of the pure parts, for the inner loop. `npm test` runs everything. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Folders whose tests start no bridge, no process and no browser. */
const PURE = [
  'main/domain',
  'main/world',
  'main/query/',
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

// Side by side: none needs another, and on two cores the longest of them is the whole time.
const codes = await Promise.all(
  commands.map(async ([command = '', ...options]) => {
    const child = spawn(command, options, { cwd: join(import.meta.dirname, '..'), stdio: 'inherit' });
    const [code] = (await once(child, 'close')) as [number | null];
    return code ?? 1;
  }),
);
process.exitCode = Math.max(...codes);
