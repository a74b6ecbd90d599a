/** The OpenAPI page of the back office: valid, whole, and no place where secrets or session checks are missing. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { openBooks } from '../../reports/books.fixture.ts';

const books = openBooks();
type Operations = Readonly<Record<string, Readonly<Record<string, { summary?: string; security?: unknown[] }>>>>;
const description = async () => (await (await fetch(`${books.url}/docs/json`)).json()) as { paths: Operations };

it('is a valid description', async () => {
  const { valid, errors } = await new Validator().validate((await description()) as never);
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

it('is shown as a page', async () => {
  const page = await fetch(`${books.url}/docs`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
});

it('every operation for people has a summary, and wants a session unless it says otherwise', async () => {
  const { paths } = await description();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  const people = operations.filter(({ path }) =>
    /^\/office\/v1\/(me|people|audit|sales|stores|tills|bridges|gaps|refused|reports|exports)/.test(path),
  );
  expect(people.length).toBeGreaterThan(20);
  for (const { path, method, summary, security } of people) {
    expect([path, summary]).toEqual([path, expect.any(String)]);
    expect([path, security]).toEqual([path, undefined]);
    const address = `${books.url}${path.replace(/\{\w+\}/g, 'x')}`;
    const headers = method === 'get' ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(address, {
      method: method.toUpperCase(),
      headers,
      ...(method === 'get' ? {} : { body: '{}' }),
    });
    expect([method, path, answer.status]).toEqual([method, path, 401]);
  }
});
