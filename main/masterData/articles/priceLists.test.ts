/** Price lists in the forms of other systems, written by hand: each imports with its own head, and says what is missing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { maskCards } from '../../../drivers/masking/cardMask.ts';
import type { FileChoice } from '../../domain/fileChoice.ts';
import type { MasterArticle } from '../../wire/articles.ts';
import type { CsvFacts } from '../csvFile.ts';
import { workbook, workbookOf } from '../workbook.fixture.ts';
import { workbookRows } from '../workbook.ts';
import { readArticleFile } from './articleFile.ts';
import { ImportPlan } from './importPlan.ts';

const TODAY = { day: '2026-11-29', rates: { standard: 19, reduced: 7 }, groups: new Map() };
const RULES = {
  digits: { zeros: 'keep', rounded: 'ask' },
  makesGroups: true,
  rareRate: null,
  refuseCode: () => undefined,
} as const;
const FOLDER = join(import.meta.dirname, 'files', 'priceLists');

async function* whole(bytes: Uint8Array) {
  yield bytes;
}

async function read(bytes: Uint8Array, choice: FileChoice = { columns: null, values: {} }, currency = 'EUR') {
  const plan = new ImportPlan({ byNumber: () => null, byCode: () => null }, TODAY, RULES);
  const articles: MasterArticle[] = [];
  const problems: string[] = [];
  let facts: CsvFacts | null = null;
  const opened = (found: CsvFacts) => {
    facts = found;
  };
  const reading = { cutText: maskCards, opened, choice: () => choice };
  for await (const line of readArticleFile(whole(bytes), currency, reading)) {
    const one = plan.take(line);
    if (one.kind === 'faulty') problems.push(one.problems[0].texts.en);
    else if (one.kind !== 'unchanged') articles.push(one.article);
  }
  const named = articles.map(article => ({
    ...article,
    group: plan.newGroups.find(({ id }) => id === article.group)?.name.de ?? null,
  }));
  return { articles: named, problems, facts: facts as CsvFacts | null };
}

const file = (name: string) => readFileSync(join(FOLDER, name));
/** Number, name, price, tax, group, codes. */
const shown = ({ number, name, price, taxRate, group, eans }: MasterArticle) =>
  [number, name.de, price, taxRate, group ?? '-', ...eans].join(' | ');

