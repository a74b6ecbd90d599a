/** Receipt lines of the API hold no character that paper does not print, whoever sent the text. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, cards, closeAll, item, ok, sale, startBridge } from '../doubles/bridge.fixture.ts';

let till: Client;
beforeAll(async () => {
  till = await (await startBridge()).client();
});
afterAll(closeAll);

const UNPRINTABLE = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u;

/** Every text inside, with control characters still as they are. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

const nasty = fc
  .array(
    fc.constantFrom(
      'A',
      'ü',
      ' ',
      '\u001b[2J',
      '\u0007',
      '\u009b',
      '\u202e',
      '\u2066',
      '\u200f',
      '\u2028',
      '\r\n',
      '\t',
    ),
  )
  .map(parts => `x${parts.join('')}x`);

describe('a receipt', () => {
  it('has no control character of a description, a cashier or a voucher', async () => {
    await fc.assert(
      fc.asyncProperty(nasty, nasty, fc.boolean(), async (desc, text, withCard) => {
        const body = { ...sale([{ ...item(500), desc }], withCard ? cards.some : undefined), cashier: text };
        const { id } = await till.create({ ...body, transactionRef: text, market: text });
        const part = { part: { amount: 200 }, text };
        ok(await till.post(`/${id}/start/voucher`, part));
        ok(await till.post(`/${id}/start/cash`));
        const cancelled = ok(await till.post<Record<string, unknown>>(`/${id}/cancel`));
        const { receipt, receipt_merchant: merchantCopy, receipt_reversal: reversal } = cancelled;
        const texts = textsIn([receipt, merchantCopy, reversal]);
        expect(texts.length).toBeGreaterThan(5);
        expect(texts.filter(one => UNPRINTABLE.test(one))).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });
});
