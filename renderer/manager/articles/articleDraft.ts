/** The form of an article: its fields as they are typed, the call they make, and the field that a refusal is about. Pure. */

import { codesIn, packsIn, writtenCodes, writtenPacks } from '../../../main/wire/articleCodes.ts';
import { type MemberValues, memberRows, withMembers } from '../../../main/wire/articleMembers.ts';
import type { ArticleInput, DatedPrice, MasterArticle } from '../../../main/wire/articles.ts';
import type { Problem } from '../../bridge/problem.ts';
import { editableMoney, type Language, parseMoney } from '../../texts/money.ts';

export interface PlannedPrice {
  readonly price: string;
  readonly from: string;
}

export interface ArticleDraft {
  readonly number: string;
  readonly nameDe: string;
  readonly nameEn: string;
  /** As `codesIn` reads them. */
  readonly eans: string;
  /** As `packsIn` reads them. */
  readonly packs: string;
  /** Purchase price; empty: not known. */
  readonly cost: string;
  readonly group: string;
  readonly price: string;
  /** Key of a tax rate, or `rate:19` where the shop has no keys. */
  readonly tax: string;
  readonly deposit: string;
  readonly measure: MasterArticle['measure'];
  /** Further members that say something. */
  readonly members: MemberValues;
  readonly quickKey: boolean;
  readonly place: string;
  readonly ended: boolean;
  readonly planned: readonly PlannedPrice[];
}

export type DraftField = Exclude<keyof ArticleDraft, 'planned'> | `planned.${number}.${'price' | 'from'}`;
/** Sentences by `DraftField`. */
export type FieldErrors = Record<string, string>;

interface Money {
  readonly currency: string;
  readonly language: Language;
}

/** Before the rate of a shop without tax keys. */
export const RATE = 'rate:';

/** `today`: YYYY-MM-DD of the shop. `article` null: a new one, of the scanned `code` where there is one. */
export function draftOf(
  article: MasterArticle | null,
  tax: string,
  today: string,
  { currency, language }: Money,
  code = '',
): ArticleDraft {
  if (!article)
    return {
      ...{
        number: code,
        nameDe: '',
        nameEn: '',
        eans: code,
        packs: '',
        cost: '',
        group: '',
        price: '',
        tax,
        deposit: '',
      },
      ...{ members: {}, measure: 'piece', quickKey: false, place: '', ended: false, planned: [] },
    };
  const { number, name, eans, group, price, deposit, measure, quickKey, place, state } = article;
  const editable = (amount: number) => editableMoney(amount, currency, language);
  return {
    ...{ number, nameDe: name.de, nameEn: name.en === name.de ? '' : name.en, eans: writtenCodes(eans) },
    packs: writtenPacks(article.packs ?? []),
    cost: article.cost === undefined ? '' : editable(article.cost),
    ...{ group: group ?? '', price: editable(price), tax: article.tax ?? `${RATE}${article.taxRate}` },
    ...{
      deposit: deposit ?? '',
      measure,
      members: withMembers({}, article),
      quickKey,
      place: place === null ? '' : String(place),
      ended: state === 'ended',
    },
    planned: plannedOf(article, today).map(({ price: later, validFrom }) => ({
      price: editable(later),
      from: validFrom ?? '',
    })),
  };
}

export const plannedOf = ({ prices }: Pick<MasterArticle, 'prices'>, today: string): readonly DatedPrice[] =>
  prices.filter(({ validFrom }) => validFrom !== null && validFrom > today);

export const begunOf = ({ prices }: Pick<MasterArticle, 'prices'>, today: string): readonly DatedPrice[] =>
  prices.filter(({ validFrom }) => validFrom === null || validFrom <= today);

interface DraftTexts {
  readonly badPrice: string;
  readonly badDay: string;
  readonly badPlace: string;
  readonly badPacks: string;
}

export type Reading =
  | { readonly ok: true; readonly input: ArticleInput }
  | { readonly ok: false; readonly errors: FieldErrors };