const SAID = { columns: null, values: { tax: 'standard' } };
const LISTS: Readonly<Record<string, { readonly choice?: FileChoice; readonly articles: readonly string[] }>> = {
  'loyverse.csv': {
    articles: [
      '10001 | Kola | 140 | 19 | Getränke | 4012345001044',
      '10002 | Shirt M | 1200 | 19 | Mode',
      '10003 | Shirt L | 1300 | 19 | Mode',
      '10004 | Spende | 0 | 19 | Sonstiges',
    ],
  },
  'square.csv': {
    articles: [
      'SQ-1 | Latte Small | 350 | 19 | Coffee',
      'SQ-2 | Latte Large | 450 | 19 | Coffee',
      'SQ-3 | Mug | 109500 | 19 | Goods | 4012345001136',
    ],
  },
  'shopify.csv': {
    choice: SAID,
    articles: [
      'TT-1 | Tea tin | 990 | 19 | Tea | 4012345001099',
      'cup-Red | Cup Red | 1200 | 19 | Cups',
      'cup-Blue | Cup Blue | 1250 | 19 | Cups',
    ],
  },
  'woocommerce.csv': {
    articles: ['A1 | Shirt | 1200 | 19 | Mode | 4012345001150', 'A2 | Cap | 950 | 7 | Mode'],
  },
  'opensourcepos.csv': {
    articles: [
      '4012345001075 | Limo | 120 | 19 | Drinks | 4012345001075',
      '4012345001068 | Pen | 240 | 19 | Office | 4012345001068',
    ],
  },
  'shopware.csv': {
    articles: ['SW1001 | Honig | 495 | 7 | Aufstrich | 4012345001105', 'SW1002 | Kerze | 999 | 19 | Deko'],
  },
  'jtl.csv': {
    articles: ['JTL-1 | Gürtel | 2490 | 19 | Mode | 4012345001020', 'JTL-2 | Öl 0,5 l | 1200 | 7 | Küche'],
  },
  'german-till.csv': {
    articles: ['T-8899 | Äpfel lose | 299 | 7 | Obst', 'T-4004 | Apfelsaft | 220 | 19 | Getränke | 4012345001006'],
  },
  'dos-850.csv': {
    articles: ['601 | Käse | 290 | 19 | -', '602 | Gemüse | 490 | 7 | -'],
  },
  'excel-saved.csv': {
    articles: ['707 | Seife | 123450 | 19 | Bad', '708 | Salz | 1200 | 7 | Küche', '709 | Uhr | 123450 | 19 | Bad'],
  },
  'jtl-ameise.csv': {
    articles: ['J-7 | Öl 0,5 l | 1290 | 19 | Küche | 4012345001013', 'J-8 | Gewürz | 320 | 7 | Küche'],
  },
  'lexware.csv': {
    articles: ['0001 | Brot | 380 | 7 | Backwaren | 4012345001037'],
  },
  'lightspeed.csv': {
    articles: ['LS-1 | Belt M | 2490 | 19 | Fashion', 'LS-2 | Belt L | 2590 | 19 | Fashion'],
  },
  'loyverse-two-stores.csv': {
    articles: [
      'L-1 | Espresso | 220 | 19 | Heiß',
      'L-2 | Bohnen lose | 1890 | 7 | Kaffee | 96385074',
      'L-3 | Tasse Rot S | 990 | 19 | Deko',
      'L-4 | Tasse Blau S | 1090 | 19 | Deko',
      'L-5 | Frühstück | 750 | 19 | Speisen',
    ],
  },
  'macroman.csv': {
    articles: ['501 | Käse | 290 | 19 | -', '502 | Öl | 490 | 7 | -', '503 | Süßholz | 100 | 7 | -'],
  },
  'odoo.csv': {
    articles: ['E-1 | Desk lamp | 3990 | 19 | Saleable | 4012345001051', 'E-2 | Apples | 299 | 7 | Saleable'],
  },
  'ready2order.csv': {
    articles: ['401 | Bier 0,5 | 420 | 19 | Getränke'],
  },
  'shopify-2025.csv': {
    choice: SAID,
    articles: [
      'TN-1 | Tea tin | 990 | 19 | Tea | 4012345001082',
      'CUP-R-S | Cup Red S | 1200 | 19 | Cups',
      'CUP-B-S | Cup Blue S | 1250 | 19 | Cups',
    ],
  },
  'shopware5.csv': {
    articles: [
      'SW100 | Tasse | 995 | 19 | - | 4012345001112',
      'SW101.1 | Hemd Rot | 2995 | 19 | -',
      'SW101.2 | Hemd Blau | 2995 | 19 | -',
    ],
  },
  'shopware6.csv': {
    articles: [
      'SW10 | Mütze | 999 | 19 | -',
      'SW10.1 | Mütze | 999 | 19 | - | 4012345001129',
      'SW11 | Honig | 495 | 7 | c1',
    ],
  },
  'square-2025.csv': {
    articles: [
      'AAAA1 | Latte Small | 350 | 19 | Coffee',
      'AAAA2 | Latte Large | 450 | 19 | Coffee',
      'BN-1 | Beans | 890 | 7 | Coffee | 0036000291452',
      'DN-1 | Donation | 0 | 7 | -',
    ],
  },
  'sumup.csv': {
    articles: [
      'BR | Brezel | 90 | 7 | Backwaren',
      'KU | Kuchen | 320 | 7 | Backwaren',
      'T1 | Tee Klein | 210 | 19 | Getränke',
    ],
  },
  'unicode-text.csv': {
    articles: ['0815 | Schraube | 10 | 19 | -'],
  },
  'vectron.csv': {
    articles: ['301 | Pils 0,3 | 320 | 19 | Bier', '302 | Schnitzel | 1490 | 7 | Fleisch'],
  },
  'woocommerce-de.csv': {
    articles: ['B1 | Honig | 590 | 7 | Aufstrich', 'B2 | Kerze | 900 | 19 | Deko'],
  },
  'woocommerce-variable.csv': {
    articles: [
      'HOOD-R | Hoodie - Red | 3990 | 19 | Mode | 4012345001143',
      '23 | Hoodie - Blue | 4190 | 19 | Mode',
      '24 | Sticker | 150 | 7 | Deko',
    ],
  },
  'zettle.csv': {
    articles: [
      'MUF | Muffin | 250 | 7 | Bakery',
      'TS-L | T-shirt Large | 2000 | 19 | Clothes | 4012345001167',
      'TS-S | T-shirt Small | 2000 | 19 | Clothes',
    ],
  },
  'without-head.csv': {
    choice: { columns: ['number', 'name', 'price', 'tax'], values: {} },
    articles: ['8899 | Tasse | 990 | 19 | -', '8900 | Teller | 1290 | 19 | -'],
  },
};

