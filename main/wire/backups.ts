/** Backups of the data directory: `GET` and `POST /bridge/v1/backups`. */
import { type Static, Type } from 'typebox';

export const Backup = Type.Object({
  name: Type.String({ description: 'of its folder' }),
  made: Type.String({ description: 'ISO 8601' }),
  program: Type.String({ description: 'version that made it' }),
  sales: Type.Integer({ description: 'closed sales in it' }),
  receipt: Type.Integer({ description: 'highest receipt number in it, 0 for none' }),
  bytes: Type.Integer({ description: 'of the files when they are unpacked' }),
  sealed: Type.Boolean({ description: 'encrypted with a passphrase' }),
  has_key: Type.Boolean({ description: 'false: the key of the secrets has to be kept elsewhere' }),
});
export type Backup = Static<typeof Backup>;

/** Reasons for which no backup was made; each has its own words on the screen. */
export const BACKUP_PROBLEMS = ['placeMissing', 'placeUnwritable', 'placeLies', 'noRoom', 'damaged', 'other'] as const;
export type BackupProblem = (typeof BACKUP_PROBLEMS)[number];

export const Backups = Type.Object({
  to: Type.Union([Type.String({ description: 'folder on a disk or share' }), Type.Null()], {
    description: 'null: no place is set, nothing is backed up',
  }),
  at: Type.Union([Type.String(), Type.Null()], {
    description: 'HH:MM of every day, local time; null: only when asked',
  }),
  next: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601, when the next one is due' }),
  keep: Type.Object(
    {
      days: Type.Integer({ description: 'the newest of so many days stays' }),
      weeks: Type.Integer({ description: 'the newest of so many weeks stays' }),
      months: Type.Integer({ description: 'the newest of so many months stays' }),
    },
    { description: 'of how many days, weeks and months the newest one stays' },
  ),
  running: Type.Boolean({ description: 'a backup is being made now' }),
  last: Type.Union([Backup, Type.Null()], { description: 'the newest one that was read back' }),
  problem: Type.Union(
    [
      Type.Object({
        at: Type.String({ description: 'ISO 8601' }),
        kind: Type.Enum([...BACKUP_PROBLEMS], { description: 'reason in one word' }),
        text: Type.String({ description: 'reason for whoever looks after the till' }),
      }),
      Type.Null(),
    ],
    {
      description: 'why the run after it failed; null: it did not',
    },
  ),
});
export type Backups = Static<typeof Backups>;
