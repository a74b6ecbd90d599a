/** Cards, vouchers and people from lists of other systems: the columns are guessed, chosen and kept, and an export comes back unchanged. */
import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Client,
  closeAll,
  ok,
  startBridge,
  type TestBridge,
  until,
} from '../doubles/bridge.fixture.ts';
import { workbook } from '../masterData/workbook.fixture.ts';
import type { BatchPreview } from '../wire/loyaltyManagement.ts';
import type { PeopleImport } from '../wire/people.ts';

const LOYALTY = '/bridge/v1/loyalty';
let bridge: TestBridge;
let manager: Client;
/** Gives value away without a reason. */
let owner: Client;

beforeAll(async () => {
  bridge = await startBridge({});
  manager = await bridge.staff('manager');
  owner = await bridge.client();
  ok(await owner.ask('PUT', '/bridge/v1/shop', { body: { timeZone: 'Europe/Berlin' } }));
});
afterAll(closeAll);

type Bytes = string | Uint8Array;
/** Bytes as they are, which `ask` would take for an object. */
async function send<T>(path: string, body: Bytes): Promise<Answer<T>> {
  const answer = await fetch(`${bridge.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${manager.token}`, 'content-type': 'application/octet-stream' },
    body: typeof body === 'string' ? body : Buffer.from(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}
const look = async (list: 'cards' | 'vouchers', body: Bytes, query: Record<string, string> = {}) =>
  ok(await send<BatchPreview>(`${LOYALTY}/batches/file?${new URLSearchParams({ list, ...query })}`, body));
const people = async (body: Bytes, query: Record<string, string> = {}) =>
  ok(await send<PeopleImport>(`/bridge/v1/people/import?${new URLSearchParams(query)}`, body));
const becomes = ({ columns = [] }: Pick<BatchPreview, 'columns'>) => columns.map(column => column.becomes);

async function make({ id }: BatchPreview) {
  ok(await owner.ask('POST', `${LOYALTY}/batches/${id}/apply`, { body: { skipFaulty: true } }));
  await until(
    () => bridge.rows(`SELECT 1 FROM loyalty_batch WHERE id = '${id}' AND query_state = 'done'`).length === 1,
  );
}

/** A text as a spreadsheet shows and saves it: numbers are shortened, and what looks like a day becomes one. */
const spoilt = (cell: string): string => {
  if (/^\d{12,}$/.test(cell)) return Number(cell).toExponential(5).replace('.', ',').replace('e', 'E');
  if (/^\d+$/.test(cell)) return String(Number(cell));
  if (/^(?:[A-Z]{3}-\d{1,2}|\d{1,2}-[A-Z]{3})$/i.test(cell)) return '01. Mrz';
  return cell;
};
const savedByExcel = (file: string): Uint8Array => {
  const rows = parse(file.replace('\ufeff', ''), { delimiter: ';' }) as string[][];
  return iconv.encode(rows.map(row => row.map(spoilt).join(';')).join('\r\n'), 'windows-1252');
};
const exported = async (path: string) => {
  const answer = await fetch(`${bridge.url}${path}`, { headers: { authorization: `Bearer ${manager.token}` } });
  expect(answer.headers.get('content-disposition')).toMatch(/filename="[a-z]+-\d{4}-\d\d-\d\d\.csv"/);
  return answer.text();
};

describe('cards', () => {
  it('with a head that nobody knows are chosen, and the next file of this head is read the same way', async () => {
    const text = 'Träger\tStand\tTreue\n92760001\t12,50 €\t1.200\n92760002\t\t\n';
    const first = await look('cards', iconv.encode(text, 'utf-16le', { addBOM: true }));
    expect(first).toMatchObject({ missing: ['cardnumber'], headLine: 1, kept: false, total: 0 });
    expect(first.columns?.[1]).toEqual({ head: 'Stand', becomes: null, samples: ['12,50 €', ''] });
    const chosen = await look('cards', text, { columns: 'cardnumber,cash,points', group: 'Demo-Kundenkarte' });
    expect(chosen).toMatchObject({ total: 2, faulty: 0, opening: { cash: 1250, bonus: 0, points: 1200 } });
    await make(chosen);
    const next = await look('cards', text.replace('92760001', '92760009'));
    expect([next.kept, becomes(next), next.total, next.unchanged]).toEqual([
      ...[true, ['cardnumber', 'cash', 'points'], 1, 1],
    ]);
    // The same words at the head of another list are another list.
    expect((await look('vouchers', text)).kept).toBe(false);
  });

  it('without a head, below a title, and of a workbook show what was found', async () => {
    expect(await look('cards', '92761001;5,00;Müller\n92761002;6,00;Maier\n')).toMatchObject({
      ...{ headLine: 0, total: 0, missing: ['cardnumber'] },
    });
    expect(
      await look('cards', workbook([['Gift cards of the shop'], [], ['Gift Card Number', 'Balance'], [92761003, 7.5]])),
    ).toMatchObject({ headLine: 3, opening: { cash: 750 } });
  });

  it('come back unchanged from a spreadsheet', async () => {
    const file = await exported(`${LOYALTY}/cards/export`);
    expect(file).toContain("'9276004000000018;Demo-Kundenkarte;50,00;0,00;120");
    const again = await look('cards', savedByExcel(file));
    expect(again).toMatchObject({ total: 0, faulty: 0 });
    expect(again.unchanged).toBeGreaterThan(3);
  });
});

describe('vouchers', () => {
  it.each([
    [
      'WooCommerce',
      'Code,Discount type,Coupon amount,Description,Expiry date\nsommer10,percent,10,Sommer,2030-12-31\nfuenf-ab,fixed_cart,5.00,,\n',
      { total: 2, faulty: 0, opening: { cash: 500 } },
    ],
    [
      'Shopify gift cards',
      'Gift Card Code,Initial Value,Balance,Expires On\nGIFT-0001,$50.00,$12.34,2031-05-01\n',
      { total: 1, faulty: 0, opening: { cash: 1234 } },
    ],
    [
      'a German till',
      'Gutschein-Nr.;Restwert;Gültig bis\nGS10001;25,00 €;31.12.2031\nGS10002;0,00;\nGS10003;1’000.00;3/4/2031\n',
      { total: 1, faulty: 2, opening: { cash: 2500 } },
    ],
  ])('of %s are read by their own head', async (_, text, expected) => {
    expect(await look('vouchers', text)).toMatchObject(expected);
  });

  it('keep a per cent a per cent, are made once, end with their last day, and come back unchanged', async () => {
    const text = 'code;value;kind;name;valid_to\nMAR-12;10;percent;=A1+1;2031-03-31\n1234567890123;5,00;;Gruß;\n';
    await make(await look('vouchers', text));
    expect(
      bridge
        .rows<{ d: string }>("SELECT definition AS d FROM voucher WHERE code = 'MAR-12'")
        .map(({ d }) => JSON.parse(d)),
    ).toEqual([
      { name: '=A1+1', condition: { validTo: '2031-03-31T22:00:00+00:00' }, effect: { type: 'percent', percent: 10 } },
    ]);
    expect(await look('vouchers', text)).toMatchObject({ total: 0, unchanged: 2 });
    const file = await exported(`${LOYALTY}/vouchers/export`);
    expect(file).toContain("'MAR-12;10;percent;'=A1+1;;2031-03-31;open\r\n");
    expect(await look('vouchers', savedByExcel(file))).toMatchObject({ total: 0, faulty: 0 });
  });

  it('that are shortened, twice there, of no kind or the code of an article are named by line', async () => {
    const [article] = ok(await manager.ask<{ articles: { ean: string }[] }>('GET', '/bridge/v1/catalogue')).articles;
    const text = `code;value;kind\n1,23E+15;5;\nABCD-1;5;\nabcd-1;6;\nABCD-2;5;shipping\n${article?.ean};5;\nAB;101 %;\n`;
    const { faults } = await look('vouchers', text);
    expect(faults.map(({ line, column }) => `${line} ${column}`)).toEqual([
      ...['2 code', '4 code', '5 kind', '6 code', '7 code', '7 value'],
    ]);
  });
});

describe('people', () => {
  it('of other systems are read by their own head, made without a PIN, and come back unchanged', async () => {
    const text =
      'Vorname;Nachname;E-Mail;Position;Telefon\nJo;Maurer;jo@x.example;Filialleiter;1\nAnna;Graf;anna@x.example;Aushilfe;2\n';
    const preview = await people(text, { dry_run: '1' });
    expect(preview).toMatchObject({ state: 'preview', created: 2, faulty: 0, ignored: ['telefon 5'] });
    expect(becomes(preview)).toEqual(['first_name', 'last_name', 'username', 'role', null]);
    expect(await people(text)).toMatchObject({ state: 'done', created: 2 });
    const { data } = ok(await manager.ask<{ data: object[] }>('GET', '/bridge/v1/people?q=username:jo@x.example'));
    expect(data).toMatchObject([{ name: 'Jo Maurer', role: 'manager', pin: 'missing' }]);
    expect(await people(text)).toMatchObject({ created: 0, unchanged: 2 });
    const file = await exported('/bridge/v1/people/export');
    const back = await people(savedByExcel(file), { dry_run: '1' });
    expect([back.created, back.changed, back.faulty]).toEqual([0, 0, 0]);
  });

  it('change by their user name, with the role of the whole file, and columns that are kept', async () => {
    const text = 'Wer;Kürzel\nAnna Graf-Neu;anna@x.example\n';
    const columns = { columns: 'name,username', role: 'cashier' };
    expect(await people(text, columns)).toMatchObject({ state: 'done', changed: 1 });
    expect(await people(text, { dry_run: '1' })).toMatchObject({ kept: true, unchanged: 1 });
  });

  it('with faults are refused whole or left out, and the last manager stays one', async () => {
    const text = 'username;name;role\nnew one;N;\nleer;;\nx1;X;Pirat\nx2;X Zwei;\nX2;Y;\n';
    const refused = await people(text);
    expect(refused).toMatchObject({ state: 'refused', created: 1, faulty: 4 });
    expect(refused.problems.map(({ line, column }) => `${line} ${column}`)).toEqual([
      ...['2 username', '3 name', '4 role', '6 username'],
    ]);
    expect(bridge.rows("SELECT 1 FROM staff WHERE username = 'x2'")).toEqual([]);
    expect(await people(text, { skip_faulty: '1' })).toMatchObject({ state: 'done', created: 1 });
    const demoted = 'username;name;role\nmanager@demo.example;Leitung;cashier\njo@x.example;Jo;cashier\nx3;Z;cashier\n';
    const answer = await send('/bridge/v1/people/import', demoted);
    expect(answer.body).toMatchObject({ code: 5061 });
    expect(bridge.rows("SELECT 1 FROM staff WHERE username = 'x3'")).toEqual([]);
  });
});
