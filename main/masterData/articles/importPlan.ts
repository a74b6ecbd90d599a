/**
 * Compares the lines of an article file with the shop, one after the other: what each line makes new or changes, and what is wrong
 * with it. What only the whole file shows (a code that moves to another article, a deposit that comes later) is checked at its end.
 */
import { canonicalJson } from '../../domain/canonicalJson.ts';
import { codeKey } from '../../domain/productCode.ts';
import type { ArticleGroup } from '../../store/shopFacts.ts';
import { type PackCode, writtenCodes } from '../../wire/articleCodes.ts';
import { withMembers } from '../../wire/articleMembers.ts';
import type { DatedPrice, MasterArticle } from '../../wire/articles.ts';
import type { ImportProblem } from '../../wire/listFiles.ts';
import type { DigitChoices } from '../listedNumbers.ts';
import type { MasterData } from '../masterData.ts';
import { ArticleFault, faultAt } from './articleFault.ts';
import { packsOf, refuseShortened } from './articleFields.ts';
import type { ArticleLine, FileArticle } from './articleFile.ts';
import { codeTaken, keyOfRate, newArticle } from './articles.ts';
import { groupIdOf, groupNamed } from './groups.ts';
import { LostDigits } from './lostDigits.ts';
import { onDay, type Today } from './offer.ts';
import { changedPrices } from './prices.ts';
import { isLeftOf } from './spreadsheetCell.ts';

export type LinePlan =
  | { readonly kind: 'created' | 'changed'; readonly article: MasterArticle }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'faulty'; readonly problems: readonly [ImportProblem, ...ImportProblem[]] };

interface Claim {
  readonly line: number;
  readonly number: string;
}

interface Taken extends Claim {
  readonly code: string;
  readonly owner: MasterArticle;
  readonly path: string;
}

interface Referred {
  readonly line: number;
  readonly number: string;
  readonly deposit: string;
}

/** The articles that a shop has. */
export interface KnownArticles {
  readonly byNumber: (number: string) => MasterArticle | null;
  readonly byCode: (code: string) => MasterArticle | null;
}

export const knownArticles = ({ articles }: Pick<MasterData, 'articles'>, merchant: string): KnownArticles => ({
  byNumber: number => articles.byNumber(merchant, number)?.article ?? null,
  byCode: code => articles.byCode(merchant, code)?.article ?? null,
});

/** An import and a set-up decide these things differently. */
export interface ImportRules {
  readonly digits: DigitChoices;
  /** Throws `ArticleFault` for a code that cards or vouchers of the shop have. */
  readonly refuseCode: (code: string, path: string) => void;
  /** False: a group that is not known is a fault; else it is made. */
  readonly makesGroups: boolean;
  /** Called for a rate that the shop does not have, which is kept then; null: it is a fault. */
  readonly rareRate: ((line: number, rate: number) => void) | null;
}

export class ImportPlan {
  readonly #articles: KnownArticles;
  readonly #rules: ImportRules;
  readonly #today: Today;
  readonly #groups: Map<string, ArticleGroup>;
  readonly #newGroups: ArticleGroup[] = [];
  /** Lines by the number of their article. */
  readonly #numbers = new Map<string, number>();
  /** Keys of the codes and numbers in the file. */
  readonly #claims = new Map<string, Claim>();
  /** Codes that belong to another article of the shop, which may give them up in this file. */
  readonly #taken: Taken[] = [];
  readonly #deposits: Referred[] = [];
  /** Deposit articles of this file that have a deposit themselves, or end. */
  readonly #withDeposit = new Set<string>();
  readonly #ended = new Set<string>();
  readonly #lost: LostDigits;

  constructor(articles: KnownArticles, today: Today, rules: ImportRules) {
    this.#articles = articles;
    this.#rules = rules;
    this.#today = today;
    this.#lost = new LostDigits(articles.byNumber, rules.digits);
    this.#groups = new Map(today.groups);
  }

  /** Groups that the file names and the shop does not have. */
  get newGroups(): readonly ArticleGroup[] {
    return this.#newGroups;
  }

  /** Lines with a code that seems to have lost its zeros, and those with one that seems to be rounded. */
  get lost(): { readonly zeros: number; readonly rounded: number } {
    const { zeros, rounded } = this.#lost;
    return { zeros, rounded };
  }

  take(line: ArticleLine): LinePlan {
    if ('problem' in line) {
      const { line: number, problem, more = [] } = line;
      return {
        kind: 'faulty',
        problems: [{ line: number, ...problem }, ...more.map(one => ({ line: number, ...one }))],
      };
    }
    try {
      return this.#planned(line.line, this.#lost.settled(this.#unspoilt(line.article)));
    } catch (error) {
      if (error instanceof ArticleFault) return { kind: 'faulty', problems: [problemOf(line.line, error)] };
      throw error;
    }
  }

