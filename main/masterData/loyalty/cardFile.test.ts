/** Lists of cards in the forms of other systems, as CSV and as workbooks. */
import { expect, it } from 'vitest';
import { workbook } from '../workbook.fixture.ts';
import { readCardFile } from './cardFile.ts';

async function read(bytes: Uint8Array) {
  const cards: string[] = [];
  const source = async function* () {
    yield bytes;
  };
  for await (const line of readCardFile(source(), 'EUR', { cutText: text => text }))
    cards.push(
      'card' in line
        ? [
            ...[line.card.number, line.card.group, ...Object.values(line.card.opening)],
            ...Object.values(line.card.state).slice(line.card.state.stock === 'active' ? 1 : 0),
            ...(line.card.lastDay === null ? [] : [line.card.lastDay]),
          ].join(' | ')
        : (line.problems[0]?.texts.en ?? ''),
    );
  return cards;
}

it.each([
  [
    'a till with a title above',
    'Kundenkarten\n\nKarten-Nr.;Restguthaben;Treuepunkte;Kundengruppe\n92760001;12,50 €;1.200;Gold\n92760002;;;\n',
    ['92760001 | Gold | 1250 | 0 | 1200', '92760002 |  | 0 | 0 | 0'],
  ],
  [
    'Loyverse',
    'Customer ID,Customer name,Email,Customer code,Points balance\na-1,Jo,jo@x.example,92760003,12.00\n',
    ['92760003 |  | 0 | 0 | 12'],
  ],
  ['gift cards', 'Gift card number,Remaining balance\n92760004,$25.00\n', ['92760004 |  | 2500 | 0 | 0']],
  [
    'Lightspeed R',
    'Code,Balance,Created at,Last used,Expiry,Status\nGC-7Q2K-88,15.50,2024-01-01,,2027-03-31,active\nGC-7Q2K-89,0,,,,cancelled\n',
    ['GC7Q2K88 |  | 1550 | 0 | 0 | 2027-03-31', 'GC7Q2K89 |  | 0 | 0 | 0 | '],
  ],
  [
    'JTL-Vouchers',
    '"custom_id";"code";"pin";"batch";"amount";"taxable";"tax_rate";"currency";"status";"type";"validity_value";"validity_interval";"sku";"valid_until"\n"7";"0012345678901234567";"1234";"Mai";"25.00";"0";"";"EUR";"inactive";"print";"3";"years";"G1";"2026-11-05T00:00:00+01:00"\n',
    ['0012345678901234567 |  | 2500 | 0 | 0 | inactive | 2026-11-05'],
  ],
  [
    'Square',
    'Gift Card Account Number,State,Balance Money Amount\n7783320000001234,PENDING,$0.00\n7783320000001242,BLOCKED,$1,\n',
    [
      '7783320000001234 |  | 0 | 0 | 0 | stored',
      'The line has 4 columns, the first line has 3: a separator is missing, or there is one too many.',
    ],
  ],
  [
    'Shopify, which masks its codes',
    'Id,Last Characters,Gift Card Code,Balance,Enabled,Expires On\n1,4ab9,•••• •••• •••• 4ab9,10.00,true,\n2,5ab9,ABCD EFGH JKLM 5AB9,10.00,false,2027-01-31\n',
    [
      '•••• •••• •••• 4ab9 is masked: the other system gives the last digits alone. Please get the whole numbers, or read them from the cards.',
      'ABCDEFGHJKLM5AB9 |  | 1000 | 0 | 0 |  | 2027-01-31',
    ],
  ],
  [
    'a German till',
    'Geschenkkarte Nr.;Restwert in EUR;Gültig bis;Gesperrt\n92760007;(3,00);;\n92760008;—;31. Dez. 2027;ja\n92760009;kostenlos;46387;nein\n',
    [
      '(3,00) is too high or negative.',
      '92760008 |  | 0 | 0 | 0 |  | 2027-12-31',
      '92760009 |  | 0 | 0 | 0 | 2026-12-31',
    ],
  ],
  [
    'head in other words',
    'Kartennr.;Remaining balance;Customer group;Expiry\n92760010;.50;Gold;12/31/2027\n92760011;1,00;;1/2/2027\n',
    ['92760010 | Gold | 50 | 0 | 0 | 2027-12-31', '1/2/2027 is no day, or could be two (for example 2027-12-31).'],
  ],
  [
    'numbers alone, without a head',
    '92760012;3,00\n92760013;4,00\n',
    [
      'The column cardnumber is missing. Please choose what each column is, or name the columns in the first line: cardnumber;group;cash;bonus;points;state;valid_to',
    ],
  ],
  ['points that are none', 'cardnumber;points\n92760005;1,5\n', ['1,5 is no number of points.']],
])('%s', async (_, text, cards) => {
  expect(await read(Buffer.from(text))).toEqual(cards);
});

it('a workbook', async () => {
  const rows = [
    ['Kartennummer', 'Guthaben'],
    [92760006, 7.5],
  ];
  expect(await read(workbook(rows))).toEqual(['92760006 |  | 750 | 0 | 0']);
});
