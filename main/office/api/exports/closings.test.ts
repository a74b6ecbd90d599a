/** A closing of DSFinV-K is a Z report: its number, its moment, its first and last receipt, whenever the records arrive. */
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { type Booked, ids, openBooks } from '../../reports/books.fixture.ts';
import { cash, closed, item } from '../../reports/dayByHand.fixture.ts';

const books = openBooks();
type Row = Readonly<Record<string, string | undefined>>;
type Files = Readonly<Record<string, readonly Row[]>>;

const at = (sale: Booked, sequence: number, day: string, moment: string): Booked => ({
  ...sale,
  sequence,
  day,
  at: moment,
});
const sold = (id: string, sum: number, more: object = {}, tenders: object = cash(sum)) =>
  closed(id, '00:00:00', sum, [item('T1', sum, 19)], tenders, more);
const zReport = (sequence: number, number: number, made: string, day: string, days: readonly string[]): Booked => ({
  ...{ kind: 'zReport', event: 'made', object: `ZRP_${number}`, sum: 0, document: null },
  ...{ sequence, day, at: made, facts: { number, made, days } },
});

async function exported(from: string, to: string): Promise<Files> {
  const { body } = await books.ask<{ access_token: string }>(null, '/token', {
    method: 'POST',
    body: new URLSearchParams({ username: 'chain@own.example', password: 'chain-password' }),
  });
  const answer = await fetch(`${books.url}/office/v1/exports/dsfinvk.zip?from=${from}&to=${to}`, {
    headers: { authorization: `Bearer ${body.access_token}` },
  });
  expect(answer.status).toBe(200);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.fromEntries(
    Object.entries(files).map(([name, data]) => {
      const [head = '', ...rows] = strFromU8(data).trimEnd().split('\r\n');
      const names = head.split(';');
      const read = (row: string) =>
        Object.fromEntries(row.split(';').map((value, place) => [names[place], value.replace(/^"(.*)"$/, '$1')]));
      return [name.replace('.csv', ''), rows.map(read)];
    }),
  );
}

const numbers = ({ cashpointclosing = [] }: Files) =>
  cashpointclosing.map(row => [
    row.Z_NR,
    row.Z_ERSTELLUNG,
    row.Z_BUCHUNGSTAG,
    row.Z_START_ID,
    row.Z_ENDE_ID,
    row.Z_SE_ZAHLUNGEN,
  ]);
const id = (sequence: number) => `1700000000-${sequence}`;

/*
 * Z 7 closes the evening of the 20th, which went on until after midnight; Z 8 is made a day late and holds two days; behind it one
 * sale waits for its Z report. The records of the 19th (places 1 and 2, Z 6) arrive last.
 */
beforeAll(() =>
  books.book(
    at(sold('STX_3', 300), 3, '2026-10-20', '2026-10-20T22:00:00+02:00'),
    at(sold('STX_4', 400), 4, '2026-10-20', '2026-10-21T01:00:00+02:00'),
    zReport(5, 7, '2026-10-21T02:00:00+02:00', '2026-10-20', ['2026-10-20']),
    at(sold('STX_6', 600), 6, '2026-10-21', '2026-10-21T12:00:00+02:00'),
    at(sold('STX_3', 300, { event: 'cancelled' }), 7, '2026-10-22', '2026-10-22T12:00:00+02:00'),
    zReport(8, 8, '2026-10-23T09:00:00+02:00', '2026-10-23', ['2026-10-21', '2026-10-22']),
    at(sold('STX_9', 900), 9, '2026-10-23', '2026-10-23T10:00:00+02:00'),
  ),
);

