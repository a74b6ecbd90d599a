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
/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [entry, ...options] = process.argv.slice(2);

if (Number.parseInt(process.versions.node, 10) >= WANTED) await here();
else elsewhere(bundledNode() ?? refuse());

/** This Node will do: the program runs in this very process, so a signal reaches it directly. */
async function here() {
  if (process.env.TILLBRIDGE_WRAPPED) underWrapper();
  modules.enableCompileCache(join(root, 'node_modules', '.cache', 'node'));
  const file = resolve(root, entry);
  process.argv = [process.argv[0], file, ...options];
  const { buildPagesFor, builtProgram } = await import('./build.ts');
  await buildPagesFor(file, options, line => console.error(line));
  const built = builtProgram(file);
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

/** @returns {never} */
function refuse() {
  console.error(
    `Tillbridge needs Node ${WANTED} or newer; this is ${process.version}, and no Node for ${process.platform}-${process.arch} came with the packages: run "npm ci" with optional packages, or install Node ${WANTED}.`,
  );
  process.exit(2);
}

/**
 * The program takes the place of this process where the platform can do that (Node 22.15 and newer, not on Windows). Else
 * this process waits for it, hands signals and the exit code on, and the program ends with it.
 * @param {string} node
 */
function elsewhere(node) {
  if (typeof process.execve === 'function') {
    process.removeAllListeners('warning');
    process.execve(node, [node, ...process.argv.slice(1)], { ...process.env });
  }
  const env = { ...process.env, TILLBRIDGE_WRAPPED: '1' };
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
  for (const signal of SIGNALS) process.on(signal, () => child.connected && child.send({ signal }, () => {}));
  child.on('error', error => {
    console.error(`The program ${node} does not start (${error.message}).`);
    process.exit(2);
  });
  child.on('exit', (code, signal) => {
    for (const name of SIGNALS) process.removeAllListeners(name);
    if (signal) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
}

/**
 * A signal to the group reaches this process twice, by itself and through the one that waits for it, and must count once:
 * programs end in order at the first and at once at the second. Both ways are counted, and the longer count is the number of
 * signals that were sent, however late the other way is. The end of the one that waits is an end like any other, and none where
 * a signal came before it.
 */
function underWrapper() {
  delete process.env.TILLBRIDGE_WRAPPED;
  /** @typedef {Record<string, number>} Counts */
  /** @type {{ system: Counts, wrapper: Counts }} */
  const counts = { system: {}, wrapper: {} };
  /** @param {string} signal */
  const sent = signal => Math.max(counts.system[signal] ?? 0, counts.wrapper[signal] ?? 0);
  const { emit } = process;
  const ignored = () => {};
  /** @param {NodeJS.Signals} signal */
  const deliver = signal => {
    if (process.listenerCount(signal) > 1) return emit.call(process, signal, signal);
    // The program handles it nowhere, so it ends it, as if nobody listened here either.
    process.removeListener(signal, ignored);
    return process.kill(process.pid, signal);
  };
  /** @param {'system' | 'wrapper'} way @param {NodeJS.Signals} signal */
  const count = (way, signal) => {
    const before = sent(signal);
    counts[way][signal] = (counts[way][signal] ?? 0) + 1;
    return sent(signal) > before ? deliver(signal) : true;
  };
  // Node hands signals of the system to `process.emit` as it is when the first listener comes.
  process.emit = /** @type {typeof process.emit} */ (
    (/** @type {string} */ event, /** @type {unknown[]} */ ...args) => {
      const signal = SIGNALS.find(name => name === event);
      return signal ? count('system', signal) : Reflect.apply(emit, process, [event, ...args]);
    }
  );
  for (const signal of SIGNALS) process.on(signal, ignored);
  process.on('message', message => count('wrapper', /** @type {{ signal: NodeJS.Signals }} */ (message).signal));
  process.on('disconnect', () => {
    if (SIGNALS.every(signal => sent(signal) === 0)) deliver('SIGTERM');
  });
  process.channel?.unref();
}
