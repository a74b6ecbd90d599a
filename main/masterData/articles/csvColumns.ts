/**
 * The columns of an article file, each in one place: its other names, how a cell of an optional column is read, and how it is written.
 * Further members of an article declare theirs in `wire/articleMembers.ts`.
 */
import { readListedAmount, readRoundedAmount, saysNothing, writtenAmount } from '../../domain/writtenAmount.ts';
import { type PackCode, writtenCodes, writtenPacks } from '../../wire/articleCodes.ts';
import { type MemberColumn, type MemberValues, memberRows } from '../../wire/articleMembers.ts';
import type { ArticleColumn, DatedPrice, MasterArticle } from '../../wire/articles.ts';
import { NO, YES } from '../csvFile.ts';
import { faultAt } from './articleFault.ts';
import { checkPrice, cut, dayOf, numberOf, writtenPacksOf } from './articleFields.ts';

export type ArticleOptions = Partial<
  Pick<MasterArticle, 'deposit' | 'measure' | 'quickKey' | 'place' | 'state'> &
    MemberValues & {
      readonly planned: readonly DatedPrice[];
    }
>;

const PIECE =
  /^(|-|0|n|no|nein|false|piece|pieces|pc|pcs|ea|each|units?|items?|st|stk|stck|stücke?|stueck|einheit|paar|pair|pkg|pck|pack|packung|packg|flasche|fl|bottle|dose|can|glas|karton|box|kiste|kasten|beutel|tüte|portion|port|bund|rolle|set|m|cm|meter|ml|cl|l|ltr|liter|litre)\.?$/i;
const KILOGRAM = /^(1|y|yes|ja|true|kg|kilo|kilogramm?|kilogram|weight|gewicht|je kg|per kg)\.?$/i;
const SOLD = /^(|1|y|j|sold|yes|ja|true|wahr|aktiv|active|verkauft)$/i;
const ENDED = /^(0|n|ended|archived|draft|no|nein|false|falsch|inaktiv|inactive|beendet)$/i;

interface ArticleCsvColumn {
  /** In lower case; a column may be named by its own name as well. */
  readonly aliases: readonly string[];
  /** Reads the cell of an optional column. Throws `ArticleFault`. */
  readonly read?: (text: string, currency: string) => ArticleOptions;
  readonly write: (article: MasterArticle, currency: string, day: string) => string;
}

const yesOf = (is: boolean | undefined): string => (is ? 'yes' : 'no');

export const csvColumns: Readonly<Record<ArticleColumn, ArticleCsvColumn>> = {
  number: {
    aliases: ['nummer', 'artikelnummer', 'article_number', 'articlenumber', 'sku', 'plu'],
    write: ({ number }) => number,
  },
  ean: { aliases: ['eans', 'gtin', 'barcode', 'strichcode'], write: ({ eans }) => writtenCodes(eans) },
  name: { aliases: ['name_de', 'bezeichnung', 'artikel'], write: ({ name }) => name.de },
  name_en: { aliases: ['english', 'desc_en'], write: ({ name }) => name.en },
  group: {
    aliases: ['gruppe', 'warengruppe', 'article_group', 'category', 'kategorie'],
    write: ({ group }) => group ?? '',
  },
  price: {
    aliases: ['preis', 'verkaufspreis', 'vk', 'brutto', 'gross', 'regular_price'],
    write: ({ price }, currency) => writtenAmount(price, currency),
  },
  tax: {
    aliases: ['steuer', 'mwst', 'mwst.', 'ust', 'steuersatz', 'vat', 'tax_rate'],
    write: ({ tax, taxRate }) => tax ?? String(taxRate),
  },
  unit: {
    aliases: ['einheit', 'measure'],
    read: text => ({ measure: choiceOf('unit', text, { piece: PIECE, kg: KILOGRAM }) }),
    write: ({ measure }) => measure,
  },
  deposit: {
    aliases: ['pfand', 'pfandartikel'],
    read: text => ({ deposit: text === '' ? null : numberOf(text, 'deposit') }),
    write: ({ deposit }) => deposit ?? '',
  },
  quick_key: {
    aliases: ['schnelltaste', 'quickkey'],
    read: text => ({ quickKey: choiceOf('quick_key', text, { yes: YES, no: NO }) === 'yes' }),
    write: ({ quickKey }) => yesOf(quickKey),
  },
  place: {
    aliases: ['platz'],
    read: text => ({ place: placeIn(text) }),
    write: ({ place }) => String(place ?? ''),
  },
  state: {
    aliases: ['status', 'aktiv', 'active'],
    read: text => ({ state: choiceOf('state', text, { sold: SOLD, ended: ENDED }) }),
    write: ({ state }) => state,
  },
  planned: {
    aliases: ['geplant', 'planned_prices'],
    read: (text, currency) => ({ planned: plannedIn(text, currency) }),
    write: ({ prices }, currency, day) =>
      prices
        .filter(({ validFrom }) => validFrom !== null && validFrom > day)
        .map(({ validFrom, price }) => `${validFrom} ${writtenAmount(price, currency)}`)
        .join(' | '),
  },
  ...memberCsvColumns(),
};

