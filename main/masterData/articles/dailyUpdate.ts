/**
 * Keeps what the till sells true to the day: when a price begins, a tax rate changes or a group gets another name, the articles
 * concerned are written again, a few at a time. Articles that came without master data (the demo, an older version) get theirs.
 */
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { canonicalJson } from '../../domain/canonicalJson.ts';
import type { ArticleState } from '../../store/articles.ts';
import type { Article } from '../../wire/catalogue.ts';
import type { MasterData } from '../masterData.ts';
import { fromTill, newArticle, todayOf } from './articles.ts';
import { offerOf, onDay, type Today } from './offer.ts';

export interface DailyUpdateParts {
  readonly data: MasterData;
  write<T>(job: () => T): Promise<T>;
  /** How many commits there have been: without a new one nothing can have changed but the day. */
  commits(): number;
  /** The offer at the tills has changed. */
  changed(merchant: string, revision: number): void;
  /** True while an import writes articles: the screens hear of it once, at its end. */
  isBusy(merchant: string): boolean;
  failed(error: unknown): void;
}

/** ms of one commit. */
const LONGEST_JOB = 12;
const BATCH = 500;

export class DailyArticleUpdate {
  readonly #parts: DailyUpdateParts;
  #round: Promise<void> | null = null;
  #commits = -1;
  #lookedAt = 0;
  readonly #revisions = new Map<string, number>();
  /** Merchants whose articles all have master data. */
  readonly #complete = new Set<string>();
  #hasLooked = false;
  #isStopped = false;

  constructor(parts: DailyUpdateParts) {
    this.#parts = parts;
  }

  /** Looks now, unless a look is under way; resolves when it is done. */
  look(): Promise<void> {
    this.#round ??= this.#lookOnce().finally(() => {
      this.#round = null;
    });
    return this.#round;
  }

  /** Everything stored was replaced. */
  forget(): void {
    this.#complete.clear();
    this.#commits = -1;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#round;
  }

  async #lookOnce(): Promise<void> {
    const { data, commits, failed } = this.#parts;
    // Days begin at minutes; the clock is not asked more often than that without a reason.
    const minute = Math.floor(data.now() / 60_000);
    if (commits() === this.#commits && minute === this.#lookedAt) return;
    [this.#commits, this.#lookedAt] = [commits(), minute];
    try {
      for (const merchant of data.articles.merchants()) await this.#lookAt(merchant);
      this.#hasLooked = true;
    } catch (error) {
      failed(error);
    }
  }

  async #lookAt(merchant: string): Promise<void> {
    const { data, isBusy, changed } = this.#parts;
    if (!this.#complete.has(merchant)) await this.#adopt(merchant);
    this.#complete.add(merchant);
    const today = todayOf(data, merchant);
    const state = stateOf(today);
    const known = data.articles.state(merchant);
    if (known && known.day !== state.day) await this.#writeDue(merchant, today);
    if (known?.rates !== state.rates || known?.groups !== state.groups) await this.#writeAll(merchant, today);
    if (known?.day !== state.day || known.rates !== state.rates || known.groups !== state.groups)
      await this.#parts.write(() => data.articles.keepState(merchant, state));
    const revision = data.merchants.catalogueRevision(merchant);
    if (isBusy(merchant) || this.#revisions.get(merchant) === revision) return;
    // A shop whose first articles have come since has screens with an empty catalogue.
    if (this.#hasLooked || this.#revisions.has(merchant)) changed(merchant, revision);
    this.#revisions.set(merchant, revision);
  }

  /** Runs `job` until it has nothing left to do; it stops by itself when its time is over. */
  async #inTurns(job: (isOver: () => boolean) => boolean): Promise<void> {
    for (let more = true; more && !this.#isStopped; ) {
      more = await this.#parts.write(() => {
        const begun = performance.now();
        return job(() => performance.now() - begun > LONGEST_JOB);
      });
      await turn();
    }
  }

  #adopt(merchant: string): Promise<void> {
    const { data } = this.#parts;
    // Goes on behind the last article that was done: reading fifty thousand articles again would take longer than
    // writing them.
    let last = Number.MIN_SAFE_INTEGER;
    return this.#inTurns(isOver => {
      const rows = data.articles.withoutMaster(merchant, last, BATCH);
      if (rows.length === 0) return false;
      addGroups(data, merchant, rows);
      const today = todayOf(data, merchant);
      for (const { position, document } of rows) {
        const article = fromTill(newArticle(data.now()), JSON.parse(document), today);
        data.articles.insert(
          merchant,
          { article: withFreeCodes(data, merchant, article), position },
          offerOf(article, today),
        );
        last = position;
        if (isOver()) break;
      }
      return true;
    });
  }

  #writeDue(merchant: string, today: Today): Promise<void> {
    const { data } = this.#parts;
    return this.#inTurns(isOver => {
      const ids = data.articles.due(merchant, today.day, BATCH);
      for (const id of ids) {
        writeAgain(data, merchant, id, today);
        if (isOver()) return true;
      }
      return ids.length === BATCH;
    });
  }

  #writeAll(merchant: string, today: Today): Promise<void> {
    const { data } = this.#parts;
    let last = 0;
    return this.#inTurns(isOver => {
      const rows = data.articles.after(merchant, last, BATCH);
      for (const { number, id } of rows) {
        writeAgain(data, merchant, id, today);
        last = number;
        if (isOver()) return true;
      }
      return rows.length === BATCH;
    });
  }
}

const digest = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('base64url');

const stateOf = ({ day, rates, groups }: Today): ArticleState => ({
  day,
  rates: digest(rates),
  groups: digest([...groups.values()]),
});

/** Without an audit entry: the change itself was entered when a person planned it. */
function writeAgain({ articles }: MasterData, merchant: string, id: string, today: Today): void {
  const placed = articles.find(merchant, id);
  if (!placed) return;
  const article = onDay(placed.article, today);
  articles.save(merchant, placed.article, { ...placed, article }, offerOf(article, today));
}

/** The groups that stand in the articles alone. */
function addGroups({ shopStore }: MasterData, merchant: string, rows: readonly { document: string }[]): void {
  const known = new Set(shopStore.groups(merchant).map(({ id }) => id));
  for (const { document } of rows) {
    let parent: string | null = null;
    for (const { id, desc, descEn } of (JSON.parse(document) as Article).group) {
      if (!known.has(id)) shopStore.keepGroup(merchant, { id, parent, name: { de: desc, en: descEn || desc } });
      known.add(id);
      parent = id;
    }
  }
}

/** An older version kept no codes beyond the first one, so a code that another article has is left out. */
function withFreeCodes({ articles }: MasterData, merchant: string, article: ReturnType<typeof newArticle>) {
  const eans = article.eans.filter(ean => articles.byCode(merchant, ean) === null);
  return eans.length === article.eans.length ? article : { ...article, eans };
}
