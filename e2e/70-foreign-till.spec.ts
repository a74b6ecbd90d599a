/** A foreign cash register does the whole sale by HTTP, exactly as the README lists it for copying. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './till.ts';

const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');

/** The block under the heading, as a person would paste it. */
const commands = /## A sale in five HTTP calls[\s\S]*?```bash\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

test('the five calls of the README end in a paid sale with receipts', async ({ till }) => {
  expect(commands.match(/^curl|\$\(curl/gm)).toHaveLength(5);
  const script = commands.replace(/^B=.*$/m, `B=${till.url}`);
  const output = execFileSync('bash', ['-euo', 'pipefail', '-c', script], { encoding: 'utf8' });
  const answer = JSON.parse(output.slice(output.lastIndexOf('\n{') + 1));
  expect(answer.status).toBe('ok');
  expect(answer.payment_method).toBe('cashless');
  const captions = answer.receipt
    .filter((line: { type: string }) => line.type === 'separator')
    .map((line: { value: { caption: string } }) => line.value.caption);
  expect(captions).toEqual(['Kassenbon', 'Kartenzahlung', 'Kundenkarte']);
  expect(answer.receipt_merchant.length).toBeGreaterThan(5);
});

test('a declined card answers 405 with the terminal receipt, and another tender closes the sale', async ({ till }) => {
  const { body: sale } = await till.call('POST', '/api/v2/Smart/Transactions', { basket_info: { sum: 1205 } });
  const declined = await till.call('POST', `/api/v2/Smart/Transactions/${sale.id}/start/cashless`);
  expect(declined.status).toBe(405);
  expect(declined.body.error_user).toContain('kein Geld bewegt');
  expect(declined.body.receipt.length).toBeGreaterThan(3);
  expect((await till.call('GET', `/api/v2/Smart/Transactions/${sale.id}`)).body.status).toBe('failed');
  const cash = await till.call('POST', `/api/v2/Smart/Transactions/${sale.id}/start/cash`);
  expect(cash.body.status).toBe('ok');
});

test('a line lost before the result is settled by asking the terminal: paid once', async ({ till }) => {
  const { body: sale } = await till.call('POST', '/api/v2/Smart/Transactions', { basket_info: { sum: 1213 } });
  const paid = await till.call('POST', `/api/v2/Smart/Transactions/${sale.id}/start/cashless`);
  expect([paid.status, paid.body.status]).toEqual([200, 'ok']);
  const totals = (await till.terminal('GET', '/totals')) as { amount: number };
  expect(totals.amount).toBe(1213);
});

test('diagnosis, end of day, and cancelling by receipt number', async ({ till }) => {
  const { body: sale } = await till.call('POST', '/api/v2/Smart/Transactions', { basket_info: { sum: 2000 } });
  const { body: paid } = await till.call('POST', `/api/v2/Smart/Transactions/${sale.id}/start/cashless`);
  const cancelled = await till.call('POST', `/api/v2/Smart/Transactions/${paid.receipt_number}/canceltrx`);
  expect(cancelled.body.status).toBe('cancelled');
  const { body: devices } = await till.call('GET', '/api/v2/Smart/Devices');
  for (const call of [`${devices.data[0].id}/diagnosis`, 'me/endOfDay']) {
    const answer = await till.call('POST', `/api/v2/Smart/Transactions/${call}`);
    expect([answer.status, answer.body.status]).toEqual([200, 'ok']);
    expect(answer.body.receipt.length).toBeGreaterThan(2);
  }
});

test('another merchant sees neither sale nor device', async ({ till }) => {
  const other = { id: 'other-client', secret: 'other-secret' };
  const { body: sale } = await till.call('POST', '/api/v2/Smart/Transactions', { basket_info: { sum: 2000 } });
  const { body: devices } = await till.call('GET', '/api/v2/Smart/Devices');
  expect((await till.call('GET', `/api/v2/Smart/Transactions/${sale.id}`, undefined, other)).status).toBe(404);
  expect(
    (await till.call('POST', `/api/v2/Smart/Transactions/${devices.data[0].id}/diagnosis`, undefined, other)).status,
  ).toBe(404);
  const none = await till.call('GET', '/api/v2/Smart/Transactions', undefined, {
    id: 'nocontract-client',
    secret: 'nocontract-secret',
  });
  expect(none.status).toBe(403);
});
