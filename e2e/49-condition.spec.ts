/** A terminal that takes no cards: shown before a customer tries and after a declined payment, and cured from the till. */
import type { Locator, Page } from '@playwright/test';
import { codes, expectPaid, openPage, pay, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

const lights = (page: Page): Locator => page.getByRole('list', { name: 'Verbindungen' });
const notices = (page: Page): Locator => page.getByRole('region', { name: 'Meldungen' });

test.describe('a terminal that is locked', () => {
  test.use({ behaviour: 'needs-diagnosis' });

  test('shows the needed diagnosis, runs it with a manager, and pays the same basket', { tag: '@long' }, async ({
    page,
    till,
  }) => {
    await signIn(page, till.url);
    await expect(lights(page)).toContainText('Karten gehen nicht');
    await expect(lights(page)).toContainText('Diagnose erforderlich · seit');
    await expect(notices(page)).toContainText('Karten gehen nicht: Diagnose erforderlich');
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeFocused();
    await expect(page.getByText('Es wurde kein Geld bewegt.')).toBeVisible();
    await expect(page.getByTestId('declined-reason')).toContainText('Das Terminal meldet: Diagnose erforderlich');
    await page.getByText('Nummern für Rückfragen').click();
    await expect(page.getByRole('group').filter({ hasText: 'Nummern für Rückfragen' })).toContainText(/Code\s*1110/);
    await expect(page.getByRole('button', { name: 'Karte noch einmal' })).toHaveCount(0);
    // Another tender stays possible, and the reason is still there after a reload.
    await page.reload();
    const cure = page.getByRole('region', { name: 'Das Terminal braucht eine Diagnose' });
    await expect(page.getByTestId('declined-reason')).toContainText('Das Terminal meldet: Diagnose erforderlich');
    await expect(page.getByRole('button', { name: 'Bar bezahlen' })).toBeVisible();
    await cure.getByRole('button', { name: 'Leitung rufen' }).click();
    await page.getByRole('textbox', { name: 'PIN von Leitung' }).fill('9999');
    await page.keyboard.press('Enter');
    await cure.getByRole('button', { name: 'Diagnose starten' }).click();
    await expect(notices(page)).toContainText('Die Diagnose ist gelaufen.');
    await expect(lights(page)).toContainText('Terminal bereit');
    await expect(page.getByRole('region', { name: 'Das Terminal ist wieder bereit' })).toBeVisible();
    await page.keyboard.press('F9');
    await expectPaid(page);
  });

  test('lets a manager run the diagnosis on the screen of the sale, and an initialisation on the page of the terminals', {
    tag: '@long',
  }, async ({ page, till }) => {
    await signIn(page, till.url, '9999', 'Leitung');
    await notices(page).getByRole('button', { name: 'Diagnose starten' }).click();
    await expect(lights(page)).toContainText('Terminal bereit');
    await expect(notices(page)).not.toContainText('Karten gehen nicht');

    await till.terminal('POST', '/behaviour', { behaviour: 'needs-initialisation' });
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible();
    await page.keyboard.press('Escape');
    await openPage(page, 'Terminals');
    await expect(page.getByText('Karten gehen nicht: Initialisierung erforderlich')).toBeVisible();
    await page.getByRole('button', { name: 'Initialisierung starten' }).click();
    await expect(notices(page)).toContainText('Das Terminal ist initialisiert.');
    await expect(page.getByText('Karten gehen nicht: Initialisierung erforderlich')).toHaveCount(0);
  });
});

test('says why the terminal declined a card, with an advice, and takes the card again', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  let tries = 0;
  for (const [behaviour, says, advice] of [
    ['wrong-pins', /Das Terminal meldet: .*(Geheimzahl|PIN)/, 'Bitte eine andere Karte nehmen'],
    ['card-error', /Das Terminal meldet: .*(nicht lesbar|not readable)/, 'Bitte die Karte noch einmal versuchen'],
    ['decline', /Das Terminal meldet: .*(abgelehnt|declined)/, 'Bitte eine andere Karte nehmen'],
  ] as const) {
    await till.terminal('POST', '/behaviour', { behaviour });
    tries += 1;
    await (tries === 1 ? pay(page, 'Karte') : page.getByRole('button', { name: 'Karte noch einmal' })).click();
    await expect(page.getByTestId('declined-reason')).toContainText(says);
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible();
    await expect(page.getByTestId('declined-reason')).toContainText(advice);
    await expect(lights(page)).toContainText('Terminal bereit');
  }
  await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
  await page.getByRole('button', { name: 'Karte noch einmal' }).click();
  await expectPaid(page);
});
