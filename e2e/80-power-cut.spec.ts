/** The bridge is killed during a card payment, and finds the outcome out by itself after its start. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './till.ts';

test.use({ ownProcess: true });

interface State {
  readonly phase: string;
  readonly receiptNumber: number;
}

test('sells nothing when confirmed data are lost, and says what to do', async ({ till, page }) => {
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

test.describe('the customer pays although the bridge is gone', () => {
  test.use({ behaviour: 'manual' });

  test('pays once, with a receipt, when the bridge is killed while the terminal waits for the card', async ({
    till,
  }) => {
    const sale = await openSale(till, 4440);
    const lost = pay(till, sale);
    await terminalAsks(till);
    await till.kill();
    await lost;
    await till.terminal('POST', '/card', { card: 'girocard-contactless' });
    await till.restart();
    await expect.poll(() => status(till, sale)).toBe('ok');
    const { body } = await till.call('GET', `/api/v2/Smart/Transactions/${sale}`);
    expect(body.receipt_number).toBe(1);
    expect(((await till.terminal('GET', '/totals')) as { amount: number }).amount).toBe(4440);
  });

  test('takes cash when the bridge is killed and the customer presses stop', async ({ till }) => {
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
    expect(((await till.terminal('GET', '/totals')) as { amount: number }).amount).toBe(0);
  });
});

test('closes every sale as the terminal booked it, whenever the bridge is killed', async ({ till }) => {
  test.setTimeout(120_000);
  let paid = 0;
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
    expect(((await till.terminal('GET', '/totals')) as { amount: number }).amount).toBe(paid);
  }
});

async function openSale(till: { call: Call }, sum: number): Promise<string> {
  return (await till.call('POST', '/api/v2/Smart/Transactions', { basket_info: { sum } })).body.id;
}

const pay = (till: { call: Call }, sale: string) =>
  till.call('POST', `/api/v2/Smart/Transactions/${sale}/start/cashless`).catch(() => undefined);

const status = async (till: { call: Call }, sale: string): Promise<string> =>
  (await till.call('GET', `/api/v2/Smart/Transactions/${sale}`)).body.status;

const terminalAsks = (till: { terminal(method: string, path: string): Promise<unknown> }) =>
  expect.poll(async () => ((await till.terminal('GET', '/state')) as State).phase).toBe('card');

type Call = import('./till.ts').Till['call'];
