/** A till without a keyboard signs in: it shows a code, a person approves it on the verification page, and it receives its tokens. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './till.ts';

const DEVICE = {
  grant_type: 'device',
  client_id: 'demo-client',
  client_secret: 'demo-secret',
} as const;

interface Codes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_url: string;
  readonly interval: number;
}

async function token<T>(url: string, fields: Record<string, string>): Promise<{ status: number; body: T }> {
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...DEVICE, ...fields }),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}

const codesOf = async (url: string) => (await token<Codes>(url, { uuid: '/vendor/demo/till/1' })).body;

/** Polls as existing clients do: 401 with `authorization_pending` means wait, every other answer ends the polling. */
async function polled(url: string, { device_code, interval }: Codes) {
  for (;;) {
    const { status, body } = await token<{ error?: string; access_token?: string }>(url, { code: device_code });
    if (body.error !== 'authorization_pending') return { status, ...body };
    await new Promise(resolve => setTimeout(resolve, interval * 200));
  }
}

async function signIn(page: Page, { verification_url, user_code }: Codes) {
  await page.goto(verification_url);
  await expectAccessible(page);
  await page.keyboard.type('cashier@demo.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1111');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(`${user_code.slice(0, 4)} ${user_code.slice(4)}`.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Dieses Gerät anmelden?' })).toBeVisible();
  await expect(page.getByText('/vendor/demo/till/1')).toBeVisible();
}

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme, javaScriptEnabled: true });

    test('approves the till with the keyboard alone, and the till sells', {
      annotation: [{ type: 'specifies', description: 'Authentication: verification_url in a real browser' }],
    }, async ({ page, till }) => {
      const codes = await codesOf(till.url);
      const polling = polled(till.url, codes);
      await signIn(page, codes);
      await expectAccessible(page);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'Ja, anmelden' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status')).toHaveText('Das Gerät ist angemeldet');
      await expectAccessible(page);
      const { status, access_token = '' } = await polling;
      expect(status).toBe(200);
      const headers = { authorization: `Bearer ${access_token}` };
      const me = await (await fetch(`${till.url}/api/v2/Smart/Devices/me`, { headers })).json();
      expect(me).toMatchObject({ vendor_uid: '/vendor/demo/till/1', type: 'cashier', online: true });
    });

    test('announces what is wrong, and refusing is final', async ({ page, till }) => {
      const codes = await codesOf(till.url);
      await page.goto(codes.verification_url);
      await page.getByLabel('Benutzername').fill('cashier@demo.example');
      await page.getByLabel('PIN oder Passwort').fill('0000');
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await expect(page.getByRole('alert')).toHaveText('Benutzername oder PIN ist nicht richtig.');
      await expect(page.getByLabel('PIN oder Passwort')).toBeFocused();
      await expectAccessible(page);
      await signIn(page, codes);
      await page.getByRole('button', { name: 'Nein, ablehnen' }).click();
      await expect(page.getByRole('heading', { name: 'Das Gerät wurde abgelehnt' })).toBeVisible();
      expect(await polled(till.url, codes)).toMatchObject({ status: 401, error: 'access_denied' });
    });
  });

test.describe('on a telephone without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 400, height: 760 }, locale: 'en-GB' });

  test('the page works, in English', async ({ page, till }) => {
    const codes = await codesOf(till.url);
    await page.goto(codes.verification_url);
    await page.getByLabel('User name').fill('manager@demo.example');
    await page.getByLabel('PIN or password').fill('9999');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code').fill(codes.user_code);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Yes, sign in' }).click();
    await expect(page.getByRole('heading', { name: 'The device is signed in' })).toBeVisible();
    expect((await polled(till.url, codes)).status).toBe(200);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByLabel('User name')).toBeVisible();
  });
});

test('writes nothing to the console at the first visit', async ({ page, till }) => {
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(till.url);
  await expect(page.getByRole('heading', { name: 'Wer kassiert?' })).toBeVisible();
  expect(complaints).toEqual([]);
});

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)).toEqual([]);
  const small = await page
    .locator('button:visible, input:visible')
    .evaluateAll(all => all.filter(one => one.getBoundingClientRect().height < 48).map(one => one.outerHTML));
  expect(small).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}
