/**
 * A backup is a folder: the files of a data directory, compressed and sealed where a passphrase was given, and `backup.json`,
 * which says what they are. The manifest is written last, so a folder with one is whole.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Static, Type } from 'typebox';
import { codeOf } from '../../files/refusal.ts';
import type { Backup } from '../../wire/backups.ts';
import { fits } from '../../world/contractCheck.ts';

export const MANIFEST = 'backup.json';

/** The manifest names no path: a file that it restores goes into the data directory and nowhere else. */
const Stored = Type.Object({
  name: Type.Enum(['tillbridge.db', 'tillbridge.mark', 'directory.json', 'secrets.key'], {
    description: 'in the data directory',
  }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'of the plain content' }),
});

export const Manifest = Type.Object({
  format: Type.Literal(1),
  made: Type.String({ description: 'ISO 8601, UTC' }),
  program: Type.String({ description: 'version that made it' }),
  schema: Type.Integer({ minimum: 1 }),
  directory: Type.Object({
    id: Type.String({ minLength: 1 }),
    purpose: Type.Enum(['demo', 'training', 'live']),
    made: Type.String(),
  }),
  commits: Type.Integer({ minimum: 0 }),
  sales: Type.Integer({ minimum: 0 }),
  receipt: Type.Integer({ minimum: 0, description: 'highest receipt number' }),
  salt: Type.Union([Type.String({ description: 'base64url, of the passphrase' }), Type.Null()]),
  files: Type.Array(Stored, { minItems: 2 }),
});
export type Manifest = Static<typeof Manifest>;
export type StoredFile = Static<typeof Stored>;

/** A backup that stands in a folder. */
export interface FoundBackup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Name of a file inside the folder of a backup. */
export const storedName = ({ name }: Pick<StoredFile, 'name'>, { salt }: Pick<Manifest, 'salt'>): string =>
  `${name}.gz${salt === null ? '' : '.sealed'}`;

/** A time that is none would end the rule by which backups go, and every file is there once. */
function isWhole({ made, files }: Manifest): boolean {
  const names = files.map(({ name }) => name);
  const isTime = TIME.test(made) && !Number.isNaN(Date.parse(made));
  return isTime && names.includes('tillbridge.db') && new Set(names).size === names.length;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The manifest of a folder, or null where it is no whole backup. Throws where the folder cannot be read. */
export function readManifest(folder: string): Manifest | null {
  try {
    const read: unknown = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
    return fits(Manifest, read) && isWhole(read) ? read : null;
  } catch (error) {
    if (error instanceof SyntaxError || ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error))) return null;
    throw error;
  }
}

const NAME = /^tillbridge-[0-9a-f]{8}-\d{4}-/;

/** The name of the folder: sorted by name, the backups of one directory stand in the order in which they were made. */
export const backupName = (directory: string, made: Date): string =>
  `tillbridge-${directory.slice(0, 8)}-${made.toISOString().replaceAll(':', '-').slice(0, 19)}Z`;

/** The whole backups of one data directory in a folder that several tills may share, oldest first. Throws where it cannot be read. */
export function backupsIn(to: string, directory: string): readonly FoundBackup[] {
  return readdirSync(to, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && NAME.test(entry.name) && !entry.name.endsWith(PARTIAL))
    .flatMap(({ name }) => {
      const manifest = readManifest(join(to, name));
      return manifest?.directory.id === directory ? [{ folder: join(to, name), manifest }] : [];
    })
    .sort((a, b) => a.manifest.made.localeCompare(b.manifest.made));
}

/** A folder that is being written. */
export const PARTIAL = '.partial';

/** A backup as the API and the command line show it. */
export const viewOf = ({ folder, manifest }: FoundBackup): Backup => ({
  name: basename(folder),
  made: manifest.made,
  program: manifest.program,
  sales: manifest.sales,
  receipt: manifest.receipt,
  bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
  sealed: manifest.salt !== null,
  has_key: manifest.files.some(({ name }) => name === 'secrets.key'),
});
