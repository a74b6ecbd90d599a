/** Signing in at the back office with a company account, in a real browser: in, and back where the account is refused. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../drivers/doubles/freePort.ts';
import { type Provider, startProvider } from '../main/office/people/openIdProvider.fixture.ts';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { type Program, startProgram } from './offline/programs.ts';
import { expect, test } from './till.ts';

// The back office is started once, and the stories take it in turn.
test.describe.configure({ mode: 'default' });

const data = mkdtempSync(join(tmpdir(), 'tillbridge-account-'));
let provider: Provider;
let office: Program;
let address = '';

test.beforeAll(async () => {
  test.setTimeout(120_000);
  provider = await startProvider('office', 'secret');
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const options = ['--demo', '--demo-days', '3', '--port', String(port), '--data', data];
  office = await startProgram('main/office/serve.ts', options, {
    TILLBRIDGE_OFFICE_ADDRESS: address,
    TILLBRIDGE_OFFICE_OPENID_ISSUER: provider.issuer,
    TILLBRIDGE_OFFICE_OPENID_CLIENT_ID: 'office',
    TILLBRIDGE_OFFICE_OPENID_CLIENT_SECRET: 'secret',
  });
});
test.afterAll(async () => {
  await office.stop();
  await provider.close();
  rmSync(data, { recursive: true, force: true });
});

test('a company account leads to the page of today, and the session stays', async ({ page }) => {
  provider.person.email = 'chain@demo.example';
  await page.goto(address);
  await page.getByRole('link', { name: 'Mit dem Firmenkonto anmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Heute' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Heute' })).toBeVisible();
});

test('a company account that is refused leads to a page with a sentence, and by keyboard back', {
  tag: '@long',
}, async ({ page }) => {
  provider.person.email = 'nobody@demo.example';
  await page.goto(address);
  await page.getByRole('link', { name: 'Mit dem Firmenkonto anmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Nicht angemeldet' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Dieses Firmenkonto gehört zu niemandem');
  await expectAccessible(page);
  await expectNarrow(page, 320);
  const back = page.getByRole('link', { name: 'Zurück zur Anmeldung' });
  expect((await back.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await page.keyboard.press('Tab');
  await expect(back).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Benutzername' })).toBeVisible();
});
