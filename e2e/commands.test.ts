/** Every command of package.json starts and says how it is used, every command that a page names is one, and every number that a page names is the code's. */
import { type ChildProcess, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { LARGEST_PICTURE, LARGEST_SIDE } from '../main/api/pictures.ts';
import { MOST_LINES } from '../main/masterData/articles/articleImport.ts';
import { pageSize } from '../main/query/listParameters.ts';
import { LONGEST as LONGEST_PUSH_ADDRESS } from '../main/services/push/addresses.ts';
import { DIRECTORY_FILES } from '../main/store/directoryFiles.ts';
import { Config } from '../main/world/config.ts';
import { configOf } from '../main/world/configReading.ts';
import { errors } from '../main/world/errors.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'tillbridge-commands-'));
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

type Start =
  /** It serves: it prints a line that begins so, and a signal ends it in order. */
  | { readonly ready: string; readonly args: readonly string[] }
  /** It ends by itself, with this exit code, and prints this. */
  | { readonly code: number; readonly args: readonly string[]; readonly says: RegExp }
  /** `npm test` and the checks before a commit are made of it; here only its files are looked for. */
  | 'part of every check';

const AWAY = JSON.stringify([{ connection: { type: 'tcp', host: '127.0.0.1', port: 1 }, shared: 'no' }]);
const data = (name: string) => ['--data', join(folder, name)];
const help = (says: RegExp): Start => ({ code: 0, args: ['--help'], says });

/** One row for each command of package.json. */
const STARTS: Readonly<Record<string, Start>> = {
  // The window needs a display: the start says so and serves without one.
  start: { ready: 'tillbridge ready http', args: [...data('start'), '--demo', '--port', '0'] },
  headless: { ready: 'tillbridge ready http', args: [...data('headless'), '--demo', '--port', '0'] },
  backoffice: {
    ready: 'backoffice ready http',
    args: [...data('office'), '--demo', '--demo-days', '1', '--port', '0'],
  },
  terminal: { ready: 'terminal ready', args: ['--port', '0', '--control', '0'] },
  'terminal:opi': { ready: 'terminal ready', args: ['--port', '0'] },
  printer: { ready: 'printer ready 127.0.0.1:', args: ['--port', '0', '--paper', '58'] },
  zvt: { code: 0, args: ['decode', '040F022700'], says: /"class":"04"/ },
  setup: { code: 0, args: ['--schema'], says: /Tillbridge set-up file/ },
  data: { code: 2, args: ['verify', ...data('nowhere')], says: /nowhere/ },
  control: { code: 1, args: ['show', '--url', 'http://127.0.0.1:1'], says: /^/ },
  acceptance: { code: 0, args: ['--list'], says: /unknown/ },
  simulate: { code: 0, args: ['--seeds', '1-1'], says: /seed/ },
  'fuzz:frames': { code: 0, args: ['--frames', '100'], says: /100/ },
  bench: { code: 0, args: ['zvt', '--rounds', '1', '--duration', '50'], says: /build an authorisation/ },
  faults: { code: 0, args: ['model', '--runs', '1', '--workers', '1'], says: /1 model, seed 1/ },
  offline: help(/--tills/),
  fuzz: help(/--requests/),
  'fuzz:properties': help(/npm run fuzz:properties/),
  // main/packaging/debian.test.ts makes a package.
  'package:headless': help(/--arch/),
  // e2e/desktop/packaged.test.ts releases packages.
  'release:desktop': help(/--share/),
  pictures: help(/--compare/),
  figures: help(/FOLDER/),
  'test:long': { code: 0, args: ['main/query/agreement'], says: /1 passed/ },
  guides: help(/FILE/),
  // e2e/93-inner-loop.spec.ts starts it.
  dev: help(/--port/),
  build: 'part of every check',
  'build:desktop': 'part of every check',
  api: 'part of every check',
  dist: 'part of every check',
  check: 'part of every check',
  fix: 'part of every check',
  picture: 'part of every check',
  letters: 'part of every check',
  test: 'part of every check',
  'test:quick': 'part of every check',
  'test:desktop': 'part of every check',
};

/** These take seconds each, or other tests start them too: `npm run test:long` starts them here. */
const ELSEWHERE = [
  ...['start', 'headless', 'backoffice', 'terminal', 'terminal:opi', 'zvt', 'setup', 'data', 'acceptance', 'simulate'],
  ...['fuzz:frames', 'bench', 'faults', 'offline', 'fuzz', 'test:long', 'pictures', 'figures'],
];
const isProgram = ([, start]: readonly [string, Start]) => start !== 'part of every check';
const asksForHelp = ([, start]: readonly [string, Start]) =>
  start !== 'part of every check' && start.args.join() === '--help';
const isRun = ([name]: readonly [string, Start]) => process.env.LONG !== undefined || !ELSEWHERE.includes(name);

const programOf = (name: string): readonly string[] => {
  const [node, ...args] = (scripts[name] ?? '').split(' ');
  return node === 'node' ? args.slice(0, 2) : [];
};
const environment = { ...process.env, TILLBRIDGE_TERMINALS: AWAY, DISPLAY: '', WAYLAND_DISPLAY: '' };

const helps = new Map<string, SpawnSyncReturns<string>>();

/** The end of a command that ends by itself. Its help is asked for once. */
function ended(name: string, options: readonly string[]): SpawnSyncReturns<string> {
  const isHelp = options.join() === '--help';
  const known = isHelp ? helps.get(name) : undefined;
  if (known) return known;
  const args = [...programOf(name), ...options];
  const end = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env: environment });
  if (isHelp) helps.set(name, end);
  return end;
}