it('has a test for every list', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(LISTS).sort());
});

it.each(Object.entries(LISTS))('%s becomes articles', async (name, { choice, articles }) => {
  const read1 = await read(file(name), choice);
  expect(read1.problems).toEqual([]);
  expect(read1.articles.map(shown)).toEqual(articles);
});

it('states of other systems: not sold, by weight, price typed at the till', async () => {
  expect((await read(file('shopware.csv'))).articles.map(({ state }) => state)).toEqual(['sold', 'ended']);
  expect((await read(file('german-till.csv'))).articles.map(({ measure }) => measure)).toEqual(['kg', 'piece']);
  expect((await read(file('loyverse.csv'))).articles.at(-1)?.openPrice).toBe(true);
  const square = (await read(file('square-2025.csv'))).articles.at(-1);
  expect([square?.state, square?.openPrice]).toEqual(['ended', true]);
  expect((await read(file('shopify-2025.csv'), SAID)).articles.map(({ state }) => state)).toEqual([
    ...['sold', 'ended', 'ended'],
  ]);
  expect((await read(file('jtl-ameise.csv'))).articles.map(({ measure }) => measure)).toEqual(['piece', 'piece']);
  for (const [name, kilograms] of [
    ['loyverse-two-stores.csv', 'L-2'],
    ['odoo.csv', 'E-2'],
  ] as const)
    expect((await read(file(name))).articles.filter(({ measure }) => measure === 'kg').map(one => one.number)).toEqual([
      kilograms,
    ]);
});

it('shows the columns with three cells, and what is missing, before anybody has chosen', async () => {
  const { facts, problems } = await read(file('shopify.csv'));
  expect(facts?.missing).toEqual(['tax']);
  expect(problems).toEqual([expect.stringContaining('The column tax is missing. Please choose')]);
  expect(facts?.columns.find(({ becomes }) => becomes === 'price')).toEqual({
    head: 'Variant Price',
    becomes: 'price',
    samples: ['9.90', '', '12.00'],
  });
  expect(facts?.columns.find(({ head }) => head === 'Vendor')?.becomes).toBeNull();
});

it('reads a column for each tax rate, with yes and no or with per cent in its cells', async () => {
  const lines = [
    'sku,name,price,"Tax - ""MwSt. 19%"" (19%)",Tax - Reduced (7%)',
    'A,Seife,1.00,Y,N',
    'B,Brot,1.00,,x',
    'C,Milch,1.00,0,7%',
    'D,beides,1.00,Y,Y',
    'E,keines,1.00,N,N',
  ];
  const { articles, problems, facts } = await read(Buffer.from(lines.join('\n')));
  expect(facts?.columns.map(({ becomes }) => becomes)).toEqual(['number', 'name', 'price', 'tax', 'tax']);
  expect(articles.map(shown)).toEqual([
    'A | Seife | 100 | 19 | -',
    'B | Brot | 100 | 7 | -',
    'C | Milch | 100 | 7 | -',
  ]);
  expect(problems).toEqual([
    '"19 7" is no tax rate: per cent with at most two decimals, or the key of a rate.',
    'The tax rate is missing.',
  ]);
  // A choice of a person is read the same way; a column of its own says more than marks.
  const chosen = { columns: ['number', 'name', 'price', 'tax', ''], values: { tax: 'reduced' } };
  expect((await read(Buffer.from(lines.slice(0, 3).join('\n')), chosen)).articles.map(shown)).toEqual([
    'A | Seife | 100 | 19 | -',
    'B | Brot | 100 | 7 | -',
  ]);
  const own = 'sku,name,price,VAT,MwSt 19 %\nF,Tee,2.00,7,ja\n';
  expect((await read(Buffer.from(own))).articles.map(shown)).toEqual(['F | Tee | 200 | 7 | -']);
});

