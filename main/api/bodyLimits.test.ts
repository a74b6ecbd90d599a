/** Limits of a body, counted in its text before it is parsed. */
import { afterAll, describe, expect, it } from 'vitest';
import { closeAll, startBridge } from '../doubles/bridge.fixture.ts';
import { bodyLimitFault, bodyLimits } from './bodyLimits.ts';

afterAll(closeAll);

const members = (count: number, value = '1') =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":${value}`).join()}}`;
const line = '{"articleNumber":"1","ean":"4006381333931","desc":"a, \\"b\\": {[","quantity":1,"priceOne":100,"tax":19}';
const basket = (lines: number) => `{"basket":{"products":[${Array.from({ length: lines }, () => line).join()}]}}`;

describe('a body', () => {
  it.each([
    ['of a thousand members', members(1000)],
    ['of four thousand lines', basket(4000)],
    ['of a list of numbers', `[${'1,'.repeat(29_000)}1]`],
    ['with a text that looks like JSON', JSON.stringify({ a: members(5000) })],
    ['with a text full of signs', JSON.stringify({ a: '\\"{[:,'.repeat(50_000) })],
    ['that ends in the middle of a text', `{"a":"${'x'.repeat(5000)}`],
    ['of ten levels', `${'['.repeat(10)}${'1,'.repeat(2000)}1${']'.repeat(10)}`],
  ])('%s is read', (_, text) => {
    expect(bodyLimitFault(text)).toBeNull();
  });

  it.each([
    ['of ninety thousand members', members(90_000)],
    ['of more members in one object', members(bodyLimits.ofOne + 1)],
    ['of more members further in', `{"a":[${members(bodyLimits.ofOne + 1)}]}`],
    ['of more items', `[${'1,'.repeat(bodyLimits.ofAll + 1)}1]`],
    ['of more objects with nothing in them', `[${'{},'.repeat(bodyLimits.ofAll / 2 + 1)}{}]`],
    ['of more lists in lists', '[['.repeat(60) + ' '.repeat(2000)],
  ])('%s is refused without being read', (_, text) => {
    expect(bodyLimitFault(text)).not.toBeNull();
  });

  it('that holds too much is refused with its own word, at every door', async () => {
    const bridge = await startBridge();
    const till = await bridge.client();
    const refused = await till.ask<{ code: number }>('POST', '/api/v2/Smart/Transactions', { body: members(90_000) });
    expect([refused.status, refused.body.code]).toEqual([413, 2032]);
    const form = await bridge.ask('POST', '/oauth/token', {
      body: Array.from({ length: 5000 }, (_, index) => `k${index}=1`).join('&'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBeGreaterThanOrEqual(400);
    expect((await till.ask('POST', '/api/v2/Smart/Transactions', { body: basket(1000) })).status).toBe(200);
  });
});
