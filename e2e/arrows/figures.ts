/**
 * `npm run figures -- [FOLDER]`: how easily the code is read, in figures, for this project or for another checkout of it. A figure
 * counts what the tree holds now; nothing is written. The table in docs/architecture.md is copied from here.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { commentOpenings } from './comments.ts';
import { importsOf, isProof } from './imports.ts';
import { nodesOf, retiredWords } from './names.ts';
import { between, circles } from './violations.ts';

const HELP = `npm run figures -- [FOLDER]

Prints figures of the code: lines by room, rooms touched by a commit, files of one article field, pages that load by
themselves, comments, circles, retired words. FOLDER: another checkout of this project, for a comparison.
`;
/** Newest commits that are looked at. */
const COMMITS = 360;
/** A field of an article, and the rooms through which a field goes whatever the till does with it. */
const FIELD = /\bminimumAge\b/;
const FIELD_ROOMS = /^(main\/(masterData|catalogue|wire|store|api)|renderer\/(manager|texts))\//;
const PAGES = /^renderer\/(manager|office|setup)\//;

interface Source {
  readonly file: string;
  readonly text: string;
}

const git = (root: string, ...args: string[]): readonly string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\n')
    .filter(Boolean);

/** `main/store` of `main/store/sales.ts`; files directly in a top folder belong to it. */
const roomOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/');

const isProduct = (file: string): boolean => /^(drivers|main|renderer)\//.test(file) && !isProof(file);

function sourcesIn(root: string): readonly Source[] {
  return git(root, 'ls-files', 'drivers', 'main', 'renderer', 'e2e')
    .filter(file => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

/** Median and 90th percentile of the rooms of the product that one commit touches. */
function roomsByCommit(root: string): readonly [median: number, p90: number] {
  const log = git(root, 'log', `-${COMMITS}`, '--no-merges', '--name-only', '--format=format:%x00');
  const counts = log
    .join('\n')
    .split('\0')
    .map(names => new Set(names.split('\n').filter(isProduct).map(roomOf)).size)
    .filter(count => count > 0)
    .sort((a, b) => a - b);
  const at = (share: number) => counts[Math.floor(counts.length * share)] ?? 0;
  return [at(0.5), at(0.9)];
}

/** Pages that ask and keep the answer without the hooks of `renderer/data/`. */
const loadsItself = ({ file, text }: Source): boolean =>
  PAGES.test(file) &&
  /\buseEffect\(/.test(text) &&
  /\bset[A-Z]\w*\(/.test(text) &&
  /\bawait\b|\.then\(/.test(text) &&
  !/\buse(Resource|Rows|Change)\b/.test(text);

const triesIn = ({ file, text }: Source): number =>
  [...nodesOf(parseSync(file, text).program)].filter(({ type }) => type === 'TryStatement').length;

function figuresOf(root: string): readonly (readonly [figure: string, value: string | number])[] {
  const sources = sourcesIn(root);
  const product = sources.filter(({ file }) => isProduct(file));
  const pages = product.filter(({ file }) => PAGES.test(file));
  const inMain = importsOf(root).filter(({ from, to }) => /^main\/.+\//.test(from) && /^main\/.+\//.test(to));
  return [
    ['lines of the product, files', `${linesOf(product)}, ${product.length}`],
    [`rooms touched by a commit, median and p90 of ${COMMITS}`, roomsByCommit(root).join(', ')],
    [
      'files through which a field of an article goes',
      product.filter(({ file, text }) => FIELD_ROOMS.test(file) && FIELD.test(text)).length,
    ],
    ['pages that load by themselves', pages.filter(loadsItself).length],
    ['try/catch in pages', pages.reduce((sum, page) => sum + triesIn(page), 0)],
    [
      'comments that do not begin with their subject',
      sources.reduce((sum, { file, text }) => sum + commentOpenings(file, text).length, 0),
    ],
    ['circles of whole folders of main/', circles(between(inMain, roomOf)).length],
    ['retired words in names', sources.reduce((sum, { file, text }) => sum + retiredWords(file, text).length, 0)],
  ];
}

const linesOf = (sources: readonly Source[]): number =>
  sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);

function linesByRoom(root: string): readonly (readonly [room: string, lines: number])[] {
  const byRoom = Map.groupBy(
    sourcesIn(root).filter(({ file }) => isProduct(file)),
    ({ file }) => roomOf(file),
  );
  return [...byRoom].map(([room, sources]) => [room, linesOf(sources)] as const).sort(([, a], [, b]) => b - a);
}

const table = (head: string, rows: readonly (readonly [string, string | number])[]): string =>
  [`| ${head} | |`, '| --- | --- |', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n');

const [folder = '.', ...rest] = process.argv.slice(2);
if (folder === '--help' || folder === '-h' || rest.length > 0) {
  console.log(HELP);
} else {
  const root = resolve(folder);
  console.log(`${table('figure', figuresOf(root))}\n\n${table('lines by room', linesByRoom(root))}`);
}