it('says where the head stands, and that there is none', async () => {
  expect((await read(file('german-till.csv'))).facts?.headLine).toBe(3);
  const { facts } = await read(file('without-head.csv'));
  expect(facts).toMatchObject({ headLine: 0, missing: ['number', 'ean'] });
  expect(facts?.columns[1]).toEqual({ head: '', becomes: null, samples: ['Tasse', 'Teller'] });
});

it('refuses a choice that does not fit the file', async () => {
  const problem = async (columns: readonly string[]) =>
    (await read(file('without-head.csv'), { columns, values: {} })).problems[0];
  expect(await problem(['number', 'name', 'price'])).toContain('3 columns are chosen, and the file has 4');
  expect(await problem(['number', 'name', 'price', 'price'])).toContain('two columns price');
  expect(await problem(['number', 'name', 'price', 'colour'])).toContain('no column colour');
});

it('reads a workbook (.xlsx) with numbers in its cells, and a title above', async () => {
  const rows = [
    ['Preisliste'],
    ['Artikelnummer', 'EAN', 'Bezeichnung', 'Preis', 'MwSt'],
    [4711, 4006381333931, 'Käse', 2.9, 0.07],
    ['A-2', '', 'Brot', 3, 19],
    ['A-3', '', 'Genau', 1.234, 19],
  ];
  const { articles, problems, facts } = await read(workbook(rows));
  expect(articles.map(shown)).toEqual(['4711 | Käse | 290 | 7 | - | 4006381333931', 'A-2 | Brot | 300 | 19 | -']);
  expect(problems).toEqual([expect.stringContaining('EUR has 2 decimals')]);
  expect(facts?.headLine).toBe(2);
});

it('refuses a packed file that is no workbook, with what to do', async () => {
  const { problems } = await read(zipSync({ 'a.txt': Buffer.from('a') }));
  expect(problems).toEqual([expect.stringContaining('save it in the spreadsheet as .xlsx or as CSV')]);
});

const HEAD_ROW =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>number</t></is></c><c r="B1" t="inlineStr"><is><t>name</t></is></c></row>';
const cellAt = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** Writes another size of each packed part than it has. */
function withWrongSizes(packed: Uint8Array): Uint8Array {
  const bytes = Buffer.from(packed);
  for (const [mark, offset] of [
    ['PK\x03\x04', 22],
    ['PK\x01\x02', 24],
  ] as const)
    for (let at = bytes.indexOf(mark, 0, 'latin1'); at >= 0; at = bytes.indexOf(mark, at + 4, 'latin1'))
      bytes.writeUInt32LE(1000, at + offset);
  return bytes;
}

// Each of them has less than a megabyte, and would take gigabytes and the whole bridge.
it.each([
  ['a cell far below', () => workbookOf(`${HEAD_ROW}<row r="1048576">${cellAt('A1048576', 'x')}</row>`)],
  ['a row that no workbook has', () => workbookOf(`${HEAD_ROW}<row r="1048577">${cellAt('A1048577', 'x')}</row>`)],
  // The list of rows alone is larger than the thread: it ended the process of the bridge.
  ['a row at the end of all numbers', () => workbookOf(`${HEAD_ROW}<row r="1000000000">${cellAt('A9', 'x')}</row>`)],
  ['the same in another spelling', () => workbookOf(`${HEAD_ROW}<x:row a='>' r = '&#49;000000000'><c/></x:row>`)],
  ['a cell in the corner', () => workbookOf(`${HEAD_ROW}<row r="20000">${cellAt('XFD20000', 'x')}</row>`)],
  ['a column that no workbook has', () => workbookOf(`${HEAD_ROW}<row r="2">${cellAt('ZZZZZZ2', 'x')}</row>`)],
  [
    'rows that are wide in one place',
    () => workbookOf(`<row>${cellAt('XFD1', 'x')}</row>${'<row><c><v>1</v></c></row>'.repeat(1000)}`),
  ],
  ['empty rows without an end', () => workbookOf(`${HEAD_ROW}${'<row/>'.repeat(1_100_000)}`)],
  [
    'one text in a great many cells',
    () => {
      const rows = Array.from({ length: 3000 }, (_, at) => `<row><c r="A${at + 2}" t="s"><v>0</v></c></row>`);
      return workbookOf(`${HEAD_ROW}${rows.join('')}`, 'x'.repeat(50_000));
    },
  ],
  ['more texts than a list can hold', () => workbookOf(HEAD_ROW, '', 5_100_000)],
  [
    'parts that name a small size and are large',
    () => {
      const part = Buffer.alloc(4_020_000, 'x');
      const names = Array.from({ length: 50 }, (_, index) => `xl/worksheets/sheet${index + 1}.xml`);
      return withWrongSizes(zipSync(Object.fromEntries(names.map(name => [name, part])), { level: 1 }));
    },
  ],
])('refuses a workbook that would take all memory: %s', { timeout: 180_000 }, async (_, bytes) => {
  const { articles, problems } = await read(bytes());
  expect([articles, problems]).toEqual([[], [expect.stringContaining('The spreadsheet is too large')]]);
});

