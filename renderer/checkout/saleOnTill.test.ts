/** Sales that are opened again, and windows that leave the till. */

import { expect, test } from 'vitest';
import { article } from '../doubles/goods.ts';
import { setUpLate } from '../doubles/lateApproval.ts';
import { setUpTill } from '../doubles/till.ts';

test('keeps the sale of the next customer when another window leaves the till', async () => {
  const { checkout, bridge, sync } = await setUpLate();
  await bridge.showOnTill('STX_2').catch(() => undefined);
  const next = await bridge.createSale({});
  await bridge.showOnTill(next.id);
  await checkout.leave();
  await sync.settled();
  expect(bridge.onTill()).toBe(next.id);
});

test('opens a sale only while no other basket is open', async () => {
  const { checkout, bridge, codes, sync, screen, message } = setUpTill();
  const created = await bridge.createSale({});
  bridge.sales.set(created.id, { ...created, status: 'pending' });
  codes.take(article(1).ean);
  await sync.settled();
  await checkout.openSale(created.id);
  expect([screen(), message()]).toEqual(['till', expect.stringContaining('basket first')]);
  checkout.nextCustomer();
  await sync.settled();
  await checkout.openSale(created.id);
  expect(screen()).toBe('unknown');
});
