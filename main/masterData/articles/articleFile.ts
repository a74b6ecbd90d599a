/**
 * Articles as a CSV file: `number;ean;name;name_en;group;price;tax`, further columns allowed. Each line is an article, or the
 * problem that keeps it from being one.
 */
import { isEan } from '../../domain/checkDigits.ts';
import { readWrittenAmount } from '../../domain/writtenAmount.ts';
import { type CsvColumns, CsvRefusal, type LineProblem, readCsv } from '../csvFile.ts';

/** One article of a file. The shop gives what a file cannot know: groups and tax rates are names here. */
export interface FileArticle {
  readonly number: string;
  /** The first one is printed on the article; none: the article is sold by number or quick key. */
  readonly eans: readonly string[];
  readonly name: { readonly de: string; readonly en: string };
  /** Id or name of a group; empty: none. */
  readonly group: string;
  /** Minor units, tax included. */
  readonly price: number;
  readonly tax: { readonly rate: number } | { readonly key: string };
  /** Further columns as they are written. */
  readonly more: Readonly<Record<string, string>>;
}

export type ArticleLine =
  | { readonly line: number; readonly article: FileArticle }
  | { readonly line: number; readonly problem: LineProblem };

const COLUMNS: CsvColumns = {
  aliases: {
    number: ['nummer', 'artikelnummer', 'article_number', 'articlenumber', 'sku', 'plu'],
    ean: ['eans', 'gtin', 'barcode', 'strichcode'],
    name: ['name_de', 'bezeichnung', 'artikel', 'description', 'desc'],
    name_en: ['english', 'desc_en'],
    group: ['gruppe', 'warengruppe', 'article_group'],
    price: ['preis', 'verkaufspreis', 'vk', 'brutto', 'gross'],
    tax: ['steuer', 'mwst', 'mwst.', 'ust', 'steuersatz', 'vat', 'tax_rate'],
  },
  required: [['number', 'ean'], ['name'], ['price'], ['tax']],
};

const OWN = new Set(Object.keys(COLUMNS.aliases));

/** Largest price, in minor units: what is more is a slip of the finger. */
export const LARGEST_PRICE = 99_999_999;
const LONGEST_NAME = 255;
const LONGEST_NUMBER = 50;

/** A file that cannot be read at all ends with one problem, of the line at which reading ended. */
export async function* readArticleFile(
  source: AsyncIterable<Uint8Array>,
  currency: string,
): AsyncGenerator<ArticleLine> {
  try {
    for await (const { line, values } of readCsv(source, COLUMNS)) yield { line, ...articleOf(values, currency) };
  } catch (error) {
    if (!(error instanceof CsvRefusal)) throw error;
    yield { line: error.line, problem: { column: null, texts: error.texts } };
  }
}

type Read = { readonly article: FileArticle } | { readonly problem: LineProblem };

class Problem extends Error {
  readonly problem: LineProblem;

  constructor(column: string, de: string, en: string) {
    super(en);
    this.problem = { column, texts: { de, en } };
  }
}

/** One article of a line, by the names of the columns. */
export function articleOf(values: Readonly<Record<string, string>>, currency: string): Read {
  try {
    return { article: readArticle(values, currency) };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.problem };
    throw error;
  }
}

function readArticle(values: Readonly<Record<string, string>>, currency: string): FileArticle {
  const { number = '', ean = '', name = '', name_en = '', group = '', price = '', tax = '' } = values;
  const eans = eansOf(ean);
  const german = textOf('name', name, LONGEST_NAME);
  return {
    number: numberOf(number, eans),
    eans,
    name: { de: german, en: name_en === '' ? german : textOf('name_en', name_en, LONGEST_NAME) },
    group: group === '' ? '' : textOf('group', group, LONGEST_NAME),
    price: priceOf(price, currency),
    tax: taxOf(tax),
    more: Object.fromEntries(Object.entries(values).filter(([column, value]) => !OWN.has(column) && value !== '')),
  };
}

