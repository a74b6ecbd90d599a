import { afterAll, expect, it } from 'vitest';
import { closeAll, startBridge } from '../../bridge.fixture.ts';
import { statuses } from '../../payments/statuses.ts';
import { testAmounts, testCards } from '../../payments/testData.ts';

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