it('has the number, the moment and the receipts of the Z report, also across midnight and over two days', async () => {
  const seven = ['7', '2026-10-21T00:00:00.000Z', '2026-10-20', id(3), id(4), '7,00'];
  const eight = ['8', '2026-10-23T07:00:00.000Z', '2026-10-21', id(6), id(7), '3,00'];
  const nine = ['9', '2026-10-23T08:00:00.000Z', '2026-10-23', id(9), id(9), '9,00'];
  expect(numbers(await exported('2026-10-20', '2026-10-20'))).toEqual([seven]);
  // A closing is exported whole, whichever of its days was asked for.
  expect(numbers(await exported('2026-10-22', '2026-10-22'))).toEqual([eight]);
  const all = await exported('2026-10-20', '2026-10-23');
  expect(numbers(all)).toEqual([seven, eight, nine]);
  expect(Object.keys(all)).toContain('PRELIMINARY.txt');
  // The cancellation names the closing of the sale that it cancels.
  expect(all.references).toMatchObject([{ BON_ID: id(7), Z_NR: '8', REF_BON_ID: id(3), REF_Z_NR: '7' }]);
});

it('keeps its number when an earlier day arrives late', async () => {
  await books.book(
    at(sold('STX_1', 100), 1, '2026-10-19', '2026-10-19T12:00:00+02:00'),
    zReport(2, 6, '2026-10-19T20:00:00+02:00', '2026-10-19', ['2026-10-19']),
  );
  expect(numbers(await exported('2026-10-19', '2026-10-23')).map(([number]) => number)).toEqual(['6', '7', '8', '9']);
  const only = await exported('2026-10-19', '2026-10-19');
  expect(numbers(only)).toMatchObject([['6', '2026-10-19T18:00:00.000Z', '2026-10-19', id(1), id(1), '1,00']]);
  expect(Object.keys(only)).not.toContain('PRELIMINARY.txt');
});

it('takes deposits and gives them back as cases of their own, and redeems vouchers of the shop without a payment', async () => {
  const day = '2026-10-26';
  const moment = `${day}T12:00:00+01:00`;
  const till = ids.tills.south;
  const own = { parts: [{ id: 'p', voucher: { card: 'MCD_V', booking: 'LTX_1', left: 0 } }] };
  const voucherSale = closed('STX_V', '00:00:00', 1000, [item('T1', 1000, 19)], {
    tenders: [{ method: 'voucher', amount: 1000, part: 'p' }],
    bookings: [{ account: 'cash', amount: -1000, card: 'MCD_V' }],
  });
  const bottles = [item('T1', 200, 19), item('PFAND', 25, 19, { quantity: 4 })];
  const facts = { ...cash(300), deposits: ['PFAND'] };
  const empties = [item('PFAND', 25, 19, { quantity: -4, item_type: 'empties' })];
  const records = [
    { ...voucherSale, document: { ...voucherSale.document, ...own } },
    closed('STX_F', '00:00:00', 500, [item('T1', 500, 19)], {
      tenders: [{ method: 'voucher', amount: 500, text: 'City' }],
    }),
    closed('STX_B', '00:00:00', 300, bottles, facts),
    closed('STX_B', '00:00:00', 300, bottles, facts, { event: 'cancelled' }),
    closed('STX_B2', '00:00:00', 300, bottles, facts),
    closed('STX_E', '00:00:00', -100, empties, { ...cash(-100), deposits: ['PFAND'] }),
  ].map((sale): Booked => ({ ...sale, till, day, at: moment }));
  await books.book(...records);
  const files = await exported(day, day);
  expect(files.businesscases?.map(row => [row.GV_TYP, row.Z_UMS_BRUTTO])).toEqual([
    ['MehrzweckgutscheinEinloesung', '-10,00000'],
    ['Pfand', '1,00000'],
    ['PfandRueckzahlung', '-1,00000'],
    ['Umsatz', '17,00000'],
  ]);
  expect(files.payment?.map(row => [row.ZAHLART_TYP, row.ZAHLART_NAME, row.Z_ZAHLART_BETRAG])).toEqual([
    ['Bar', 'cash', '2,00'],
    ['Unbar', 'foreign_voucher', '5,00'],
  ]);
  expect(files.datapayment?.[0]).toMatchObject({ ZAHLART_TYP: 'Keine', BASISWAEH_BETRAG: '0,00' });
});