// LibreOffice writes an empty last row, and other sheets of a workbook are nobody's articles.
it.each([
  [
    'an empty last row',
    () => workbookOf(`${HEAD_ROW}<row r="1048576" customHeight="1"><c r="XFD1048576" s="1"/></row>`),
  ],
  [
    'a sheet behind that reaches far',
    () => workbookOf(HEAD_ROW, '', 1, `<row r="1048577">${cellAt('A1048577', 'x')}</row>`),
  ],
])('reads a workbook with %s', { timeout: 60_000 }, async (_, bytes) => {
  expect(await workbookRows([bytes()])).toEqual([['number', 'name']]);
});

// With the memory that it has, nothing that fits its bounds ends it.
it('refuses a workbook that would take more memory than its thread has', { timeout: 180_000 }, async () => {
  const row = (line: number) => `<row r="${line}">${cellAt(`A${line}`, `N${line}`)}${cellAt(`AN${line}`, 'x')}</row>`;
  const bytes = workbookOf(`${HEAD_ROW}${Array.from({ length: 60_000 }, (_, index) => row(index + 2)).join('')}`);
  await expect(workbookRows([bytes], 24)).rejects.toThrow('The spreadsheet is too large');
});

/** As many as a workbook may have; in `npm test` more than any other file of its kind there. */
const ROWS = process.env.LONG ? 130_000 : 20_000;

it(`reads a workbook of ${ROWS} articles`, { timeout: 120_000 }, async () => {
  const row = (line: number) => `<row r="${line}">${cellAt(`A${line}`, `N${line}`)}</row>`;
  const rows = Array.from({ length: ROWS }, (_, index) => row(index + 2)).join('');
  const { problems } = await read(workbookOf(`${HEAD_ROW}${rows}`), {
    columns: ['number', 'name'],
    values: { price: '1', tax: '19' },
  });
  expect(problems).toHaveLength(ROWS);
});

it('refuses lines of thousands of columns at once', async () => {
  const line = (count: number) => Array.from({ length: count }, (_, index) => `c${index % 10}`).join(';');
  const begun = performance.now();
  const { problems } = await read(Buffer.from(`${line(30_000)}\n`.repeat(12)));
  expect(problems).toEqual([expect.stringContaining('The line has 30000 columns')]);
  // Compared name by name these took three quarters of a minute.
  expect(performance.now() - begun).toBeLessThan(5000);
});

