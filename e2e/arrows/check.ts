/** Part of `npm run check`: the arrows between the folders of the product, the picture of its districts, files too small to stand alone or with too much behind them, and comments that begin like a question. Exit code 1 on a defect. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { largeClosures } from './closures.ts';
import { wrongComments } from './comments.ts';
import { importsOf } from './imports.ts';
import { page, withPicture } from './picture.ts';
import { smallFiles } from './smallFiles.ts';
import { violations } from './violations.ts';

const root = join(import.meta.dirname, '..', '..');
const imports = importsOf(root);
const text = readFileSync(page, 'utf8');
const isDrawn = withPicture(text, imports) === text;
const found = [
  ...violations(imports),
  ...smallFiles(imports, root),
  ...largeClosures(imports),
  ...wrongComments(root),
  ...(isDrawn ? [] : ['docs/architecture.md shows other arrows than the imports: npm run picture draws it anew']),
];
for (const sentence of found) console.error(sentence);
console.log(found.length === 0 ? `${imports.length} imports, every arrow has its row` : `${found.length} defects`);
process.exitCode = found.length === 0 ? 0 : 1;
