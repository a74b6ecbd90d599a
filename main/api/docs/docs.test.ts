/** The published documents: the description, errors, types, and examples that work. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTypesIfStale } from '../../build.ts';
import { closeAll, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { errorsPage } from '../../http/docs/errorCatalogue.ts';
import { errors } from '../../world/errors.ts';
import { type Example, examples } from './examples.ts';

const root = join(import.meta.dirname, '..', '..', '..');

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
  it('is made beside the loop: calls are answered while it is made, and it is made once', async () => {
    let made = false;
    // Nothing else asks for this text, which a process makes once.
    const yaml = fetch(`${bridge.url}/docs/yaml`).then(async answer => {
      made = true;
      return answer.text();
    });
    let answered = 0;
    while (!made) {
      expect((await bridge.ask('GET', '/healthz')).status).toBe(200);
      answered += 1;
    }
    // Making it imports two hundred modules and describes three hundred operations; on the loop a handful comes between.
    expect(answered).toBeGreaterThan(20);
    expect(await (await fetch(`${bridge.url}/docs/yaml`)).text()).toBe(await yaml);
    expect((await yaml).slice(0, 14)).toBe('openapi: 3.1.0');
  });

  it('names its shapes once, and every name leads somewhere', async () => {
    const text = await read('/docs/json');
    const { components } = JSON.parse(text) as { components: { schemas: Record<string, object> } };
    const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name ?? '');
    expect(new Set(names).size).toBeGreaterThan(10);
    for (const name of names) expect(components.schemas).toHaveProperty(name);
    expect(components.schemas).toHaveProperty('SmartTransaction');
  });

  it('begins with signing in and sales, and ends with the tools of those who test', async () => {
    const { tags, paths } = JSON.parse(await read('/docs/json')) as {
      tags: { name: string }[];
      paths: Record<string, Record<string, { tags?: string[] }>>;
    };
    const names = tags.map(({ name }) => name);
    expect([names.slice(0, 2), names.at(-1)]).toEqual([['Authentication', 'Smart Transactions'], 'Control']);
    const used = new Set(Object.values(paths).flatMap(path => Object.values(path).flatMap(one => one.tags ?? [])));
    expect(names.toSorted()).toEqual([...used].toSorted());
    expect(Object.keys(paths)[0]).toBe('/oauth/token');
  });

  it.each([
    ['post', '/bridge/v1/till/abort', null],
    ['post', '/api/v2/Smart/Transactions/{id}/abort', null],
    ['post', '/bridge/v1/till/answer', 'question'],
    ['post', '/bridge/v1/till/late', 'keep'],
    ['post', '/bridge/v1/transactions/{id}/verdict', 'paid'],
  ])('says of %s %s what it does, and shows what to send', async (method, path, member) => {
    const { paths } = JSON.parse(await read('/docs/json')) as {
      paths: Record<string, Record<string, { description?: string; requestBody?: object }>>;
    };
    const operation = paths[path]?.[method];
    expect(operation?.description?.length).toBeGreaterThan(100);
    if (member) expect(JSON.stringify(operation?.requestBody)).toMatch(new RegExp(`"examples?":.*"${member}"`));
  });

  it('says of 500 that it may be a mistake of the request, and of no range of statuses', async () => {
    const { paths, components } = JSON.parse(await read('/docs/json')) as {
      paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>;
      components: { responses: Record<string, { description: string }> };
    };
    const operations = Object.values(paths).flatMap(methods => Object.values(methods));
    for (const { responses } of operations)
      for (const status of Object.keys(responses)) expect(status).toMatch(/^[2-5]\d\d$/);
    const [name = ''] = paths['/api/v2/Smart/Transactions']?.post?.responses[500]?.$ref?.split('/').slice(-1) ?? [];
    expect(components.responses[name]?.description).toMatch(/fault "client": the request is not valid/);
    expect(errors.badInput.fault).toBe('client');
    expect([errors.internal.fault, errors.storage.fault]).toEqual(['server', 'server']);
  });

  it('tells nothing that needs a token and needs none itself', async () => {
    expect(await read('/docs')).toContain('swagger');
    expect(await read('/docs/json')).not.toContain('demo-secret');
  });
});

it('the links of the description lead somewhere', async () => {
  const { info } = JSON.parse(await read('/docs/json')) as { info: { description: string } };
  const links = [...info.description.matchAll(/\]\((\S+?)\)/g)].map(([, link]) => link ?? '');
  expect(links.length).toBeGreaterThan(4);
  for (const link of links) expect((await read(link)).length).toBeGreaterThan(1000);
});

describe('the catalogue of errors', () => {
  it('holds every row of the table, as data', async () => {
    const catalogue = JSON.parse(await read('/docs/errors.json')) as { errors: { code: number }[] };
    expect(catalogue.errors.length).toBe(Object.keys(errors).length);
  });

  it.each([
    ['de', 'Abgelehnt. Es wurde'],
    ['en', 'Declined. No money'],
  ])('is a page in %s', async (language, words) => {
    const page = await read('/docs/errors', { 'accept-language': language });
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(words);
  });

  it('is a page that is made entry by entry, so that a till goes on meanwhile', async () => {
    let turns = 0;
    let isMade = false;
    const count = () => {
      turns += 1;
      if (!isMade) setImmediate(count);
    };
    setImmediate(count);
    await errorsPage('de', '');
    isMade = true;
    expect(turns).toBeGreaterThanOrEqual(Object.keys(errors).length);
  });
});

interface Published {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

describe('the types', () => {
  it('are made from the description: every named shape, and body and answer of every operation', async () => {
    const types = await read('/docs/types.d.ts');
    const { components, paths } = JSON.parse(await read('/docs/json')) as Published;
    // The compiler of types begins every name with a capital letter.
    for (const name of Object.keys(components.schemas))
      expect(types).toMatch(new RegExp(`^export (interface|type) ${name} `, 'im'));
    for (const [path, operations] of Object.entries(paths))
      for (const method of Object.keys(operations)) expect(types).toContain(`'${method.toUpperCase()} ${path}': {`);
  });

  it('are built for the package as they are served', async () => {
    await buildTypesIfStale(line => console.error(line));
    expect(readFileSync(join(root, 'dist', 'api', 'types.d.ts'), 'utf8')).toBe(await read('/docs/types.d.ts'));
  });
});

describe('the examples', () => {
  const known = new Map<string, string>();

  it.each([...new Set(examples.map(({ folder }) => folder))])('of "%s" work, after those before them', async folder => {
    for (const example of examples.filter(one => one.folder === folder)) {
      const answer = await send(example, known);
      expect(answer.status, `${example.folder}: ${example.name}: ${answer.text}`).toBe(200);
      for (const [variable, path] of Object.entries(example.saves ?? {}))
        known.set(variable, memberAt(answer.body, path));
    }
  });

  it('can be imported', async () => {
    const collection = JSON.parse(await read('/docs/examples.json')) as {
      item: Item[];
      variable: unknown;
    };
    expect(collection.variable).toEqual([{ key: 'base', value: bridge.url }]);
    expect(collection.item.flatMap(({ item }) => item).length).toBe(examples.length);
    for (const line of scriptsOf(collection.item)) expect(() => new Function('pm', line)).not.toThrow();
  });
});

interface Item {
  readonly item: readonly { readonly event: readonly { readonly script: { readonly exec: readonly string[] } }[] }[];
}

/** The scripts that a client runs after a request, to keep parts of its answer. */
const scriptsOf = (folders: readonly Item[]): readonly string[] =>
  folders.flatMap(({ item }) => item.flatMap(({ event }) => event.map(({ script }) => script.exec.join('\n'))));

function send({ method, path, form, body }: Example, known: ReadonlyMap<string, string>) {
  const [type, text] = form
    ? ['application/x-www-form-urlencoded', formText(form, known)]
    : ['application/json', body === undefined ? undefined : fill(JSON.stringify(body), known)];
  return bridge.ask<unknown>(method, fill(path, known), {
    token: known.get('token') ?? null,
    ...(text === undefined ? {} : { body: text, headers: { 'content-type': type } }),
  });
}

const formText = (form: Readonly<Record<string, string>>, known: ReadonlyMap<string, string>) =>
  new URLSearchParams(
    Object.entries(form).map(([name, value]): [string, string] => [name, fill(value, known)]),
  ).toString();

const fill = (text: string, known: ReadonlyMap<string, string>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    expect(known.has(name), `{{${name}}}`).toBe(true);
    return known.get(name) ?? '';
  });

const memberAt = (value: unknown, path: string): string =>
  String(path.split('.').reduce<unknown>((inside, name) => (inside as Record<string, unknown>)[name], value));
