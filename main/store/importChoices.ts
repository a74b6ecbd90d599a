/** Meanings of the columns of a list, as they were chosen for the last file with the same head. */
import type { FileChoice } from '../domain/fileChoice.ts';
import type { Database } from './database.ts';

/** A list that comes as a file. */
export type FileList = 'articles' | 'cards' | 'vouchers' | 'people';

export interface ImportChoices {
  /** Null: it never was. */
  find(merchant: string, list: FileList, head: readonly string[]): FileChoice | null;
  /** Inside a job: forgets the oldest choices of the merchant. */
  keep(merchant: string, list: FileList, head: readonly string[], choice: FileChoice): void;
}

/** Heads of files whose columns are remembered for a merchant. A shop has a handful of suppliers. */
const MOST_CHOICES = 100;

/** A name of a column holds no blank, so no head of articles, which have no word in front, is taken for that of another list. */
const keyOf = (list: FileList, head: readonly string[]): string =>
  (list === 'articles' ? head : [`list ${list}`, ...head]).join('\n');

export function createImportChoices(db: Database): ImportChoices {
  const find = db.prepare<string>('SELECT document FROM import_choice WHERE merchant = ? AND head = ?').pluck();
  // By a running number, because the clock of a till may go back.
  const keep = db.prepare(`INSERT INTO import_choice (merchant, head, document, chosen) VALUES (?, ?, ?,
    (SELECT coalesce(max(chosen), 0) + 1 FROM import_choice))
    ON CONFLICT DO UPDATE SET document = excluded.document, chosen = excluded.chosen`);
  const forget = db.prepare(`DELETE FROM import_choice WHERE merchant = ? AND head NOT IN (
    SELECT head FROM import_choice WHERE merchant = ? ORDER BY chosen DESC, head LIMIT ?)`);
  return {
    find(merchant, list, head) {
      const document = find.get(merchant, keyOf(list, head));
      return document === undefined ? null : JSON.parse(document);
    },
    keep(merchant, list, head, choice) {
      keep.run(merchant, keyOf(list, head), JSON.stringify(choice));
      forget.run(merchant, merchant, MOST_CHOICES);
    },
  };
}
