/** Records the pictures of every screen or of the manual anew, or compares those of the screens: `npm run pictures`. */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const USAGE = `npm run pictures -- [--compare | --all | --manual]
records the pictures of every screen in light, dark and narrow (e2e/pictures)
  --compare  compares every screen with its picture, and records nothing
  --all      removes all pictures first, so that none is left of a screen that is gone
  --manual   records the pictures of the manual in both languages instead (assets/manual/pictures)
  --help     this text
look at every changed picture before it is committed: git diff --stat`;

const [option] = process.argv.slice(2);
const folder = join(import.meta.dirname, 'pictures');

if (option === '--help' || option === '-h') process.stdout.write(`${USAGE}\n`);
else if (option !== undefined && !['--all', '--compare', '--manual'].includes(option)) {
  process.stderr.write(`${option} is no option.\n${USAGE}\n`);
  process.exitCode = 2;
} else {
  if (option === '--all') for (const file of readdirSync(folder)) if (file.endsWith('.png')) rmSync(join(folder, file));
  const cli = join(import.meta.dirname, '..', 'node_modules', '@playwright', 'test', 'cli.js');
  const story = option === '--manual' ? '67-manual-pictures' : '99-pictures';
  const args = [cli, 'test', '-c', 'e2e', story, '--retries', '0', '--workers', '1'];
  const env = { ...process.env, TILLBRIDGE_PICTURES: option === '--compare' ? 'compare' : 'record' };
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
}
