/**
 * An upstream service refuses records for good: a manager reads why, tries again, corrects, discards and closes a case, each
 * time with a reason that is kept. By keys alone, at first in German and then in English.
 */
import type { Locator, Page } from '@playwright/test';
import { closeStubs, type UpstreamStub, upstreamStub } from '../main/doubles/upstreamStub.ts';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { place, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

test.afterEach(async () => {
  await closeStubs();
});

test('clears up what the service refuses, by keys alone, and goes on in English', { tag: '@long' }, async ({
  page,
  tillHost,
}) => {
  test.setTimeout(120_000);
  const service = await refusingService();
  const till = await tillHost.open({
    ...{ behaviour: 'approve', delay: 0, terminalOptions: {} },
    settings: { TILLBRIDGE_UPSTREAM: JSON.stringify({ address: service.url, downMinutes: 0 }) },
  });
  try {
    await retryAndCorrect(page, till, service);
    await closeInEnglish(page, till, service);
  } finally {
    await till.close();
  }
});

async function retryAndCorrect(page: Page, till: Till, service: UpstreamStub) {
  for (const reference of ['TAKEN-1', 'TAKEN-2', 'TAKEN-3']) await sell(till, reference);
  await loadPoints(till);
  await expect.poll(async () => (await queue(till)).parked).toBe(3);
  await signIn(page, till.url, '9999', 'Leitung');
  await press(page, place(page, 'Verwaltung'));
  await press(page, page.getByRole('link', { name: /^Warteschlange/ }));
  const records = page.getByRole('region', { name: 'Zu klären' }).getByRole('listitem');
  await expect(records).toHaveCount(3);
  await expect(records.first()).toContainText('Der Bezug ist vergeben.');
  await expectAccessible(page);
  await expectNarrow(page);

  // The service still refuses: the record comes back with its reason.
  await press(page, records.first().getByRole('button', { name: 'Noch einmal senden' }));
  await giveReason(page, 'Grund (wird aufbewahrt)', 'Dienst angerufen');
  await expect(page.getByRole('status').filter({ hasText: 'Wird noch einmal gesendet.' })).toBeVisible();
  const tries = () =>
    service.requests.filter(({ call, body }) => call === 'create' && body.transactionRef === 'TAKEN-1');
  await expect.poll(() => tries().length).toBe(2);
  await expect(records).toHaveCount(3);
  expect(service.sales).toEqual([]);

  await press(page, records.first().getByRole('button', { name: 'Berichtigen' }));
  const sheet = page.getByRole('region', { name: 'Vorgang berichtigen' });
  await expect(sheet.getByRole('textbox', { name: 'Belegreferenz' })).toBeVisible();
  await expectAccessible(page);
  await focus(page, sheet.getByRole('textbox', { name: 'Belegreferenz' }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('FREE-1', { delay: 60 });
  await press(page, sheet.getByRole('button', { name: 'Berichtigt senden' }));
  await giveReason(page, 'Grund (wird aufbewahrt)', 'Bezug doppelt');
  await expect(page.getByRole('status').filter({ hasText: 'Berichtigt; wird noch einmal gesendet.' })).toBeVisible();
  await expect(records).toHaveCount(2);
  await expect
    .poll(() => service.sales.map(({ transactionRef, status }) => [transactionRef, status]))
    .toEqual([['FREE-1', 'ok']]);
}

async function closeInEnglish(page: Page, till: Till, service: UpstreamStub) {
  await page.keyboard.press('Escape');
  await press(page, page.getByRole('button', { name: /^Einstellungen/ }));
  await press(page, page.getByRole('button', { name: 'English' }));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(page, place(page, 'Manage'));
  await press(page, page.getByRole('link', { name: /^Queue/ }));
  const parked = page.getByRole('region', { name: 'To clear up' });
  const records = parked.getByRole('listitem');
  await expect(records.first()).toContainText('The reference is taken.');
  await expect(records.first().getByRole('button', { name: 'Correct' })).toBeVisible();

  await press(page, records.first().getByRole('button', { name: 'Discard' }));
  await press(page, page.getByRole('button', { name: 'Yes, discard' }));
  // By keys a second press does it, once the first one cannot be a slip any more.
  await expect(page.getByRole('button', { name: 'Once more: yes, discard' })).toBeFocused();
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Reason (kept on record)' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await giveReason(page, 'Reason (kept on record)', 'Von Hand gebucht');
  await expect(page.getByRole('status').filter({ hasText: 'Discarded.' })).toBeVisible();
  await expect(records).toHaveCount(1);

  service.faults(null);
  await press(page, records.first().getByRole('button', { name: 'Send again' }));
  await giveReason(page, 'Reason (kept on record)', 'Dienst bereinigt');
  await expect(parked).toContainText('Nothing to clear up.');
  await expect.poll(() => service.sales.map(({ transactionRef }) => transactionRef)).toEqual(['FREE-1', 'TAKEN-3']);

  const cases = page.getByRole('region', { name: 'Cases' });
  await press(page, cases.getByRole('button', { name: 'Close the case' }));
  await giveReason(page, 'Reason (kept on record)', 'Punkte dort nachgetragen');
  await expect(page.getByRole('status').filter({ hasText: 'The case is closed.' })).toBeVisible();
  await expect(cases).toContainText('No case is open.');
  // No back office is set up: nothing waits for one.
  await expect(page.getByRole('region', { name: 'Waiting' })).toContainText('Everything has been sent.');
  await expectAccessible(page);
  const kept = (await till.call('GET', '/bridge/v1/approvals')).body.data as { operation: string; reason: string }[];
  expect(kept.map(({ operation, reason }) => [operation, reason]).sort()).toEqual(
    ['Bezug doppelt', 'Dienst angerufen', 'Dienst bereinigt', 'Punkte dort nachgetragen', 'Von Hand gebucht'].map(
      reason => ['queueDecision', reason],
    ),
  );
}

/** A service that takes no reference that begins with TAKEN. */
async function refusingService(): Promise<UpstreamStub> {
  const service = await upstreamStub();
  service.faults(({ call, body }) =>
    call === 'create' && String(body.transactionRef).startsWith('TAKEN')
      ? {
          status: 500,
          body: {
            ...{ status: 'error', error: 'ProductFormatException', code: 1001 },
            ...{ error_user: 'Der Bezug ist vergeben.', error_details: 'The reference is taken.' },
          },
        }
      : null,
  );
  return service;
}

const sales = '/api/v2/Smart/Transactions';

async function sell(till: Till, transactionRef: string): Promise<void> {
  const products = [{ articleNumber: '2001', desc: 'Bauernbrot 1 kg', priceOne: 450, tax: 7, quantity: 1, group: [] }];
  const { body } = await till.call('POST', sales, { transactionRef, basket: { products } });
  expect((await till.call('POST', `${sales}/${body.id}/start/cash`)).body.status).toBe('ok');
}

/** Points on a card without a sale: the specification has no call for them, so they become a case. */
async function loadPoints(till: Till): Promise<void> {
  const { body } = await till.call('GET', '/api/v2/Loyalty/MerchantCards?count=1');
  const { id } = body.data[0];
  const answer = await till.call('POST', `/api/v2/Loyalty/MerchantCards/${id}/transaction/${id}`, {
    ...{ action: 'charge_points', amount: 50 },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const queue = async (till: Till): Promise<{ readonly parked: number }> =>
  (await till.call('GET', '/bridge/v1/queue')).body;

/** The way of somebody without a mouse. */
async function focus(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  for (let times = 0; times < 120; times += 1) {
    if (await target.evaluate(element => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keys do not lead to ${target}`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await focus(page, target);
  await page.keyboard.press('Enter');
}

async function giveReason(page: Page, label: string, reason: string): Promise<void> {
  const field = page.getByRole('textbox', { name: label });
  await expect(field).toBeFocused();
  // As slowly as a person: faster keys are those of a scanner.
  await page.keyboard.type(reason, { delay: 60 });
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
}
