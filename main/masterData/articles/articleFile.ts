/**
 * Articles as a CSV file: `number;ean;name;name_en;group;price;tax`, further columns allowed. Each line is an article, or the
 * problem that keeps it from being one.
 */

import type { FileChoice } from '../../domain/fileChoice.ts';
import { codesIn } from '../../wire/articleCodes.ts';
import { type CsvReading, cardTexts, readCsv } from '../csvFile.ts';
import { type CsvColumns, CsvRefusal, type LineProblem } from '../fileHead.ts';
import { plainCells, withDefaults } from '../listReading.ts';
import { ArticleFault, faultAt } from './articleFault.ts';
import { cut, eansOf, LONGEST_NAME, numberOf, refuseShortened, textOf } from './articleFields.ts';
import { type ArticleOptions, csvColumns, priceOf } from './csvColumns.ts';
import { foreignHeads, meantCells, rateInHead } from './foreignHeads.ts';
import { isShortened } from './spreadsheetCell.ts';
import { Variants } from './variants.ts';

/** One article of a file. The shop gives what a file cannot know: groups and tax rates are names here. */
export interface FileArticle {
  readonly number: string;
  /** The first one is printed on the article; none: the article is sold by number or quick key. */
  readonly eans: readonly string[];
  /** The codes as they are written: an article that is there tells what a spreadsheet has left of them. */
  readonly writtenEans: string;
  readonly name: { readonly de: string; readonly en: string };
  /** Id or name of a group; empty: none. */
  readonly group: string;
  /** Minor units, tax included. */
  readonly price: number;
  readonly tax: { readonly rate: number } | { readonly key: string };
  /** Values of the optional columns; a column that the file does not have changes nothing. */
  readonly options: ArticleOptions;
  /** Further columns as they are written. */
  readonly more: Readonly<Record<string, string>>;
}

export type ArticleLine =
  | { readonly line: number; readonly article: FileArticle }
  | {
      readonly line: number;
      readonly problem: LineProblem;
      /** Further faults of the line. */
      readonly more?: readonly LineProblem[];
      /** No line of the file can be read. */
      readonly ofFile?: true;
    };

const COLUMNS: CsvColumns = {
  aliases: {
    ...Object.fromEntries(Object.entries(csvColumns).map(([column, { aliases }]) => [column, aliases])),
    variant: [],
    handle: [],
  },
  foreign: foreignHeads,
  several: ['variant'],
  marked: { tax: rateInHead },
  filled: ['number', 'name'],
  meant: meantCells,
  amounts: ['price', 'planned', 'cost'],
  net: ['cost'],
  required: [['number', 'ean'], ['name'], ['price'], ['tax']],
};

/** A file that is refused as a whole gives one problem and no article. */
export async function* readArticleFile(
  source: AsyncIterable<Uint8Array>,
  currency: string,
  reading: CsvReading,
): AsyncGenerator<ArticleLine> {
  const variants = new Variants();
  let defaults: FileChoice['values'] = {};
  const choice = (head: readonly string[]): FileChoice => {
    const chosen = reading.choice?.(head) ?? { columns: null, values: {} };
    defaults = chosen.values;
    return chosen;
  };
  try {
    for await (const line of readCsv(source, { ...COLUMNS, currency }, { ...reading, choice })) {
      if ('problem' in line) {
        yield line;
        continue;
      }
      const row = variants.read(line.values);
      if (row) yield { line: line.line, ...articleOf(withDefaults(row, defaults), currency) };
    }
  } catch (error) {
    if (!(error instanceof CsvRefusal)) throw error;
    yield { line: error.line, problem: { column: null, texts: error.texts }, ofFile: true };
  }
}

type Cells = Readonly<Record<string, string>>;
type Read =
  | { readonly article: FileArticle }
  | { readonly problem: LineProblem; readonly more?: readonly LineProblem[] };

/** One article of a line, by the names of the columns. `cutText`: of cells that no file was read from. */
export function articleOf(
  values: Readonly<Record<string, string>>,
  currency: string,
  cutText: CsvReading['cutText'] = text => text,
): Read {
  const held = Object.entries(values).find(([, value]) => cutText(value) !== value);
  if (held) return { problem: { column: held[0], texts: cardTexts(held[1]) } };
  const problems: LineProblem[] = [];
  const article = readArticle(values, currency, problems);
  const [problem, ...more] = problems;
  return problem ? { problem, more } : { article };
}

/** Gives `otherwise` where the cell is wrong, and notes the problem: every fault of a line is named at once. */
function noting<T>(problems: LineProblem[], otherwise: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ArticleFault)) throw error;
    problems.push({ column: error.fault.path, texts: error.fault.texts });
    return otherwise;
  }
}

