/** The secrets that sign the pushes of each client of the API, sealed. After a rotation the old ones sign beside the new one until their end. */
import type { Database } from './database.ts';

export interface PushSecretSpan {
  /** ms since 1970 */
  readonly since: number;
  /** Null: the newest one, which has no end. */
  readonly until: number | null;
}

export interface PushSecrets {
  /** Secrets that sign now, newest first; `client` null: of every client of the merchant. */
  signing(merchant: string, client: string | null): readonly string[];
  /** Newest first, without the secrets themselves. */
  spans(merchant: string, client: string): readonly PushSecretSpan[];
  // The rest is for use inside a job.
  /** `overlap`: how long the secrets before it go on signing, ms; each keeps an end that comes earlier. */
  rotate(merchant: string, client: string, secret: string, overlap: number): void;
  /** Pushes are signed no more. */
  end(merchant: string, client: string): void;
  /** Forgets secrets that sign no more. */
  prune(): void;
}

/** A header of signatures stays short, however often somebody rotates and however many clients there are. */
const MOST = 8;

export function createPushSecrets(db: Database, now: () => number): PushSecrets {
  const good = 'merchant = ? AND (until IS NULL OR until > ?)';
  const ofClient = db
    .prepare<string>(`SELECT secret FROM push_secret WHERE ${good} AND client = ? ORDER BY number DESC LIMIT ${MOST}`)
    .pluck();
  const ofAll = db
    .prepare<string>(
      `SELECT secret FROM push_secret WHERE ${good} ORDER BY until IS NOT NULL, number DESC LIMIT ${MOST}`,
    )
    .pluck();
  const spans = db.prepare<PushSecretSpan>(
    `SELECT since, until FROM push_secret WHERE ${good} AND client = ? ORDER BY number DESC LIMIT ${MOST}`,
  );
  const insert = db.prepare('INSERT INTO push_secret (merchant, client, secret, since) VALUES (?, ?, ?, ?)');
  const bound = db.prepare('UPDATE push_secret SET until = min(ifnull(until, ?), ?) WHERE merchant = ? AND client = ?');
  const end = db.prepare('DELETE FROM push_secret WHERE merchant = ? AND client = ?');
  const prune = db.prepare('DELETE FROM push_secret WHERE until <= ?');
  return {
    signing(merchant, client) {
      const found = client === null ? ofAll.all(merchant, now()) : ofClient.all(merchant, now(), client);
      return found.map(secret => db.vault.open(secret));
    },
    spans: (merchant, client) => spans.all(merchant, now(), client),
    rotate(merchant, client, secret, overlap) {
      const at = now();
      bound.run(at + overlap, at + overlap, merchant, client);
      prune.run(at);
      insert.run(merchant, client, db.vault.seal(secret), at);
    },
    end: (merchant, client) => void end.run(merchant, client),
    prune: () => void prune.run(now()),
  };
}
