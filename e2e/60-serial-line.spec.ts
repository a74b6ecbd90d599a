/** A card payment with the terminal on a real serial line (a pair of pseudo terminals made by socat). */
import { ptyPair } from '../drivers/doubles/ptyPair.ts';
import { codes, customerCopy, expectPaid, pay, scan, signIn } from './counter.ts';
import { test as base, expect, type Till } from './till.ts';

const test = base.extend<{ serialTill: Till }>({
  serialTill: async ({ behaviour, delay, tillHost }, use) => {
    const line = await ptyPair();
    const till = await tillHost.open({
      ...{ behaviour, delay, terminalOptions: {}, settings: {} },
      serial: { bridge: line.till, terminal: line.terminal },
    });
    await use(till);
    await till.close();
    await line.close();
  },
});

test('pays by card over the serial line', async ({ page, serialTill }) => {
  await signIn(page, serialTill.url);
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await expect(customerCopy(page)).toContainText('Zahlung erfolgt');
  expect(((await serialTill.terminal('GET', '/totals')) as { amount: number }).amount).toBe(450);
});