describe('the commands of package.json', () => {
  it('have a row each, which says how they are started', () => {
    expect(Object.keys(STARTS).sort()).toEqual(Object.keys(scripts).sort());
  });

  it.each(Object.entries(STARTS).filter(isRun))('npm run %s starts', async (name, start) => {
    if (start === 'part of every check') {
      const files = (scripts[name] ?? '').match(/(?:main|e2e)\/[\w/.-]+/g) ?? [];
      return expect(files.filter(file => !existsSync(join(root, file)))).toEqual([]);
    }
    if ('ready' in start)
      return expect(await served([...programOf(name), ...start.args], start.ready)).toEqual([start.ready, 0]);
    const { status, stdout, stderr } = ended(name, start.args);
    expect([status, `${stdout}${stderr}`]).toEqual([start.code, expect.stringMatching(start.says)]);
  });

  it.each(Object.entries(STARTS).filter(one => (process.env.LONG ? isProgram(one) : asksForHelp(one) && isRun(one))))(
    '--help of npm run %s prints the usage and is no mistake',
    name => {
      for (const option of process.env.LONG ? ['--help', '-h'] : ['--help']) {
        const { status, stdout, stderr } = ended(name, [option]);
        expect([status, stderr]).toEqual([0, '']);
        // `guides` is a part of `test:long`.
        expect(stdout).toContain(
          name === 'start' ? 'npm start --' : `npm run ${name === 'guides' ? 'test:long' : name} --`,
        );
        expect(stdout.trim().split('\n').length).toBeGreaterThan(1);
      }
    },
  );
});

/** The beginning of the line that says it serves, and the exit code after a signal. */
async function served(args: readonly string[], ready: string): Promise<readonly [string, number | null]> {
  const child = spawn(process.execPath, args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let said = '';
  child.stderr.on('data', part => {
    said += part;
  });
  const exit = new Promise<number | null>(resolve => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    new Promise<string>(resolve => lines.on('line', one => (one.startsWith(ready) ? resolve(ready) : undefined))),
    exit.then(code => `ended with ${code}: ${said}`),
  ]);
  child.kill('SIGTERM');
  const code = await exit;
  running.delete(child);
  return [line, code];
}

const pages = globSync(['*.md', 'docs/**/*.md', 'e2e/**/*.md'], { cwd: root }).filter(page => page !== 'CHANGELOG.md');
const read = (page: string) => readFileSync(join(root, page), 'utf8');

interface Named {
  readonly page: string;
  readonly script: string;
  readonly options: readonly string[];
}

