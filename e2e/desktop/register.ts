/** `node --import`: whoever asks for `electron` gets its twin. */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const twin = pathToFileURL(join(import.meta.dirname, 'electron.ts')).href;

registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url: twin, shortCircuit: true } : next(name, context)),
});
