/** Repetition of push notifications: growing intervals, their end, restart, and sending again by hand. */
import { describe, expect, it } from 'vitest';
import { specifies } from '../../doubles/specifies.ts';
import {
  closeAfterEachTest,
  ended,
  hour,
  merchant,
  minute,
  openShop,
  runningClock,
  tried,
  until,
} from './delivery.fixture.ts';
import { receiver } from './receiver.fixture.ts';

closeAfterEachTest();

describe('a repetition', () => {
  it('repeats after any other status, at growing intervals, until a 2xx comes', async () => {
    specifies({ Events: ['any other status causes repetition', 'repetition at increasing intervals'] });
    const shop = await openShop();
    const at = await receiver(500);
    await shop.queue(at.url, 'PCI_1');
    await tried(shop, 'PCI_1', 1);
    for (const [index, wait] of [10_000, 20_000, 40_000].entries()) {
      shop.clock.pass(wait - 1);
      shop.delivery.wake();
      await shop.queue(at.url, `PCI_other${index}`);
      await tried(shop, `PCI_other${index}`, 1);
      expect(shop.entry('PCI_1').attempts).toHaveLength(index + 1);
      shop.clock.pass(1);
      if (index === 2) at.answer(204);
      shop.delivery.wake();
      await tried(shop, 'PCI_1', index + 2);
    }
    expect(shop.entry('PCI_1')).toMatchObject({ status: 'delivered', next_attempt: null });
    expect(shop.entry('PCI_1').attempts.map(({ status }) => status)).toEqual([500, 500, 500, 204]);
  });

  it('discards a notification after 24 hours and shows it as discarded', async () => {
    specifies({
      Events: 'repetition ends after 24 hours, then the notification is discarded',
      Limits: 'push retry horizon: 24 hours, or two days by configuration',
    });
    const shop = await openShop();
    const at = await receiver(503);
    await shop.queue(at.url, 'PCI_1');
    let times = 1;
    await tried(shop, 'PCI_1', times);
    while (shop.entry('PCI_1').status === 'waiting') {
      shop.clock.pass(Math.max(1, Date.parse(shop.entry('PCI_1').next_attempt ?? '') + 1000 - shop.clock.now()));
      shop.delivery.wake();
      times += 1;
      await tried(shop, 'PCI_1', times);
    }
    const { status, attempts, created } = shop.entry('PCI_1');
    expect(status).toBe('discarded');
    const lasted = Date.parse(attempts.at(-1)?.at ?? '') - Date.parse(created);
    expect(lasted).toBeGreaterThanOrEqual(24 * hour);
    expect(lasted).toBeLessThan(24 * hour + minute);
  });

  it('wakes by its timer for the next repetition', async () => {
    const repetition = { first: 20, factor: 1, horizon: hour };
    const shop = await openShop({ clock: runningClock(), settings: { repetition } });
    const at = await receiver(500);
    await shop.queue(at.url, 'PCI_1');
    await until(() => at.received.length >= 3);
    at.answer(200);
    await ended(shop, 'PCI_1');
    expect(shop.entry('PCI_1').status).toBe('delivered');
  });

  it('sends a notification that was under way again after a restart, and loses none', async () => {
    specifies({ Events: 'delivery at least once: what was under way is sent again after a restart' });
    const before = await openShop();
    const at = await receiver('silence');
    await before.queue(at.url, 'PCI_1', 'PCI_2');
    await until(() => at.received.length > 0);
    at.answer(200);
    const after = await before.restart();
    for (const object of ['PCI_1', 'PCI_2']) await ended(after, object);
    expect(new Set(at.objects())).toEqual(new Set(['PCI_1', 'PCI_2']));
    expect(after.entry('PCI_1').attempts).toHaveLength(1);
    const [first, second] = at.received.filter(({ body }) => body.data[0]?.id === 'PCI_1');
    expect(second?.body.id).toBe(first?.body.id);
  });

  it('begins again when a person sends a notification again, also a discarded one', async () => {
    const shop = await openShop({ settings: { repetition: { first: 10, factor: 2, horizon: 0 } } });
    const at = await receiver(500);
    await shop.queue(at.url, 'PCI_1');
    await ended(shop, 'PCI_1');
    expect(shop.entry('PCI_1').status).toBe('discarded');
    at.answer(200);
    expect(await shop.delivery.resend(merchant, shop.entry('PCI_1').id)).toBe(true);
    await ended(shop, 'PCI_1');
    expect(shop.entry('PCI_1')).toMatchObject({ status: 'delivered', attempts: [{ status: 500 }, { status: 200 }] });
    expect(at.received[1]?.body.id).toBe(at.received[0]?.body.id);
    expect(await shop.delivery.resend('MRC_2', shop.entry('PCI_1').id)).toBe(false);
    expect(await shop.delivery.resend(merchant, 'evt_unknown')).toBe(false);
  });

  it('delivers everything that waits now on request', async () => {
    const shop = await openShop({ limit: 50 });
    const [slow, failing] = [await receiver('silence'), await receiver(500)];
    await shop.queue(slow.url, 'PCI_1');
    await shop.queue(failing.url, 'PCI_2');
    await tried(shop, 'PCI_1', 1);
    await tried(shop, 'PCI_2', 1);
    for (const at of [slow, failing]) at.answer(200);
    await shop.delivery.deliverNow();
    for (const object of ['PCI_1', 'PCI_2']) await ended(shop, object);
    expect([slow.objects(), failing.objects()]).toEqual([
      ['PCI_1', 'PCI_1'],
      ['PCI_2', 'PCI_2'],
    ]);
  });
});
