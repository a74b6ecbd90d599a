/** A till without a keyboard signs in: it shows a code, a person approves it on the verification page, and it receives its tokens. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
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

async function enterCode(page: Page, { user_code }: Codes) {
  await expect(page.getByLabel('Code')).toBeFocused();
  await expectUsable(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`${user_code.slice(0, 4)} ${user_code.slice(4)}`.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Dieses Gerät anmelden?' })).toBeVisible();
  await expect(page.getByText('/vendor/demo/till/1')).toBeVisible();
}

test('approves the till with the keyboard alone after a wrong PIN, and the till sells; refusing another is final', {
  annotation: [{ type: 'specifies', description: 'Authentication: verification_url in a real browser' }],
}, async ({ page, till }) => {
  const codes = await codesOf(till.url);
  const polling = polled(till.url, codes);
  await page.goto(codes.verification_url);
  await page.getByLabel('Benutzername').fill('cashier@demo.example');
  await page.getByLabel('PIN oder Passwort').fill('0000');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('alert')).toHaveText('Benutzername oder PIN ist nicht richtig.');
  await expect(page.getByLabel('PIN oder Passwort')).toBeFocused();
  await expectUsable(page);
  await page.goto(codes.verification_url);
  await expectUsable(page);
  await page.keyboard.type('cashier@demo.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1111');
  await page.keyboard.press('Enter');
  await enterCode(page, codes);
  await expectUsable(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Ja, anmelden' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Das Gerät ist angemeldet');
  await expectUsable(page);
  const { status, access_token = '' } = await polling;
  expect(status).toBe(200);
  const headers = { authorization: `Bearer ${access_token}` };
  const me = await (await fetch(`${till.url}/api/v2/Smart/Devices/me`, { headers })).json();
  expect(me).toMatchObject({ vendor_uid: '/vendor/demo/till/1', type: 'cashier', online: true });

  const others = await codesOf(till.url);
  await page.goto(others.verification_url);
  await enterCode(page, others);
  await page.getByRole('button', { name: 'Nein, ablehnen' }).click();
  await expect(page.getByRole('heading', { name: 'Das Gerät wurde abgelehnt' })).toBeVisible();
  expect(await polled(till.url, others)).toMatchObject({ status: 401, error: 'access_denied' });
});

test.describe('on a telephone without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 400, height: 760 }, locale: 'en-GB' });

  test('the page works, in English', { tag: '@long' }, async ({ page, till }) => {
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

/** In light and dark, with targets large enough and nothing that moves sideways. */
async function expectUsable(page: Page) {
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}
