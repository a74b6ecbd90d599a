/** The names of operations are promised to stay: clients have methods of these names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { closeAll, startBridge } from '../../../doubles/bridge.fixture.ts';
import { openBooks } from '../../../office/reports/books.fixture.ts';

const office = openBooks();
afterAll(closeAll);

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;

async function namesOf(url: string): Promise<readonly string[]> {
  const { paths } = (await (await fetch(`${url}/docs/json`)).json()) as { paths: Paths };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, one]) => `${one.operationId} ${method.toUpperCase()} ${path}`),
  );
}

const recorded = (name: string) =>
  readFileSync(join(import.meta.dirname, name), 'utf8')
    .split('\n')
    .filter(line => line !== '');

it.each([
  ['the bridge', 'operationIds.txt', async () => (await startBridge()).url],
  ['the back office', 'officeOperationIds.txt', async () => office.url],
])('the operations of %s have the names that were promised; a new one is added to %s', async (_host, file, urlOf) => {
  const names = await namesOf(await urlOf());
  const ids = names.map(line => line.split(' ')[0] ?? '');
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]{2,45}$/);
  expect(names.toSorted()).toEqual(recorded(file));
});
