/** Balances that expire in a shop: at the beginning of the business day, before a card is used, and never under a sale. */
import { afterEach, describe, expect, it } from 'vitest';
import { cards, closeAll, item, ok, sale, startBridge, type TestBridge, testClock } from '../doubles/bridge.fixture.ts';
import type { ManagedCard } from '../wire/loyaltyManagement.ts';
import { demoIds } from '../world/demoIds.ts';

const PATH = '/bridge/v1/loyalty';
const DAY = 86_400_000;
afterEach(closeAll);

/** Balances live a month and a day, so that they go on a day of its own. */
async function shop() {
  const clock = testClock(Date.parse('2026-03-10T12:00:00Z'));
  const bridge = await startBridge({ clock, config: { demo: true } });
  const client = await bridge.client();
  const balanceExpiry = { cash: null, bonus: 1, points: 1, until: 'day' };
  ok(await client.ask('PUT', `${PATH}/card-groups/${demoIds.baseGroup}`, { body: { balanceExpiry } }));
  /** Time passes, and everybody signs in again. */
  const later = (days: number) => {
    clock.pass(days * DAY);
    return bridge.client();
  };
  const { id, card } = ok(
    await client.ask<ManagedCard>('POST', `${PATH}/cards`, { body: { cardgroup: demoIds.baseGroup } }),
  );
  const give = async (body: object) =>
    ok(await client.ask('POST', `${PATH}/cards/${id}/corrections`, { body: { reason: 'Test', ...body } }));
  return { bridge, client, clock, later, id, number: card.cardnumber, give };
}

const expiries = (bridge: TestBridge, card: string) =>
  bridge.rows<{ account: string; amount: number }>(
    "SELECT account, amount FROM loyalty_entry WHERE merchant_card = ? AND kind = 'expiry' ORDER BY number",
    card,
  );

describe('bonus and points of a month ago', () => {
  it('are shown before, expire at the beginning of the day by a booking with its record, and once only', async () => {
    const { bridge, clock, later, id, number, give } = await shop();
    await give({ cash: 1000, bonus: 300, points: 40 });
    const client = await later(20);
    const { expiring } = ok(await client.ask<{ expiring: object }>('GET', `/bridge/v1/cards/${number}`));
    expect(expiring).toEqual({ day: '2026-04-11', cash: 0, bonus: 300, points: 40 });
    clock.pass(12 * DAY);
    const restarted = await bridge.restart();
    await expect
      .poll(() => expiries(bridge, id))
      .toEqual([
        { account: 'bonus', amount: -300 },
        { account: 'points', amount: -40 },
      ]);
    const again = await (await restarted.restart()).client();
    const card = ok(await again.ask<ManagedCard>('GET', `${PATH}/cards/${id}`));
    expect(card).toMatchObject({ cash_balance: 1000, bonus_balance: 0, points: 0, nextExpiry: null });
    expect(expiries(bridge, id)).toHaveLength(2);
    const [record] = bridge.rows<{ facts: string; sum: number }>(
      "SELECT facts, sum FROM queue_record WHERE facts ->> 'action' = 'expiry' AND facts ->> 'card' = ?",
      id,
    );
    expect(record?.sum).toBe(300);
    const { data } = ok(
      await again.ask<{ data: { description: string; amount: number }[] }>('GET', `${PATH}/cards/${id}/bookings`),
    );
    expect(data[0]).toMatchObject({ description: 'Verfall', amount: 300 });
  });

  it('are not spent any more where the card is used before the day was looked at, and stay under a sale that holds them', async () => {
    const { bridge, client: before, later, id, number, give } = await shop();
    await give({ bonus: 300 });
    const held = await before.create(sale([item(200)], number));
    ok(await before.post(`/${held.id}/preTransaction`));
    const client = await later(40);
    // The sale keeps what it was shown.
    expect(ok(await client.post(`/${held.id}/start/cash`)).status).toBe('ok');
    expect(expiries(bridge, id)).toEqual([]);
    const next = await client.create(sale([item(200)], number));
    const answer = ok(await client.post<{ missing_sum: number }>(`/${next.id}/preTransaction`));
    expect(answer.missing_sum).toBe(200);
    expect(expiries(bridge, id)).toContainEqual({ account: 'bonus', amount: -100 });
  });

  it('keep their age when the card is merged', async () => {
    const { later, id, give } = await shop();
    await give({ bonus: 300 });
    const client = await later(10);
    const other = ok(
      await client.ask<ManagedCard>('POST', `${PATH}/cards`, { body: { cardgroup: demoIds.baseGroup } }),
    );
    await client.ask('POST', `${PATH}/cards/${id}/merge`, { body: { into: other.id, reason: 'zwei' } });
    const merged = ok(await client.ask<ManagedCard>('GET', `${PATH}/cards/${other.id}`));
    expect(merged.nextExpiry).toEqual({ day: '2026-04-11', cash: 0, bonus: 300, points: 0 });
  });

  it('of cards without a rule stay for ever', async () => {
    const { bridge, client, clock } = await shop();
    ok(await client.ask('PUT', `${PATH}/card-groups/${demoIds.baseGroup}`, { body: { balanceExpiry: null } }));
    clock.pass(4000 * DAY);
    const again = await (await bridge.restart()).client();
    const { merchantcard } = ok(
      await again.ask<{ merchantcard: ManagedCard }>('GET', `/bridge/v1/cards/${cards.rich}`),
    );
    expect([merchantcard.cash_balance, merchantcard.points]).toEqual([5000, 120]);
  });
});
