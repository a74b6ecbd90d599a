/**
 * Further members of an article, each declared once: shape, columns of files, form, words. An article has one only where it
 * says something, so neither `false` nor 0 nor an empty list stands there. To add one: a row, and its sentence in docs/articles.md.
 */

import type { PackCode } from './articleCodes.ts';

type Pair = readonly [german: string, english: string];

interface FurtherMember {
  /**
   * `yes`: a boolean, `yes` or `no` in files, a switch in the form. `years`: a number, digits in files, a choice in the form.
   * `packs`: codes with their pieces, `code = 6` in files and in the form. `cost`: an amount in minor units, written as a price.
   */
  readonly kind: 'yes' | 'years' | 'packs' | 'cost';
  /** Column of article files, and its other names in small letters. */
  readonly column: string;
  readonly heads: readonly string[];
  /**
   * Sentences of the published document: of the article, of a change, of what the till sells (null: that does not have the member),
   * of a set-up file.
   */
  readonly about: {
    readonly read: string;
    readonly change: string;
    readonly sold: string | null;
    readonly file: string;
  };
  /** In the form. */
  readonly label: Pair;
  /** On the page of changes. */
  readonly word: Pair;
  /** Years that the form offers. */
  readonly offered?: readonly number[];
}

export const articleMembers = {
  openPrice: {
    kind: 'yes',
    column: 'open_price',
    heads: ['preis_offen', 'offener_preis', 'openprice'],
    about: {
      read: 'true: its price is typed at the till',
      change: 'the price is entered at the sale',
      sold: 'the price is typed at the till',
      file: 'its price is typed at the till',
    },
    label: ['Preis wird an der Kasse eingegeben', 'Price is typed at the till'],
    word: ['Preis wird an der Kasse eingegeben', 'Price is typed at the till'],
  },
  minimumAge: {
    kind: 'years',
    column: 'age',
    heads: ['alter', 'mindestalter', 'minimum_age'],
    about: {
      read: 'years: the till asks for the age of the customer',
      change: 'null: none',
      sold: 'years: the till asks for the age of the customer',
      file: 'years',
    },
    label: ['Altersprüfung', 'Age check'],
    word: ['Mindestalter', 'Minimum age'],
    offered: [16, 18],
  },
  packs: {
    kind: 'packs',
    column: 'packs',
    heads: ['gebinde', 'packungen', 'pack_codes', 'case_codes'],
    about: {
      read: 'codes of packs: each sells so many pieces',
      change: 'codes of packs, each with its pieces; null: none',
      sold: 'codes of packs: each sells so many pieces',
      file: '14006381333938 = 6, 24006381333935 = 12',
    },
    label: ['Codes von Packungen (Code = Stück)', 'Codes of packs (code = pieces)'],
    word: ['Codes von Packungen', 'Codes of packs'],
  },
  cost: {
    kind: 'cost',
    column: 'cost',
    heads: [
      ...['einkaufspreis', 'ek', 'ek_netto', 'netto_ek', 'ek_preis', 'einkaufspreis_netto', 'einstandspreis'],
      ...['purchase_price', 'cost_price', 'unit_cost'],
    ],
    about: {
      read: 'purchase price of a piece or a kilogram without tax, minor units; only for callers who may change articles',
      change: 'purchase price without tax, minor units; null or 0: not known',
      sold: null,
      file: 'purchase price without tax',
    },
    label: ['Einkaufspreis ohne Steuer', 'Purchase price without tax'],
    word: ['Einkaufspreis', 'Purchase price'],
  },
} as const satisfies Readonly<Record<string, FurtherMember>>;

type Members = typeof articleMembers;
export type MemberName = keyof Members;
/** The value of a member. */
export type MemberValues = { readonly [Name in MemberName]?: ValueOf<Members[Name]['kind']> };
/** A change: null takes the member away. */
export type MemberChanges = { readonly [Name in MemberName]?: MemberValues[Name] | null };
/** Members that the till's own article has. */
export type SoldMemberName = {
  [Name in MemberName]: Members[Name]['about']['sold'] extends string ? Name : never;
}[MemberName];
export type MemberColumn = Members[MemberName]['column'];
interface Values {
  yes: boolean;
  years: number;
  packs: PackCode[];
  cost: number;
}
type ValueOf<Kind extends FurtherMember['kind']> = Values[Kind];

const memberNames = Object.keys(articleMembers) as MemberName[];
export interface MemberRow extends FurtherMember {
  readonly name: MemberName;
  readonly column: MemberColumn;
}
/** The rows, each with its name. */
export const memberRows: readonly MemberRow[] = memberNames.map(name => ({
  name,
  ...articleMembers[name],
}));
export const memberColumns = memberRows.map(({ column }) => column);

/** `article` with what the change says of its further members, and without those that say nothing. */
export function withMembers<Held extends MemberValues>(article: Held, change: MemberChanges): Held {
  const plain = Object.entries(article).filter(([name]) => !Object.hasOwn(articleMembers, name));
  const said = memberNames.map(name => [name, change[name] === undefined ? article[name] : change[name]] as const);
  return Object.fromEntries([
    ...plain,
    ...said.filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value))),
  ]) as Held;
}

/** The members that the till's own article has, of those that say something. */
export const soldMembers = (article: MemberValues): Pick<MemberValues, SoldMemberName> =>
  Object.fromEntries(
    Object.entries(withMembers({}, article)).filter(([name]) => articleMembers[name as MemberName].about.sold !== null),
  );
