/** The version of this program. A file of its own, because the way to package.json depends on its place in the bundle. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
);

export const version = manifest.version;