function numberOf(number: string, [first]: readonly string[]): string {
  if (number !== '')
    return isShortened(number) ? refuseShortened('number', number) : textOf('number', number, LONGEST_NUMBER);
  if (first !== undefined) return first;
  throw new Problem('number', 'Artikelnummer und EAN fehlen.', 'Article number and EAN are missing.');
}

const isShortened = (text: string): boolean => /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i.test(text);

function refuseShortened(column: string, text: string): never {
  throw new Problem(
    column,
    `"${text}" ist keine Nummer mehr: Die Tabellenkalkulation hat sie gekürzt. Bitte die Spalte als Text formatieren und die Nummer neu eingeben.`,
    `"${text}" is no number any more: the spreadsheet has shortened it. Please format the column as text and enter the number again.`,
  );
}

/** Several stand beside each other, with blanks, commas, slashes or bars between them. */
function eansOf(text: string): readonly string[] {
  const whole = text.replace(/^'/, '');
  if (isShortened(whole)) refuseShortened('ean', whole);
  const eans = whole
    .split(/[\s,;/|]+/)
    .filter(Boolean)
    .map(eanOf);
  const twice = eans.find((ean, index) => eans.indexOf(ean) < index);
  if (twice !== undefined)
    throw new Problem('ean', `Die EAN ${twice} steht zweimal da.`, `The EAN ${twice} stands there twice.`);
  return eans;
}

/** A UPC-A is the EAN-13 with 0 in front. A code of another length is one of the shop's own. */
export function eanOf(text: string): string {
  if (isShortened(text)) refuseShortened('ean', text);
  if (!/^\d{1,14}$/.test(text))
    throw new Problem(
      'ean',
      `"${cut(text)}" ist keine EAN: Sie hat nur Ziffern.`,
      `"${cut(text)}" is no EAN: it has digits only.`,
    );
  const ean = text.length === 12 ? `0${text}` : text;
  if ((ean.length === 13 || ean.length === 8) && !isEan(ean))
    throw new Problem(
      'ean',
      `Die Prüfziffer der EAN ${text} stimmt nicht.`,
      `The check digit of the EAN ${text} is wrong.`,
    );
  return ean;
}

function textOf(column: string, text: string, longest: number): string {
  if (text === '') throw new Problem(column, `${column} fehlt.`, `${column} is missing.`);
  if (text.length > longest)
    throw new Problem(
      column,
      `${column} ist länger als ${longest} Zeichen.`,
      `${column} is longer than ${longest} characters.`,
    );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0008\u000b-\u001f\u007f\ufffd]/.test(text))
    throw new Problem(
      column,
      `${column} enthält Zeichen, die kein Text sind.`,
      `${column} holds characters that are no text.`,
    );
  return text.replace(/\s+/g, ' ');
}

function priceOf(text: string, currency: string): number {
  if (text === '') throw new Problem('price', 'Der Preis fehlt.', 'The price is missing.');
  const read = readWrittenAmount(text, currency);
  if (!read.ok) throw new Problem('price', `Preis ${read.texts.de}`, `Price ${read.texts.en}`);
  if (read.amount < 0) throw new Problem('price', 'Der Preis ist negativ.', 'The price is negative.');
  if (read.amount > LARGEST_PRICE)
    throw new Problem('price', `Der Preis ${text} ist zu hoch.`, `The price ${text} is too high.`);
  return read.amount;
}

/** `19`, `19 %`, `19,0`, or the key of a tax rate. */
function taxOf(text: string): FileArticle['tax'] {
  const rate = /^(\d{1,2})(?:[.,]0+)?\s*%?$/.exec(text);
  if (rate) return { rate: Number(rate[1]) };
  if (/^[a-z][a-zA-Z0-9_-]{0,29}$/.test(text)) return { key: text };
  if (text === '') throw new Problem('tax', 'Der Steuersatz fehlt.', 'The tax rate is missing.');
  throw new Problem(
    'tax',
    `"${cut(text)}" ist kein Steuersatz: ganze Prozent oder der Name eines Satzes.`,
    `"${cut(text)}" is no tax rate: whole per cent, or the key of a rate.`,
  );
}

const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
