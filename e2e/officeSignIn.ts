/** Signs in at the back office as a person of its demo: the chain, where nobody is named. */
import type { Page } from '@playwright/test';
import { expect } from './till.ts';

export async function signIn(page: Page, office: string, username = 'chain@demo.example', password = 'demo-office-1') {
  await page.goto(office);
  await page.getByRole('textbox', { name: 'Benutzername' }).fill(username);
  await page.getByLabel('Passwort').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Heute' })).toBeVisible();
}
