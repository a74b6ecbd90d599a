/** Articles: made, changed and removed, each with its audit entry in the same commit. What changes is for use inside a job. */
import { businessDays, type DayOf } from '../../domain/businessDay.ts';
import { canonicalJson } from '../../domain/canonicalJson.ts';
import { isRate } from '../../domain/money.ts';
import { codeKey } from '../../domain/productCode.ts';
import type { PlacedMaster } from '../../store/articles.ts';
import { withMembers } from '../../wire/articleMembers.ts';
import type { ArticleInput, DatedPrice, MasterArticle } from '../../wire/articles.ts';
import type { Article } from '../../wire/catalogue.ts';
import { timestamp } from '../../world/clock.ts';
import { newId } from '../../world/ids.ts';
import { audited, type Change, type MasterData } from '../masterData.ts';
import { readShop } from '../shop.ts';
import { ratesAt } from '../taxRates.ts';
import { faultAt } from './articleFault.ts';
import { checkPrice, eansOf, LARGEST_PLACE, LONGEST_NAME, numberOf, packsOf, textOf } from './articleFields.ts';
import { groupsOf } from './groups.ts';
import { offerOf, onDay, priceOn, type Today } from './offer.ts';
import { changedPrices } from './prices.ts';

/** The business day of the shop, with its tax rates and groups. */
export function todayOf(data: Pick<MasterData, 'merchants' | 'shopStore' | 'now'>, merchant: string): Today {
  const shop = readShop(data, merchant);
  const { timeZone } = shop;
  const now = data.now();
  return {
    day: priceDay(now, shop),
    rates: ratesAt(data.shopStore.taxRates(merchant), now, timeZone),
    groups: groupsOf(data, merchant),
  };
}

const days = new Map<string, DayOf>();

/** A price holds for a business day: the evening of a bar keeps its prices after midnight. Tax rates hold by the calendar, as the law says. */
export function priceDay(
  now: number,
  { timeZone, dayStart }: { readonly timeZone: string; readonly dayStart: string },
): string {
  const key = `${timeZone} ${dayStart}`;
  const dayOf = days.get(key) ?? businessDays(timeZone, dayStart);
  days.set(key, dayOf);
  return dayOf(now);
}

/** Today by the calendar of the shop: goods do not keep until the end of its business day. */
export function calendarDay(data: Pick<MasterData, 'merchants' | 'shopStore' | 'now'>, merchant: string): string {
  const { timeZone } = readShop(data, merchant);
  return priceDay(data.now(), { timeZone, dayStart: '00:00' });
}

/** Throws `ArticleFault`. */
export function createArticle(data: MasterData, change: Change, input: ArticleInput): MasterArticle {
  const today = todayOf(data, change.merchant);
  const article = checkedArticle(data, change.merchant, newArticle(data.now()), input, today);
  putNew(data, change, { article, position: data.articles.nextPosition(change.merchant) }, today);
  return article;
}

/** Gives the article as it stands then. Throws `ArticleFault`. */
export function changeArticle(
  data: MasterData,
  change: Change,
  before: PlacedMaster,
  input: ArticleInput,
): MasterArticle {
  const today = todayOf(data, change.merchant);
  const article = checkedArticle(data, change.merchant, before.article, input, today);
  putChanged(data, change, before, article, today);
  return article;
}

/** Throws `ArticleFault` for an article that was sold, or that is the deposit of another one. */
export function removeArticle(data: MasterData, change: Change, { article }: PlacedMaster): void {
  const { merchant } = change;
  if (data.articles.wasSold(merchant, article.number))
    throw faultAt(
      'id',
      `Der Artikel ${article.number} wurde schon verkauft. Er kann nur als "nicht mehr verkauft" gekennzeichnet werden.`,
      `The article ${article.number} has been sold. It can only be marked as not sold any more.`,
    );
  checkIsNoDeposit(data, merchant, article.number, 'id');
  data.articles.remove(merchant, article);
  audited(data, change, {
    ...{ kind: 'article', subject: article.number, action: 'removed' },
    ...{ before: article, after: null },
  });
}

