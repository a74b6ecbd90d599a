/** The examples as a collection that HTTP clients import (Postman format 2.1). */
import { type Example, examples } from './examples.ts';

export function exampleCollection(base: string): object {
  const folders = Map.groupBy(examples, ({ folder }) => folder);
  return {
    info: {
      name: 'Tillbridge',
      description: 'Flows of the local API with the demo data. Run the requests of a folder from top to bottom.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [{ key: 'base', value: base }],
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    item: Array.from(folders, ([name, item]) => ({ name, item: item.map(requestOf) })),
  };
}

function requestOf({ name, method, path, form, body, saves = {} }: Example): object {
  return {
    name,
    event:
      Object.keys(saves).length > 0
        ? [{ listen: 'test', script: { type: 'text/javascript', exec: script(saves) } }]
        : [],
    request: {
      method,
      url: `{{base}}${path}`,
      ...(path === '/oauth/token' ? { auth: { type: 'noauth' } } : {}),
      header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      ...(form ? { body: { mode: 'urlencoded', urlencoded: pairs(form) } } : {}),
      ...(body === undefined ? {} : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
    },
  };
}

const script = (saves: Readonly<Record<string, string>>) => [
  'const answer = pm.response.json();',
  ...Object.entries(saves).map(([variable, path]) => `pm.collectionVariables.set('${variable}', ${memberOf(path)});`),
];

/** `data.0.id` → `answer['data']['0']['id']`. */
const memberOf = (path: string) => ['answer', ...path.split('.').map(name => `['${name}']`)].join('');

const pairs = (form: Readonly<Record<string, string>>) =>
  Object.entries(form).map(([key, value]) => ({ key, value, type: 'text' }));