/** The call of the form, or the fields that cannot be read. What the bridge checks is left to the bridge. */
export function inputOf(
  draft: ArticleDraft,
  before: MasterArticle | null,
  today: string,
  currency: string,
  texts: DraftTexts,
): Reading {
  const errors: FieldErrors = {};
  const price = parseMoney(draft.price, currency);
  if (price === null) errors.price = texts.badPrice;
  const cost = draft.cost.trim() === '' ? 0 : parseMoney(draft.cost, currency);
  if (cost === null) errors.cost = texts.badPrice;
  const place = draft.place.trim() === '' ? null : Number(draft.place);
  if (place !== null && !Number.isInteger(place)) errors.place = texts.badPlace;
  const packs = packsIn(draft.packs);
  if (packs === null) errors.packs = texts.badPacks;
  const planned = draft.planned.map(({ price: written, from }, index) => {
    const later = parseMoney(written, currency);
    if (later === null) errors[`planned.${index}.price`] = texts.badPrice;
    if (from === '') errors[`planned.${index}.from`] = texts.badDay;
    return { price: later ?? 0, validFrom: from };
  });
  if (price === null || Object.keys(errors).length > 0) return { ok: false, errors };
  const begun = before ? begunOf(before, today) : planned.length > 0 ? [{ price, validFrom: null }] : [];
  const prices = before || planned.length > 0 ? { prices: [...begun, ...planned] } : {};
  const input: ArticleInput = {
    number: draft.number.trim(),
    name: { de: draft.nameDe.trim(), en: draft.nameEn.trim() },
    eans: [...codesIn(draft.eans)],
    ...{ group: draft.group || null, price, ...prices, ...taxOf(draft.tax) },
    ...{ deposit: draft.deposit.trim() || null, measure: draft.measure, quickKey: draft.quickKey, place },
    ...changedMembers(draft.members),
    packs: packs === null || packs.length === 0 ? null : [...packs],
    cost: cost || null,
    state: draft.ended ? 'ended' : 'sold',
  };
  return { ok: true, input };
}

/** Every further member, also those that were taken away. */
const changedMembers = (members: MemberValues): Partial<ArticleInput> =>
  Object.fromEntries(memberRows.map(({ name, kind }) => [name, members[name] ?? (kind === 'yes' ? false : null)]));

const taxOf = (tax: string): Pick<ArticleInput, 'tax' | 'taxRate'> =>
  tax.startsWith(RATE) ? { taxRate: Number(tax.slice(RATE.length)) } : { tax };

interface Fault {
  readonly path: string;
  readonly texts: Readonly<Record<Language, string>>;
}

/** The fields that a refusal is about; empty where it is about none of them. */
export function errorsIn(problem: Problem | null, language: Language, begun: number): FieldErrors {
  const faults = problem?.kind === 'refused' ? ((problem.body?.faults ?? []) as readonly Fault[]) : [];
  const errors: FieldErrors = {};
  for (const { path, texts } of faults) {
    const field = fieldOf(path, begun);
    if (field) errors[field] = texts[language];
  }
  return errors;
}

const FIELDS: Readonly<Record<string, DraftField>> = {
  number: 'number',
  name: 'nameDe',
  'name.de': 'nameDe',
  'name.en': 'nameEn',
  group: 'group',
  price: 'price',
  tax: 'tax',
  deposit: 'deposit',
  place: 'place',
  cost: 'cost',
  state: 'ended',
};

function fieldOf(path: string, begun: number): DraftField | null {
  if (path.startsWith('eans')) return 'eans';
  if (path.startsWith('packs')) return 'packs';
  const price = /^prices\[(\d+)\]\.?(validFrom)?/.exec(path);
  if (price && Number(price[1]) < begun) return 'price';
  if (price) return `planned.${Number(price[1]) - begun}.${price[2] ? 'from' : 'price'}`;
  return FIELDS[path] ?? null;
}

/** Adds a scanned code to the field, once. */
export function withEan(eans: string, code: string): string {
  const known = codesIn(eans);
  return known.includes(code) ? eans : writtenCodes([...known, code]);
}

export interface Search {
  readonly words: string;
  readonly group: string;
  readonly withEnded: boolean;
}

/** The parameter `q` of the list: every word as the beginning of a word of the article. */
export function queryOf({ words, group, withEnded }: Search): string {
  const typed = words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // Digits as they are printed below a bar code, or between the hyphens of a book, are one code.
  const code = /^\d[\d\s\u2010-\u2015-]{6,18}[\dx]$/i.test(words.trim()) && typed.length > 1 ? typed.join('') : null;
  const each = typed.map(word => `search:${word}*`);
  return [
    ...(code === null ? each : [`(search:${code}* OR (${each.join(' AND ')}))`]),
    ...(group === '' ? [] : [`group:"${group.replace(/["\\]/g, '')}"`]),
    ...(withEnded ? [] : ['state:sold']),
  ].join(' AND ');
}
