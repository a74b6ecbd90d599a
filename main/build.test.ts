import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const TIMEOUT = 60_000;
let project: string;

/** A small project of the same shape, with our build in it. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'tillbridge-build-'));
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  put('package.json', '{"type":"module"}');
  put('package-lock.json', '{}');
  put('vite.config.ts', "export default { root: 'renderer', build: { outDir: '../dist/renderer' } };");
  put('main/wire/contract.ts', "export const greeting = 'contract one';");
  put('main/domain/rule.ts', 'export {};');
  put('renderer/index.html', '<!doctype html><title>till</title><script type="module" src="./main.ts"></script>');
  put('renderer/display.html', '<!doctype html><title>display</title>');
  put('renderer/main.ts', "import { greeting } from '../main/wire/contract.ts'; document.title = greeting;");
  for (const name of ['build.ts', 'build']) {
    cpSync(join(import.meta.dirname, name), join(project, 'main', name), { recursive: true });
  }
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function put(file: string, text: string) {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}

/** Runs the start of a host and gives its output. */
function begin(name = 'buildScreenIfStale', ...args: readonly unknown[]): readonly string[] {
  const given = args.map(one => `${JSON.stringify(one)}, `).join('');
  const module = (name: string) => JSON.stringify(join(project, 'main', name));
  const program = `
    const [programs, screens] = [await import(${module('build.ts')}), await import(${module('build/screens.ts')})];
    await { ...programs, ...screens }.${name}(${given}line => console.log(line));`;
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  return stdout.split('\n').filter(line => line !== '');
}

/** All scripts of the built screen as one text. */
function screen(): string {
  const folder = join(project, 'dist', 'renderer', 'assets');
  return readdirSync(folder)
    .map(name => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

const BUILDING = 'Building the cashier screen, which takes a few seconds …';

/** Each step stands on the one before. */
describe('the screen', { timeout: TIMEOUT }, () => {
  it('is built where there is none, and said in one line', () => {
    expect(begin()).toEqual([BUILDING]);
    expect(existsSync(join(project, 'dist', 'renderer', 'index.html'))).toBe(true);
    expect(screen()).toContain('contract one');
  });

  it('is left alone in silence while it is fresh', () => expect(begin()).toEqual([]));

  it('is built again when a contract changed', () => {
    put('main/wire/contract.ts', "export const greeting = 'contract number two';");
    expect(begin()).toEqual([BUILDING]);
    expect(screen()).toContain('contract number two');
  });

  it('is built again when a source came or went', () => {
    put('renderer/added.ts', 'export {};');
    expect(begin()).toEqual([BUILDING]);
    rmSync(join(project, 'renderer', 'added.ts'));
    expect(begin()).toEqual([BUILDING]);
  });

  it('is not built again for a test', () => {
    put('renderer/main.test.ts', 'export {};');
    expect(begin()).toEqual([]);
  });

  it('is built again when its folder is gone', () => {
    rmSync(join(project, 'dist', 'renderer'), { recursive: true });
    expect(begin()).toEqual([BUILDING]);
    expect(screen()).toContain('contract number two');
  });

  it('is built by a host without a window where there is none, and left alone for --help', () => {
    rmSync(join(project, 'dist', 'renderer'), { recursive: true });
    const started = (...options: string[]) => begin('buildPagesFor', join(project, 'main', 'headless.ts'), options);
    expect(started('--help')).toEqual([]);
    expect(begin('buildPagesFor', join(project, 'main', 'terminal.ts'), [])).toEqual([]);
    expect(started('--demo')).toEqual([BUILDING]);
    expect(screen()).toContain('contract number two');
    expect(started('--demo')).toEqual([]);
  });

  it('stays as it is when the build fails, and the host goes on', () => {
    put('renderer/main.ts', "import { missing } from './nowhere.ts'; missing();");
    expect(begin()).toEqual([BUILDING, expect.stringContaining('failed (exit 1); what was built before stays in use')]);
    expect(screen()).toContain('contract number two');
    expect(readdirSync(join(project, 'dist')).sort()).toEqual(['renderer', 'renderer.sources']);
  });

  it('is taken as it is where there are no sources', () => {
    rmSync(join(project, 'renderer'), { recursive: true });
    expect(begin()).toEqual([]);
  });
});

describe('npm run build', () => {
  it('refuses what it does not know', () => {
    const { status, stderr } = spawnSync(process.execPath, ['main/run.mjs', 'main/build.ts', '--all'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toContain('--desktop');
  });
});

describe('the bridge', { timeout: TIMEOUT }, () => {
  beforeAll(() => {
    for (const file of ['main/setupCommand.ts', 'main/dataDirectory/cli.ts', 'main/updateCommand.ts'])
      put(file, 'export {};');
    for (const file of [
      ...['main/api/docs/descriptionWorker.ts', 'main/masterData/workbookWorker.ts'],
      'main/services/backup/backupWorker.ts',
    ])
      put(file, 'export {};');
    put('main/store/emptyDatabase.ts', "export const emptyDatabase = () => ({ name: 'empty.db', bytes: '' });");
    for (const file of ['drivers/index.ts', 'drivers/simulator/zvt/serve.ts']) put(file, 'export {};');
  });

  const build = () =>
    spawnSync(process.execPath, [join(project, 'main', 'build.ts'), '--bridge'], { encoding: 'utf8', cwd: project });

  it('is a program in ASCII that says the same, in one file for the start, and a server without TLS loads nothing of TLS', () => {
    put(
      'main/headless.ts',
      `import fastify from 'fastify';
      import { bridge } from './domain/bridgeName.ts';
      const app = fastify();
      const parts = /^NativeModule (tls|https|http2)$/;
      console.log(JSON.stringify({
        texts: ['Grüße – 😀', \`\${1}ß\`, 'äx–'.replace(/[ä–]/gu, '€')],
        bridge: [bridge, (await import('./bridge.ts')).name, await (await import('./bridge.ts')).later()],
        loaded: process.moduleLoadList.filter(name => parts.test(name)),
        secure: fastify({ https: {} }).server.constructor.name, http2: fastify({ http2: true }).server.constructor.name,
      }));
      await app.close();`,
    );
    put('main/domain/bridgeName.ts', "export const bridge = 'the name';");
    put('main/domain/called.ts', "export const called = 'called later';");
    put(
      'main/bridge.ts',
      `import { bridge } from './domain/bridgeName.ts';
      export const name = bridge;
      export const later = async () => (await import('./domain/called.ts')).called;`,
    );
    const { status, stderr } = build();
    expect([stderr, status]).toEqual(['', 0]);
    const file = join(project, 'dist', 'bridge', 'headless.js');
    expect(readFileSync(file, 'utf8')).not.toMatch(/[\u0080-\uffff]/);
    const start = readFileSync(join(project, 'dist', 'bridge', 'start.js'), 'utf8');
    expect([start.includes('the name'), start.includes('called later')]).toEqual([true, false]);
    expect(JSON.parse(spawnSync(process.execPath, [file], { encoding: 'utf8' }).stdout)).toEqual({
      texts: ['Grüße – 😀', '1ß', '€x€'],
      bridge: ['the name', 'the name', 'called later'],
      loaded: [],
      secure: 'Server',
      http2: 'Http2Server',
    });
  });

  it('is not built where an escape would change what it says', () => {
    put('main/headless.ts', "await import('./bridge.ts'); console.log(String.raw`ä`);");
    const { status, stderr } = build();
    expect([status, stderr]).toEqual([1, expect.stringContaining('cannot be written in ASCII')]);
  });
});