/** Systems write a word in the place of a price that is typed at the till. */
const withOpenPrice = (values: Cells): Cells =>
  /^(variable|variabel|offen|open)$/i.test(values.price ?? '') ? { ...values, price: '0', open_price: 'yes' } : values;

const FURTHER: readonly string[] = ['variant', 'handle'];

function readArticle(
  written: Readonly<Record<string, string>>,
  currency: string,
  problems: LineProblem[],
): FileArticle {
  const values = withOpenPrice(plainCells(written));
  const { number = '', ean = '', name = '', name_en = '', group = '', price = '', tax = '' } = values;
  const read = <T>(otherwise: T, cell: () => T) => noting(problems, otherwise, cell);
  const isShort = isShortened(ean) && number !== '';
  const eans = isShort ? [] : read([], () => eansIn(ean));
  const german = read('', () => textOf('name', name, LONGEST_NAME));
  return {
    number: ean !== '' && eans.length === 0 && number === '' ? '' : read('', () => numberIn(number, eans)),
    eans,
    writtenEans: ean,
    name: { de: german, en: name_en === '' ? german : read('', () => textOf('name_en', name_en, LONGEST_NAME)) },
    group: group === '' ? '' : read('', () => textOf('group', group, LONGEST_NAME)),
    price: read(0, () => priceOf(price, currency)),
    tax: read<FileArticle['tax']>({ rate: 0 }, () => taxOf(tax)),
    options: optionsOf(values, currency, read),
    more: Object.fromEntries(
      Object.entries(values).filter(
        ([column, value]) => !Object.hasOwn(csvColumns, column) && !FURTHER.includes(column) && value !== '',
      ),
    ),
  };
}

function numberIn(number: string, [first]: readonly string[]): string {
  if (number !== '') return numberOf(number);
  if (first !== undefined) return first;
  throw faultAt('number', 'Artikelnummer und EAN fehlen.', 'Article number and EAN are missing.');
}

function eansIn(text: string): readonly string[] {
  refuseShortened('ean', text);
  return eansOf(codesIn(text), () => 'ean');
}

const TAX_NAME = '(?:mwst|ust|mehrwertsteuer|umsatzsteuer|steuer|vat|tax|tva|iva|btw|moms|dph)\\.?';
/** The one rate that a text names in per cent, such as `Full rate (19%)` or `19,0 v.H.`. */
const NAMED_RATE = /^[^\d%]*?(\d{1,2})(?:[.,](\d{1,2})0*)?\s*(?:%|v\.\s?h\.|prozent|percent)[^\d%]*$/i;
const RATE = new RegExp(
  `^(?:${TAX_NAME}\\s*)?(\\d{1,2})(?:[.,](\\d{1,2})0*)?\\s*(?:%|prozent)?(?:\\s*${TAX_NAME})?$`,
  'i',
);

/** A share as spreadsheets keep it: `0.19`, `0.081`, `0.0255`. No law has a tax of less than one per cent. */
const SHARE = /^0?[.,]\d{2,6}$/;

/** `19`, `19 %`, `MwSt. 19,0 %`, `8,1`, a share as spreadsheets keep it (`0.19`), the key of a tax rate, or a word for it. */
function taxOf(text: string): FileArticle['tax'] {
  if (SHARE.test(text)) return { rate: Math.round(Number(text.replace(',', '.')) * 10_000) / 100 };
  const rate = RATE.exec(text) ?? NAMED_RATE.exec(text);
  const read = rate ? Number(`${rate[1]}.${rate[2] ?? 0}`) : null;
  if (read !== null) return { rate: read > 0 && read < 1 ? Math.round(read * 10_000) / 100 : read };
  if (/^\p{L}[\p{L}\p{N} _-]{0,29}$/u.test(text)) return { key: text };
  if (text === '') throw faultAt('tax', 'Der Steuersatz fehlt.', 'The tax rate is missing.');
  throw faultAt(
    'tax',
    `"${cut(text)}" ist kein Steuersatz: Prozent mit höchstens zwei Nachkommastellen oder der Name eines Satzes.`,
    `"${cut(text)}" is no tax rate: per cent with at most two decimals, or the key of a rate.`,
  );
}

/** A column that is there and empty says the usual: no deposit, by the piece, no quick key, sold. */
function optionsOf(
  values: Readonly<Record<string, string>>,
  currency: string,
  read: <T>(otherwise: T, cell: () => T) => T,
): ArticleOptions {
  const known = Object.entries(csvColumns).flatMap(([column, { read: option }]) => {
    const text = values[column];
    return option === undefined || text === undefined ? [] : [read({}, () => option(text, currency))];
  });
  return Object.assign({}, ...known);
}
