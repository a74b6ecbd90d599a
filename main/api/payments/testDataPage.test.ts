/** The published test data agree with the demo data and the simulated acquirer. */
import { afterAll, describe, expect, it } from 'vitest';
import { behaviourOfAmount } from '../../../drivers/simulator/zvt/engine/behaviours.ts';
import { statuses } from '../../acquirer/payments/statuses.ts';
import { closeAll, ok, startBridge } from '../../doubles/bridge.fixture.ts';
import { forceStatus } from '../../sandbox/statusSimulator.ts';
import { testAmounts, testCards } from '../../sandbox/testData.ts';
import { loyaltyCards, terminalAmounts, testData, vouchers } from '../docs/testData.ts';

afterAll(closeAll);

it('the page of test data names every card, amount and status, in German and English', async () => {
  const bridge = await startBridge();
  for (const [language, title] of [
    ['de', 'Testdaten'],
    ['en', 'Test data'],
  ] as const) {
    const response = await fetch(`${bridge.url}/docs/test-data`, { headers: { 'accept-language': language } });
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain(`<h1>${title}</h1>`);
    for (const { last4, name } of testCards) expect(text).toContain(`…${last4}</code></td><td><code>test-${name}`);
    for (const { written } of testAmounts) expect(text).toContain(written);
    for (const id of Object.keys(statuses)) expect(text).toContain(`<td>${id}</td>`);
  }
});

describe('the test data', () => {
  it('are published as JSON, too', async () => {
    const bridge = await startBridge();
    const data = (await (await fetch(`${bridge.url}/docs/test-data.json`)).json()) as ReturnType<typeof testData>;
    expect(data).toEqual(testData({ forceStatus, testCards, testAmounts }));
    expect(data.cards.map(({ last4 }) => last4)).toContain('3220');
  });

  it('tell the balances the cards of the demo have, and vouchers that are there', async () => {
    const bridge = await startBridge();
    const client = await bridge.client();
    for (const { number, cash, bonus } of loyaltyCards) {
      const path = `/api/v2/Loyalty/MerchantCards?q=card.cardnumber:${number}`;
      const { data } = ok(await client.ask<{ data: object[] }>('GET', path));
      expect(data, number).toMatchObject([{ cash_balance: cash, bonus_balance: bonus }]);
    }
    const codes = bridge.rows<{ code: string }>('SELECT code FROM voucher ORDER BY code').map(({ code }) => code);
    expect(codes).toEqual(vouchers.map(({ code }) => code));
  });

  it('tell the amounts the virtual terminal knows', () => {
    const known = Array.from({ length: 100 }, (_, cents) => cents).filter(cents => behaviourOfAmount(1200 + cents, 1));
    expect(terminalAmounts.map(({ written }) => Number(written.slice(-2)))).toEqual(known);
  });
});
