// Starts a program of this project on the Node it brings along, whatever Node the system has.
// Plain JavaScript that old Node versions can read, because they are the ones that get here.
//
//   node main/run.mjs main/headless.ts --port 0
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const WANTED = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [entry, ...options] = process.argv.slice(2);

if (Number.parseInt(process.versions.node, 10) >= WANTED) await here();
else elsewhere(bundledNode());

/** This Node will do: the program runs in this very process, so a signal reaches it directly. */
async function here() {
  modules.enableCompileCache(join(root, 'node_modules', '.cache', 'node'));
  const file = resolve(root, entry);
  process.argv = [process.argv[0], file, ...options];
  const built = entry === 'main/headless.ts' ? (await import('./build.ts')).builtBridge() : null;
  await import(pathToFileURL(built ?? file).href);
  // Written now and not at the end: a till is often just switched off.
  modules.flushCompileCache();
}

function bundledNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  const file = join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', binary);
  return existsSync(file) ? file : null;
}

/** @param {string | null} node */
function elsewhere(node) {
  if (!node) {
    console.error(
      `Tillbridge needs Node ${WANTED} or newer; this is ${process.version}, and no Node for ${process.platform}-${process.arch} came with the packages: run "npm ci" with optional packages, or install Node ${WANTED}.`,
    );
    process.exit(2);
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code ?? 1)));
}
