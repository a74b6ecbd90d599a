/** Plans groups and articles. A list of articles is read to its end before anything is planned. */
import { canonicalJson } from '../domain/canonicalJson.ts';
import { articleOf, type FileArticle, readArticleFile } from '../masterData/articles/articleFile.ts';
import { putArticle } from '../masterData/articles/articles.ts';
import { groupsOfArticle, putGroup } from '../masterData/articles/groups.ts';
import { rateAt } from '../masterData/taxRates.ts';
import type { ArticleGroup } from '../store/shopFacts.ts';
import type { Article } from '../wire/catalogue.ts';
import type { SetupDraft } from '../wire/setup.ts';
import type { ShopFacts, TaxRate } from '../wire/shop.ts';
import type { PlanBook } from './planBook.ts';
import type { SetupSource } from './setupFile.ts';
import type { PlacedArticle, ShopState } from './shopState.ts';

/** The article with its place in file or list. */
interface PlacedLine {
  readonly place: string;
  readonly article: FileArticle;
}

export interface ArticleSurroundings {
  readonly shop: ShopFacts;
  readonly taxRates: readonly TaxRate[];
  /** ms since 1970 */
  readonly now: number;
}

type Groups = Map<string, ArticleGroup>;

export async function planArticles(
  book: PlanBook,
  state: ShopState,
  source: SetupSource,
  around: ArticleSurroundings,
): Promise<void> {
  const groups: Groups = new Map(state.groups.map(group => [group.id, group]));
  planGroups(book, source.parts, groups);
  const lines = await articleLines(book, source, around.shop.currency);
  refuseTwice(book, lines, state);
  const made = source.parts.groups === undefined ? planNamedGroups(book, lines, groups) : groups;
  planLines(book, lines, state, made, around);
  planRenamedGroups(book, lines, state, made);
}

function planGroups(book: PlanBook, { groups: wanted = [] }: SetupDraft, groups: Groups): void {
  book.refuseTwice(
    'groups',
    wanted.map(({ id }) => id),
  );
  const all = new Set([...groups.keys(), ...wanted.map(({ id }) => id)]);
  for (const [index, { id, name, parent = null }] of wanted.entries()) {
    if (parent !== null && (!all.has(parent) || parent === id))
      book.fault(
        `groups[${index}].parent`,
        `Eine andere Gruppe ${parent} gibt es nicht.`,
        `There is no other group ${parent}.`,
      );
    const group = { id, parent, name: typeof name === 'string' ? { de: name, en: name } : name };
    planGroup(book, groups, group);
  }
  for (const [index, { id }] of wanted.entries())
    if (isInItself(groups, id))
      book.fault(
        `groups[${index}].parent`,
        `Die Gruppe ${id} liegt in sich selbst.`,
        `The group ${id} lies in itself.`,
      );
}

function isInItself(groups: Groups, id: string): boolean {
  const seen = new Set<string>();
  for (let next = groups.get(id); next; next = groups.get(next.parent ?? '')) {
    if (seen.has(next.id)) return true;
    seen.add(next.id);
  }
  return false;
}

function planGroup(book: PlanBook, groups: Groups, group: ArticleGroup): void {
  const before = groups.get(group.id) ?? null;
  groups.set(group.id, group);
  if (before && canonicalJson(before) === canonicalJson(group)) return;
  const [de, en] = before ? ['geändert', 'changed'] : ['angelegt', 'made'];
  book.add('groups', `Warengruppe ${group.id} wird ${de}.`, `Article group ${group.id} is ${en}.`, ({ data, change }) =>
    putGroup(data, change, before, group),
  );
}

/** A set-up without a list of groups takes them from the articles. */
function planNamedGroups(book: PlanBook, lines: readonly PlacedLine[], groups: Groups): Groups {
  for (const { article } of lines) {
    if (article.group === '' || groupIn(groups, article.group)) continue;
    planGroup(book, groups, { id: idOf(article.group), parent: null, name: { de: article.group, en: article.group } });
  }
  return groups;
}

const idOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
    .slice(0, 50) || 'group';

/** By its id, else by its name. */
const groupIn = (groups: Groups, named: string): ArticleGroup | undefined =>
  groups.get(named) ??
  groups.get(idOf(named)) ??
  [...groups.values()].find(({ name }) => name.de.toLowerCase() === named.toLowerCase());

async function articleLines(
  book: PlanBook,
  { parts, open }: SetupSource,
  currency: string,
): Promise<readonly PlacedLine[]> {
  const { articles = [] } = parts;
  const lines: PlacedLine[] = [];
  const take = (place: string, read: ReturnType<typeof articleOf>) => {
    if ('article' in read) return void lines.push({ place, article: read.article });
    const { column, texts } = read.problem;
    book.fault(column === null ? place : `${place}, ${column}`, texts.de, texts.en);
  };
  if (typeof articles !== 'string') {
    for (const [index, row] of articles.entries())
      take(
        `articles[${index}]`,
        articleOf(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])), currency),
      );
    return lines;
  }
  await reading(book, 'articles', articles, async () => {
    for await (const line of readArticleFile(open(articles), currency)) take(`${articles} line ${line.line}`, line);
  });
  return lines;
}

