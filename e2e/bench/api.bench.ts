/** Goals 1 to 4: create durably, read one, list the newest, each against its floor. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type Benchmark, duel, type Row, type RunOptions, row } from './frame.ts';
import { requestsPerSecond, tokenOf } from './load.ts';
import { builtBridge, runForNumber, startServer } from './processes.ts';
import { sale } from './sale.ts';

const here = import.meta.dirname;
const path = '/api/v2/Smart/Transactions';

const SALE = JSON.stringify(sale);

export const api: Benchmark = {
  name: 'api',
  async run(options) {
    const directory = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
    const bridge = await startServer(...builtBridge(), '--port', '0', '--data', join(directory, 'data'), '--demo');
    try {
      const token = await tokenOf(bridge.url);
      return [
        ...(await reads(options, bridge.url, token, directory)),
        ...(await writes(options, bridge.url, token, directory)),
      ];
    } finally {
      await bridge.stop();
      rmSync(directory, { recursive: true });
    }
  },
};

async function writes(
  { rounds, duration, say }: RunOptions,
  url: string,
  token: string,
  directory: string,
): Promise<readonly Row[]> {
  const loop = {
    measure: () =>
      runForNumber(join(here, 'floors', 'insertLoop.ts'), join(directory, 'floor.db'), SALE, String(duration)),
  };
  const bare = await startServer(join(here, 'floors', 'insertServer.ts'), join(directory, 'server.db'));
  const rows = await startServer(join(here, 'floors', 'rowServer.ts'), copyOf(directory));
  const at = (target: string, connections: number) => ({
    measure: () => requestsPerSecond({ url: target, connections, duration, token, body: SALE }),
  });
  const create = (connections: number) => at(url + path, connections);
  const quantity = (connections: string) => `create, durable, ${connections}`;
  try {
    say('creating Smart Transactions');
    const [one, ten] = [await duel(rounds, loop, create(1)), await duel(rounds, loop, create(10))];
    say('the same against a server that inserts and does nothing else');
    const bareOne = await duel(rounds, at(bare.url, 1), create(1));
    const bareTen = await duel(rounds, at(bare.url, 10), create(10));
    say('the same against the framework and the row of a sale, without any rule');
    const rowsTen = await duel(rounds, at(`${rows.url}/create`, 10), create(10));
    const about = { unit: '1/s', against: 'insert loop, WAL FULL' };
    const served = { unit: '1/s', against: 'bare server, same insert' };
    const framed = { unit: '1/s', against: 'fastify, same row and indexes, no rules' };
    return [
      row({ goal: '1', quantity: quantity('1 connection'), ...about }, one, { atLeast: 0.5 }),
      row({ goal: '2', quantity: quantity('10 connections'), ...about }, ten, { atLeast: 1.5 }),
      row({ goal: '1', quantity: quantity('1 connection, over HTTP'), ...served }, bareOne, { atLeast: 0.5 }),
      row({ goal: '2', quantity: quantity('10 connections, over HTTP'), ...served }, bareTen, { atLeast: 0.5 }),
      row({ goal: '2', quantity: quantity('10 connections, its rules'), ...framed }, rowsTen, { atLeast: 0.7 }),
    ];
  } finally {
    await bare.stop();
    await rows.stop();
  }
}

/** The tables of the bridge with its sales so far, in a file of their own. */
function copyOf(directory: string): string {
  const copy = join(directory, 'rows.db');
  const tables = new Sqlite(join(directory, 'data', 'tillbridge.db'), { readonly: true });
  tables.prepare('VACUUM INTO ?').run(copy);
  tables.close();
  return copy;
}

async function reads(
  { rounds, duration, say }: RunOptions,
  url: string,
  token: string,
  directory: string,
): Promise<readonly Row[]> {
  say('filling 1,000 Smart Transactions');
  const ids = await fill(url, token, 1000);
  const list = await get(`${url}${path}?count=1000`, token);
  const file = join(directory, 'documents.json');
  writeFileSync(file, JSON.stringify(list.data));
  const floor = await startServer(join(here, 'floors', 'memoryServer.ts'), file);
  try {
    const load = (target: string) => ({
      measure: () => requestsPerSecond({ url: target, connections: 10, duration, token }),
    });
    say('reading one, listing twenty');
    const one = await duel(rounds, load(`${floor.url}/one/${ids[500]}`), load(`${url}${path}/${ids[500]}`));
    const page = await duel(rounds, load(`${floor.url}/list`), load(`${url}${path}?count=20`));
    const about = { unit: '1/s', against: 'fastify with schema, from memory' };
    return [
      row({ goal: '3', quantity: 'read one, 10 connections', ...about }, one, { atLeast: 0.7 }),
      row({ goal: '4', quantity: 'list newest 20 of 1,000', ...about }, page, { atLeast: 1.3 }),
    ];
  } finally {
    await floor.stop();
  }
}

async function fill(url: string, token: string, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: SALE });
    ids.push(((await answer.json()) as { id: string }).id);
  }
  return ids;
}

async function get(url: string, token: string): Promise<{ data: unknown[] }> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as { data: unknown[] };
}
