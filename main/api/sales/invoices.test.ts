/** Papers that are made from a receipt: the gift receipt without prices, and the invoice with the address of the customer. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VirtualPrinter } from '../../../drivers/simulator/printer/virtualPrinter.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import { receiptText } from '../../domain/receipt.ts';
import {
  type Client,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import type { PrintAnswer } from '../../wire/foundSales.ts';
import type { Invoice, SaleInvoices } from '../../wire/invoices.ts';
import type { Printer } from '../../wire/printers.ts';
import { demoIds } from '../../world/demoIds.ts';

const recipient = { name: 'Muster & Söhne GmbH', street: 'Ring 1', zip: '80331', city: 'München' };
const twin = new VirtualPrinter({ port: 0 });
let bridge: TestBridge;
let cashier: Client;

beforeAll(async () => {
  await twin.open();
  bridge = await startBridge({ parts: { lookEvery: 20 } });
  cashier = await bridge.staff('cashier');
});
afterAll(async () => {
  await closeAll();
  await twin.close();
});

async function sell(...items: readonly object[]) {
  const { id } = await cashier.create(sale([...items]));
  return ok(await cashier.post(`/${id}/start/cash`));
}
const print = (id: string, body: object) => cashier.ask<PrintAnswer>('POST', `/bridge/v1/sales/${id}/prints`, { body });
const invoice = (id: string, to: object = recipient, by = cashier) =>
  by.ask<Invoice>('POST', `/bridge/v1/sales/${id}/invoices`, { body: { recipient: to } });
const printInvoice = async (id: string, number: string) =>
  ok(await cashier.ask<PrintAnswer>('POST', `/bridge/v1/sales/${id}/invoices/${number}/prints`, { body: {} }));
const text = (lines: unknown) => receiptText(lines as readonly ReceiptLine[]);

it('a gift receipt names the goods, the number and the date, and not one price', async () => {
  const sold = await sell(
    item(1999, { desc: 'Schal', quantity: 2 }),
    item(450, { desc: 'Seife' }),
    item(-500, { desc: 'Rabatt', item_type: 'coupon' }),
  );
  const { lines, copy, job } = ok(await print(sold.id, { slip: 'gift' }));
  const shown = text(lines);
  expect(shown).toMatch(/Geschenkbon[\s\S]*Schal +2 x\nSeife\n/);
  expect(shown).toMatch(new RegExp(`Bon-Nr\\. +${sold.receipt_number}\\nDatum `));
  expect(shown).not.toMatch(/\d,\d\d|EUR|Rabatt|Summe|Bar|MwSt/);
  // Each present has one: none is a copy.
  expect([copy, job, ok(await print(sold.id, { slip: 'gift' })).copy]).toEqual([0, null, 0]);
});

it('an invoice has both addresses, a number without gaps, its date, and the amounts and taxes of its receipt', async () => {
  const sold = await sell(item(29900, { desc: 'Mantel' }));
  const before = bridge.rows<{ state: string }>('SELECT json_group_array(document) AS state FROM smart_transaction');
  const made = ok(await invoice(sold.id, { ...recipient, addition: '  Einkauf ', country: ' ' }));
  const shown = text(made.lines);
  expect(shown).toContain('Rechnung an:\nMuster & Söhne GmbH\nEinkauf\nRing 1\n80331 München\n');
  expect(shown).toMatch(new RegExp(`Rechnung Nr\\. +${made.number}\\nRechnungsdatum +\\d`));
  const receipt = text(sold.receipt);
  for (const line of receipt.split('\n').filter(one => /netto|Summe|Bon-Nr\.|Datum|Mantel/.test(one)))
    expect(shown).toContain(line);
  expect(shown.match(/netto/g)).toHaveLength(1);
  // The sale, and so every figure and record, is what it was.
  expect(bridge.rows('SELECT json_group_array(document) AS state FROM smart_transaction')).toEqual(before);
  // Bytes that a printer takes for a command are in no address.
  for (const member of ['name', 'addition'])
    expect((await invoice(sold.id, { ...recipient, [member]: 'Muster\u001b@' })).body).toMatchObject({
      status: 'error',
    });
  const next = ok(await invoice((await sell(item(100))).id));
  const sequence = ({ number }: Invoice) => Number(number.split('-')[1]);
  expect(sequence(next)).toBe(sequence(made) + 1);
});

it('a second invoice corrects the first, which stays as it was; the last one counts', async () => {
  const { id } = await sell(item(400));
  const first = ok(await invoice(id));
  const second = ok(await invoice(id, { ...recipient, street: 'Ring 2' }));
  expect(text(second.lines)).toMatch(new RegExp(`Berichtigte Rechnung[^§]*Berichtigt Rechnung Nr\\. +${first.number}`));
  const { data } = ok(await cashier.ask<SaleInvoices>('GET', `/bridge/v1/sales/${id}/invoices`));
  expect(data.map(({ number, corrects }) => [number, corrects])).toEqual([
    [first.number, null],
    [second.number, first.number],
  ]);
  expect(data[0]).toEqual(first);
});

it('the same request again, and many at once, make one invoice, numbered by the installation', async () => {
  const { id } = await sell(item(400));
  const made = await Promise.all(Array.from({ length: 6 }, () => invoice(id)));
  expect(new Set(made.map(one => ok(one).number)).size).toBe(1);
  const spaced = { ...recipient, name: `  ${recipient.name} ` };
  expect(ok(await invoice(id, spaced)).number).toBe(ok(made[0]!).number);
  const [{ value = '' } = {}] = bridge.rows<{ value: string }>("SELECT value FROM setting WHERE key = 'installation'");
  expect(ok(made[0]!).number).toMatch(new RegExp(`^${value.toUpperCase()}-\\d+$`));
  expect(ok(await cashier.ask<SaleInvoices>('GET', `/bridge/v1/sales/${id}/invoices`)).data).toHaveLength(1);
});

it('an invoice without a tax number is warned of, and one that the shop has said since stands on it', async () => {
  const manager = await bridge.staff('manager');
  const shop = (body: object) => manager.ask('PUT', '/bridge/v1/shop', { body });
  ok(await shop({ taxNumber: null, vatId: null }));
  const { id } = await sell(item(400));
  const lacks = async () => ok(await cashier.ask<SaleInvoices>('GET', `/bridge/v1/sales/${id}/invoices`)).lacks_tax_id;
  expect(await lacks()).toBe(true);
  const bare = ok(await invoice(id));
  expect(text(bare.lines)).not.toContain('143/123/12345');
  ok(await shop({ taxNumber: '143/123/12345' }));
  expect(await lacks()).toBe(false);
  const valid = ok(await invoice(id));
  expect(valid.corrects).toBe(bare.number);
  expect(text(valid.lines)).toMatch(/St\.-Nr\. 143\/123\/12345[\s\S]*Rechnung an:/);
  const later = await sell(item(500));
  expect(text(ok(await invoice(later.id)).lines).match(/143\/123\/12345/g)).toHaveLength(1);
});

it('is printed at the printer of the till, and every print after the first is a copy', async () => {
  const manager = await bridge.staff('manager');
  const connection = { type: 'tcp', host: '127.0.0.1', port: twin.port };
  const printer = ok(await manager.ask<Printer>('POST', '/bridge/v1/printers', { body: { name: 'T', connection } })).id;
  const at = { body: { printer, receipts: 'ask', drawer_cash: false } };
  ok(await manager.ask('PUT', `/bridge/v1/printing/tills/${demoIds.till}`, at));
  const { id } = await sell(item(500));
  const { number } = ok(await invoice(id));
  expect((await printInvoice(id, number)).copy).toBe(0);
  await until(() => twin.paper.slips === 1);
  expect(twin.paper.lines('last').join('\n')).toMatch(/Rechnung[\s\S]*Muster & Söhne GmbH[\s\S]*\[qr B/);
  expect((await printInvoice(id, number)).copy).toBe(1);
  await until(() => twin.paper.slips === 2);
  expect(twin.paper.lines('last').join('\n')).toContain('KOPIE 1');
});

it('is refused for a sale that is cancelled, open or of another shop, without an address, and to who only looks', async () => {
  const { id } = await sell(item(600));
  for (const wrong of [{ ...recipient, zip: ' ' }, { name: 'X' }, { ...recipient, iban: 'DE' }])
    expect((await invoice(id, wrong)).status).toBe(500);
  expect((await invoice(id, recipient, await bridge.client('other'))).status).toBe(404);
  const open = await cashier.create(sale([item(100)]));
  expect((await invoice(open.id)).status).toBe(404);
  expect((await print(open.id, { slip: 'gift' })).status).toBe(404);
  ok(await (await bridge.client()).post(`/${id}/cancel`));
  expect(await invoice(id)).toMatchObject({ status: 405, body: { code: 1224 } });
});

it('the address of a customer that the sale has is offered', async () => {
  const client = await bridge.client();
  const address = { street: 'Ring', street_number: '1', postal_code: '80331', city: 'München', country: 'DE' };
  const contact = {
    forename: 'Erika',
    surname: 'Muster',
    email: 'e@shop.example',
    companyname: 'Muster GmbH',
    address,
  };
  const { id } = await client.create({ ...sale([item(100)]), customer: { contact } });
  const { recipient: offered } = ok(await client.ask<SaleInvoices>('GET', `/bridge/v1/sales/${id}/invoices`));
  expect(offered).toMatchObject({
    name: 'Muster GmbH',
    addition: 'Erika Muster',
    street: 'Ring 1',
    zip: '80331',
    city: 'München',
  });
});
