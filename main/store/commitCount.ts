/** The count of the commits of a database, in itself and in the mark beside it: a start compares the two and finds a loss. */
import type Sqlite from 'better-sqlite3';
import { codeOf, isDamage, isUnwritable } from '../files/refusal.ts';
import { isRestored, type MarkedLink, openMark } from './commitMark.ts';
import { CommitClock, type CommitTimes } from './commitTimes.ts';
import type { DirectoryIdentity } from './directory.ts';
import type { CommitObserver } from './groupCommit.ts';
import { QUEUE_HOME } from './replace.ts';
import type { Risks } from './risks.ts';

interface Counting {
  readonly times: () => CommitTimes;
  readonly observer: CommitObserver;
  linkAdded(): void;
  close(): void;
}

/** For a database that is opened by a tool. */
export const NOT_COUNTED: Counting = {
  times: () => new CommitClock().times(),
  observer: { jobsDone: () => undefined, committed: () => undefined, failed: () => undefined },
  linkAdded: () => undefined,
  close: () => undefined,
};

/** The database counts its own commits, and the mark beside it follows: a start compares the two. */
export function countCommits(
  sqlite: Sqlite.Database,
  { id, purpose, made }: DirectoryIdentity,
  { folder, risks, now }: { readonly folder: string; readonly risks: Risks; now(): number },
): Counting {
  sqlite
    .prepare('UPDATE commit_mark SET directory = ?, purpose = ?, made = ? WHERE directory IS NOT ?')
    .run(id, purpose, made, id);
  // Before the mark is written anew: nobody could see afterwards that the files were put here.
  if (isRestored(folder)) forgetHome(sqlite);
  const set = sqlite.prepare<[number]>('UPDATE commit_mark SET commits = ?');
  const newest = sqlite.prepare<[], LinkRow>(NEWEST_LINK);
  let commits = sqlite.prepare<[], number>('SELECT commits FROM commit_mark').pluck().get() ?? 0;
  let link = linkOf(newest.get());
  const changes = sqlite.prepare<[], number>('SELECT total_changes()').pluck();
  let seen = changes.get() ?? 0;
  let isChanged = false;
  let isLinkNew = false;
  let hasFailed = false;
  const clock = new CommitClock();
  const file = openMark(folder, error => {
    if (error === null) risks.clear('markUnwritable');
    else risks.raise('markUnwritable', codeOf(error));
  });
  const write = () => file.write({ directory: id, commits, at: now(), link, clean: false });
  write();
  return {
    times: () => clock.times(),
    linkAdded() {
      isLinkNew = true;
    },
    close: file.close,
    observer: {
      // Set, not added to: what a failed commit counted does not count.
      jobsDone() {
        const now = changes.get() ?? 0;
        isChanged = now !== seen;
        if (isChanged) set.run(commits + 1);
        // The count itself is one change more.
        seen = isChanged ? now + 1 : now;
        clock.begin();
      },
      committed() {
        if (!isChanged) return;
        clock.end();
        commits += 1;
        if (isLinkNew) link = linkOf(newest.get());
        isLinkNew = false;
        write();
        if (hasFailed) risks.clear('unwritable');
        hasFailed = false;
      },
      failed(error) {
        if (isDamage(error)) risks.raise('damaged', codeOf(error));
        if (!isUnwritable(error)) return;
        hasFailed = true;
        risks.raise('unwritable', codeOf(error));
      },
    },
  };
}

/** The next start finds itself in another place than the one before, so that every till begins a new epoch (`queueEpochs.ts`). */
const forgetHome = (sqlite: Sqlite.Database): void =>
  void sqlite.prepare(`UPDATE setting SET value = 'restored' WHERE key = '${QUEUE_HOME}'`).run();

const NEWEST_LINK = `SELECT chain, number, hash, sale, json_extract(facts, '$.receipt_number') AS receipt
  FROM sale_link ORDER BY seq DESC LIMIT 1`;

type LinkRow = MarkedLink;

const linkOf = (row: LinkRow | undefined): MarkedLink | null => row ?? null;