/** `npm run NAME -- --option …` as the pages write it; behind two blanks stands what it does. */
const named: readonly Named[] = pages.flatMap(page =>
  [...read(page).matchAll(/npm run ([a-z:]+)(?: -- ([^`|\n]*))?/g)].map(([, script = '', rest = '']) => ({
    page,
    script,
    options: rest.split(/ {2,}|#/)[0]?.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [],
  })),
);

describe('the commands that pages name', () => {
  it('are commands', () => {
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ script }) => scripts[script] === undefined)).toEqual([]);
  });

  it.each([...new Set(named.filter(({ options }) => options.length > 0).map(({ script }) => script))])(
    'npm run %s knows every option that a page gives it',
    script => {
      // The text of most programs, or of the files beside them, says their options; the others are asked.
      const beside = join(root, dirname(programOf(script).at(-1) ?? ''));
      const source = globSync('*.ts', { cwd: beside })
        .filter(file => !file.includes('.test.'))
        .map(file => readFileSync(join(beside, file), 'utf8'))
        .join('');
      const isSaid = named.every(one => one.script !== script || one.options.every(option => source.includes(option)));
      const stdout = isSaid && !process.env.LONG ? source : ended(script, ['--help']).stdout;
      const unknown = named
        .filter(one => one.script === script)
        .flatMap(({ page, options }) =>
          options.filter(option => option !== '--help' && !stdout.includes(option)).map(option => `${page}: ${option}`),
        );
      expect(unknown).toEqual([]);
    },
  );
});

const number = (text: string) => Number(text.replace(/[,_ ]/g, ''));
const settings = configOf({}) as unknown as Readonly<Record<string, unknown>>;
const settingAt = (path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], settings);

/** A number of a page: where it stands, and what the code has. */
const NUMBERS: readonly (readonly [page: string, place: RegExp, value: number])[] = [
  ['docs/articles.md', /up to (\d+) MB and \d+ pixels/, Math.floor(LARGEST_PICTURE / 1_048_576)],
  ['docs/articles.md', /up to \d+ MB and (\d+) pixels/, LARGEST_SIDE],
  ['docs/articles.md', /MB and ([\d,]+) lines/, MOST_LINES],
  ['docs/events.md', /longer than (\d+) characters/, LONGEST_PUSH_ADDRESS],
  ['docs/events.md', /within (\d+) seconds acknowledges/, configOf({}).push.limitSeconds],
  ['docs/lists.md', /length of the page: (\d+) if left out/, pageSize.usual],
  ['docs/lists.md', /if left out, (\d+) at most/, pageSize.most],
  ['docs/lists.md', /code (\d+) for `q`/, errors.badQuery.code],
  ['docs/lists.md', /with code (\d+) for every other one/, errors.badInput.code],
  ['docs/lists.md', /is 404, code (\d+): begin again/, errors.scrollUnknown.code],
  ['docs/set-up.md', /passed on is refused \((\d+)\)/, errors.setupElsewhere.code],
  ['docs/set-up.md', /every other route answers 403 \((\d+)\)/, errors.setupWaiting.code],
  ['docs/queue.md', /before money moves \(`(\d+)`\)/, errors.queueFull.code],
  ['README.md', /http:\/\/127\.0\.0\.1:(\d+)\n/, configOf({}).port],
];

describe('the numbers that pages name', () => {
  it.each(NUMBERS)('%s, %s: as in the code', (page, place, value) => {
    expect(number(place.exec(read(page))?.[1] ?? 'nothing')).toBe(value);
  });

  it('of errors are numbers of errors', () => {
    const known = new Set(Object.values(errors).map(({ code }) => code));
    const wrong = pages.flatMap(page =>
      [...read(page).matchAll(/(?:\bcodes? |\berror )`?(\d{4})\b|\(`?([1-5]\d{3})`?\)/g)]
        .map(([, first, second]) => Number(first ?? second))
        .filter(code => !known.has(code))
        .map(code => `${page}: ${code}`),
    );
    expect(wrong).toEqual([]);
  });

  it('of settings are their defaults', () => {
    const compared = pages.flatMap(page =>
      [...read(page).matchAll(/`([a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)*)` \((?:default )?([\d,]+)(?: [A-Za-z]+)?\)/g)]
        .map(([, path = '', text = '']) => ({ page, path, written: number(text), value: settingAt(path) }))
        .filter(({ path }) => Object.hasOwn(Config.properties, path.split('.')[0] ?? '')),
    );
    expect(compared.length).toBeGreaterThan(2);
    expect(compared.filter(({ written, value }) => written !== value)).toEqual([]);
  });

  it('the settings of the queue are written with their defaults', () => {
    const block = /```json\n(\{ "queue".*\})\n```/.exec(read('docs/queue.md'))?.[1] ?? '{}';
    expect((JSON.parse(block) as { queue: unknown }).queue).toEqual(configOf({}).queue);
  });

  it('the files of a data directory have the names of the table', () => {
    for (const name of Object.values(DIRECTORY_FILES)) expect(read('docs/storage.md')).toContain(`\`${name}\``);
  });
});
