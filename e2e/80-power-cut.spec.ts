/** The bridge is killed during a card payment, and finds the outcome out by itself after its start. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  codes,
  customerCopy,
  expectPaid,
  nextCustomer,
  pay as payByCard,
  scan,
  signIn,
  terminalText,
} from './counter.ts';
import { expect, type Till, test } from './till.ts';

test.use({ ownProcess: true });

interface State {
  readonly phase: string;
  readonly receiptNumber: number;
}

test.describe('the customer goes on although the bridge is gone', () => {
  test.use({ behaviour: 'manual' });

  test('shows a payment as paid once, and sells nothing when confirmed data are lost', async ({ till, page }) => {
    await signIn(page, till.url);
    await scan(page, codes.bread);
    await payByCard(page, 'Karte').click();
    await expect(terminalText(page)).toContainText('Karte vorhalten');
    const { id } = (await till.call('GET', '/bridge/v1/till')).body.transaction;
    await till.kill();
    await till.terminal('POST', '/card', { card: 'girocard-contactless' });
    await till.restart();
    await expectPaid(page);
    await expect(customerCopy(page)).toContainText('4,50');
    const { body } = await till.call('GET', `/api/v2/Smart/Transactions/${id}`);
    expect([body.status, body.receipt_number]).toEqual(['ok', 1]);
    expect(await booked(till)).toBe(450);
    await nextCustomer(page);

    await till.stop();
    await till.restart();
    await openSale(till, 4440);
    await till.kill();
    rmSync(join(till.data, 'tillbridge.db-wal'));
    await till.restart();
    await page.goto(till.url);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(/Verkäufe fehlen|sales are missing/);
    await expect(alert).toContainText('accept-loss');
    // The old token is lost too; a person who signs in now can look, but not sell.
    const other = { id: 'other-client', secret: 'other-secret' };
    const refused = await till.call('POST', '/api/v2/Smart/Transactions', { basket: { products: [] } }, other);
    expect([refused.status, refused.body.code]).toEqual([405, 1130]);
    expect((await till.call('GET', '/api/v2/Smart/Transactions', undefined, other)).status).toBe(200);
  });
});

test.describe('the customer stops although the bridge is gone', () => {
  test.use({ behaviour: 'manual' });

  test('takes cash after the bridge has come back', { tag: '@long' }, async ({ till }) => {
    // A terminal that has never carried out anything denies nothing.
    await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
    await pay(till, await openSale(till, 450));
    await till.terminal('POST', '/behaviour', { behaviour: 'manual' });
    const sale = await openSale(till, 4440);
    const lost = pay(till, sale);
    await terminalAsks(till);
    await till.kill();
    await lost;
    await till.terminal('POST', '/key', { key: 'stop' });
    await till.restart();
    await expect.poll(() => status(till, sale)).toBe('failed');
    const cash = await till.call('POST', `/api/v2/Smart/Transactions/${sale}/start/cash`);
    expect(cash.body.status).toBe('ok');
    expect(await booked(till)).toBe(450);
  });
});

test('closes every sale as the terminal booked it, whenever the bridge is killed', { tag: '@long' }, async ({
  till,
}) => {
  test.setTimeout(120_000);
  // A terminal that has never carried out anything denies nothing.
  let paid = 500;
  await pay(till, await openSale(till, paid));
  for (const moment of [0, 20, 60, 120, 200, 300]) {
    const amount = 1000 + moment;
    const sale = await openSale(till, amount);
    const lost = pay(till, sale);
    await new Promise(resolve => setTimeout(resolve, moment));
    await till.kill();
    await lost;
    await till.restart();
    await expect.poll(() => status(till, sale), { timeout: 20_000 }).toMatch(/^(ok|failed|created)$/);
    if ((await status(till, sale)) === 'ok') paid += amount;
    expect(await booked(till)).toBe(paid);
  }
});

async function openSale(till: Till, sum: number): Promise<string> {
  return (await till.call('POST', '/api/v2/Smart/Transactions', { basket_info: { sum } })).body.id;
}

const pay = (till: Till, sale: string) =>
  till.call('POST', `/api/v2/Smart/Transactions/${sale}/start/cashless`).catch(() => undefined);

const status = async (till: Till, sale: string): Promise<string> =>
  (await till.call('GET', `/api/v2/Smart/Transactions/${sale}`)).body.status;

const terminalAsks = (till: Till) =>
  expect.poll(async () => ((await till.terminal('GET', '/state')) as State).phase).toBe('card');

const booked = async ({ terminal }: Till): Promise<number> =>
  ((await terminal('GET', '/totals')) as { amount: number }).amount;