const MEMBER_CELLS: Readonly<
  Record<
    (typeof memberRows)[number]['kind'],
    {
      read: (column: string, text: string, currency: string) => unknown;
      write: (value: unknown, currency: string) => string;
    }
  >
> = {
  yes: {
    read: (column, text) => choiceOf(column, text, { yes: YES, no: NO }) === 'yes',
    write: value => yesOf(value === true),
  },
  years: { read: (column, text) => yearsIn(column, text), write: value => String(value ?? '') },
  packs: {
    read: (column, text) => writtenPacksOf(text, column),
    write: value => writtenPacks((value ?? []) as PackCode[]),
  },
  cost: {
    read: costIn,
    write: (value, currency) => (typeof value === 'number' ? writtenAmount(value, currency) : ''),
  },
};

/** The columns of the further members: how cells of each kind are read and written. */
function memberCsvColumns() {
  const columns = memberRows.map(({ name, kind, column, heads }): [MemberColumn, ArticleCsvColumn] => [
    column,
    {
      aliases: heads,
      read: (text, currency) => ({ [name]: MEMBER_CELLS[kind].read(column, text, currency) }),
      write: (article, currency) => MEMBER_CELLS[kind].write(article[name], currency),
    },
  ]);
  return Object.fromEntries(columns) as Record<MemberColumn, ArticleCsvColumn>;
}

/** The text of every column. `day` (YYYY-MM-DD): prices that begin later are planned ones. */
export const writtenArticle = (article: MasterArticle, currency: string, day: string): Record<ArticleColumn, string> =>
  Object.fromEntries(
    Object.entries(csvColumns).map(([column, { write }]) => [column, write(article, currency, day)]),
  ) as Record<ArticleColumn, string>;

function choiceOf<Name extends string>(column: string, text: string, choices: Readonly<Record<Name, RegExp>>): Name {
  const found = (Object.keys(choices) as Name[]).find(name => choices[name].test(text));
  if (found !== undefined) return found;
  const known = Object.keys(choices).join(', ');
  throw faultAt(
    column,
    `"${cut(text)}" ist nicht bekannt; möglich sind: ${known}.`,
    `"${cut(text)}" is not known; possible are: ${known}.`,
  );
}

/** Zero and nothing: the till does not ask. */
function yearsIn(column: string, text: string): number {
  if (/^\d{0,2}$/.test(text)) return Number(text);
  throw faultAt(column, `"${cut(text)}" ist kein Alter in Jahren.`, `"${cut(text)}" is no age in years.`);
}

function placeIn(text: string): number | null {
  if (text === '') return null;
  if (/^\d{1,3}$/.test(text) && Number(text) > 0) return Number(text);
  throw faultAt('place', `"${cut(text)}" ist kein Platz von 1 bis 999.`, `"${cut(text)}" is no place from 1 to 999.`);
}

/** `2027-01-01 3.20 | 2027-06-01 3.40` */
function plannedIn(text: string, currency: string): readonly DatedPrice[] {
  const parts = text.split('|').map(part => part.trim());
  return parts.filter(Boolean).map(part => {
    const [day = '', ...rest] = part.split(/[\s=]+/);
    return { price: priceOf(rest.join(' '), currency, 'planned'), validFrom: dayOf(day, 'planned') };
  });
}

/** Lists write 0 where they know no purchase price. Those with more decimals than the currency has are rounded, half away from zero. */
function costIn(column: string, text: string, currency: string): number {
  if (saysNothing(text)) return 0;
  const read = readRoundedAmount(text, currency);
  if (!read.ok) throw faultAt(column, `Einkaufspreis ${read.texts.de}`, `Purchase price ${read.texts.en}`);
  return checkPrice(read.amount, column, text);
}

export function priceOf(text: string, currency: string, column = 'price'): number {
  if (saysNothing(text)) throw faultAt(column, 'Der Preis fehlt.', 'The price is missing.');
  const read = readListedAmount(text, currency);
  if (!read.ok) throw faultAt(column, `Preis ${read.texts.de}`, `Price ${read.texts.en}`);
  return checkPrice(read.amount, column, text);
}
