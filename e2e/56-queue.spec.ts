/** The queue of the till: a light for each target that there is, and the page that lists what waits. */
import { expectAccessible, expectNarrow } from './accessible.ts';
import { codes, expectPaid, pay, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

test.describe('with an upstream service and a back office that do not answer', () => {
  // Nothing listens at this port, and everybody may ask it.
  const away = 'http://127.0.0.1:9';
  test.use({ settings: { TILLBRIDGE_UPSTREAM: away, TILLBRIDGE_BACKOFFICE: away } });

  test('sells, shows two more lights with what waits, and lists it', async ({ page, till }) => {
    await signIn(page, till.url, '9999', 'Leitung');
    const lights = page.getByRole('list', { name: 'Verbindungen' });
    await expect(lights.getByRole('listitem')).toHaveCount(3);
    await scan(page, codes.bread);
    await scan(page, codes.cardRich);
    // The service owns the balance: the cashier reads what counts before she takes the money.
    await expect(page.getByRole('status').filter({ hasText: 'bezahlt aber nichts' })).toBeVisible();
    await pay(page, 'Bar').click();
    await page.getByRole('textbox', { name: 'Gegeben' }).fill('20');
    await page.getByRole('button', { name: 'Kassieren' }).click();
    await expectPaid(page);
    await page.keyboard.press('Enter');
    const upstream = lights.getByRole('button', { name: /^Online-Dienst nicht erreichbar/ });
    // Where counting took long, as on a busy machine, the next count comes within ten seconds.
    await expect(upstream).toContainText(/1 warten · 4,50\s€/, { timeout: 20_000 });
    await expect(upstream).toContainText('nächster Versuch');
    await expectAccessible(page);
    await upstream.click();
    const dialog = page.getByRole('dialog', { name: 'Verbindungen' });
    await expect(dialog.getByRole('region', { name: 'Online-Dienst' }).getByTestId('upstream-waiting')).toHaveText('1');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Warteschlange öffnen' }).click();
    const waiting = page.getByRole('region', { name: 'Wartet' });
    await expect(waiting.getByRole('listitem').first()).toContainText(/4,50\s€/);
    await expect(page.getByRole('region', { name: 'Zu klären' })).toContainText('Nichts ist liegen geblieben.');
    await page.getByRole('button', { name: 'Jetzt versuchen' }).click();
    await expect(waiting.getByRole('listitem').first()).toContainText(/4,50\s€/);
    await expectAccessible(page);
    await expectNarrow(page);
  });
});
