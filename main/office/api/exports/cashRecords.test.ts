/** Cash beside sales, baskets that were given up, and the receipts that a return refers to, in the layout of DSFinV-K. */
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { type Booked, ids, openBooks } from '../../reports/books.fixture.ts';
import { cash, closed, item } from '../../reports/dayByHand.fixture.ts';

const books = openBooks();
const DAY = '2026-10-20';
const on = (sale: Booked, time: string): Booked => ({ ...sale, day: DAY, at: `${DAY}T${time}+02:00` });
const beside = (
  kind: string,
  event: string,
  time: string,
  sum: number,
  facts: NonNullable<Booked['facts']>,
): Booked => ({
  ...{ kind, event, object: `${kind}-${time}`, day: DAY, at: `${DAY}T${time}+02:00`, sum, facts, document: null },
});
const moved = (kind: string, time: string, sum: number, slip: number) =>
  beside('cashMovement', 'booked', time, sum, {
    kind,
    slip,
    reason: `for ${kind}`,
    person: { id: null, name: 'Anna' },
  });

type Row = Readonly<Record<string, string | undefined>>;
let tables: Readonly<Record<string, readonly Row[]>>;

beforeAll(async () => {
  await books.book(
    beside('shift', 'opened', '08:00:00', 10_000, { opening: 10_000, expected: 10_050, person: 'Anna' }),
    moved('openingDifference', '08:00:01', -50, 1),
    on(closed('STX_SOLD', '09:00:00', 750, [item('B1', 250, 7, { quantity: 3 })], cash(750)), '09:00:00'),
    moved('bank', '10:00:00', -5000, 2),
    moved('expense', '11:00:00', -890, 3),
    moved('private', '12:00:00', 2000, 4),
    moved('refund', '12:30:00', -100, 5),
    beside('basket', 'abandoned', '13:00:00', 400, { person: 'Anna', lines: [] }),
    beside('basket', 'voided', '13:01:00', 100, { person: 'Anna', lines: [] }),
    on(
      closed(
        'STX_BACK',
        '14:00:00',
        -250,
        [
          item('B1', 250, 7, {
            quantity: -1,
            item_type: 'return',
            return_of: { sale: 'STX_SOLD', line: 0, tax_amount: -16 },
          }),
        ],
        { ...cash(-250), returned: 250, returned_sales: ['STX_SOLD'] },
      ),
      '14:00:00',
    ),
    on(
      closed(
        'STX_BOTTLES',
        '15:00:00',
        -150,
        [item('PFAND', 25, 19, { quantity: -6, item_type: 'empties' })],
        cash(-150),
      ),
      '15:00:00',
    ),
    beside('shift', 'opened', '16:00:00', 6260, { opening: 6260, expected: 6310, person: 'Ben' }),
    moved('difference', '20:00:00', -5, 6),
  );
  const { body } = await books.ask<{ access_token: string }>(null, '/token', {
    method: 'POST',
    body: new URLSearchParams({ username: 'chain@own.example', password: 'chain-password' }),
  });
  const answer = await fetch(`${books.url}/office/v1/exports/dsfinvk.zip?from=${DAY}&to=${DAY}`, {
    headers: { authorization: `Bearer ${body.access_token}` },
  });
  expect(answer.status).toBe(200);
  const files = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())));
  tables = Object.fromEntries(
    files
      .filter(([name]) => name.endsWith('.csv'))
      .map(([name, data]) => {
        const [head = '', ...rows] = strFromU8(data).trimEnd().split('\r\n');
        const names = head.split(';');
        const read = (row: string) =>
          Object.fromEntries(row.split(';').map((value, at) => [names[at], value.replace(/^"(.*)"$/, '$1')]));
        return [name.slice(0, -4), rows.map(read)];
      }),
  );
});

it('names each movement, the float of the day once, and what the drawer holds in the end', () => {
  const cases = (tables.businesscases ?? []).map(({ GV_TYP, Z_UMS_BRUTTO }) => [GV_TYP, Z_UMS_BRUTTO]);
  expect(Object.fromEntries(cases)).toEqual({
    Anfangsbestand: '100,50000',
    Auszahlung: '-9,90000',
    DifferenzSollIst: '-0,55000',
    Geldtransit: '-50,00000',
    PfandRueckzahlung: '-1,50000',
    Privateinlage: '20,00000',
    Umsatz: '5,00000',
  });
  const inDrawer = 10_050 - 50 + 750 - 5000 - 890 + 2000 - 100 - 250 - 150 - 5;
  const [closing] = tables.cashpointclosing ?? [];
  expect(closing?.Z_SE_BARZAHLUNGEN).toBe((inDrawer / 100).toFixed(2).replace('.', ','));
  expect(tables.cash_per_currency?.map(({ ZAHLART_BETRAG_WAEH: sum }) => sum)).toEqual([closing?.Z_SE_BARZAHLUNGEN]);
  expect((tables.lines ?? []).filter(({ GV_TYP }) => GV_TYP === 'Geldtransit')).toMatchObject([
    { ARTIKELTEXT: 'for bank', MENGE: '1,000', STK_BR: '-50,00000' },
  ]);
});

it('has every row of a receipt, once, and a basket that was given up as its event', () => {
  const heads = tables.transactions ?? [];
  expect(new Set(heads.map(({ BON_ID }) => BON_ID)).size).toBe(heads.length);
  expect(heads.filter(({ BON_TYP }) => BON_TYP === 'AVBelegabbruch')).toMatchObject([
    { BEDIENER_NAME: 'Anna', UMS_BRUTTO: '0,00', BON_STORNO: '0' },
  ]);
  expect(heads).toHaveLength(11);
  const paid = (tables.datapayment ?? []).filter(({ ZAHLART_TYP }) => ZAHLART_TYP === 'Bar');
  expect(paid).toHaveLength(10);
});

it('refers from a return to the receipt that its goods were sold with', () => {
  const idOf = (id: string) => tables.transactions?.find(({ BON_NOTIZ }) => BON_NOTIZ === id)?.BON_ID;
  expect(tables.references).toMatchObject([
    { BON_ID: idOf('STX_BACK'), REF_BON_ID: idOf('STX_SOLD'), REF_TYP: 'Transaktion', REF_Z_KASSE_ID: ids.tills.north },
  ]);
});
