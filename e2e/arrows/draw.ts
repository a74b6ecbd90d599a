/** `npm run picture`: draws the districts in docs/architecture.md anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf } from './imports.ts';
import { page, withPicture } from './picture.ts';

const imports = importsOf(join(import.meta.dirname, '..', '..'));
writeFileSync(page, withPicture(readFileSync(page, 'utf8'), imports));