export function putNew(data: MasterData, change: Change, placed: PlacedMaster, today: Today): void {
  const { article } = placed;
  data.articles.insert(change.merchant, placed, offerOf(article, today));
  const entry = { kind: 'article', subject: article.number, action: 'created' } as const;
  audited(data, change, { ...entry, before: null, after: article });
}

/** True where something changed. */
export function putChanged(
  data: MasterData,
  change: Change,
  before: PlacedMaster,
  wanted: MasterArticle,
  today: Today,
): boolean {
  if (canonicalJson(before.article) === canonicalJson(wanted)) return false;
  const article = { ...wanted, updated: timestamp(data.now()) };
  const placed = { article, position: before.position };
  data.articles.save(change.merchant, before.article, placed, offerOf(article, today));
  const entry = { kind: 'article', subject: article.number, action: 'changed' } as const;
  audited(data, change, { ...entry, before: before.article, after: article });
  return true;
}

/** An article without anything that a person has to say. */
export function newArticle(now: number): MasterArticle {
  const moment = timestamp(now);
  return {
    ...({ object: 'shop.articles', id: newId('ART'), number: '', name: { de: '', en: '' }, eans: [] } as const),
    ...({ group: null, state: 'sold', price: 0, prices: [], tax: null, taxRate: 0, deposit: null } as const),
    ...({ measure: 'piece', quickKey: false, place: null, picture: null } as const),
    ...{ created: moment, updated: moment },
  };
}

/** `before` with what the input says; a new one has no number yet. Throws `ArticleFault` for the first thing that is wrong. */
function checkedArticle(
  data: MasterData,
  merchant: string,
  before: MasterArticle,
  input: ArticleInput,
  today: Today,
): MasterArticle {
  const isNew = before.number === '';
  const number = isNew || input.number !== undefined ? numberOf(input.number ?? '') : before.number;
  if (number !== before.number) checkNumber(data, merchant, before, number);
  const name = isNew || input.name !== undefined ? nameOf(input.name ?? '', before) : before.name;
  const eans = input.eans === undefined ? before.eans : eansOf(input.eans, index => `eans[${index}]`);
  const packs = packsOf((input.packs === undefined ? before.packs : input.packs) ?? [], eans, 'packs');
  checkCodes(data, merchant, before, { eans: [...eans], packs });
  const group = input.group === undefined ? before.group : groupOf(input.group, today);
  if (isNew && input.price === undefined && input.prices === undefined)
    throw faultAt('price', 'Der Preis fehlt.', 'The price is missing.');
  const prices = changedPrices(before.prices, input, today.day);
  checkBeginning(prices, today.day, input);
  const { tax, taxRate } = taxOf(before, input, today, isNew);
  const state = input.state ?? before.state;
  if (state === 'ended' && before.state === 'sold' && !isNew) checkIsNoDeposit(data, merchant, before.number, 'state');
  const deposit = input.deposit === undefined ? before.deposit : depositOf(data, merchant, before, input.deposit);
  const { measure = before.measure, quickKey = before.quickKey } = input;
  if (typeof input.cost === 'number') checkPrice(input.cost, 'cost');
  const place = input.place === undefined ? before.place : placeOf(input.place);
  const after = { ...before, number, name, eans: [...eans], group, prices: [...prices], tax, taxRate, state };
  return onDay(withMembers({ ...after, deposit, measure, quickKey, place }, { ...input, packs }), today);
}

function checkNumber({ articles }: MasterData, merchant: string, before: MasterArticle, number: string): void {
  const other = (articles.byNumber(merchant, number) ?? articles.byCode(merchant, number))?.article;
  if (other && other.id !== before.id)
    throw faultAt(
      'number',
      `Die Artikelnummer ${number} hat schon ${other.name.de}.`,
      `The article number ${number} belongs to ${other.name.en} already.`,
    );
  if (before.number !== '' && articles.wasSold(merchant, before.number))
    throw faultAt(
      'number',
      'Die Artikelnummer bleibt, weil der Artikel schon verkauft wurde.',
      'The article number stays, because the article has been sold.',
    );
  if (before.number !== '') checkIsNoDeposit({ articles }, merchant, before.number, 'number');
}

