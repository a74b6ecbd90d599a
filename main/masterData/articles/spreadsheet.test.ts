/** An export that somebody opens in a spreadsheet and saves is the same shop, whatever the spreadsheet makes of its cells. */
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { maskCards } from '../../../drivers/masking/cardMask.ts';
import { completeEan13 } from '../../domain/checkDigits.ts';
import { codeKey } from '../../domain/productCode.ts';
import { articleColumns, type MasterArticle } from '../../wire/articles.ts';
import type { CharacterSet } from '../../wire/listFiles.ts';
import { workbook } from '../workbook.fixture.ts';
import { articleLines } from './articleExport.ts';
import { readArticleFile } from './articleFile.ts';
import { newArticle } from './articles.ts';
import { ImportPlan } from './importPlan.ts';
import { isLeftOf } from './spreadsheetCell.ts';

const DAY = '2026-11-29';
const TODAY = { day: DAY, rates: { standard: 19, reduced: 7 }, groups: new Map() };
const RULES = {
  digits: { zeros: 'restore', rounded: 'ask' },
  makesGroups: true,
  rareRate: null,
  refuseCode: () => undefined,
} as const;

type Rows = readonly (readonly string[])[];

/** Cells as a German Excel shows them once it has opened a CSV file: a number has neither zeros in front nor more than eleven digits. */
const ofExcel = (cell: string): string => {
  if (!/^\d+(?:,\d+)?$/.test(cell)) return cell;
  const number = Number(cell.replace(',', '.'));
  const digits = number.toExponential(5).replace(/\.?0+e/, 'e');
  if (number < 1e11) return String(number).replace('.', ',');
  return digits.toUpperCase().replace('.', ',');
};

/** Letters that Windows-1252 does not have are question marks. */
const inWindows1252 = (text: string): Buffer => iconv.encode(text, 'win1252');
const joined = (rows: Rows, delimiter: string) =>
  stringify(rows as string[][], { delimiter, record_delimiter: 'windows' });

const SPREADSHEETS: Readonly<Record<string, (rows: Rows) => Uint8Array>> = {
  'Excel, as CSV': rows =>
    inWindows1252(
      joined(
        rows.map(row => row.map(ofExcel)),
        ';',
      ),
    ),
  'Excel, as Unicode text': rows =>
    Buffer.from(
      `\ufeff${joined(
        rows.map(row => row.map(ofExcel)),
        '\t',
      )}`,
      'utf16le',
    ),
  'Excel, as CSV UTF-8': rows =>
    Buffer.from(
      `\ufeff${joined(
        rows.map(row => row.map(ofExcel)),
        ';',
      )}`,
    ),
  'Excel, as a workbook': rows =>
    workbook(rows.map(row => row.map(cell => (/^\d+(,\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : cell)))),
  'LibreOffice, all cells in quotes': rows =>
    Buffer.from(stringify(rows as string[][], { delimiter: ',', quoted: true, record_delimiter: '\n' })),
};

const word = fc.stringMatching(/^[A-Za-zÄÖÜäöüßéèąęłőžñçøåαβγжшщ€½†"';,.%&()/ -]{1,24}$/);
const name = word.map(text => `W${text}`.trim().replace(/\s+/g, ' ')).filter(text => !/^'/.test(text));
const number = fc.oneof(
  fc.integer({ min: 1, max: 99_999 }).map(String),
  fc.integer({ min: 1, max: 999 }).map(value => `00${value}`),
  fc.stringMatching(/^[A-Z]{2}-\d{3}$/),
);
const eans = fc.array(
  fc.oneof(
    fc.stringMatching(/^\d{12}$/).map(completeEan13),
    fc.stringMatching(/^\d{9}$/).map(digits => completeEan13(`000${digits}`)),
  ),
  { maxLength: 2 },
);

const article = fc
  .record({ number, eans, name, price: fc.integer({ min: 0, max: 200_000 }), kg: fc.boolean(), key: fc.boolean() })
  .map(
    ({ price, kg, key, name: text, ...rest }): MasterArticle => ({
      ...newArticle(0),
      ...{ ...rest, name: { de: text, en: text }, price, prices: [{ price, validFrom: null }] },
      ...{ tax: 'standard', taxRate: 19, measure: kg ? 'kg' : 'piece', quickKey: key },
    }),
  );

/** Numbers and codes that no two articles share, as a shop holds them; a number with zeros in front has no twin without. */
const shop = fc.array(article, { minLength: 1, maxLength: 12 }).map(articles => {
  const taken = new Set<string>();
  return articles.filter(one => {
    const own = [one.number.replace(/^0+/, ''), ...one.eans].map(codeKey);
    if (own.some(code => taken.has(code)) || new Set(own).size < own.length) return false;
    for (const code of own) taken.add(code);
    return maskCards(JSON.stringify(one)) === JSON.stringify(one);
  });
});

/** `characterSet`: what a person says where the bytes alone leave several; the guess has examples of its own. */
async function readBack(bytes: Uint8Array, articles: readonly MasterArticle[], characterSet: CharacterSet | null) {
  const plan = new ImportPlan(
    {
      byNumber: wanted => articles.find(one => one.number === wanted) ?? null,
      byCode: code =>
        articles.find(one => [one.number, ...one.eans].some(own => codeKey(own) === codeKey(code))) ?? null,
    },
    TODAY,
    RULES,
  );
  const kinds: string[] = [];
  const whole = async function* () {
    yield bytes;
  };
  for await (const line of readArticleFile(whole(), 'EUR', { cutText: maskCards, characterSet })) {
    const planned = plan.take(line);
    kinds.push(planned.kind === 'faulty' ? planned.problems[0].texts.en : planned.kind);
  }
  return [...kinds, ...plan.late().map(({ texts }) => texts.en)];
}

describe('an export', () => {
  it.each(Object.entries(SPREADSHEETS))('comes back unchanged from %s', { timeout: 120_000 }, async (kind, saved) => {
    const characterSet = kind === 'Excel, as CSV' ? 'windows-1252' : null;
    await fc.assert(
      fc.asyncProperty(shop, async articles => {
        fc.pre(articles.length > 0);
        const file = `${articleColumns.join(';')}\r\n${articleLines(articles, 'EUR', DAY)}`;
        const rows = parse(file, { delimiter: ';' }) as string[][];
        expect(await readBack(saved(rows), articles, characterSet)).toEqual(articles.map(() => 'unchanged'));
      }),
      { numRuns: process.env.LONG ? 300 : 20 },
    );
  });
});

it.each([
  ['4006381333931', '4,00638E+12', true],
  ['4006381333931', '4.00638e+12', true],
  ['4006481333931', '4,00638E+12', false],
  ['Pączki żurawinowe', 'P?czki ?urawinowe', true],
  ['Paczki', 'P?czki', false],
  ['Wer? Ich', 'Wer? Du', false],
])('%s may have become %s in a spreadsheet: %s', (text, cell, is) => {
  expect(isLeftOf(text, cell)).toBe(is);
});