  /** Problems that only the end of the file shows. */
  late(): readonly ImportProblem[] {
    return [...this.#lateCodes(), ...this.#lateDeposits()].sort((a, b) => a.line - b.line);
  }

  /** The article with the cells that a spreadsheet has spoilt as they were in the shop. Throws `ArticleFault` where nobody can tell. */
  #unspoilt(article: FileArticle): FileArticle {
    const before = this.#articles.byNumber(this.#lost.wholeNumber(article.number));
    const { name, eans, writtenEans } = article;
    const isKept = before !== null && isLeftOf(writtenCodes(before.eans), writtenEans);
    if (!isKept && eans.length === 0) refuseShortened('ean', writtenEans);
    if (!before) return article;
    const nameIn = (language: 'de' | 'en') =>
      isLeftOf(before.name[language], name[language]) ? before.name[language] : name[language];
    return { ...article, name: { de: nameIn('de'), en: nameIn('en') }, eans: isKept ? before.eans : eans };
  }

  #planned(line: number, file: FileArticle): LinePlan {
    this.#claimNumber(line, file.number);
    const before = this.#articles.byNumber(file.number);
    const base = before ?? newArticle(0);
    const { planned, ...options } = file.options;
    this.#claimCodes(line, file, options.packs ?? base.packs ?? [], base);
    const { day } = this.#today;
    const kept: MasterArticle['prices'] = planned === undefined ? base.prices : withPlanned(base.prices, planned, day);
    const article = onDay(
      {
        ...withMembers({ ...base, ...options }, {}),
        ...{ number: file.number, name: file.name, eans: [...file.eans], group: this.#groupOf(file.group) },
        prices: [...changedPrices(kept, { price: file.price }, day)],
        ...this.#taxOf(line, file.tax, base),
      },
      this.#today,
    );
    this.#noteDeposit(line, article);
    if (before && canonicalJson(before) === canonicalJson(article)) return { kind: 'unchanged' };
    return { kind: before ? 'changed' : 'created', article };
  }

