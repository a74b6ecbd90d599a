/** `npm run dev`: a change of the screen shows in the open page, a change of the bridge in its next answer; all components on a page. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { freePort } from '../drivers/doubles/freePort.ts';
import { expectAccessible } from './accessible.ts';

const root = join(import.meta.dirname, '..');
const SOURCES = [
  'assets',
  'drivers',
  'main',
  'renderer',
  'e2e/dev.ts',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
];

let copy = '';
let running: ChildProcess | null = null;

/** The sources are changed in a copy: other tests read them meanwhile. */
test.beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'tillbridge-dev-'));
  for (const source of SOURCES) cpSync(join(root, source), join(copy, source), { recursive: true });
  mkdirSync(join(copy, 'node_modules'));
  // A folder of its own, because it holds caches; `.bin` and the like stay out.
  for (const name of readdirSync(join(root, 'node_modules')).filter(one => !one.startsWith('.')))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
});

test.afterEach(async () => {
  if (running?.exitCode === null) {
    running.kill('SIGTERM');
    await once(running, 'exit');
  }
  rmSync(copy, { recursive: true, force: true });
});

function change(file: string, from: string, to: string) {
  const text = readFileSync(join(copy, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(copy, file), text.replace(from, to));
}

async function startDev(): Promise<string> {
  const options = ['--port', String(await freePort()), '--data', join(copy, 'data')];
  running = spawn(process.execPath, ['main/run.mjs', 'e2e/dev.ts', ...options], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(running.stdout!)) {
    const [, url] = /^tillbridge ready (\S+)$/.exec(line) ?? [];
    if (url !== undefined) {
      running.stdout!.resume();
      return url;
    }
  }
  throw new Error('the inner loop ended before it was ready');
}

test('shows a change of the screen in the open page, and a change of the bridge in its next answer', {
  tag: '@long',
}, async ({ page }) => {
  test.slow();
  const url = await startDev();
  await page.goto(url);
  await expect(page.getByRole('button', { name: /^Kasse\b/ })).toBeVisible({ timeout: 30_000 });

  change('renderer/texts/de.ts', "'login.who': 'Wer kassiert?'", "'login.who': 'Wer ist da?'");
  await expect(page.getByText('Wer ist da?')).toBeVisible({ timeout: 20_000 });

  change('main/api/screen/routes.ts', '        version,\n', "        version: 'changed',\n");
  const version = async () => {
    const answer = await page.request.get(`${url}/bridge/v1/screen`);
    return answer.ok() ? (await answer.json()).version : null;
  };
  await expect.poll(version, { timeout: 30_000 }).toBe('changed');

  // Every component in every state, on one page.
  await page.goto(`${url}/components.html`);
  await page.getByRole('button', { name: 'Open a sheet' }).click({ timeout: 30_000 });
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
});
