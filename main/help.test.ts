/** Every program says how it is used, and every start of the shop says which one it is. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
/** They take no options that a user needs; `guides` is a part of `test:long`. */
const WITHOUT = new Set([
  'build',
  'build:desktop',
  'dist',
  'check',
  'fix',
  'test',
  'test:quick',
  'test:desktop',
  'api',
  'picture',
  'letters',
  'guides',
]);
/** Every third where `npm test` runs it. */
const programs = Object.entries(scripts)
  .filter(([name]) => !WITHOUT.has(name))
  .filter((_, at) => process.env.LONG || at % 3 === 0);

describe('--help and -h', { timeout: 60_000 }, () => {
  it.each(programs)('of npm run %s print the usage and are no mistake', (name, command) => {
    const [, ...args] = command.split(' ');
    for (const option of ['--help', '-h']) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [...args, option], {
        cwd: root,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toContain(name === 'start' ? 'npm start --' : `npm run ${name} --`);
      expect(stdout.trim().split('\n').length).toBeGreaterThan(1);
    }
  });
});
