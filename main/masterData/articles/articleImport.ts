/**
 * Imports articles from a file while the till goes on selling: the lines are read and checked a few at a time, stored beside the
 * articles, accepted in one commit, and then applied in short commits. An import that a power cut interrupts goes on at the next start.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { isSameCode } from '../../domain/productCode.ts';
import type { ArticleImportStore, StagedLine, StoredImport } from '../../store/articleImports.ts';
import type { ArticleImport, FirstArticle, MasterArticle } from '../../wire/articles.ts';
import { MOST_PROBLEMS } from '../../wire/limits.ts';
import type { ImportProblem } from '../../wire/listFiles.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { newKey } from '../../world/ids.ts';
import { type ListOptions, ListReading } from '../listReading.ts';
import type { Change, MasterData } from '../masterData.ts';
import { type ArticleLine, readArticleFile } from './articleFile.ts';
import { codeRefusal, putChanged, putNew, todayOf } from './articles.ts';
import { putGroup } from './groups.ts';
import { ImportPlan, knownArticles } from './importPlan.ts';

export interface ImportParts {
  readonly data: MasterData;
  readonly imports: ArticleImportStore;
  write<T>(job: () => T): Promise<T>;
  failed(error: unknown): void;
}

export interface ImportOptions extends ListOptions {
  readonly dryRun: boolean;
  readonly skipFaulty: boolean;
}

/** ms that one commit, or one stretch of reading, may take. */
const LONGEST_JOB = 30;
const BATCH = 200;
export const MOST_LINES = 250_000;

type Report = { -readonly [Member in keyof ArticleImport]: ArticleImport[Member] };

const emptyReport = (): Report => ({
  ...{ id: newKey(), state: 'reading', lines: 0, created: 0, changed: 0, unchanged: 0 },
  ...{ groups: 0, faulty: 0, problems: [], applied: 0, zeros: 0, rounded: 0 },
});

export class ArticleImports {
  readonly #parts: ImportParts;
  /** The import of each merchant that runs, or ran last. */
  readonly #latest = new Map<string, Report>();
  readonly #running = new Set<string>();
  #isStopped = false;
  #work: Promise<unknown> = Promise.resolve();

  constructor(parts: ImportParts) {
    this.#parts = parts;
  }

  /** How far it is; null where there was none since the start. */
  latest(merchant: string): ArticleImport | null {
    return this.#latest.get(merchant) ?? null;
  }

  isRunning = (merchant: string): boolean => this.#running.has(merchant);

  /** Throws `importRunning`: two writers would undo each other's work. */
  refuseWhileRunning(merchant: string): void {
    if (this.isRunning(merchant)) throw new BridgeError('importRunning', 'articles are being imported');
  }

  /** Goes on with what was accepted before the last end of the program, and forgets what was not. */
  async resume(): Promise<void> {
    const { imports, failed } = this.#parts;
    for (const id of imports.abandoned()) await this.#remove(id);
    for (const one of imports.open()) {
      this.#running.add(one.merchant);
      const report = { ...one.report };
      this.#latest.set(one.merchant, report);
      this.#work = this.#applied(one, report).catch(failed);
    }
  }

  /** Waits for the commit under way; the rest is applied after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  /** Resolves with the report once everything is applied. Throws `importRunning`. */
  async run(change: Change, source: AsyncIterable<Uint8Array>, options: ImportOptions): Promise<ArticleImport> {
    const { merchant } = change;
    this.refuseWhileRunning(merchant);
    this.#running.add(merchant);
    const report = emptyReport();
    this.#latest.set(merchant, report);
    try {
      const accepted = await this.#read(change, source, options, report);
      if (accepted) {
        this.#work = this.#applied({ id: report.id, merchant, actor: change.actor, report }, report);
        await this.#work;
      }
      return report;
    } catch (error) {
      this.#latest.delete(merchant);
      throw error;
    } finally {
      this.#running.delete(merchant);
    }
  }

