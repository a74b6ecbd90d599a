/** Receipts as a file: by consent, behind a link that nobody can guess, until it expires, and nothing else leaks. */
import { request } from 'node:http';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, item, ok, sale, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import type { PrintingSettings, ReceiptLink } from '../../wire/printers.ts';

const LINKS = '/bridge/v1/printing/receipt-links';
const DAY = 86_400_000;
let bridge: TestBridge;
let manager: Client;
let cashier: Client;

beforeAll(async () => {
  bridge = await startBridge({ config: { requestsPerMinute: 1_000_000 } });
  [manager, cashier] = [await bridge.staff('manager'), await bridge.staff('cashier')];
});
afterAll(closeAll);

const set = async (body: object) => ok(await manager.ask<PrintingSettings>('PUT', LINKS, { body })).receipt_links;
const linkOf = (id: string, by = cashier, body: object = { consent: true }) =>
  by.ask<ReceiptLink>('POST', `/bridge/v1/sales/${id}/receipt-link`, { body });

async function sold(products: object[] = [item(340, { desc: 'Käse € Łódź' })]) {
  const { id } = await cashier.create(sale(products));
  return ok(await cashier.post(`/${id}/start/cash`)).id;
}

/** As a phone asks: by the address of the customers, over the same port. */
function asked(path: string, host: string, headers: Readonly<Record<string, string>> = {}) {
  const { port } = new URL(bridge.url);
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers: { ...headers, host } }, response => {
      let text = '';
      response.setEncoding('latin1').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.on('error', reject).end();
  });
}

describe('a link', () => {
  it('is not made where the shop offers none, or nobody has agreed', async () => {
    const id = await sold();
    expect((await linkOf(id)).body).toMatchObject({ code: 1221 });
    await set({ is_on: true });
    for (const body of [{}, { consent: false }, { consent: 'yes' }])
      expect((await linkOf(id, cashier, body)).body).toMatchObject({ fault: 'client' });
    expect(bridge.rows('SELECT * FROM receipt_link')).toEqual([]);
  });

  it('shows this receipt as PDF, without a token, and is kept as its hash alone', async () => {
    const { receipt_url: url, expires } = ok(await linkOf(await sold()));
    expect(Date.parse(expires) - bridge.clock.now()).toBeGreaterThan(6.9 * DAY);
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.get('x-robots-tag')).toContain('noindex');
    const document = await PDFDocument.load(await answer.arrayBuffer());
    expect(document.getPageCount()).toBe(1);
    const token = url.split('/').at(-1) ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const kept = bridge.rows<{ hash: string }>('SELECT hash FROM receipt_link');
    expect(JSON.stringify(kept)).not.toContain(token);
    const journal = await manager.ask<{ data: object[] }>('GET', '/bridge/v1/journal?count=100');
    expect(journal.text).not.toContain(token);
  });

  it('ends with its time', async () => {
    await set({ days: 2 });
    const { receipt_url: url } = ok(await linkOf(await sold()));
    expect((await fetch(url)).status).toBe(200);
    bridge.clock.pass(2 * DAY + 1000);
    const gone = await fetch(url);
    expect(gone.status).toBe(404);
    // The same page as for a link that never was.
    expect(await gone.text()).toBe(await (await fetch(url.replace(/.$/, '_'))).text());
    manager = await bridge.staff('manager');
    cashier = await bridge.staff('cashier');
  });

  it.each(['', 'x', 'a'.repeat(43), `${'a'.repeat(42)}%00`, '..%2f..%2fetc%2fpasswd', "' OR 1=1 --", 'a'.repeat(290)])(
    'that is guessed (%j) shows nothing',
    async token => {
      const answer = await fetch(`${bridge.url}/receipt/${encodeURIComponent(token).replaceAll('%25', '%')}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).not.toContain('pdf');
    },
  );

  it('is made for the own sales only, and not for a basket', async () => {
    const id = await sold();
    expect((await linkOf(id, await bridge.client('other'))).status).toBe(404);
    const basket = await cashier.create(sale([item(100)]));
    expect((await linkOf(basket.id)).status).toBe(404);
  });

  it('is made ten times for one sale, and no more', async () => {
    const id = await sold();
    for (let count = 0; count < 10; count += 1) ok(await linkOf(id));
    expect((await linkOf(id)).body).toMatchObject({ code: 1223 });
  });

  it('holds a receipt of a thousand lines on pages that readers show', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => item(1, { desc: `Artikel ${index}` }));
    const { receipt_url: url } = ok(await linkOf(await sold(many(1000))));
    const document = await PDFDocument.load(await (await fetch(url)).arrayBuffer());
    expect(document.getPageCount()).toBeGreaterThan(1);
    expect(Math.max(...document.getPages().map(page => page.getHeight()))).toBeLessThan(14_400);
  });
});

describe('the address of the customers', () => {
  const host = 'bon.mein-laden.example';

  it('shows receipts and nothing else', async () => {
    const { reachable } = await set({ address: `https://${host}` });
    expect(reachable).toBe(`https://${host}`);
    const { receipt_url: url } = ok(await linkOf(await sold()));
    expect(url).toMatch(new RegExp(`^https://${host}/receipt/`));
    const { pathname } = new URL(url);
    expect((await asked(pathname, host)).status).toBe(200);
    for (const path of ['/', '/docs', '/healthz', '/bridge/v1/screen', '/api/v2/Smart/Transactions', '/receipt'])
      expect([path, (await asked(path, host)).status]).toEqual([path, 403]);
    const authorization = `Bearer ${manager.token}`;
    expect((await asked('/bridge/v1/printers', host, { authorization })).status).toBe(403);
    expect((await asked(pathname, 'evil.example')).status).toBe(403);
    await set({ is_on: false });
    expect((await asked(pathname, host)).status).toBe(403);
    await set({ is_on: true, address: null });
  });

  it.each(['javascript:alert(1)', 'https://a.example/path', 'https://user:pass@a.example', 'a.example', 'https://-a'])(
    'is never %s',
    async address => {
      expect((await manager.ask('PUT', LINKS, { body: { address } })).body).toMatchObject({ fault: 'client' });
    },
  );
});

it('whoever asks too often is turned away for a minute', async () => {
  const statuses = [];
  for (let count = 0; count < 70; count += 1)
    statuses.push((await fetch(`${bridge.url}/receipt/${'b'.repeat(43)}`)).status);
  expect(statuses.at(-1)).toBe(429);
  ok(await cashier.ask('GET', '/bridge/v1/printers'));
});
