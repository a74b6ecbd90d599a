/**
 * `npm start`: the demo, or the shop once one has been set up, in the desktop window where one can be had, otherwise
 * without, saying why.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildScreenIfStale } from './build/screens.ts';
import { buildDesktopIfStale, builtProgram } from './build.ts';
import { type Choice, chooseHost } from './start/chooseHost.ts';
import { chooseShop } from './start/chooseShop.ts';
import { runDesktop } from './start/desktop.ts';
import { electronBinary, electronInstaller, fetchElectron } from './start/electronBinary.ts';
import { shellOptions } from './start/shellOptions.ts';
import { usage, wantsHelp } from './world/commandLine.ts';
import { readPlace } from './world/configReading.ts';

const root = join(import.meta.dirname, '..');
const electron = join(root, 'node_modules', 'electron');
const SHOP = '--shop';
const asked = process.argv.slice(2);
const given = asked.filter(option => option !== SHOP);
const say = (line: string) => console.error(line);

const DOES = `The desktop window, or the bridge alone where there is none: the demo, or the shop once one has been set up.
  --kiosk        fills the screen and keeps it awake
  --shop         sets up a shop of your own, in the directory of --data`;

const stop = new AbortController();
const end = () => stop.abort();
process.on('SIGINT', end).on('SIGTERM', end);

if (wantsHelp(given)) {
  console.log(usage('npm start', DOES));
  process.exit(0);
}
const chosen = await shopOptions();
const options = [...chosen, ...given];
// The screen is built by another process meanwhile.
await Promise.all([buildScreenIfStale(say), history()]);
const because = await window(choose());
process.off('SIGINT', end).off('SIGTERM', end);
if (stop.signal.aborted) process.exit();
if (because !== null) {
  say(`No window, because ${because}; open the address in a browser.`);
  process.argv = [...process.argv.slice(0, 2), ...options.filter(option => option !== '--kiosk')];
  const built = builtProgram(join(import.meta.dirname, 'headless.ts'));
  await import(built === null ? './headless.ts' : pathToFileURL(built).href);
}

/** Wrong options end the program here, before anything is built or opened. */
async function shopOptions(): Promise<readonly string[]> {
  try {
    // The switches of the window are not for the bridge.
    const place = readPlace(shellOptions(['', ...given], true).bridge, process.env);
    const { options: begun, line } = chooseShop(place, asked.includes(SHOP));
    say(line);
    if (begun.length > 0) say('For a shop of your own: npm start -- --shop');
    return begun;
  } catch (error) {
    process.exit((await import('./startRefusal.ts')).explain(error));
  }
}

/** The weeks behind a demo that nobody asked for by name. Prepared here, so that the window opens what is there already. */
async function history(): Promise<void> {
  if (chosen.length === 0) return;
  try {
    const config = readPlace(shellOptions(['', ...options], true).bridge, process.env);
    await (await import('./demoHistory.ts')).prepareHistory(config, say);
  } catch (error) {
    process.exit((await import('./startRefusal.ts')).explain(error));
  }
}

function choose(): Choice {
  return chooseHost({
    platform: process.platform,
    environment: process.env,
    runsAsRoot: process.platform === 'linux' && process.getuid?.() === 0,
    binary: electronBinary(electron, process.env),
    installer: electronInstaller(electron),
  });
}

/** Opens the window and waits for its end; gives the reason where there is no window to be had. */
async function window(choice: Choice): Promise<string | null> {
  if (stop.signal.aborted) return null;
  if (choice.host === 'headless') return choice.because;
  if (choice.host === 'fetch') {
    const failure = await fetchElectron(choice.installer, { signal: stop.signal, silence: 20_000, every: 500, say });
    const binary = electronBinary(electron, process.env);
    return binary === null ? (failure ?? 'Electron is not where it should be') : window({ host: 'desktop', binary });
  }
  await buildDesktopIfStale(say);
  if (!existsSync(join(root, 'dist', 'electron', 'app.js'))) return 'the desktop shell is not built';
  const ended = await runDesktop(choice.binary, [root, ...options], stop.signal, line => console.log(line));
  if (ended.kind === 'neverReady') return ended.because;
  process.exitCode = ended.code;
  return null;
}
