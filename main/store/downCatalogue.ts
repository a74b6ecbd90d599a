/** The catalogue by versions: the next one is stored beside the one that is sold from, and takes its place by one row. */
import { codeKey } from '../domain/productCode.ts';
import type { ArticleCollision, DownCatalogue } from '../world/down.ts';
import type { Database } from './database.ts';

interface ChangeRow {
  readonly article_number: string;
  readonly base: string | null;
  readonly here: string;
  readonly there: string | null;
}

const CHANGES = `SELECT c.article_number, c.base, a.document AS here,
    (SELECT document FROM article_version v WHERE v.merchant = c.merchant AND v.version = ?
      AND v.article_number = c.article_number) AS there
  FROM article_change c JOIN article a USING (merchant, article_number) WHERE c.merchant = ?`;

export function createDownCatalogue(db: Database): DownCatalogue {
  return { ...createVersions(db), ...createSwitch(db), ...createChangesHere(db), ...createCampaigns(db) };
}

type Versions = Pick<DownCatalogue, 'begin' | 'stage' | 'compare' | 'prune'>;

function createVersions(db: Database): Versions {
  const next = db
    .prepare<number>(`SELECT 1 + max(coalesce((SELECT max(version) FROM article_version WHERE merchant = ?), 0),
      coalesce((SELECT version FROM catalogue WHERE merchant = ?), 0))`)
    .pluck();
  const add = db.prepare(`INSERT INTO article_version (merchant, version, article_number, position, ean, document)
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET position = excluded.position, ean = excluded.ean,
      document = excluded.document`);
  const version = db.prepare<number | null>('SELECT version FROM catalogue WHERE merchant = ?').pluck();
  const count = db.prepare<number>('SELECT count(*) FROM article_version WHERE merchant = ? AND version = ?').pluck();
  const lacking = db
    .prepare<number>(`SELECT count(*) FROM article_version o WHERE o.merchant = ? AND o.version = ? AND NOT EXISTS
      (SELECT 1 FROM article_version n WHERE n.merchant = o.merchant AND n.version = ? AND n.article_number = o.article_number)`)
    .pluck();
  const remove = db.prepare(`DELETE FROM article_version WHERE (merchant, version, article_number) IN
    (SELECT merchant, version, article_number FROM article_version WHERE merchant = ? AND version <> ? AND version <> ? LIMIT ?)`);
  return {
    begin: merchant => next.get(merchant, merchant) ?? 1,
    stage(merchant, staged, position, articles) {
      for (const [index, { articleNumber, ean, document }] of articles.entries())
        add.run(merchant, staged, articleNumber, position + index, codeKey(ean), document);
    },
    compare(merchant, staged) {
      const current = version.get(merchant) ?? null;
      if (current === null) return { now: 0, lacking: 0 };
      return { now: count.get(merchant, current) ?? 0, lacking: lacking.get(merchant, current, staged) ?? 0 };
    },
    prune: (merchant, kept, limit) =>
      remove.run(merchant, version.get(merchant) ?? -1, kept ?? -1, limit).changes === limit,
  };
}

function createSwitch(db: Database): Pick<DownCatalogue, 'switchTo'> {
  const changes = db.prepare<ChangeRow>(CHANGES);
  const forget = db.prepare('DELETE FROM article_change WHERE merchant = ? AND article_number = ?');
  const keep = db.prepare(`INSERT OR REPLACE INTO article_version
    SELECT merchant, ?, article_number, position, ean, document FROM article WHERE merchant = ? AND article_number = ?`);
  const activate = db.prepare(`INSERT INTO catalogue (merchant, revision, version) VALUES (?, unixepoch() * 1000, ?)
    ON CONFLICT DO UPDATE SET version = excluded.version, revision = max(revision + 1, excluded.revision)`);
  return {
    switchTo(merchant, version) {
      const collisions: ArticleCollision[] = [];
      for (const { article_number: article, base, here, there } of changes.all(version, merchant)) {
        if (there === base) {
          // The service has not changed it: the change of this shop goes on.
          keep.run(version, merchant, article);
          continue;
        }
        forget.run(merchant, article);
        if (there !== here) collisions.push({ article, base: read(base), here: JSON.parse(here), there: read(there) });
      }
      activate.run(merchant, version);
      return collisions;
    },
  };
}

/** The shop's own version of an article, sold although the catalogue of the service counts. */
function createChangesHere(db: Database): Pick<DownCatalogue, 'putBack'> {
  const exists = db.prepare<number>('SELECT 1 FROM article WHERE merchant = ? AND article_number = ?').pluck();
  // Marks the articles that the service sells now, whatever it sold when the case was opened.
  const mark =
    db.prepare(`INSERT INTO article_change SELECT c.merchant, a.article_number, (SELECT document FROM article_version v
      WHERE v.merchant = c.merchant AND v.version = c.version AND v.article_number = a.article_number)
    FROM article a JOIN catalogue c USING (merchant) WHERE a.merchant = ? AND a.article_number = ? AND c.version IS NOT NULL
    ON CONFLICT DO NOTHING`);
  const change = db.prepare('UPDATE article SET document = ? WHERE merchant = ? AND article_number = ?');
  const sell = db.prepare(`INSERT OR REPLACE INTO article_version
    SELECT a.merchant, c.version, a.article_number, a.position, a.ean, a.document FROM article a JOIN catalogue c USING (merchant)
    WHERE a.merchant = ? AND a.article_number = ? AND c.version IS NOT NULL`);
  return {
    putBack(merchant, article, document) {
      if (exists.get(merchant, article) === undefined) return false;
      mark.run(merchant, article);
      // The trigger of a change also raises the revision, by which screens notice it.
      change.run(JSON.stringify(document), merchant, article);
      sell.run(merchant, article);
      return true;
    },
  };
}

const read = (text: string | null) => (text === null ? null : JSON.parse(text));

function createCampaigns(db: Database): Pick<DownCatalogue, 'campaigns' | 'replaceCampaigns'> {
  const texts = db
    .prepare<string>("SELECT json_insert(definition, '$.id', id) FROM campaign WHERE merchant = ? ORDER BY position")
    .pluck();
  const remove = db.prepare('DELETE FROM campaign WHERE merchant = ?');
  const taken = db.prepare<number>('SELECT 1 FROM campaign WHERE id = ?').pluck();
  const add = db.prepare('INSERT INTO campaign (id, merchant, position, definition) VALUES (?, ?, ?, ?)');
  return {
    campaigns: merchant => `[${texts.all(merchant).join(',')}]`,
    replaceCampaigns(merchant, campaigns) {
      remove.run(merchant);
      for (const [index, { id, ...definition }] of campaigns.entries())
        add.run(
          taken.get(id) === undefined ? id : `${id}-${merchant}`,
          merchant,
          index + 1,
          JSON.stringify(definition),
        );
    },
  };
}