/** A file that cannot be opened is a fault of the part that names it. */
export async function reading(book: PlanBook, part: string, file: string, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined || path === undefined) throw error;
    book.fault(
      part,
      `Die Datei ${file} kann nicht gelesen werden (${code}).`,
      `The file ${file} cannot be read (${code}).`,
    );
  }
}

/** Every number and every EAN belongs to one article, those of the shop included. */
function refuseTwice(book: PlanBook, lines: readonly PlacedLine[], state: ShopState): void {
  const numbers = new Map<string, string>();
  const eans = new Map<string, string>();
  const listed = new Set(lines.map(({ article }) => article.number));
  for (const { article } of state.articles.values())
    if (!listed.has(article.articleNumber))
      for (const ean of [article.ean, ...(article.eans ?? [])])
        if (ean !== '') eans.set(ean, `article ${article.articleNumber}`);
  for (const { place, article } of lines) {
    const { number, eans: own } = article;
    if (numbers.has(number))
      book.fault(
        `${place}, number`,
        `Die Nummer ${number} steht schon in ${numbers.get(number)}.`,
        `The number ${number} stands in ${numbers.get(number)} already.`,
      );
    numbers.set(number, place);
    for (const ean of own) {
      if (eans.has(ean))
        book.fault(
          `${place}, ean`,
          `Die EAN ${ean} hat schon ${eans.get(ean)}.`,
          `The EAN ${ean} belongs to ${eans.get(ean)} already.`,
        );
      eans.set(ean, place);
    }
  }
}

function planLines(
  book: PlanBook,
  lines: readonly PlacedLine[],
  state: ShopState,
  groups: Groups,
  around: ArticleSurroundings,
): void {
  let next = Math.max(-1, ...[...state.articles.values()].map(({ position }) => position).slice(-1)) + 1;
  const known = new Set(around.taxRates.map(({ rate }) => rate));
  const rare = new Set<number>();
  const rates = new Map<string, number | null>();
  for (const { place, article } of lines) {
    const group = article.group === '' ? undefined : groupIn(groups, article.group);
    if (article.group !== '' && !group)
      book.fault(
        `${place}, group`,
        `Eine Gruppe ${article.group} gibt es nicht.`,
        `There is no group ${article.group}.`,
      );
    const rate = taxOf(article.tax, around, rates);
    if (rate === null) {
      const { key } = article.tax as { readonly key: string };
      book.fault(`${place}, tax`, `Ein Steuersatz ${key} gilt heute nicht.`, `No tax rate ${key} holds today.`);
      continue;
    }
    if (!known.has(rate) && !rare.has(rate))
      book.warn(
        `${place}, tax`,
        `${rate} % ist kein Steuersatz des Geschäfts.`,
        `${rate} % is no tax rate of the shop.`,
      );
    rare.add(rate);
    const before = state.articles.get(article.number) ?? null;
    planLine(book, article, before, { rate, groups, group, position: before?.position ?? next });
    if (!before) next += 1;
  }
}

function taxOf(
  tax: FileArticle['tax'],
  { taxRates, now, shop }: ArticleSurroundings,
  known: Map<string, number | null>,
): number | null {
  if ('rate' in tax) return tax.rate;
  const found = known.get(tax.key);
  if (found !== undefined) return found;
  const rate = rateAt(taxRates, tax.key, now, shop.timeZone);
  known.set(tax.key, rate);
  return rate;
}

interface Place {
  readonly rate: number;
  readonly groups: Groups;
  readonly group: ArticleGroup | undefined;
  readonly position: number;
}

function planLine(
  book: PlanBook,
  article: FileArticle,
  before: PlacedArticle | null,
  { rate, groups, group, position }: Place,
): void {
  const { number, eans, name, price } = article;
  const [ean = '', ...more] = eans;
  const { eans: _, ...known } = before?.article ?? { quickKey: ean === '' };
  const after: Article = {
    ...known,
    ...(more.length === 0 ? {} : { eans: more }),
    ...{ articleNumber: number, ean, desc: name.de, descEn: name.en, price, tax: rate },
    group: group ? groupsOfArticle(groups, group.id) : [],
  };
  if (before && canonicalJson(before.article) === canonicalJson(after)) return;
  const [de, en] = before ? ['geändert', 'changed'] : ['angelegt', 'made'];
  book.add(
    'articles',
    `Artikel ${number} ${name.de} wird ${de}.`,
    `Article ${number} ${name.en} is ${en}.`,
    ({ data, change }) => putArticle(data, change, position, before?.article ?? null, after),
  );
}

/** Articles carry the names of their groups: those that the set-up does not list are written again with new names. */
function planRenamedGroups(book: PlanBook, lines: readonly PlacedLine[], state: ShopState, groups: Groups): void {
  const listed = new Set(lines.map(({ article }) => article.number));
  for (const { article, position } of state.articles.values()) {
    const last = article.group.at(-1);
    if (listed.has(article.articleNumber) || last === undefined || !groups.has(last.id)) continue;
    const after = { ...article, group: groupsOfArticle(groups, last.id) };
    if (canonicalJson(article.group) === canonicalJson(after.group)) continue;
    const number = article.articleNumber;
    book.add(
      'articles',
      `Artikel ${number} zeigt seine Gruppe neu.`,
      `Article ${number} shows its group anew.`,
      ({ data, change }) => putArticle(data, change, position, article, after),
    );
  }
}
