/** Counts the commits in a write-ahead log of SQLite, from outside (file format: sqlite.org/fileformat2.html, chapter 4). */
import { readFileSync } from 'node:fs';

const HEADER = 32;
const FRAME_HEADER = 24;

/** Frames of the log's present generation that end a commit. */
export function commitsIn(file: string): number {
  const log = readFileSync(file);
  const frame = FRAME_HEADER + log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let commits = 0;
  for (let at = HEADER; at + frame <= log.length; at += frame) {
    if (!log.subarray(at + 8, at + 16).equals(salt)) break; // left over from before the last checkpoint
    if (log.readUInt32BE(at + 4) > 0) commits += 1; // the size of the database after this commit
  }
  return commits;
}