it('reads a list of 1000 columns', async () => {
  const further = Array.from({ length: 996 }, (_, index) => `Available [Store ${index}]`);
  const lines = [
    ['number', 'name', 'price', 'tax', ...further],
    ['1', 'A', '1,00', '19', ...further.map(() => 'Y')],
  ];
  const { articles, problems } = await read(Buffer.from(lines.map(cells => cells.join(';')).join('\n')));
  expect([articles.map(shown), problems]).toEqual([['1 | A | 100 | 19 | -'], []]);
});

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
/** Lists of shops in other lands: heads, amounts and taxes in their languages. */
it.each<[string, string | Uint8Array, readonly string[]]>([
  [
    'French, from a Swiss spreadsheet',
    utf16(
      'Référence\tCode-barres\tDésignation\tRayon\tPrix de vente TTC\tTVA\nR1\t7610200012340\tPain, complet\tBoulangerie\tCHF 4.20\ttaux réduit\nR2\t\tVin\t\tFr. 1’234.50\tTVA 19 %\n',
    ),
    ['R1 | Pain, complet | 420 | 7 | Boulangerie | 7610200012340', 'R2 | Vin | 123450 | 19 | -'],
  ],
  [
    'Italian',
    'Codice;Codice a barre;Descrizione;Reparto;Prezzo;Aliquota IVA\n1;8001234567897;Caffè;Bar;€ 1,30;ridotta\n2;;Acqua;Bar;1,-;IVA 19%\n',
    ['1 | Caffè | 130 | 7 | Bar | 8001234567897', '2 | Acqua | 100 | 19 | Bar'],
  ],
  [
    'Spanish',
    'Referencia;Código de barras;Nombre;Familia;PVP;IVA\n10;;Café;Bar;1,50€;reducido\n12;;Vaso;;5€50;general\n',
    ['10 | Café | 150 | 7 | Bar', '12 | Vaso | 550 | 19 | -'],
  ],
  [
    'Dutch',
    'Artikelnummer;Streepjescode;Omschrijving;Artikelgroep;Verkoopprijs incl. BTW;BTW\n1;;Kaas;Zuivel;€ 3,-;laag\n2;;Fles;;€ 12,50;BTW hoog\n',
    ['1 | Kaas | 300 | 7 | Zuivel', '2 | Fles | 1250 | 19 | -'],
  ],
  [
    'Polish',
    'Indeks;Kod kreskowy;Nazwa towaru;Grupa;Cena brutto;Stawka VAT\n1;;Żurek;Zupy;12,50 zł;obniżona\n',
    ['1 | Żurek | 1250 | 7 | Zupy'],
  ],
  [
    'Danish and Swedish words',
    'Varenummer;Stregkode;Varenavn;Varugrupp;Salgspris inkl. moms;Moms\n1;;Kaffe;Drik;kr. 25,00;19\n2;;Mugg;;99,00 kr;Moms 19 %\n',
    ['1 | Kaffe | 2500 | 19 | Drik', '2 | Mugg | 9900 | 19 | -'],
  ],
])('reads a list in %s', async (_, text, expected) => {
  const { articles, problems } = await read(typeof text === 'string' ? Buffer.from(text) : text);
  expect([problems, articles.map(shown)]).toEqual([[], expected]);
});

it('refuses what is no price to be sold for, line by line, and reads the rest', async () => {
  const cells = [
    '-0,15',
    '-10%',
    '(3,00)',
    '3,00-',
    'kostenlos',
    '5,00 Stk',
    '1.234',
    '+3,00',
    'EUR 4,00',
    '5,00 Euro',
  ];
  const { articles, problems } = await read(
    Buffer.from(`number;name;price;tax\n${cells.map((cell, at) => `N${at};W;${cell};19`).join('\n')}\n`),
  );
  expect(problems).toHaveLength(6);
  expect(articles.map(({ price }) => price)).toEqual([0, 300, 400, 500]);
});

it('reads the first sheet that a person sees, results of formulas, and a title above', async () => {
  const parts = unzipSync(workbook([['Auswahl'], ['7 %']]));
  const text = (name: string) => Buffer.from(parts[name] ?? []).toString();
  const sheet = `<row r="1">${cellAt('A1', 'Preisliste 11/2026')}</row><row r="3">${[
    'Art.-Nr.',
    'Bezeichnung',
    'VK (brutto)',
    'MwSt',
  ]
    .map((head, at) => cellAt(`${'ABCD'[at]}3`, head))
    .join(
      '',
    )}</row><row r="4">${cellAt('A4', '0012')}${cellAt('B4', 'Brötchen')}<c r="C4"><f>0.15*3</f><v>0.45000000000000001</v></c><c r="D4"><v>7.0000000000000007E-2</v></c></row>`;
  const shownSheet = text('xl/worksheets/sheet1.xml').replace(
    /<sheetData>.*<\/sheetData>/,
    `<sheetData>${sheet}</sheetData>`,
  );
  const packed = zipSync({
    ...parts,
    'xl/worksheets/sheet2.xml': Buffer.from(shownSheet),
    'xl/workbook.xml': Buffer.from(
      text('xl/workbook.xml').replace(
        '<sheet name="A" sheetId="1" r:id="r1"/>',
        '<sheet name="Auswahl" sheetId="1" state="hidden" r:id="r1"/><sheet name="Preise" sheetId="2" r:id="r2"/>',
      ),
    ),
    'xl/_rels/workbook.xml.rels': Buffer.from(
      text('xl/_rels/workbook.xml.rels').replace(
        /(<Relationship [^>]*)Id="r1"([^>]*)sheet1\.xml"\/>/,
        (all, a, b) => `${all}${a}Id="r2"${b}sheet2.xml"/>`,
      ),
    ),
    '[Content_Types].xml': Buffer.from(
      text('[Content_Types].xml').replace(
        /<Override PartName="[^"]*sheet1\.xml"[^>]*>/,
        all => `${all}${all.replace('sheet1', 'sheet2')}`,
      ),
    ),
  });
  const { articles, problems, facts } = await read(packed);
  expect([problems, articles.map(shown)]).toEqual([[], ['0012 | Brötchen | 45 | 7 | -']]);
  expect(facts).toMatchObject({ headLine: 3, characterSet: { name: 'utf-8', guessed: false } });
});

