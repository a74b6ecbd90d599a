/** Faults of the keys of the HTTP API, one changed line each. Only a cash register notices them. */
import type { Mutation } from './mutations.ts';

const file = 'main/api/idempotency.ts';

const of = (name: string, text: string, by: string): Mutation => ({
  ...{ name: `keys: ${name}`, file, text, by, counter: 'register' },
});

export const registerMutations: readonly Mutation[] = [
  of(
    'a kept answer is not given again',
    'const known = keys.find(key.client, key.key);',
    "const known = keys.find(key.client, '');",
  ),
  of(
    'a repeat does not wait for the request under way',
    'const other = book.running.get(nameOf(key));',
    "const other = book.running.get('');",
  ),
  of('the key is not written together with the change', '      keys.changed(key, changed);', '      void changed;'),
  of(
    'a kept answer is not brought up to date',
    '  if (!body) return answer;',
    '  if (body !== undefined) return answer;',
  ),
  of(
    'only another result brings an answer up to date',
    '  return JSON.stringify([result, final, paid]);',
    '  return JSON.stringify([result, final === paid]);',
  ),
];
