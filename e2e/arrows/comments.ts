/** Comments are statements: none begins like a question or with a clause that leaves its noun out. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

const REFUSED = /^(What|One that|Who|Whoever|Whatever|Whether|When)\b/;

/** Folders with comments that are still to be rewritten; a folder that is done leaves the list. */
const OPEN = [
  'main/api',
  'main/doubles',
  'main/domain',
  'main/masterData',
  'main/office',
  'main/http',
  'main/loyalty',
  'main/reporting',
  'main/setup',
  'main/store',
  'main/terminal',
  'main/wire',
  'main/wiring',
  'main/world',
  'e2e/simulation',
  'renderer/manager',
  'renderer/office',
  'renderer/setup',
];

/** One sentence for each comment that begins in a refused way. */
export function commentOpenings(file: string, text: string): readonly string[] {
  return parseSync(file, text).comments.flatMap(({ value, start }) => {
    const [opening] = REFUSED.exec(value.replace(/^[\s*]+/, '')) ?? [];
    const line = text.slice(0, start).split('\n').length;
    return opening === undefined ? [] : [`${file}:${line}: a comment begins with its subject, not with "${opening}"`];
  });
}

/** The same for every file that git knows. `root`: the folder of the repository. */
export function wrongComments(root: string): readonly string[] {
  const named = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'drivers', 'main', 'renderer', 'e2e'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = named.split('\n').filter(file => /\.tsx?$/.test(file) && existsSync(join(root, file)));
  return files
    .filter(file => !OPEN.some(folder => file.startsWith(`${folder}/`)))
    .flatMap(file => commentOpenings(file, readFileSync(join(root, file), 'utf8')));
}