  #claimNumber(line: number, number: string): void {
    const known = this.#numbers.get(number);
    if (known !== undefined)
      throw faultAt(
        'number',
        `Die Artikelnummer ${number} steht schon in Zeile ${known}.`,
        `The article number ${number} stands in line ${known} already.`,
      );
    this.#numbers.set(number, line);
  }

  #claimCodes(
    line: number,
    { number, eans }: FileArticle,
    packs: readonly PackCode[],
    { id, ...before }: MasterArticle,
  ): void {
    packsOf(packs, eans, 'packs');
    const codes = [
      ...eans.map(code => ({ code, path: 'ean' })),
      ...packs.map(({ code }) => ({ code, path: 'packs' })),
      { code: number, path: 'number' },
    ];
    const had = new Set([before.number, ...before.eans, ...(before.packs ?? []).map(pack => pack.code)].map(codeKey));
    for (const { code, path } of codes) {
      const known = this.#claims.get(codeKey(code));
      if (known)
        throw faultAt(
          path,
          `Die EAN ${code} steht schon in Zeile ${known.line}.`,
          `The EAN ${code} stands in line ${known.line} already.`,
        );
      if (path !== 'number' && !had.has(codeKey(code))) this.#rules.refuseCode(code, path);
    }
    for (const { code, path } of codes) {
      this.#claims.set(codeKey(code), { line, number });
      const owner = had.has(codeKey(code)) ? null : this.#articles.byCode(code);
      if (owner && owner.id !== id) this.#taken.push({ line, number, code, owner, path });
    }
  }

  /** A name that the shop does not know makes a new group. */
  #groupOf(named: string): string | null {
    if (named === '') return null;
    const known = groupNamed(this.#groups, named);
    if (known) return known.id;
    if (!this.#rules.makesGroups)
      throw faultAt('group', `Eine Gruppe ${named} gibt es nicht.`, `There is no group ${named}.`);
    const group = { id: groupIdOf(named), parent: null, name: { de: named, en: named } };
    this.#groups.set(group.id, group);
    this.#newGroups.push(group);
    return group.id;
  }

  #taxOf(line: number, tax: FileArticle['tax'], before: MasterArticle): Pick<MasterArticle, 'tax' | 'taxRate'> {
    const { rates } = this.#today;
    if ('key' in tax) {
      const key = Object.hasOwn(rates, tax.key) ? tax.key : keyOfWord(tax.key);
      const taxRate = rates[key];
      if (taxRate !== undefined) return { tax: key, taxRate };
      throw faultAt('tax', `Ein Steuersatz ${tax.key} gilt heute nicht.`, `No tax rate ${tax.key} holds today.`);
    }
    if (before.number !== '' && before.taxRate === tax.rate) return { tax: before.tax, taxRate: tax.rate };
    const key = keyOfRate(rates, tax.rate);
    if (key !== null || Object.keys(rates).length === 0) return { tax: key, taxRate: tax.rate };
    if (this.#rules.rareRate) {
      this.#rules.rareRate(line, tax.rate);
      return { tax: null, taxRate: tax.rate };
    }
    throw faultAt(
      'tax',
      `${tax.rate} % ist kein Steuersatz des Geschäfts.`,
      `${tax.rate} % is no tax rate of the shop.`,
    );
  }

  #noteDeposit(line: number, { number, deposit, state }: MasterArticle): void {
    if (state === 'ended') this.#ended.add(number);
    if (deposit === null) return;
    this.#withDeposit.add(number);
    this.#deposits.push({ line, number, deposit });
  }

  *#lateCodes(): Generator<ImportProblem> {
    for (const { line, code, owner, path } of this.#taken) {
      // Its owner stands in the file, too, and gives the code up there.
      if (this.#numbers.has(owner.number)) continue;
      yield problemOf(line, codeTaken(code, owner, path));
    }
  }

  *#lateDeposits(): Generator<ImportProblem> {
    for (const { line, number, deposit } of this.#deposits) {
      const stored = this.#numbers.has(deposit) ? null : this.#articles.byNumber(deposit);
      const isThere = this.#numbers.has(deposit) ? !this.#ended.has(deposit) : stored?.state === 'sold';
      if (!isThere)
        yield problemOf(
          line,
          faultAt('deposit', `Einen Pfandartikel ${deposit} gibt es nicht.`, `There is no deposit article ${deposit}.`),
        );
      else if (deposit === number || this.#withDeposit.has(deposit) || (stored?.deposit ?? null) !== null)
        yield problemOf(
          line,
          faultAt(
            'deposit',
            `Der Artikel ${deposit} hat selbst Pfand; auf Pfand gibt es kein Pfand.`,
            `The article ${deposit} has a deposit itself; a deposit has no deposit.`,
          ),
        );
    }
  }
}

/** Words that people and other systems write for the usual tax rates. */
const TAX_WORDS: Readonly<Record<string, RegExp>> = {
  standard: taxWord(
    'std|nor|vol|voll\\w*|normal\\w*|regel\\w*|regulär\\w*|standard\\w*|standaard|full|taxable|ordinaria|ordinario|general|hoog|podstawowa|základní',
  ),
  reduced: taxWord(
    'red|erm|erm(?:ä|ae)(?:ß|ss)igt\\w*|reduziert\\w*|reduced|réduite?|ridott[ao]|reducid[ao]|laag|verlaagd|obniżona|reduceret|reducerad|snížená',
  ),
  zero: taxWord(
    '(?:steuer)?frei|zer|exe|zero|null|none|ohne|exempt|exonérée?|esente|exent[oa]|vrij(?:gesteld)?|zwolnion[ay]|fritaget|undantagen',
  ),
};

/** With or without a word for the rate in front or behind. */
function taxWord(words: string): RegExp {
  const rate = '(?:satz|steuersatz|rate|steuer|taux|aliquota|tipo|tarief|stawka|moms|iva|tva|btw|vat|sats)';
  return new RegExp(`^(?:${rate}[ _-])?(?:${words})(?:[ _-]${rate})?$`, 'iu');
}

const keyOfWord = (word: string): string =>
  Object.entries(TAX_WORDS).find(([, words]) => words.test(word))?.[0] ?? word;

const problemOf = (line: number, { fault: { path, texts } }: ArticleFault): ImportProblem => ({
  line,
  column: path,
  texts,
});

/** The planned prices of the file replace the planned prices of before; prices that have begun stay. */
function withPlanned(before: MasterArticle['prices'], planned: readonly DatedPrice[], day: string) {
  const begun = before.filter(({ validFrom }) => validFrom === null || validFrom <= day);
  for (const { validFrom } of planned)
    if (validFrom === null || validFrom <= day)
      throw faultAt(
        'planned',
        `Ein geplanter Preis beginnt nach heute; ${validFrom} ist vorbei.`,
        `A planned price begins after today; ${validFrom} is past.`,
      );
  return [...changedPrices(begun, { prices: [...begun, ...planned] }, day)];
}
