/** A copy of a data directory becomes a directory of its own. Of demos only: their copies are no restored shops. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { markFile, openMark, readMark } from './commitMark.ts';
import { readDirectory, writeDurably } from './directory.ts';
import { DIRECTORY_FILES } from './directoryFiles.ts';
import { QUEUE_HOME } from './replace.ts';

/** Settings that the next start makes anew, as a first start does. */
const MADE_AT_THE_START = ['installation', QUEUE_HOME];

/**
 * Gives the directory another id, in its file, its database and its mark, and takes the name of its installation. Nobody may have it
 * open. Throws where the directory is not that of a demo.
 */
export function renewIdentity(directory: string, made: Date): void {
  const before = readDirectory(directory);
  const mark = readMark(directory);
  if (before?.purpose !== 'demo' || !mark) throw new Error(`${directory} is not the directory of a demo`);
  const identity = { id: randomUUID(), made: made.toISOString(), purpose: before.purpose };
  const sqlite = new Sqlite(join(directory, DIRECTORY_FILES.database));
  try {
    sqlite.transaction(() => {
      sqlite.prepare('UPDATE commit_mark SET directory = ?, made = ?').run(identity.id, identity.made);
      const forget = sqlite.prepare('DELETE FROM setting WHERE key = ?');
      for (const key of MADE_AT_THE_START) forget.run(key);
    })();
  } finally {
    sqlite.close();
  }
  writeDurably(join(directory, DIRECTORY_FILES.identity), `${JSON.stringify({ ...identity, database: true })}\n`);
  rmSync(markFile(directory));
  const file = openMark(directory, error => {
    if (error) throw error;
  });
  file.write({ ...mark, directory: identity.id });
  file.close();
}
