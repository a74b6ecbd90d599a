/** The files that are made for clients of the API: `npm run api` writes them for the package, a checkout makes them at the first visit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Description } from '../../../http/docs/document/components.ts';
import { clientTypes } from './clientTypes.ts';
import type { ClientFile } from './names.ts';
import { pythonClient } from './pythonClient.ts';
import { javascriptClient, typescriptClient } from './typescriptClient.ts';

const sourceOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'assets', 'clients', name), 'utf8');

/** By the name below `dist/api`. */
export const clientFiles = {
  'types.d.ts': clientTypes,
  'typescript.ts': (description: Description) => typescriptClient(sourceOf('typescript.ts'), description),
  'typescript.js': async (description: Description) => javascriptClient(sourceOf('typescript.ts'), description),
  'python.py': async (description: Description) => pythonClient(sourceOf('python.py'), description),
} as const satisfies Readonly<Record<ClientFile, (description: Description) => Promise<string>>>;
