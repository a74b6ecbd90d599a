/**
 * What an upstream service refuses for good: a manager reads why, tries again, corrects, discards and closes a case, each time
 * with a reason that is kept. By keys alone, in both languages.
 */
import type { Locator, Page } from '@playwright/test';
import { closeStubs, type UpstreamStub, upstreamStub } from '../main/doubles/upstreamStub.ts';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { expect, openTillProcess, type Till, test } from './till.ts';

const words = {
  'de-DE': {
    ...{
      manager: 'Leitung',
      pin: 'PIN von Leitung',
      sale: 'Verkauf',
      settings: /^Einstellungen/,
      page: 'Warteschlange',
    },
    ...{ parked: 'Zu klären', cases: 'Fälle', why: 'Der Bezug ist vergeben.', none: 'Nichts ist liegen geblieben.' },
    ...{ retry: 'Noch einmal senden', retried: 'Wird noch einmal gesendet.' },
    ...{ correct: 'Berichtigen', reference: 'Belegreferenz', send: 'Berichtigt senden' },
    ...{ corrected: 'Berichtigt; wird noch einmal gesendet.', reason: 'Grund (wird aufbewahrt)' },
    ...{ discard: 'Verwerfen', sure: 'Ja, verwerfen', discarded: 'Verworfen.' },
    ...{ close: 'Fall schließen', closed: 'Der Fall ist geschlossen.', noCase: 'Kein Fall ist offen.' },
    ...{ waiting: 'Wartet', allSent: 'Alles ist gesendet.' },
  },
  'en-GB': {
    ...{ manager: 'Leitung', pin: 'PIN of Leitung', sale: 'Sale', settings: /^Settings/, page: 'Queue' },
    ...{ parked: 'To clear up', cases: 'Cases', why: 'The reference is taken.', none: 'Nothing is left lying.' },
    ...{ retry: 'Send again', retried: 'It is sent again.' },
    ...{ correct: 'Correct', reference: 'Transaction reference', send: 'Send corrected' },
    ...{ corrected: 'Corrected; it is sent again.', reason: 'Reason (kept on record)' },
    ...{ discard: 'Discard', sure: 'Yes, discard', discarded: 'Discarded.' },
    ...{ close: 'Close the case', closed: 'The case is closed.', noCase: 'No case is open.' },
    ...{ waiting: 'Waiting', allSent: 'Everything has been sent.' },
  },
} as const;

test.afterEach(async () => {
  await closeStubs();
});

for (const locale of ['de-DE', 'en-GB'] as const)
  test.describe(locale, () => {
    test.use({ locale });

    test('clears up what the service refuses, by keys alone', async ({ page, tillHost }) => {
      test.slow();
      const service = await refusingService();
      const till = await openTillProcess(tillHost, {
        ...{ behaviour: 'approve', delay: 0 },
        settings: { TILLBRIDGE_UPSTREAM: JSON.stringify({ address: service.url, downMinutes: 0 }) },
      });
      try {
        await clearUp(page, till, service, words[locale]);
      } finally {
        await till.close();
      }
    });
  });

async function clearUp(page: Page, till: Till, service: UpstreamStub, text: (typeof words)[keyof typeof words]) {
  for (const reference of ['TAKEN-1', 'TAKEN-2', 'TAKEN-3']) await sell(till, reference);
  await loadPoints(till);
  await expect.poll(async () => (await queue(till)).parked).toBe(3);
  await signInByKeys(page, till.url, text);
  await press(page, page.getByRole('button', { name: text.settings }));
  await press(page, page.getByRole('button', { name: text.page }));
  const parked = page.getByRole('region', { name: text.parked });
  const records = parked.getByRole('listitem');
  await expect(records).toHaveCount(3);
  await expect(records.first()).toContainText(text.why);
  await expectAccessible(page);
  await expectNarrow(page);

  // The service still refuses: the record comes back with its reason.
  await press(page, records.first().getByRole('button', { name: text.retry }));
  await giveReason(page, text.reason, 'Dienst angerufen');
  await expect(page.getByRole('status').filter({ hasText: text.retried })).toBeVisible();
  const tries = () =>
    service.requests.filter(({ call, body }) => call === 'create' && body.transactionRef === 'TAKEN-1');
  await expect.poll(() => tries().length).toBe(2);
  await expect(records).toHaveCount(3);
  expect(service.sales).toEqual([]);

  await press(page, records.first().getByRole('button', { name: text.correct }));
  const sheet = page.getByRole('dialog').first();
  await expect(sheet.getByRole('textbox', { name: text.reference })).toBeVisible();
  await expectAccessible(page);
  await focus(page, sheet.getByRole('textbox', { name: text.reference }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('FREE-1', { delay: 60 });
  await press(page, sheet.getByRole('button', { name: text.send }));
  await giveReason(page, text.reason, 'Bezug doppelt');
  await expect(page.getByRole('status').filter({ hasText: text.corrected })).toBeVisible();
  await expect(records).toHaveCount(2);
  await expect
    .poll(() => service.sales.map(({ transactionRef, status }) => [transactionRef, status]))
    .toEqual([['FREE-1', 'ok']]);

  await press(page, records.first().getByRole('button', { name: text.discard }));
  await press(page, page.getByRole('button', { name: text.sure }));
  await giveReason(page, text.reason, 'Von Hand gebucht');
  await expect(page.getByRole('status').filter({ hasText: text.discarded })).toBeVisible();
  await expect(records).toHaveCount(1);

  service.faults(null);
  await press(page, records.first().getByRole('button', { name: text.retry }));
  await giveReason(page, text.reason, 'Dienst bereinigt');
  await expect(parked).toContainText(text.none);
  await expect.poll(() => service.sales.map(({ transactionRef }) => transactionRef)).toEqual(['FREE-1', 'TAKEN-3']);

  const cases = page.getByRole('region', { name: text.cases });
  await press(page, cases.getByRole('button', { name: text.close }));
  await giveReason(page, text.reason, 'Punkte dort nachgetragen');
  await expect(page.getByRole('status').filter({ hasText: text.closed })).toBeVisible();
  await expect(cases).toContainText(text.noCase);
  // No back office is set up: nothing waits for one.
  await expect(page.getByRole('region', { name: text.waiting })).toContainText(text.allSent);
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

async function signInByKeys(page: Page, url: string, text: { manager: string; pin: string; sale: string }) {
  await page.goto(url);
  await press(page, page.getByRole('button', { name: new RegExp(`^${text.manager}\\b`) }));
  await expect(page.getByRole('textbox', { name: text.pin })).toBeFocused();
  await page.keyboard.type('9999', { delay: 60 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: text.sale })).toBeVisible();
}

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