  /** True where the lines are stored and accepted. */
  async #read(
    change: Change,
    source: AsyncIterable<Uint8Array>,
    options: ImportOptions,
    report: Report,
  ): Promise<boolean> {
    const { data, imports, write } = this.#parts;
    const { merchant, actor } = change;
    const plan = new ImportPlan(knownArticles(data, merchant), todayOf(data, merchant), {
      ...{ digits: options.digits, makesGroups: true, rareRate: null },
      refuseCode: codeRefusal(data, merchant),
    });
    const reader = new LineReader(plan, report);
    const isStored = !options.dryRun;
    try {
      if (isStored) await write(() => imports.begin({ id: report.id, merchant, actor, report }, data.now()));
      let begun = performance.now();
      const list = new ListReading(data.importChoices, merchant, 'articles', options);
      const reading = list.reading(facts => Object.assign(report, facts));
      for await (const line of readArticleFile(source, data.merchants.merchant(merchant).currency, reading)) {
        reader.take(line);
        const isFull = reader.staged.length >= BATCH;
        if (isStored && isFull) await write(() => imports.stage(report.id, reader.takeStaged()));
        if (performance.now() - begun < LONGEST_JOB) continue;
        await turn();
        begun = performance.now();
      }
      const late = reader.end();
      if (!isStored || reader.isRefused || (report.faulty > 0 && !options.skipFaulty)) {
        report.state = isStored ? 'refused' : 'preview';
        if (isStored) await this.#remove(report.id);
        return false;
      }
      await write(() => {
        imports.stage(report.id, reader.takeStaged());
        imports.unstage(report.id, late);
        list.keep();
        for (const group of plan.newGroups) putGroup(data, change, null, group);
        report.state = 'applying';
        imports.accept(report.id, report);
      });
      return true;
    } catch (error) {
      if (isStored) await this.#remove(report.id);
      throw error;
    }
  }

  async #remove(id: string): Promise<void> {
    const { imports, write } = this.#parts;
    while (await write(() => imports.remove(id, BATCH * 5))) await turn();
  }

  async #applied({ id, merchant, actor }: StoredImport, report: Report): Promise<void> {
    const { imports, write } = this.#parts;
    const change = { merchant, actor };
    for (let page = imports.lines(id, BATCH); page.length > 0; page = imports.lines(id, BATCH)) {
      for (let rest = page; rest.length > 0; await turn()) {
        if (this.#isStopped) return;
        const done = await write(() => applySome(this.#parts, change, id, rest));
        report.applied += done;
        rest = rest.slice(done);
      }
    }
    report.state = 'done';
    await this.#remove(id);
    this.#running.delete(merchant);
  }
}

/** As many lines as one commit has time for, at least one; gives how many. */
function applySome(
  { data, imports }: Pick<ImportParts, 'data' | 'imports'>,
  change: Change,
  id: string,
  lines: readonly StagedLine[],
): number {
  const begun = performance.now();
  const today = todayOf(data, change.merchant);
  let done = 0;
  for (const { document } of lines) {
    applyLine(data, change, JSON.parse(document), today);
    done += 1;
    if (performance.now() - begun > LONGEST_JOB) break;
  }
  imports.applied(
    id,
    lines.slice(0, done).map(({ line }) => line),
  );
  return done;
}

/** Counts the lines and keeps what is to be stored. */
class LineReader {
  readonly staged: StagedLine[] = [];
  /** No line of the file can be read. */
  isRefused = false;
  readonly #first = new FirstArticles();
  readonly #plan: ImportPlan;
  readonly #report: Report;
  readonly #kinds = new Map<number, 'created' | 'changed'>();

  constructor(plan: ImportPlan, report: Report) {
    this.#plan = plan;
    this.#report = report;
  }

  take(line: ArticleLine): void {
    const report = this.#report;
    report.lines += 1;
    if (report.lines > MOST_LINES)
      throw new BridgeError('tooLarge', `a file may have ${MOST_LINES} lines; please divide it`);
    this.isRefused ||= 'problem' in line && line.ofFile === true;
    if ('article' in line) this.#first.take(line);
    const planned = this.#plan.take(line);
    if (planned.kind === 'faulty') {
      report.faulty += 1;
      this.#note(planned.problems);
      return;
    }
    report[planned.kind] += 1;
    if (planned.kind === 'unchanged') return;
    this.#kinds.set(line.line, planned.kind);
    this.staged.push({ line: line.line, document: JSON.stringify(planned.article) });
  }

  /** Keeps the first ones by line, and counts the others. */
  #note(problems: readonly ImportProblem[]): void {
    const report = this.#report;
    const all = [...report.problems, ...problems].sort((a, b) => a.line - b.line);
    report.problems = all.slice(0, MOST_PROBLEMS);
    report.moreProblems = (report.moreProblems ?? 0) + all.length - report.problems.length;
  }

  takeStaged(): readonly StagedLine[] {
    return this.staged.splice(0);
  }

  /** Gives the lines that were stored and turned out to be wrong. */
  end(): readonly number[] {
    const report = this.#report;
    const late = this.#plan.late();
    const lines = new Set(late.map(({ line }) => line));
    this.#note(late);
    for (const line of lines) {
      const kind = this.#kinds.get(line);
      report[kind ?? 'unchanged'] -= 1;
      report.faulty += 1;
    }
    report.groups = this.#plan.newGroups.length;
    Object.assign(report, this.#plan.lost);
    report.first = this.#first.shown();
    return [...lines];
  }
}

const FIRST_SHOWN = 5;

/** The first articles, those before the others whose names a wrong character set would spoil. */
class FirstArticles {
  readonly #plain: FirstArticle[] = [];
  readonly #telling: FirstArticle[] = [];

  take({ line, article: { name, price } }: Extract<ArticleLine, { article: unknown }>): void {
    const list = /[^\x20-\x7e]/.test(name.de) ? this.#telling : this.#plain;
    if (list.length < FIRST_SHOWN) list.push({ line, name: name.de, price });
  }

  shown = (): FirstArticle[] => [...this.#telling, ...this.#plain].slice(0, FIRST_SHOWN);
}

/** The article without a code, in whatever spelling. */
function withoutCode({ packs, ...article }: MasterArticle, code: string): MasterArticle {
  const kept = packs?.filter(pack => !isSameCode(pack.code, code)) ?? [];
  const eans = article.eans.filter(one => !isSameCode(one, code));
  return { ...article, eans, ...(kept.length === 0 ? {} : { packs: kept }) };
}

/** The article as it is now, with what the file says: codes that move come from their owner first. */
export function applyLine(
  data: MasterData,
  change: Change,
  wanted: MasterArticle,
  today: ReturnType<typeof todayOf>,
): void {
  const { merchant } = change;
  for (const code of [...wanted.eans, ...(wanted.packs ?? []).map(pack => pack.code)]) {
    const owner = data.articles.byCode(merchant, code);
    if (!owner || owner.article.number === wanted.number) continue;
    putChanged(data, change, owner, withoutCode(owner.article, code), today);
  }
  const before = data.articles.byNumber(merchant, wanted.number);
  if (before) {
    const { id, created, picture, updated } = before.article;
    putChanged(data, change, before, { ...wanted, id, created, picture, updated }, today);
    return;
  }
  const moment = timestamp(data.now());
  const article = { ...wanted, created: moment, updated: moment };
  putNew(data, change, { article, position: data.articles.nextPosition(merchant) }, today);
}
