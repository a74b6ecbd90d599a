/** What is published: a description that validates, errors, types and examples that are true. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll, startBridge, type TestBridge } from '../../bridge.fixture.ts';
import { errors } from '../../errors.ts';
import type { Description } from './components.ts';
import { type Example, examples } from './examples.ts';
import { typesOf } from './types.ts';

let bridge: TestBridge;
beforeAll(async () => {
  bridge = await startBridge();
});
afterAll(closeAll);

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(bridge.url + path, { headers });
  expect(answer.status, path).toBe(200);
  return answer.text();
};

describe('the description', () => {
  it('validates as OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors: wrong } = await validator.validate(JSON.parse(await read('/docs/json')));
    expect(wrong ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('names its shapes once, and every name leads somewhere', async () => {
    const text = await read('/docs/json');
    const { components } = JSON.parse(text) as { components: { schemas: Record<string, object> } };
    const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name ?? '');
    expect(new Set(names).size).toBeGreaterThan(10);
    for (const name of names) expect(components.schemas).toHaveProperty(name);
    expect(components.schemas).toHaveProperty('SmartTransaction');
  });

  it('tells nothing that needs a token and needs none itself', async () => {
    expect(await read('/docs')).toContain('swagger');
    expect(await read('/docs/json')).not.toContain('demo-secret');
  });
});

describe('the catalogue of errors', () => {
  it('holds every row of the table, as data', async () => {
    const catalogue = JSON.parse(await read('/docs/errors.json')) as { errors: { code: number }[] };
    expect(catalogue.errors.length).toBe(Object.keys(errors).length);
  });

  it.each([
    ['de', 'Die Zahlung wurde abgelehnt'],
    ['en', 'The payment was declined'],
  ])('is a page in %s', async (language, words) => {
    const page = await read('/docs/errors', { 'accept-language': language });
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(words);
  });
});

describe('the types', () => {
  it('are those of the description: after a change of a contract, run `npm run api`', async () => {
    const published = await read('/docs/types.d.ts');
    const description = JSON.parse(await read('/docs/json')) as Description;
    expect(published).toBe(readFileSync(join(import.meta.dirname, '../../../assets/api/types.d.ts'), 'utf8'));
    expect(published).toBe(await typesOf(description));
  });
});

describe('the examples', () => {
  it('all work, from top to bottom', async () => {
    const known = new Map<string, string>();
    for (const example of examples) {
      const answer = await send(example, known);
      expect(answer.status, `${example.folder}: ${example.name}: ${answer.text}`).toBe(200);
      for (const [variable, path] of Object.entries(example.saves ?? {}))
        known.set(variable, memberAt(answer.body, path));
    }
  });

  it('can be imported', async () => {
    const collection = JSON.parse(await read('/docs/examples.json')) as {
      item: { item: unknown[] }[];
      variable: unknown;
    };
    expect(collection.variable).toEqual([{ key: 'base', value: bridge.url }]);
    expect(collection.item.flatMap(({ item }) => item).length).toBe(examples.length);
  });
});

function send({ method, path, form, body }: Example, known: ReadonlyMap<string, string>) {
  const filled = path.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => known.get(name) ?? '');
  const [type, text] = form
    ? ['application/x-www-form-urlencoded', new URLSearchParams(form).toString()]
    : ['application/json', body === undefined ? undefined : fill(JSON.stringify(body), known)];
  return bridge.ask<unknown>(method, filled, {
    token: known.get('token') ?? null,
    ...(text === undefined ? {} : { body: text, headers: { 'content-type': type } }),
  });
}

const fill = (text: string, known: ReadonlyMap<string, string>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => known.get(name) ?? '');

const memberAt = (value: unknown, path: string): string =>
  String(path.split('.').reduce<unknown>((inside, name) => (inside as Record<string, unknown>)[name], value));
