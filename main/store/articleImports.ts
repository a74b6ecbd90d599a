/** An import of articles on disk: its lines are stored first and applied then, so that a power cut leaves no half of it. */
import type { ArticleImport } from '../wire/articles.ts';
import type { AuditActor } from '../world/audit.ts';
import type { Database } from './database.ts';

export interface StoredImport {
  readonly id: string;
  readonly merchant: string;
  readonly actor: AuditActor;
  readonly report: ArticleImport;
}

export interface StagedLine {
  readonly line: number;
  readonly document: string;
}

export interface ArticleImportStore {
  /** Imports that were accepted and are not applied to their end. */
  open(): readonly StoredImport[];
  lines(id: string, limit: number): readonly StagedLine[];
  // The rest is for use inside a job.
  begin(one: StoredImport, now: number): void;
  stage(id: string, lines: readonly StagedLine[]): void;
  unstage(id: string, lines: readonly number[]): void;
  accept(id: string, report: ArticleImport): void;
  applied(id: string, lines: readonly number[]): void;
  /** Removes it, with at most `limit` of its lines at a time; true where some are left. */
  remove(id: string, limit: number): boolean;
  /** Imports that were never accepted. */
  abandoned(): readonly string[];
}

interface Row {
  readonly id: string;
  readonly merchant: string;
  readonly actor: string;
  readonly report: string;
}

export function createArticleImports(db: Database): ArticleImportStore {
  const open = db.prepare<Row>(
    "SELECT id, merchant, actor, report FROM article_import WHERE state = 'applying' ORDER BY begun",
  );
  const abandoned = db.prepare<string>("SELECT id FROM article_import WHERE state = 'staging'").pluck();
  const lines = db.prepare<StagedLine>(
    'SELECT line, document FROM article_import_line WHERE import = ? ORDER BY line LIMIT ?',
  );
  const insert = db.prepare(`INSERT INTO article_import (id, merchant, state, actor, report, begun)
    VALUES (?, ?, 'staging', ?, ?, ?)`);
  const stage = db.prepare('INSERT INTO article_import_line (import, line, document) VALUES (?, ?, ?)');
  const unstage = db.prepare('DELETE FROM article_import_line WHERE import = ? AND line = ?');
  const accept = db.prepare("UPDATE article_import SET state = 'applying', report = ? WHERE id = ?");
  const clear = db.prepare(`DELETE FROM article_import_line WHERE import = ?
    AND line IN (SELECT line FROM article_import_line WHERE import = ? ORDER BY line LIMIT ?)`);
  const remove = db.prepare('DELETE FROM article_import WHERE id = ?');
  const drop = (id: string, gone: readonly number[]) => {
    for (const line of gone) unstage.run(id, line);
  };
  return {
    open: () =>
      open.all().map(({ id, merchant, actor, report }) => ({
        ...{ id, merchant, actor: JSON.parse(actor), report: JSON.parse(report) },
      })),
    abandoned: () => abandoned.all(),
    lines: (id, limit) => lines.all(id, limit),
    begin: ({ id, merchant, actor, report }, now) =>
      void insert.run(id, merchant, JSON.stringify(actor), JSON.stringify(report), now),
    stage(id, all) {
      for (const { line, document } of all) stage.run(id, line, document);
    },
    unstage: drop,
    accept: (id, report) => void accept.run(JSON.stringify(report), id),
    applied: drop,
    remove(id, limit) {
      if (clear.run(id, id, limit).changes === limit) return true;
      remove.run(id);
      return false;
    },
  };
}
