/** Customer displays on disk, with the hashes of their tokens, and the picture that they show while nothing is sold. */
import type { Language } from '../domain/money.ts';
import { flag, same, tableOf } from './columns.ts';
import type { Database } from './database.ts';

export interface DisplayRow {
  readonly id: string;
  readonly merchant: string;
  /** SDV_… of the till that it shows. */
  readonly till: string;
  readonly name: string;
  readonly language: Language;
  readonly tokenHash: string;
  /** The second window of the desktop application. */
  readonly ownWindow: boolean;
  /** ms since 1970 */
  readonly pairedAt: number;
  readonly pairedBy: string | null;
  readonly lastSeen: number | null;
}

interface DisplayPicture {
  readonly hash: string;
  readonly type: string;
  readonly content: Buffer;
}

export interface DisplayStore {
  byToken(hash: string): DisplayRow | null;
  find(merchant: string, id: string): DisplayRow | null;
  /** All of a shop, oldest first. */
  all(merchant: string): readonly DisplayRow[];
  picture(merchant: string): DisplayPicture | null;
  pictureHash(merchant: string): string | null;
  /** The newest sale of a till among the last ones of the database; null where there is none. */
  newestSale(till: string): string | null;
  // The rest is for use inside a job.
  insert(row: DisplayRow): void;
  change(id: string, changes: Pick<DisplayRow, 'name' | 'language' | 'till'>): void;
  remove(id: string): void;
  /** The second window is paired anew at every start. */
  removeOwnWindows(merchant: string): void;
  see(id: string, at: number): void;
  setPicture(merchant: string, picture: DisplayPicture | null): void;
}

/** Sales before these are older than any that a display may still show. */
const LATEST_SALES = 200;

export function createDisplays(db: Database): DisplayStore {
  const table = tableOf<DisplayRow>(db, 'display', {
    ...same('id', 'merchant', 'till', 'name', 'language'),
    tokenHash: 'token_hash',
    ownWindow: flag('own_window'),
    pairedAt: 'paired_at',
    pairedBy: 'paired_by',
    lastSeen: 'last_seen',
  });
  const find = table.one('id = ? AND merchant = ?');
  const change = db.prepare('UPDATE display SET name = ?, language = ?, till = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM display WHERE id = ?');
  const removeOwn = db.prepare('DELETE FROM display WHERE merchant = ? AND own_window = 1');
  const see = db.prepare('UPDATE display SET last_seen = ? WHERE id = ?');
  const picture = db.prepare<DisplayPicture>('SELECT hash, type, content FROM display_picture WHERE merchant = ?');
  const hash = db.prepare<string>('SELECT hash FROM display_picture WHERE merchant = ?').pluck();
  const keep = db.prepare(`INSERT INTO display_picture (merchant, hash, type, content) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET hash = excluded.hash, type = excluded.type, content = excluded.content`);
  const drop = db.prepare('DELETE FROM display_picture WHERE merchant = ?');
  const newest = db
    .prepare<string>(`SELECT id FROM smart_transaction
      WHERE number > (SELECT max(number) FROM smart_transaction) - ${LATEST_SALES} AND +till = ?
      ORDER BY number DESC LIMIT 1`)
    .pluck();
  return {
    byToken: table.one('token_hash = ?'),
    find: (merchant, id) => find(id, merchant),
    all: table.all('merchant = ? ORDER BY paired_at, id'),
    picture: merchant => picture.get(merchant) ?? null,
    pictureHash: merchant => hash.get(merchant) ?? null,
    newestSale: till => newest.get(till) ?? null,
    insert: table.insert(),
    change: (id, { name, language, till }) => void change.run(name, language, till, id),
    remove: id => void remove.run(id),
    removeOwnWindows: merchant => void removeOwn.run(merchant),
    see: (id, at) => void see.run(at, id),
    setPicture(merchant, one) {
      if (one) keep.run(merchant, one.hash, one.type, one.content);
      else drop.run(merchant);
    },
  };
}
