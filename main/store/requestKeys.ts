/** Keys that clients gave their requests, with what came of each. */
import type { Clock } from '../world/clock.ts';
import type { ObjectChange } from '../world/requestContext.ts';
import type { Vault } from '../world/vault.ts';
import type { Database } from './database.ts';

export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface RequestKey {
  readonly client: string;
  readonly key: string;
  /** Hash of method, path and body: the same key for something else is a mistake. */
  readonly fingerprint: string;
  /** Time of the request by `RequestKeys.now`. */
  readonly at: number;
}

export interface KnownKey {
  readonly fingerprint: string;
  /** The changes of the request, in order. */
  readonly changes: readonly ObjectChange[];
  /** Null when the bridge ended before it had answered. */
  readonly answer: KeptAnswer | null;
}

export interface RequestKeys {
  /** Ms since 1970, by a clock that nobody sets: a request is not carried out twice because somebody has set that of the machine. */
  now(): number;
  /** Null when the key is new, or so old that it is forgotten. */
  find(client: string, key: string): KnownKey | null;
  // The rest is for use inside a job.
  /** In the commit of the change itself, so that nobody can do it twice. */
  changed(key: RequestKey, changes: readonly ObjectChange[]): void;
  answered(key: RequestKey, answer: KeptAnswer): void;
  prune(): void;
}

/** How long a key is remembered, ms. */
export const KEY_LIFE = 24 * 3_600_000;

interface Row {
  readonly fingerprint: string;
  readonly changes: string;
  readonly status: number | null;
  readonly headers: string | null;
  readonly body: Buffer | null;
}

/** A clock that deviates by more than this from the time that has passed was set, ms. */
const SET = 60_000;

export function createRequestKeys(db: Database, clock: Clock): RequestKeys {
  const byKey = db.prepare<Row>(
    'SELECT fingerprint, changes, status, headers, body FROM request_key WHERE client = ? AND key = ? AND at > ?',
  );
  const change = db.prepare(`INSERT INTO request_key (client, key, fingerprint, at, changes)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, at = excluded.at, changes = excluded.changes,
      status = NULL, headers = NULL, body = NULL`);
  const answer = db.prepare(`INSERT INTO request_key (client, key, fingerprint, at, changes, status, headers, body)
    VALUES (?, ?, ?, ?, '[]', ?, ?, ?)
    ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, at = excluded.at, status = excluded.status,
      headers = excluded.headers, body = excluded.body`);
  const remove = db.prepare('DELETE FROM request_key WHERE at <= ?');
  const shift = db.prepare('UPDATE request_key SET at = at + ?');
  const mend = db.prepare('UPDATE request_key SET at = ? WHERE at > ?');
  let begun = clock.now() - clock.elapsed();
  const now = () => Math.round(begun + clock.elapsed());

  return {
    now,
    find(client, key) {
      const row = byKey.get(client, key, now() - KEY_LIFE);
      return row ? known(row, db.vault) : null;
    },
    changed: ({ client, key, fingerprint, at }, changes) =>
      void change.run(client, key, fingerprint, at, JSON.stringify(changes)),
    answered: ({ client, key, fingerprint, at }, { status, headers, body }) =>
      void answer.run(client, key, fingerprint, at, status, JSON.stringify(headers), db.vault.sealBytes(body)),
    prune() {
      const setBy = clock.now() - now();
      remove.run(now() - KEY_LIFE);
      // A clock that ran ahead may have written some before this start.
      mend.run(now(), now() + SET);
      if (Math.abs(setBy) <= SET) return;
      shift.run(setBy);
      db.afterCommit(() => {
        begun += setBy;
      });
    },
  };
}

const known = ({ fingerprint, changes, status, headers, body }: Row, vault: Vault): KnownKey => ({
  fingerprint,
  changes: JSON.parse(changes),
  answer:
    status === null
      ? null
      : { status, headers: JSON.parse(headers ?? '{}'), body: body ? vault.openBytes(body) : Buffer.alloc(0) },
});
