/** Slips of an O.P.I. terminal that come after the answer: they reach their sale or operation, and whoever listens hears of it. */
import { afterEach, expect, it } from 'vitest';
import { attributeOf, type Element, element } from '../../../drivers/opi/codec/element.ts';
import { headOf, message } from '../../../drivers/opi/codec/messages.ts';
import { cashier } from '../../doubles/world.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import { APPROVAL, answerOf, type OpiShop, opiShop, type Work } from './contradictionsOpi.fixture.ts';
import { operate } from './operations.ts';
import { readOperation } from './operationViews.ts';

const opened: OpiShop[] = [];
afterEach(async () => {
  for (const shop of opened.splice(0)) await shop.close();
});

/** A shop whose listener takes every push, and the requests that the terminal has answered. */
async function open(result = 'Success'): Promise<{ shop: OpiShop; answered: Element[] }> {
  const answered: Element[] = [];
  const work: Work = (request, wire, memory) => {
    const more = result === 'Success' ? APPROVAL : { ActionCode: '5' };
    const answer = answerOf(request, result, String(42 + answered.length), more);
    answered.push(request);
    memory.last = answer;
    wire.send(answer);
  };
  const shop = await opiShop(work);
  opened.push(shop);
  shop.db
    .prepare('INSERT INTO push_receiver (id, merchant, url, client, until) VALUES (?, ?, ?, ?, ?)')
    .run('PRC_1', demoIds.merchant, 'http://127.0.0.1:1/', 'demo-client', Number.MAX_SAFE_INTEGER);
  return { shop, answered };
}

const slipOf = (target: 'Printer' | 'PrinterReceipt', lines: readonly string[], reference?: string): Element => {
  const printer = element(
    'Output',
    { OutDeviceTarget: target },
    lines.map(line => element('TextLine', {}, line)),
  );
  const slip = message('DeviceRequest', { requestType: 'Output', requestId: '9', workstation: '1' }, [printer]);
  return reference === undefined
    ? slip
    : { ...slip, attributes: { ...slip.attributes, ReferenceRequestID: reference } };
};

async function prints({ scripted }: OpiShop, slip: Element): Promise<void> {
  const till = await scripted.callTill();
  till.send(slip);
  expect(attributeOf(await till.next(), 'OverallResult')).toBe('Success');
}

const documentOf = ({ world }: OpiShop, id: string) => world.ledger.sale(demoIds.merchant, id)!.document;
const pushes = ({ db }: OpiShop) =>
  db
    .prepare<{ document: string }>('SELECT document FROM push ORDER BY number')
    .all()
    .map(({ document }) => JSON.parse(document));

it.each([
  ['names its request', true],
  ['names its receipt alone', false],
])('a slip that %s reaches the sale, and an event says so', async (_, isNamed) => {
  const { shop, answered } = await open();
  const id = await shop.pay();
  const before = pushes(shop).length;
  const reference = isNamed ? headOf(answered[0]!).requestId : undefined;
  await prints(shop, slipOf('PrinterReceipt', ['Beleg-Nr 0042', 'VERSPAETET'], reference));
  await prints(shop, slipOf('Printer', ['Beleg-Nr 0042', 'HAENDLER'], reference));
  const { receipt, receipt_merchant, status } = documentOf(shop, id);
  expect(JSON.stringify(receipt)).toContain('VERSPAETET');
  expect(JSON.stringify(receipt_merchant)).toContain('HAENDLER');
  expect(status).toBe('ok');
  expect(pushes(shop).slice(before)).toMatchObject([
    { event: 'sale.changed', data: [{ id }] },
    { event: 'sale.changed', data: [{ id }] },
  ]);
});

it('a slip of the sale before reaches that sale although the next one is paid', async () => {
  const { shop } = await open();
  const first = await shop.pay();
  const second = await shop.pay();
  await prints(shop, slipOf('PrinterReceipt', ['Beleg-Nr 0042', 'VERSPAETET']));
  expect(JSON.stringify(documentOf(shop, first).receipt)).toContain('VERSPAETET');
  expect(JSON.stringify(documentOf(shop, second).receipt)).not.toContain('VERSPAETET');
});

it('the slip of a decline reaches the sale that was declined', async () => {
  const { shop } = await open('Failure');
  const id = await shop.pay();
  await prints(shop, slipOf('PrinterReceipt', ['Abgelehnt']));
  expect(JSON.stringify(documentOf(shop, id).receipt)).toContain('Abgelehnt');
});

it('the slip of a refund reaches the operation, and sends its event', async () => {
  const { shop } = await open();
  const slot = shop.world.devices.slot(demoIds.terminal)!;
  const { id } = await operate(shop.world, cashier, slot, { do: 'refund', amount: 1000 });
  await prints(shop, slipOf('PrinterReceipt', ['Gutschrift']));
  const { receipt, state } = readOperation(shop.world, cashier, demoIds.terminal, id);
  expect(JSON.stringify(receipt)).toContain('Gutschrift');
  expect(state).toBe('approved');
  expect(pushes(shop)).toMatchObject([{ event: 'operation.changed', target: 'terminal.operations', data: [{ id }] }]);
});
