/**
 * A payment card swiped or typed where it does not belong: every form of its number goes through every string that the
 * published description names, and afterwards it is in no answer, log, push and file.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from './doubles/bridge.fixture.ts';

const NUMBER = '4539578763621486';
const SECRET = NUMBER.slice(0, -4);
const groups = NUMBER.match(/\d{4}/g) ?? [];
const inDigits = (zero: number) => [...NUMBER].map(digit => String.fromCodePoint(zero + Number(digit))).join('');

const FORMS: readonly string[] = [
  NUMBER,
  ...[' ', '  ', '\u00a0', '\u2009', '\u202f', '\u3000', '.', '_', '/', '-', '\u2011', '\u2013', '\u2212'].map(gap =>
    groups.join(gap),
  ),
  ...['\u200b', '\u2060', '\ufeff'].map(gap => [...NUMBER].join(gap)),
  ...[0xff10, 0x660, 0x6f0, 0x966, 0x1d7ce].map(inDigits),
  [...NUMBER].map(digit => `%3${digit}`).join(''),
  [...NUMBER].map(digit => `\\u003${digit}`).join(''),
  encodeURIComponent(groups.join('\u2011')),
  `;${NUMBER}=32072011234567?`,
];

type Schema = Readonly<Record<string, unknown>>;
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
}
type Way = readonly (string | number)[];

/** Every string of a schema, as the way to it. */
function strings(schema: Schema, way: Way = []): readonly Way[] {
  const { anyOf, oneOf, allOf, properties, items, type } = schema as {
    readonly [name in 'anyOf' | 'oneOf' | 'allOf']?: readonly Schema[];
  } & { readonly properties?: Readonly<Record<string, Schema>>; readonly items?: Schema; readonly type?: string };
  if (way.length > 8) return [];
  return [
    ...(type === 'string' || type === 'integer' || type === undefined ? [way] : []),
    ...[anyOf, oneOf, allOf].flatMap(forms => (forms ?? []).flatMap(form => strings(form, way))),
    ...Object.entries(properties ?? {}).flatMap(([name, member]) => strings(member, [...way, name])),
    ...(items ? strings(items, [...way, 0]) : []),
  ];
}

/** In `npm test` every ninth string, counted over all operations. */
let seen = 0;
const sampled = (ways: readonly Way[]) => ways.filter(() => process.env.LONG || seen++ % 9 === 0);

function build(way: Way, value: unknown): unknown {
  const [first, ...rest] = way;
  if (first === undefined) return value;
  return typeof first === 'number' ? [build(rest, value)] : { [first]: build(rest, value) };
}

let bridge: TestBridge;
let client: Client;
/** Each once: most refusals are the same text. */
const answers = new Set<string>();
let sent = 0;
let turn = 0;
const nextForm = () => FORMS[turn++ % FORMS.length]!;
const pushed = createServer((request, response) => {
  request.on('data', chunk => answers.add(String(chunk)));
  request.on('end', () => response.end());
});

