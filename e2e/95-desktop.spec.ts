/** A card payment in the desktop window; skipped where there is no Electron binary. */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron as electron } from '@playwright/test';
import { codes, expectPaid, pay, scan, signIn, signInByPin } from './counter.ts';
import { expect, test } from './till.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'node_modules', 'electron');

function binary(): string | null {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const note = join(folder, 'path.txt');
  if (!existsSync(note)) return null;
  const path = join(named ?? join(folder, 'dist'), readFileSync(note, 'utf8').trim());
  return existsSync(path) ? path : null;
}

test('pays by card in the window', async () => {
  const executablePath = binary();
  test.skip(executablePath === null, 'no Electron binary on this machine');
  const app = await electron.launch({
    executablePath: executablePath!,
    args: [root, '--data', mkdtempSync(join(tmpdir(), 'tillbridge-e2e-')), '--port', '0', '--demo'],
  });
  const window = await app.firstWindow();
  await signInByPin(window, window.url());
  await scan(window, codes.bread);
  await pay(window, 'Karte').click();
  await expectPaid(window);
  await app.close();
});

test('offers to quit only in the desktop window', async ({ page, till }) => {
  await signIn(page, till.url);
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await expect(page.getByRole('button', { name: 'Abmelden' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tillbridge beenden' })).toHaveCount(0);
  await page.addInitScript(() => {
    Object.assign(window, { tillbridge: { quit: async () => document.body.setAttribute('data-quit', 'asked') } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByRole('button', { name: 'Tillbridge beenden' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-quit', 'asked');
});
