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
        ? [line.card.number, line.card.group, ...Object.values(line.card.opening)].join(' | ')
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
