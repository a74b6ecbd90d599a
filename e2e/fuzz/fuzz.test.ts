/** Random requests against every operation of the published description: nothing breaks, nothing leaks, nothing is lost. */
import { afterAll, expect, it } from 'vitest';
import { type Answer, type Client, closeAll, startBridge, type TestBridge } from '../../main/doubles/bridge.fixture.ts';
import { errors } from '../../main/world/errors.ts';
import { randomFrom } from './random.ts';
import { type Operation, operationsOf, type RandomRequest, randomRequest } from './requests.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (process.env.LONG ? 900 : 450));
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);

afterAll(closeAll);

/** Parts of the bridge that end it, start it anew, close it to the merchant or answer for ever. */
const LEFT_OUT = /^\/bridge\/v1\/(events|control|session)|^\/docs|^\/metrics|\/(terminate|trace\/events)$/;

it(`${REQUESTS} random requests (seed ${SEED})`, { timeout: 60_000 + REQUESTS * 100 }, async () => {
  const bridge = await startBridge();
  const client = await bridge.client();
  const operations = await readOperations(bridge);
  expect(operations.length).toBeGreaterThan(220);
  const random = randomFrom(SEED);
  const kept = await seedObjects(client);
  const ids = [...kept];
  const tally = new Map<string, number>();
  const wrong = new Map<string, string>();
  for (let count = 0; count < REQUESTS; count += 1) {
    const operation = random.pick(operations);
    const request = randomRequest(random, operation, ids);
    const answer = await send(client, request).catch((mismatch: Error) => mismatch);
    const complaint = answer instanceof Error ? answer.message : complaintOf(answer, request);
    if (complaint !== null) wrong.set(`${operation.method} ${operation.path}`, `${written(request)} → ${complaint}`);
    if (answer instanceof Error) continue;
    remember(ids, answer);
    const group = `${Math.floor(answer.status / 100)}xx`;
    tally.set(group, (tally.get(group) ?? 0) + 1);
  }
  expect(wrong.size, [...wrong.values()].join('\n')).toBe(0);
  // A run in which nothing succeeds, or nothing is refused, would prove little.
  expect(tally.get('2xx') ?? 0).toBeGreaterThan(REQUESTS / 20);
  expect(tally.get('5xx') ?? 0).toBeGreaterThan(0);
  await nothingLost(bridge, client, kept);
});

async function readOperations(bridge: TestBridge): Promise<readonly Operation[]> {
  const description = await fetch(`${bridge.url}/docs/json`);
  return operationsOf((await description.json()) as Parameters<typeof operationsOf>[0]).filter(
    ({ path }) => !LEFT_OUT.test(path),
  );
}

async function seedObjects(client: Client): Promise<readonly string[]> {
  const sales = [];
  for (let count = 0; count < 5; count += 1) {
    const sale = await client.create({
      basket: { products: [{ desc: 'Ware', quantity: 1, priceOne: 100 + count, tax: 19 }] },
    });
    sales.push(sale.id);
  }
  await client.post(`/${sales[0]}/start/cash`);
  return sales;
}

function send(client: Client, { method, path, headers, body }: RandomRequest): Promise<Answer<unknown>> {
  return client.ask(method, path, { headers, ...(body === undefined ? {} : { body }) });
}

const NAMED = new Set(Object.values(errors).map(entry => `${entry.http} ${entry.error} ${entry.code}`));

const written = ({ method, path, body }: RandomRequest) => `${method} ${path} ${body?.slice(0, 600) ?? ''}`;

/** The fault of an answer that fits the description, or null. */
function complaintOf({ status, text, body }: Answer<unknown>, { path }: RandomRequest): string | null {
  const shown = `${status} ${text.slice(0, 300)}`;
  if (/\n\s+at .+:\d+:\d+|node_modules|SQLITE_/.test(text)) return `shows the inside: ${shown}`;
  if (status < 400 || !path.startsWith('/api/v2')) return null;
  const { error, code } = (body ?? {}) as { error?: string; code?: number };
  if (code === errors.internal.code) return `failed inside: ${shown}`;
  return NAMED.has(`${status} ${error} ${code}`) ? null : `is not in the error table: ${shown}`;
}

/** Ids met in answers lead further requests to real objects. */
function remember(ids: string[], { status, text }: Answer<unknown>) {
  if (status !== 200) return;
  for (const id of new Set(text.match(/\b[A-Z]{3}_[A-Z0-9]{30}\b/g))) {
    if (ids.length < 400) ids.push(id);
    else ids[ids.length % 300] = id;
  }
}

async function nothingLost(bridge: TestBridge, client: Client, kept: readonly string[]) {
  for (const id of kept) expect((await client.read(id)).id).toBe(id);
  expect(bridge.rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(bridge.rows('PRAGMA foreign_key_check')).toEqual([]);
  const { count } = (await client.ask<{ count: number }>('GET', '/api/v2/Smart/Transactions?count=1')).body;
  expect(
    bridge.rows<{ n: number }>(
      'SELECT count(*) AS n FROM smart_transaction WHERE merchant = (SELECT merchant FROM client WHERE id = ?)',
      'demo-client',
    )[0]?.n,
  ).toBe(count);
  const again = await bridge.restart();
  for (const id of kept) expect((await (await again.client()).read(id)).id).toBe(id);
}
