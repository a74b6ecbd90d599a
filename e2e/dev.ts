/**
 * `npm run dev`: the demo for people who change it. One address, behind which the builder's own server serves the screen from its
 * sources and hands everything else on to a bridge that starts again with each change of its own.
 */
import { spawn } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createServer } from 'vite';
import { freePort } from '../drivers/index.ts';

const root = join(import.meta.dirname, '..');
const screen = join(root, 'renderer');
const USAGE = `npm run dev -- [--port N] [options of "npm run headless"]
  The demo with its sources: a change of the screen shows at once, a change of the bridge starts it again.
  --port  the port of the address to open (8640)`;

const asked = process.argv.slice(2);
if (asked.some(option => option === '--help' || option === '-h')) {
  console.log(USAGE);
  process.exit(0);
}
const at = asked.indexOf('--port');
const [, port = '8640'] = at < 0 ? [] : asked.splice(at, 2);
/** One port for all starts of the bridge. */
const inner = await freePort(Number(port) + 1, new Set());

const server = await createServer({
  root: screen,
  configFile: join(root, 'vite.config.ts'),
  cacheDir: join(root, 'node_modules', '.cache', 'vite'),
  logLevel: 'warn',
  server: {
    host: '127.0.0.1',
    port: Number(port),
    strictPort: true,
    // The screen stands on shapes and rules of the bridge.
    fs: { allow: [root, dirname(realpathSync(join(root, 'node_modules', 'vite')))] },
    proxy: { '/': { target: `http://127.0.0.1:${inner}`, bypass: ({ url = '/' }) => pageOf(url) } },
  },
});
await server.listen();

/** Threads would report the files that they load among their own messages: folders are watched instead. */
const QUIET_THREADS = 'data:text/javascript,delete process.env.WATCH_REPORT_DEPENDENCIES';
const watched = [
  '--watch',
  '--watch-path=main',
  '--watch-path=drivers',
  '--watch-preserve-output',
  '--import',
  QUIET_THREADS,
];
const bridge = spawn(process.execPath, [...watched, 'main/headless.ts', '--demo', ...asked, '--port', String(inner)], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node') },
});
createInterface(bridge.stdout).on('line', line =>
  console.log(line.startsWith('tillbridge ready') ? `tillbridge ready http://127.0.0.1:${port}` : line),
);
bridge.on('exit', code => void server.close().finally(() => process.exit(code ?? 0)));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => bridge.kill(signal));

/** The file of the screen that this address shows; undefined: the bridge answers. */
function pageOf(url: string): string | undefined {
  const { pathname } = new URL(url, 'http://screen');
  if (pathname === '/display') return '/display.html';
  const isScreen = pathname === '/' || pathname.startsWith('/@') || isFile(pathname) || isFile(`public${pathname}`);
  return isScreen ? url : undefined;
}

function isFile(path: string): boolean {
  return statSync(join(screen, decodeURIComponent(path)), { throwIfNoEntry: false })?.isFile() ?? false;
}
