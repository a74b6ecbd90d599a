/** Part of `npm run check`: the arrows between the folders of the product. Exit code 1 when one is wrong. */
import { join } from 'node:path';
import { importsOf } from './imports.ts';
import { violations } from './violations.ts';

const imports = importsOf(join(import.meta.dirname, '..', '..'));
const found = violations(imports);
for (const sentence of found) console.error(sentence);
console.log(found.length === 0 ? `${imports.length} imports, every arrow has its row` : `${found.length} wrong arrows`);
process.exitCode = found.length === 0 ? 0 : 1;
