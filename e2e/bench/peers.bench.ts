/**
 * Goal 2 against servers that others use in a service's place: prism mocks our own description and stores nothing, json-server
 * writes its whole file without waiting for the disk. They are fetched from the npm registry by the first run, and kept in
 * the temporary directory; ours stores each sale before it answers.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../drivers/doubles/freePort.ts';
import { type Benchmark, duel, type Row, type RunOptions, row } from './frame.ts';
import { requestsPerSecond, tokenOf } from './load.ts';
import { builtBridge, type Running, startPeer, startServer } from './processes.ts';
import { sale } from './sale.ts';

const PACKAGES = { '@stoplight/prism-cli': '5.16.0', 'json-server': '0.17.4' } as const;
const path = '/api/v2/Smart/Transactions';
const body = JSON.stringify(sale);

interface Peer {
  readonly url: string;
  stop(): Promise<void>;
}

export const peers: Benchmark = {
  name: 'peers',
  async run(options) {
    options.say('fetching prism and json-server where they are not there yet');
    const packages = fetched();
    const directory = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
    const bridge = await startServer(...builtBridge(), '--port', '0', '--data', join(directory, 'data'), '--demo');
    const started: Peer[] = [];
    try {
      const token = await tokenOf(bridge.url);
      const prism = await startPrism(packages, directory, bridge);
      started.push(prism);
      const jsonServer = await startJsonServer(packages, directory);
      started.push(jsonServer);
      return [
        ...(await against(options, bridge, token, { name: 'prism, which stores nothing', url: prism.url + path })),
        ...(await against(options, bridge, token, { name: 'json-server, not flushed', url: jsonServer.url })),
      ];
    } finally {
      for (const one of [...started, bridge]) await one.stop();
      delete process.env.TILLBRIDGE_TERMINALS;
      rmSync(directory, { recursive: true });
    }
  },
};

/** The folder of their packages. */
function fetched(): string {
  const names = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  const folder = join(tmpdir(), `tillbridge-peers-${Object.values(PACKAGES).join('-')}`);
  if (existsSync(folder)) return join(folder, 'node_modules');
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished);
  writeFileSync(join(unfinished, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...names], {
    ...{ cwd: unfinished, stdio: ['ignore', 2, 2] },
  });
  renameSync(unfinished, folder);
  return join(folder, 'node_modules');
}

async function startPrism(packages: string, directory: string, { url }: Running): Promise<Peer> {
  const description = join(directory, 'openapi.json');
  writeFileSync(description, await (await fetch(`${url}/docs/json`)).text());
  const port = String(await freePort());
  const program = join(packages, '@stoplight', 'prism-cli', 'dist', 'index.js');
  return startPeer(
    program,
    `http://127.0.0.1:${port}`,
    'mock',
    '-p',
    port,
    '-h',
    '127.0.0.1',
    '-v',
    'error',
    description,
  );
}

async function startJsonServer(packages: string, directory: string): Promise<Peer> {
  const file = join(directory, 'sales.json');
  writeFileSync(file, '{"sales":[]}');
  const port = String(await freePort());
  const program = join(packages, 'json-server', 'lib', 'cli', 'bin.js');
  return startPeer(program, `http://127.0.0.1:${port}/sales`, '--port', port, '--quiet', file);
}

async function against(
  { rounds, duration, say }: RunOptions,
  bridge: Running,
  token: string,
  { name, url }: { readonly name: string; readonly url: string },
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const connections of [1, 10]) {
    say(`creating, ${connections} at once, against ${name}`);
    const side = (address: string) => ({
      measure: () => requestsPerSecond({ url: address, connections, duration, token, body }),
    });
    const quantity = `create against ${name.split(',')[0]}, ${connections === 1 ? '1 connection' : `${connections} connections`}`;
    const about = { goal: '2', quantity, unit: '1/s', against: name };
    rows.push(row(about, await duel(rounds, side(url), side(bridge.url + path)), { atLeast: 1.2 }));
  }
  return rows;
}
