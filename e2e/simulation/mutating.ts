/** `node --import` this, and the product is loaded with one line changed: the mutation is in the environment. The files stay as they are. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

/** One change of one file of the product. `text` is there exactly once. */
export interface Change {
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

const ROOT = join(import.meta.dirname, '..', '..');
/** The change as JSON. */
const MUTATION = 'SIMULATED_MUTATION';

/** Gives the changed text. Throws where the product has changed since: a mutation that changes nothing would prove nothing. */
export function mutated({ file, text, by }: Change): string {
  const before = readFileSync(join(ROOT, file), 'utf8');
  if (before.split(text).length !== 2) throw new Error(`the text of a mutation is not there exactly once in ${file}`);
  return before.replace(text, () => by);
}

/** The findings of the simulation with this change; null: with the product as it is. */
export async function simulateMutated(change: Change | null, options: readonly string[]): Promise<string> {
  const hook = change ? ['--import', pathToFileURL(import.meta.filename).href] : [];
  const child = spawn(process.execPath, [...hook, 'main/run.mjs', 'e2e/simulation/simulate.ts', ...options], {
    cwd: ROOT,
    env: { ...process.env, ...(change ? { [MUTATION]: JSON.stringify(change) } : {}) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text(child.stdout);
}

const given = process.env[MUTATION];
if (given) {
  const change = JSON.parse(given) as Change;
  const address = pathToFileURL(join(ROOT, change.file)).href;
  const source = mutated(change);
  registerHooks({
    load: (url, context, next) =>
      url === address ? { format: 'module-typescript', source, shortCircuit: true } : next(url, context),
  });
}
