/** Exports that are cut: by a restart of PostgreSQL, or by readers that do not read. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noPostgres } from '../../database/cluster.fixture.ts';
import type { OfficeDatabase } from '../../database/officeDatabase.ts';
import { createPartitions } from '../../database/partitions.ts';
import { usePostgres } from '../../database/postgres.fixture.ts';
import { merchant, openTestOffice, stores } from '../../office.fixture.ts';
import { hashPassword } from '../../people/passwords.ts';
import { buildOfficeServer } from '../server.ts';

const RUN = join(import.meta.dirname, '..', '..', '..', 'run.mjs');
const DAY = '2026-11-20';
/** More than all buffers between the database and a reader hold. */
const RECORDS = 15_000;
const LENGTH = 2000;
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function startOffice(address: string, data: string): Promise<{ child: ChildProcess; url: string }> {
  const options = ['--port', '0', '--data', data, '--database', address];
  const child = spawn(process.execPath, [RUN, 'main/office/serve.ts', ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout! }))
    if (line.startsWith('backoffice ready ')) return { child, url: line.slice('backoffice ready '.length) };
  throw new Error('the back office ended before it was ready');
}

/** A person who sees everything, and records that fill an export. */
async function fill(database: OfficeDatabase): Promise<void> {
  await database.query(
    "INSERT INTO person (id, merchant, username, name, role, password_hash) VALUES ('USR_1', $1, 'chain', 'Chain', 'chain', $2)",
    [merchant, await hashPassword('chain-password')],
  );
  await createPartitions(database).require([DAY]);
  await database.query(
    `INSERT INTO document (store, business_day, till, epoch, sequence, kind, event, object, at, received, hash, figures, record)
     SELECT $1, $2::date, 'TIL_1', 1, n, 'sale', 'closed', 'STX_' || n, now(), now(), '', true, json_build_object('text', repeat('x', ${LENGTH}))::text
       FROM generate_series(1, ${RECORDS}) AS n`,
    [stores.first, DAY],
  );
}

async function tokenOf(url: string): Promise<string> {
  const body = new URLSearchParams({ username: 'chain', password: 'chain-password' });
  const answer = await fetch(`${url}/office/v1/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const PATH = `/office/v1/exports/documents.jsonl?from=${DAY}&to=${DAY}`;
const exported = (url: string, token: string) =>
  fetch(`${url}${PATH}`, { headers: { authorization: `Bearer ${token}` } });

/** A reader that takes the head of an answer and no more. */
function stalledReader(url: string, token: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return new Promise(done =>
    socket.once('readable', () => {
      expect(String(socket.read(12))).toBe('HTTP/1.1 200');
      done(socket);
    }),
  );
}

describe.skipIf(noPostgres !== null)('an export', () => {
  const cluster = usePostgres();

  it('ends with the connection when PostgreSQL restarts, and goes on behind its cut when the program was killed', async () => {
    const address = cluster.database();
    const { database, data } = await openTestOffice(address);
    await fill(database);
    await database.close();
    const { child, url } = await startOffice(address, data);
    const token = await tokenOf(url);
    try {
      for (let round = 0; round < (process.env.LONG ? 3 : 2); round += 1) {
        const running = await exported(url, token);
        const reader = running.body!.getReader();
        expect((await reader.read()).done).toBe(false);
        if (round > 0) cluster.restart();
        else {
          cluster.stop();
          const refused = await exported(url, token);
          expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
          cluster.start();
        }
        await expect(readAll(reader)).rejects.toThrow();
        expect((await fetch(`${url}/healthz`)).status).toBe(200);
        expect(child.exitCode).toBeNull();
      }
      const whole = await (await exported(url, token)).text();
      expect(whole.trimEnd().split('\n')).toHaveLength(RECORDS);

      // The program is killed in the middle: the next one goes on behind what the reader has.
      const cut = await exported(url, token);
      const reader = cut.body!.getReader();
      const pieces: Uint8Array[] = [];
      for (let held = 0; held < 1_000_000; held += pieces.at(-1)!.length) pieces.push((await reader.read()).value!);
      child.kill('SIGKILL');
      const next = () => reader.read().catch(() => null);
      for (let piece = await next(); piece?.value; piece = await next()) pieces.push(piece.value);
      const have = Buffer.concat(pieces);
      expect(have.length).toBeLessThan(whole.length);
      const again = await startOffice(address, data);
      const headers = { authorization: `Bearer ${token}`, 'if-match': cut.headers.get('etag') ?? '' };
      const behind = await fetch(`${again.url}${PATH}&skip=${have.length}`, { headers });
      expect(behind.status).toBe(200);
      const both = Buffer.concat([have, Buffer.from(await behind.arrayBuffer())]);
      expect(both.equals(Buffer.from(whole))).toBe(true);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  }, 300_000);

  it('that nobody reads is cut off, and makes room for others', async () => {
    const office = await openTestOffice(cluster.database());
    await fill(office.database);
    const app = await buildOfficeServer({ ...office, settings: { ...office.settings, exportReadWithin: 1000 } });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const token = await tokenOf(url);
    try {
      const readers = await Promise.all([1, 2, 3].map(() => stalledReader(url, token)));
      expect((await exported(url, token)).status).toBe(429);
      const answer = await vi.waitFor(
        async () => {
          const next = await exported(url, token);
          expect(next.status).toBe(200);
          return next;
        },
        { timeout: 20_000, interval: 200 },
      );
      const whole = await answer.text();
      expect(whole.trimEnd().split('\n')).toHaveLength(RECORDS);
      for (const reader of readers) reader.destroy();
    } finally {
      await app.close();
      await office.database.close();
      rmSync(office.data, { recursive: true, force: true });
    }
  }, 300_000);
});

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}
