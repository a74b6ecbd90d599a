/** A member that a body names twice: no reader may choose one of the two, least of all of an amount. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { type Client, closeAll, item, ok, startBridge } from '../doubles/bridge.fixture.ts';
import { repeatedMember } from './bodyLimits.ts';

afterAll(closeAll);

const repeatedIn = (text: string) => repeatedMember(text, JSON.parse(text));

it.each([
  ['{"amount":100,"amount":500}', 'amount'],
  ['{"a":[{"b":1},{"b":2,"c":{"d":1,"\\u0064":2}}]}', 'd'],
  ['{"a" : "x:y", "b" : {}, "a"\n: 1}', 'a'],
])('%s repeats %s', (text, name) => expect(repeatedIn(text)).toBe(name));

it('finds none in what is written by a program, whatever it holds', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(repeatedIn(JSON.stringify(value))).toBeNull();
    }),
  );
  // A parser that leaves members out says nothing about a repetition.
  expect(repeatedMember('{"__proto__":{"a":1},"b":2}', { b: 2 })).toBeNull();
});

it('is refused at every door, and nothing is booked', async () => {
  const bridge = await startBridge();
  const till: Client = await bridge.client();
  const line = JSON.stringify(item(500)).replace('"priceOne":500', '"priceOne":500,"priceOne":5');
  const body = `{"basket":{"products":[${line}]}}`;
  const refused = await till.ask<{ error_details: string }>('POST', '/api/v2/Smart/Transactions', { body });
  expect([refused.status, refused.body.error_details]).toEqual([500, expect.stringContaining('priceOne twice')]);
  expect(bridge.rows('SELECT 1 FROM smart_transaction')).toEqual([]);
  const form = 'grant_type=client_credentials&client_id=demo-client&client_id=other-client&client_secret=demo-secret';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await bridge.ask('POST', '/oauth/token', { body: form, headers })).status).toBeGreaterThanOrEqual(400);
  ok(await till.ask('POST', '/api/v2/Smart/Transactions', { body: { basket: { products: [item(500)] } } }));
});