function checkIsNoDeposit({ articles }: Pick<MasterData, 'articles'>, merchant: string, number: string, path: string) {
  const others = articles.depositOf(merchant, number);
  if (others === 0) return;
  throw faultAt(
    path,
    `Der Artikel ist das Pfand von ${others} anderen. Bitte zuerst dort ein anderes Pfand wählen.`,
    `The article is the deposit of ${others} others. Please choose another deposit there first.`,
  );
}

function nameOf(input: NonNullable<ArticleInput['name']>, before: MasterArticle): MasterArticle['name'] {
  if (typeof input === 'string') {
    const both = textOf('name', input, LONGEST_NAME);
    return { de: both, en: both };
  }
  const de = textOf('name.de', input.de, LONGEST_NAME);
  if (input.en === undefined && before.name.en !== '' && before.name.en !== before.name.de)
    return { de, en: before.name.en };
  const written = (input.en ?? '').trim();
  return { de, en: written === '' ? de : textOf('name.en', written, LONGEST_NAME) };
}

/** One article for each code in any spelling; a code that is the number of another article would find two. */
function checkCodes(
  data: MasterData,
  merchant: string,
  before: MasterArticle,
  { eans, packs }: Required<Pick<MasterArticle, 'eans' | 'packs'>>,
): void {
  const had = new Set([...before.eans, ...(before.packs ?? []).map(({ code }) => code)].map(codeKey));
  const codes = [
    ...eans.map((code, index) => ({ code, path: `eans[${index}]` })),
    ...packs.map(({ code }) => ({ code, path: 'packs' })),
  ];
  const refuse = codeRefusal(data, merchant);
  for (const { code, path } of codes) {
    // Two articles may share a code since an older version: that keeps nobody from changing a price.
    if (had.has(codeKey(code))) continue;
    refuse(code, path);
    const other = data.articles.byCode(merchant, code)?.article;
    if (other && other.id !== before.id) throw codeTaken(code, other, path);
  }
}

export const codeTaken = (code: string, { number, name }: Pick<MasterArticle, 'number' | 'name'>, path: string) =>
  faultAt(
    path,
    `Die EAN ${code} hat schon der Artikel ${number} ${name.de}.`,
    `The EAN ${code} belongs to the article ${number} ${name.en} already.`,
  );

/** Refuses a code that the shop's cards or vouchers have: the till would take one for the other. */
export function codeRefusal(
  { merchants, loyalty }: Pick<MasterData, 'merchants' | 'loyalty'>,
  merchant: string,
): (code: string, path: string) => void {
  const prefixes = merchants.cardPrefixes(merchant);
  return (code, path) => {
    refuseCardCode(code, prefixes, path);
    if (loyalty.voucher(merchant, code) === null) return;
    throw faultAt(
      path,
      `${code} ist der Code eines Gutscheins, der damit nicht mehr eingelöst werden könnte.`,
      `${code} is the code of a voucher, which could not be redeemed any more.`,
    );
  };
}

/** The till takes a code that begins like a loyalty card for one, and would never find the article. Throws `ArticleFault`. */
export function refuseCardCode(code: string, prefixes: readonly string[], path: string): void {
  const prefix = prefixes.find(one => one !== '' && code.startsWith(one));
  if (prefix === undefined) return;
  throw faultAt(
    path,
    `${code} beginnt wie die Karten des Geschäfts (${prefix}): Die Kasse hielte den Artikel für eine Karte.`,
    `${code} begins like the cards of the shop (${prefix}): the till would take the article for a card.`,
  );
}

function groupOf(group: string | null, { groups }: Today): string | null {
  if (group === null || group === '') return null;
  if (groups.has(group)) return group;
  throw faultAt('group', `Eine Gruppe ${group} gibt es nicht.`, `There is no group ${group}.`);
}

function checkBeginning(prices: readonly DatedPrice[], day: string, input: ArticleInput): void {
  if (priceOn(prices, day) !== null) return;
  const path = input.prices === undefined ? 'price' : 'prices';
  throw faultAt(path, 'Für heute fehlt ein Preis.', 'A price for today is missing.');
}

