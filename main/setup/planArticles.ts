/** Plans groups and articles, by the same rules as an import of articles. A list of articles is read to its end before anything is planned. */
import { canonicalJson } from '../domain/canonicalJson.ts';
import { isZone } from '../domain/openHours.ts';
import { type ArticleLine, articleOf, type FileArticle, readArticleFile } from '../masterData/articles/articleFile.ts';
import { applyLine } from '../masterData/articles/articleImport.ts';
import { priceDay, refuseCardCode, todayOf } from '../masterData/articles/articles.ts';
import { putGroup } from '../masterData/articles/groups.ts';
import { ImportPlan } from '../masterData/articles/importPlan.ts';
import type { Today } from '../masterData/articles/offer.ts';
import type { CsvReading } from '../masterData/csvFile.ts';
import { ratesAt } from '../masterData/taxRates.ts';
import type { ArticleGroup } from '../store/shopFacts.ts';
import type { MasterArticle } from '../wire/articles.ts';
import type { ImportProblem } from '../wire/listFiles.ts';
import type { SetupDraft } from '../wire/setup.ts';
import type { ShopFacts, TaxRate } from '../wire/shop.ts';
import type { PlanBook } from './planBook.ts';
import type { SetupSource } from './setupFile.ts';
import type { ShopState } from './shopState.ts';

export interface ArticleSurroundings extends Pick<CsvReading, 'cutText'> {
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
  const list = await readList(book, source, around);
  const rare = new Set<number>();
  const plan = new ImportPlan(state.articles, todayIn(around, groups), {
    // Nobody is asked while a set-up runs: what may have lost digits is noted.
    ...{ digits: { zeros: 'keep', rounded: 'keep' }, makesGroups: source.parts.groups === undefined },
    refuseCode: (code, path) =>
      refuseCardCode(
        code,
        state.cardGroups.map(({ prefix }) => prefix),
        path,
      ),
    rareRate: (line, rate) => {
      if (!rare.has(rate))
        book.warn(
          `${list.placeOf(line)}, tax`,
          `${rate} % ist kein Steuersatz des Geschäfts.`,
          `${rate} % is no tax rate of the shop.`,
        );
      rare.add(rate);
    },
  });
  planLines(book, state, list, plan);
}

function todayIn({ shop, taxRates, now }: ArticleSurroundings, groups: Groups): Today {
  // A wrong zone is a fault of the shop; the articles are looked at all the same.
  const timeZone = isZone(shop.timeZone) ? shop.timeZone : 'UTC';
  const day = priceDay(now, { timeZone, dayStart: shop.dayStart });
  return { day, rates: ratesAt(taxRates, now, timeZone), groups };
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

/** The articles of the set-up, with the words for the place of each. */
interface ArticleList {
  readonly lines: readonly ArticleLine[];
  readonly placeOf: (line: number) => string;
}

async function readList(
  book: PlanBook,
  { parts: { articles = [] }, open }: SetupSource,
  { shop: { currency }, cutText }: ArticleSurroundings,
): Promise<ArticleList> {
  if (typeof articles !== 'string')
    return {
      placeOf: line => `articles[${line - 1}]`,
      lines: articles.map((row, index) => ({ line: index + 1, ...articleOf(textsOf(row), currency, cutText) })),
    };
  const lines: ArticleLine[] = [];
  await reading(book, 'articles', articles, async () => {
    for await (const line of readArticleFile(open(articles), currency, { cutText })) lines.push(line);
  });
  return { lines, placeOf: line => `${articles} line ${line}` };
}

/** A row as the texts of a line; `true` is written `yes` there. */
const textsOf = (row: object): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
    ]),
  );

function planLines(book: PlanBook, state: ShopState, { lines, placeOf }: ArticleList, plan: ImportPlan): void {
  const fault = ({ line, column, texts }: ImportProblem) =>
    book.fault(column === null ? placeOf(line) : `${placeOf(line)}, ${column}`, texts.de, texts.en);
  const planned: { readonly isNew: boolean; readonly article: MasterArticle }[] = [];
  for (const line of lines) {
    const before = plan.lost;
    const one = plan.take('article' in line ? { ...line, article: withQuickKey(state, line.article) } : line);
    if (plan.lost.zeros > before.zeros)
      book.warn(
        placeOf(line.line),
        'Eine Nummer oder EAN hat vielleicht Nullen am Anfang verloren.',
        'A number or an EAN may have lost zeros in front.',
      );
    if (plan.lost.rounded > before.rounded)
      book.warn(
        placeOf(line.line),
        'Eine Nummer oder EAN wurde vielleicht von einer Tabellenkalkulation gerundet.',
        'A number or an EAN may have been rounded by a spreadsheet.',
      );
    if (one.kind === 'faulty') one.problems.forEach(fault);
    else if (one.kind !== 'unchanged') planned.push({ isNew: one.kind === 'created', article: one.article });
  }
  for (const problem of plan.late()) fault(problem);
  for (const group of plan.newGroups) planGroup(book, new Map(), group);
  for (const { isNew, article } of planned) {
    const [de, en] = isNew ? ['angelegt', 'made'] : ['geändert', 'changed'];
    book.add(
      'articles',
      `Artikel ${article.number} ${article.name.de} wird ${de}.`,
      `Article ${article.number} ${article.name.en} is ${en}.`,
      ({ data, change }) => applyLine(data, change, article, todayOf(data, change.merchant)),
    );
  }
}

/** A new article without a code is sold by its key, unless the set-up says otherwise. */
function withQuickKey(state: ShopState, article: FileArticle): FileArticle {
  const { quickKey } = article.options;
  if (quickKey !== undefined || article.eans.length > 0 || state.articles.byNumber(article.number)) return article;
  return { ...article, options: { ...article.options, quickKey: true } };
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