/** Also what no client library would send as it is. */
async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(bridge.url + path, {
    method,
    headers: {
      authorization: `Bearer ${client.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
  });
  const text = await answer.text();
  sent += 1;
  answers.add(text).add(JSON.stringify([...answer.headers].filter(([name]) => name !== 'date')));
  return { status: answer.status, text };
}

const latin = (form: string) => Buffer.from(form).toString('latin1');
const addressed = (form: string) => encodeURIComponent(form);
/** Ends the bridge, or never ends itself. */
/** Streams do not end. */
const LEFT_OUT = /^\/bridge\/v1\/(events|control|terminals\/\{device\}\/trace\/events)/;

beforeAll(async () => {
  pushed.listen(0, '127.0.0.1');
  await once(pushed, 'listening');
  bridge = await startBridge({ config: { journal: 'all' } });
  client = await bridge.client();
}, 60_000);
afterAll(async () => {
  await closeAll();
  pushed.close();
});

describe('the number of a payment card', () => {
  it.each(FORMS)('asked for as %s is refused as a payment card', async form => {
    for (const path of [
      `/bridge/v1/cards/${addressed(form)}`,
      `/bridge/v1/articles/${addressed(form)}`,
      `/api/v2/Smart/Transactions/${addressed(form)}`,
      `/api/v2/Smart/Transactions?q=${addressed(form)}`,
      `/api/v2/Loyalty/MerchantCards?q=card.cardnumber:${addressed(form)}`,
    ]) {
      const { status, text } = await send('GET', path);
      expect([status, JSON.parse(text).code], path).toEqual([405, 2030]);
    }
    const ident = await send('POST', '/api/v2/Smart/Transactions', { idents: [{ type: 'card', value: form }] });
    expect([ident.status, JSON.parse(ident.text).code]).toEqual([405, 2030]);
    const keyed = await send('POST', '/api/v2/Smart/Transactions', {}, { 'idempotency-key': latin(form) });
    expect([keyed.status, JSON.parse(keyed.text).code]).toEqual([405, 2031]);
  });

  it('goes through every string of the published description', { timeout: 240_000 }, async () => {
    const url_push = `http://127.0.0.1:${(pushed.address() as AddressInfo).port}/${NUMBER}`;
    for (const form of FORMS) {
      const { id } = await client.create({
        ...sale([item(1200, { desc: form, ean: form, articleNumber: form, [form]: form })], cards.some),
        market: form,
        transactionRef: form,
        url_push,
        application_context: { return_urls: { url_push } },
        extra: { [form]: [form, Number(NUMBER)] },
      });
      await send('POST', `/api/v2/Smart/Transactions/${id}/start/cashless`, { note: form }, { 'x-action': `k${turn}` });
      await send('GET', `/api/v2/Smart/Transactions/${id}`);
    }
    const document = JSON.parse((await send('GET', '/docs/json')).text) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    };
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(operations)) {
        if (LEFT_OUT.test(path)) continue;
        const known = path.replace(/\{[^}]+\}/g, 'me');
        const go = async (way: string, body?: unknown, headers: Record<string, string> = {}) => {
          if (method.toUpperCase() === 'GET' || method.toUpperCase() === 'DELETE') body = undefined;
          await send(method.toUpperCase(), way, body, {
            'user-agent': latin(nextForm()),
            referer: `http://x/${NUMBER}`,
            ...headers,
          });
        };
        if (path.includes('{')) await go(path.replace(/\{[^}]+\}/g, () => addressed(nextForm())));
        for (const { name, in: where } of operation.parameters ?? [])
          if (where === 'query') await go(`${known}?${name}=${addressed(nextForm())}&${addressed(nextForm())}=1`);
        await go(known, {}, { 'if-match': latin(nextForm()), 'accept-language': NUMBER, origin: `http://${NUMBER}` });
        const schema = operation.requestBody?.content?.['application/json']?.schema;
        for (const way of schema ? sampled(strings(schema)) : []) {
          await go(known, build(way, nextForm()));
          await go(known, build(way, Number(NUMBER)));
        }
        await go(known, `{"${nextForm().replaceAll('\\', '')}": `);
      }
    expect(sent).toBeGreaterThan(process.env.LONG ? 1000 : 500);
    await upload();
    await send('POST', '/oauth/token', `username=${addressed(nextForm())}&client_id=${NUMBER}&client_secret=x`, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    for (const list of ['Smart/Transactions', 'Document/Uploads', 'Loyalty/MerchantCards', 'Payment/Customers'])
      await send('GET', `/api/v2/${list}?count=1000`);
    await send('GET', '/bridge/v1/journal?count=1000');
  });

  it('is in no answer, push, log and file, in no form', async () => {
    expect(sent).toBeGreaterThan(process.env.LONG ? 2000 : 800);
    for (const text of answers) expectNone(text);
    for (const line of bridge.log) expectNone(line);
    const look = () => {
      for (const file of filesBelow(bridge.data)) expectNone(readFileSync(file), file);
    };
    look();
    await bridge.close();
    look();
  });

  it('would be found', () => {
    for (const form of FORMS) expect(() => expectNone(`{"a":${JSON.stringify(form)}}`), form).toThrow();
    expect(() => expectNone(Buffer.from(`x${inDigits(0xff10)}`))).toThrow();
  });
});

async function upload(): Promise<void> {
  for (const form of FORMS) {
    const body = new FormData();
    body.append('file', new Blob(['hello']), `${form}.txt`);
    const answer = await fetch(`${bridge.url}/api/v2/Document/Uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}` },
      body,
    });
    answers.add(await answer.text());
  }
}

describe('a loyalty card', () => {
  it('is none, though its check digit is right', async () => {
    const shop = await startBridge();
    const till = await shop.client();
    expect((await till.ask('GET', `/bridge/v1/cards/${cards.rich}`)).status).toBe(200);
    expect(
      ok(await till.ask('POST', '/api/v2/Smart/Transactions', { body: sale([item(100)], cards.rich) })).idents,
    ).toMatchObject([{ value: cards.rich, valid: true }]);
  });

  it('whose number begins like that of an issuer is named in the configuration', async () => {
    const shop = await startBridge({ config: { loyaltyPrefixes: ['453957'] } });
    const till = await shop.client();
    expect((await till.ask<{ code: number }>('GET', `/bridge/v1/cards/${NUMBER}`)).body.code).toBe(14);
    expect((await till.ask<{ code: number }>('GET', '/bridge/v1/cards/4111111111111111')).body.code).toBe(2030);
  });
});

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(name => statSync(name).isFile());

/** The first twelve digits in any script and any encoding, whatever stands between them. */
function expectNone(where: string | Buffer, name = ''): void {
  const text = where.toString('utf8').normalize('NFKC');
  const single = Buffer.from(text, 'latin1').toString('utf8');
  const plain = [...new Set([text, single, unescaped(text)])].map(one =>
    one.replace(/[^\p{L}\p{Nd}]+/gu, '').replace(/(?![0-9])\p{Nd}/gu, asciiDigit),
  );
  const at = plain.map(one => one.indexOf(SECRET)).find(index => index >= 0);
  expect(at === undefined ? '' : plain.map(one => one.slice(Math.max(0, at - 80), at + 40)), name).toBe('');
  expect(where.toString('latin1').includes(Buffer.from(SECRET).toString('base64').slice(0, -2)), name).toBe(false);
}

const unescaped = (text: string) =>
  text
    .replace(/(?:%[0-9a-f]{2})+/gi, found => Buffer.from(found.replaceAll('%', ''), 'hex').toString())
    .replace(/\\+u([0-9a-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

const asciiDigit = (sign: string) => {
  const code = sign.codePointAt(0) ?? 0;
  const zero = [0x30, 0xff10, 0x660, 0x6f0, 0x966, 0x1d7ce].find(one => code >= one && code < one + 10);
  return zero === undefined ? sign : String(code - zero);
};