/** By its key, else by the key that has this rate today. A shop without tax rates keeps the rate itself. */
function taxOf(before: MasterArticle, input: ArticleInput, { rates }: Today, isNew: boolean) {
  const { tax, taxRate } = input;
  if (typeof tax === 'string' && tax !== '') {
    const rate = rates[tax];
    if (rate === undefined)
      throw faultAt('tax', `Ein Steuersatz ${tax} gilt heute nicht.`, `No tax rate ${tax} holds today.`);
    return { tax, taxRate: rate };
  }
  if (taxRate === undefined || (taxRate === before.taxRate && !isNew)) {
    if (isNew) throw faultAt('tax', 'Der Steuersatz fehlt.', 'The tax rate is missing.');
    return { tax: before.tax, taxRate: before.taxRate };
  }
  const key = keyOfRate(rates, taxRate);
  if (key !== null) return { tax: key, taxRate };
  if (Object.keys(rates).length > 0 || !isRate(taxRate) || taxRate > 99)
    throw faultAt('tax', `${taxRate} % ist kein Steuersatz des Geschäfts.`, `${taxRate} % is no tax rate of the shop.`);
  return { tax: null, taxRate };
}

/** The key that has a rate today; of several the first one. */
export const keyOfRate = (rates: Today['rates'], rate: number): string | null =>
  Object.keys(rates)
    .sort((a, b) => rank(a) - rank(b))
    .find(key => rates[key] === rate) ?? null;

const USUAL = ['standard', 'reduced', 'zero'];
const rank = (key: string): number => (USUAL.includes(key) ? USUAL.indexOf(key) : USUAL.length);

function depositOf(
  { articles }: MasterData,
  merchant: string,
  before: MasterArticle,
  number: string | null,
): string | null {
  if (number === null || number === '') return null;
  const deposit = articles.byNumber(merchant, number)?.article;
  if (!deposit || deposit.state === 'ended')
    throw faultAt('deposit', `Einen Pfandartikel ${number} gibt es nicht.`, `There is no deposit article ${number}.`);
  checkDepositOf(before, deposit);
  if (before.number !== '' && articles.depositOf(merchant, before.number) > 0)
    throw faultAt(
      'deposit',
      'Dieser Artikel ist selbst ein Pfand; auf Pfand gibt es kein Pfand.',
      'This article is a deposit itself; a deposit has no deposit.',
    );
  return deposit.number;
}

/** Throws `ArticleFault` where the deposit of an article is the article itself, or has a deposit. */
export function checkDepositOf(
  article: Pick<MasterArticle, 'id'>,
  deposit: Pick<MasterArticle, 'id' | 'deposit' | 'number'>,
): void {
  if (deposit.id === article.id)
    throw faultAt('deposit', 'Ein Artikel ist nicht sein eigenes Pfand.', 'An article is not its own deposit.');
  if (deposit.deposit !== null)
    throw faultAt(
      'deposit',
      `Der Artikel ${deposit.number} hat selbst Pfand; auf Pfand gibt es kein Pfand.`,
      `The article ${deposit.number} has a deposit itself; a deposit has no deposit.`,
    );
}

function placeOf(place: number | null): number | null {
  if (place === null || (Number.isInteger(place) && place >= 1 && place <= LARGEST_PLACE)) return place;
  throw faultAt(
    'place',
    `Der Platz ist eine Zahl von 1 bis ${LARGEST_PLACE}.`,
    `The place is a number from 1 to ${LARGEST_PLACE}.`,
  );
}

/** The master data of an article as the till sells it; what the till does not know stays. */
export function fromTill(before: MasterArticle, sold: Article, today: Today): MasterArticle {
  const { articleNumber, ean, eans = [], desc, descEn, price, tax, group, quickKey, place, deposit, measure } = sold;
  const key = before.taxRate === tax && before.tax !== null ? before.tax : keyOfRate(today.rates, tax);
  const codes = [ean, ...eans].filter(code => code !== '');
  const article: MasterArticle = {
    ...before,
    ...{ number: articleNumber, name: { de: desc, en: descEn || desc }, state: 'sold' },
    eans: codes,
    group: group.at(-1)?.id ?? null,
    prices: [...changedPrices(before.prices, { price }, today.day)],
    ...{ tax: key, taxRate: tax, quickKey },
    place: place ?? before.place,
    deposit: deposit ?? before.deposit,
    measure: measure ?? before.measure,
  };
  return onDay(withMembers({ ...article, price }, withMembers({}, sold)), today);
}