it.each([
  [
    'names of columns below those of several together',
    'Artikel;;Preis;;\nNummer;Bezeichnung;brutto EUR;MwSt %;Gruppe\nD1;Seife;4,50;19;Bad\n',
    ['D1 | Seife | 450 | 19 | Bad'],
  ],
  [
    'the price in the currency of the shop among others, and shares and short words of taxes',
    'Item #;ItemName;Price (CHF);Price (EUR);VAT code\nE1;Cup;3.50;3.00;STD\nE2;Mug;3.50;(2.00);RED\nE3;Jug;3.50;2.00;0.070\nE4;Pot;3.50;-;.19\n',
    ['E1 | Cup | 300 | 19 | -', 'E3 | Jug | 200 | 7 | -', 'The price is negative.', 'The price is missing.'],
  ],
  [
    'a line in another currency',
    'number;name;price;currency;tax\nF1;Cup;3.00;EUR;19\nF2;Mug;3.00;USD;19\n',
    ['F1 | Cup | 300 | 19 | -', 'The line is in USD, and the shop reckons in EUR.'],
  ],
  [
    'a web page that was saved as .xls',
    '<html><body><table><tr><td>number</td></tr></table></body></html>',
    [
      'The file is an old workbook (.xls) or a web page. Please open it in the spreadsheet and save it as .xlsx or as CSV.',
    ],
  ],
  [
    'a number that a spreadsheet rounded',
    'number;name;price;tax\n123456789012345000;Cup;3.00;19\n',
    [expect.stringContaining('123456789012345000 may be rounded')],
  ],
])('knows %s', async (_, text, lines) => {
  const { articles, problems } = await read(Buffer.from(text));
  expect([...articles.map(shown), ...problems]).toEqual(lines);
});

it('reads purchase prices without tax by their heads, rounded to the currency, and takes 0 and nothing for not known', async () => {
  const costs = async (head: string, ...cells: readonly string[]) => {
    const lines = cells.map((cell, index) => `A${index};Tee;3,20;19;${cell}`);
    const { articles, problems } = await read(Buffer.from(`nummer;name;preis;mwst;${head}\n${lines.join('\n')}\n`));
    return [...articles.map(({ cost }) => cost ?? null), ...problems];
  };
  for (const head of [
    'EK',
    'Einkaufspreis (netto)',
    'cost',
    'Purchase price',
    "Prix d'achat HT",
    'Inkoopprijs',
    'Kostpris',
  ])
    expect(await costs(head, '1,20'), head).toEqual([120]);
  expect(await costs('EK', '0,0875', '0.125', '1,2349', '0,00', '', '-', '1200')).toEqual([
    9,
    13,
    123,
    null,
    null,
    null,
    120000,
  ]);
  expect(await costs('EK', '1,234', '-1')).toEqual([
    expect.stringContaining('with or without thousands'),
    expect.stringContaining('negative'),
  ]);
  // A price with its tax is none without it.
  for (const head of ['EK brutto', 'Einkaufspreis inkl. MwSt']) expect(await costs(head, '1,20'), head).toEqual([null]);
  const { articles } = await read(file('loyverse.csv'));
  expect(articles[0]?.cost).toBe(60);
});
