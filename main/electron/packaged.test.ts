/** The shell as it is built: bundled, in the folders of the package, on a stand-in for Electron under plain Node. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const PATIENCE = 60_000;
const SOURCES = ['package.json', 'package-lock.json', 'tsconfig.json', 'main', 'drivers'] as const;
/** What the package holds of them, see `electron-builder.yml`. */
const KEPT = ['package.json', 'dist/electron', 'main/store/migrations'] as const;

const STAND_IN = `
import { fork } from 'node:child_process';
import { fakeElectron } from '${pathToFileURL(join(import.meta.dirname, 'electron.fixture.ts'))}';
const { electron } = fakeElectron();
electron.app.exit = code => process.exit(code);
export const { app, BrowserWindow, dialog, ipcMain, Menu, powerSaveBlocker, screen, session } = electron;
export const utilityProcess = { fork: (program, args, { stdio }) => fork(program, args, { stdio: [...stdio, 'ipc'] }) };
`;

const folder = mkdtempSync(join(tmpdir(), 'tillbridge-package-'));
let place: string;
let shell: ChildProcess;
let url: string;

beforeAll(async () => {
  place = join(folder, 'package');
  const project = join(folder, 'project');
  for (const source of SOURCES) cpSync(join(root, source), join(project, source), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  execFileSync(process.execPath, ['main/build.ts', '--desktop'], { cwd: project });
  for (const file of KEPT) cpSync(join(project, file), join(place, file), { recursive: true });
  installPackages();
  const options = ['--demo', '--port', '0', '--data', join(place, 'data')];
  shell = spawn(process.execPath, [join(place, 'dist', 'electron', 'app.js'), ...options], {
    env: { ...process.env, TILLBRIDGE_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: shell.stdout! }), 'line');
  url = /^tillbridge ready (\S+)$/.exec(line)![1]!;
}, PATIENCE);

afterAll(() => {
  shell?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The real packages, and the stand-in in the place of Electron. */
function installPackages() {
  const packages = join(place, 'node_modules');
  mkdirSync(join(packages, 'electron'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== 'electron') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  writeFileSync(join(packages, 'electron', 'package.json'), '{"main":"index.mjs"}');
  writeFileSync(join(packages, 'electron', 'index.mjs'), STAND_IN);
}

describe('the built shell', { timeout: PATIENCE }, () => {
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
