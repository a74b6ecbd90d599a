/** Detects at the start that data is missing, from the mark beside the database and the count inside it. */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CommitMark } from './commitMark.ts';
import { type DirectoryIdentity, hadDatabase, readDirectory } from './directory.ts';
import { DIRECTORY_FILES } from './directoryFiles.ts';
import type { RiskKind } from './risks.ts';

/** The row `commit_mark`. */
export interface Stored {
  readonly directory: string | null;
  readonly purpose: string | null;
  readonly made: string | null;
  readonly commits: number;
}

export interface Loss {
  readonly kind: RiskKind & ('behind' | 'foreign');
  readonly details: string;
}

/** Null where nothing is missing. `stored` null: the database is older than the count of commits. */
export function findLoss(identity: DirectoryIdentity, mark: CommitMark | null, stored: Stored | null): Loss | null {
  const owner = stored?.directory ?? null;
  if (owner !== null && owner !== identity.id)
    return { kind: 'foreign', details: `the database is of the directory ${owner}, this one is ${identity.id}` };
  // A mark that was copied here from elsewhere says nothing about this database.
  if (!mark || mark.directory !== identity.id) return null;
  const commits = stored?.commits ?? 0;
  if (commits >= mark.commits) return null;
  return {
    kind: 'behind',
    details: `${mark.commits - commits} of ${mark.commits} confirmed changes are missing; ${lastOf(mark)}`,
  };
}

/** The database counts its commits, and no mark says how many were confirmed: a loss would show nowhere. */
export const isMarkGone = (identity: DirectoryIdentity, mark: CommitMark | null, stored: Stored | null): boolean =>
  mark === null && stored?.directory === identity.id && stored.commits > 0;

export const markGoneSentence = (directory: string): string =>
  `the mark ${join(directory, DIRECTORY_FILES.mark)} is gone or cannot be read, so nobody can say whether confirmed changes are missing`;

/** The sentence for a database that is not there any more; `mark` null: the mark is gone, too. */
export const goneSentence = (directory: string, mark: CommitMark | null): string =>
  `The database of ${directory} is gone${mark ? `: ${mark.commits} changes had been confirmed; ${lastOf(mark)}` : ', and the mark beside it, so that nobody can say how much had been confirmed'}. Put back the latest backup of the whole directory, or begin with an empty database by "npm run data -- accept-loss --data ${directory}".`;

/**
 * Was a database here that is gone now? Its mark says so, or, where both are gone, the file of the directory. A demo or training
 * without both begins anew: whoever deletes them wants that.
 */
export function isGone(directory: string, mark: CommitMark | null): boolean {
  if (mark && mark.commits > 0) return true;
  return readDirectory(directory)?.purpose === 'live' && hadDatabase(directory);
}

function lastOf({ at, link }: CommitMark): string {
  const last = `the last one was at ${new Date(at).toISOString()}`;
  if (!link) return last;
  const receipt = link.receipt === null ? '' : ` (receipt ${link.receipt})`;
  return `${last}, the last closed sale ${link.sale}${receipt}`;
}

const KEPT = [DIRECTORY_FILES.log, 'tillbridge.db-shm', DIRECTORY_FILES.mark];

/** Before a loss is accepted: what somebody could still find something in. Gives the folder. */
export function keepEvidence(directory: string, now: Date): string {
  const folder = join(directory, `lost-${now.toISOString().replace(/[:.]/g, '-')}`);
  mkdirSync(folder, { recursive: true, mode: 0o770 });
  for (const name of KEPT)
    if (existsSync(join(directory, name))) copyFileSync(join(directory, name), join(folder, name));
  return folder;
}
