/** Bodies in the character sets of other registers: they are read as they were written, or refused with the byte that is wrong. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';

let bridge: TestBridge;
let token: string;
beforeAll(async () => {
  bridge = await startBridge();
  token = (await bridge.client()).token;
});
afterAll(closeAll);

const TEXT = 'Käse für 5 €';
const sale = JSON.stringify({ basket: { products: [{ desc: TEXT, quantity: 1, priceOne: 500, tax: 7 }] } });
/** As the editors of Windows write it: the euro sign is byte 80. */
const windows1252 = Buffer.from(sale.replace('€', '\u0080'), 'latin1');
const utf16 = Buffer.from(`\uFEFF${sale}`, 'utf16le');

async function post(
  body: Uint8Array<ArrayBuffer> | string,
  headers: Record<string, string>,
  authorization = `Bearer ${token}`,
) {
  const answer = await fetch(`${bridge.url}/api/v2/Smart/Transactions`, {
    method: 'POST',
    body,
    headers: { authorization, ...headers },
  });
  return {
    status: answer.status,
    body: (await answer.json()) as SmartTransaction & Record<'error_code' | 'error_details', string>,
  };
}
const textOf = ({ body }: { readonly body: SmartTransaction }) => body.basket?.products[0]?.desc;

describe('the text of a body', () => {
  it.each([
    ['application/json', Buffer.from(sale)],
    ['application/json; charset=UTF8', Buffer.from(sale)],
    ['application/json; charset="utf-8"', Buffer.from(`\uFEFF${sale}`)],
    ['application/json; charset=windows-1252', windows1252],
    ['application/json;charset=ISO-8859-15', Buffer.from(sale.replace('€', '\u00A4'), 'latin1')],
    ['application/json; charset=utf-16', utf16],
  ])('is read as %s', async (type, bytes) => {
    const answer = await post(new Uint8Array(bytes), { 'content-type': type });
    expect(answer.status, answer.body.error_details).toBe(200);
    expect(textOf(answer)).toBe(TEXT);
  });

  it('of another set, which nobody named, is refused with its first wrong byte, and stores nothing', async () => {
    const before = bridge.rows('SELECT count(*) AS n FROM smart_transaction');
    const answer = await post(new Uint8Array(windows1252), { 'content-type': 'application/json' });
    expect(answer).toMatchObject({ status: 500, body: { error_code: 'malformedJson', money: 'not_moved' } });
    expect(answer.body.error_details).toContain(`byte E4 at position ${sale.indexOf('ä')}`);
    expect(bridge.rows('SELECT count(*) AS n FROM smart_transaction')).toEqual(before);
  });

  it('that is not of the named set is refused', async () => {
    const answer = await post(new Uint8Array([0x22, 0x81, 0x22]), {
      'content-type': 'application/json; charset=shift_jis',
    });
    expect(answer).toMatchObject({ status: 500, body: { error_code: 'malformedJson' } });
  });

  it.each([
    ['an unknown set', { 'content-type': 'application/json; charset=klingon' }, 'klingon'],
    ['a packed body', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, 'gzip'],
  ])('in %s is refused by its name', async (_, headers, name) => {
    const answer = await post(new Uint8Array(gzipSync(sale)), headers);
    expect(answer).toMatchObject({ status: 415, body: { error_code: 'unsupportedMedia' } });
    expect(answer.body.error_details).toContain(name);
  });

  it('counts for a form, too: a secret in another set is no other secret', async () => {
    const body = Buffer.from('grant_type=client_credentials&client_id=demo-client&client_secret=sch\u00f6n', 'latin1');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`${bridge.url}/oauth/token`, { method: 'POST', body: new Uint8Array(body), headers });
    expect(await answer.text()).toContain('byte F6');
  });
});

it('spaces between Bearer and its token may be several (RFC 9110)', async () => {
  expect((await post(sale, { 'content-type': 'application/json' }, `bearer   ${token}`)).status).toBe(200);
});
