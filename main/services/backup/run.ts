/** One run of the backups: makes one, then removes those that it supersedes. */
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { Backup, Backups } from '../../wire/backups.ts';
import { type BackupOrder, makeBackup } from './make.ts';
import { backupsIn, viewOf } from './manifest.ts';
import { superseded } from './retention.ts';

export interface BackupRun extends Omit<BackupOrder, 'now'> {
  readonly keep: Backups['keep'];
  /** ms since 1970 */
  readonly now: number;
}

export interface BackupRunResult {
  readonly made: Backup;
  /** Names of the folders that went. */
  readonly removed: readonly string[];
}

/** Nothing is removed unless the new backup was read back. Throws `DatabaseRefusal`. */
export async function runBackup({ keep, ...order }: BackupRun): Promise<BackupRunResult> {
  const made = await makeBackup({ ...order, now: new Date(order.now) });
  const all = backupsIn(order.to, made.manifest.directory.id);
  const removed = superseded(all, order.now, keep);
  for (const { folder } of removed) rmSync(folder, { recursive: true, force: true });
  return { made: viewOf(made), removed: removed.map(({ folder }) => basename(folder)) };
}
