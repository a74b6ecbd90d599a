/** Our check of contracts says what the library says, for every contract there is and values of every kind. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { Config } from './config.ts';
import { fits, withDefaults } from './contractCheck.ts';

type Contract = Record<string, unknown>;

const WORDS = new Set([
  ...['type', 'const', 'enum', 'anyOf', 'properties', 'required', 'patternProperties', 'additionalProperties'],
  ...['minProperties', 'maxProperties', 'items', 'additionalItems', 'minItems', 'maxItems', 'uniqueItems', 'minLength'],
  ...['maxLength', 'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'multipleOf'],
  // They describe.
  ...['description', 'title', 'examples', 'default', 'deprecated', 'x-extensible-enum'],
]);

const SAMPLES: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 1e9, 1e16, Number.NaN, '', ' ', 'a', 'abc', 'EUR', '12', '123456', '10:30'],
  ...['2026-11-29', '2026-02-30', '2026-11-29T10:30:00Z', 'a@b.example', 'https://a.example/x', 'ü😀', 'x'.repeat(300)],
  ...[[], [1], [1, 1], [1, 2, 3], ['a'], [{}], [null], {}, { a: 1 }, { constructor: 1 }, { type: 'x' }, { id: 'a' }],
];

const wire = join(import.meta.dirname, '..', 'wire');

async function contracts(): Promise<readonly Contract[]> {
  const found = new Set<Contract>();
  const add = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || found.has(part as Contract)) return;
    const contract = part as Contract;
    found.add(contract);
    for (const name of ['properties', 'patternProperties']) Object.values(contract[name] ?? {}).forEach(add);
    for (const name of ['items', 'anyOf', 'additionalProperties']) [contract[name]].flat().forEach(add);
  };
  for (const file of globSync('**/*.ts', { cwd: wire }).filter(name => !name.endsWith('.test.ts')))
    for (const value of Object.values((await import(join(wire, file))) as Record<string, unknown>))
      if (typeof value === 'object' && value !== null && '~kind' in value) add(value);
  add(Config);
  return [...found];
}

/** A right value where the library can make one, and neighbours of it. */
function valuesFor(contract: Contract): readonly unknown[] {
  const right: unknown[] = [...((contract.examples as unknown[]) ?? []), ...((contract.enum as unknown[]) ?? [])];
  try {
    right.push(Value.Create(contract as never));
  } catch {
    // A pattern or a format, for which the library knows no value.
  }
  const objects = right.filter(one => typeof one === 'object' && one !== null && !Array.isArray(one)) as Contract[];
  const near = objects.flatMap(object => [
    { ...object, surplus: 1 },
    ...Object.keys(object).flatMap(name => {
      const { [name]: _, ...rest } = object;
      return [rest, ...[null, 'a', -1, [], {}].map(value => ({ ...object, [name]: value }))];
    }),
  ]);
  return [...SAMPLES, ...right, ...near];
}

it('knows every word of a contract, and decides as the library does', async () => {
  const all = await contracts();
  expect(all.length).toBeGreaterThan(1000);
  expect(new Set(all.flatMap(Object.keys).filter(word => !WORDS.has(word)))).toEqual(new Set());
  const differences: unknown[] = [];
  let right = 0;
  for (const contract of all)
    for (const value of valuesFor(contract)) {
      const wanted = Value.Check(contract as never, value);
      if (wanted) right += 1;
      if (fits(contract as never, value) !== wanted) differences.push({ contract, value, wanted });
    }
  expect(differences.slice(0, 3)).toEqual([]);
  expect(right).toBeGreaterThan(all.length);
});

it('fills in defaults as the library does', () => {
  const given = [
    {},
    { mail: { smtp: { host: 'mail.example' } }, tips: { ask: true } },
    { terminals: [{ protocol: 'zvt', connection: { type: 'tcp', host: '127.0.0.1', port: 1 } }] },
    { upstream: { address: 'https://up.example', clientId: 'a' }, backoffice: { address: 'https://office.example' } },
    { scanner: 5, documents: null },
  ];
  for (const settings of given)
    expect(withDefaults(Config, settings)).toEqual(Value.Default(Config, structuredClone(settings)));
  const choice = Type.Union([
    Type.Object({ kind: Type.Literal('a'), size: Type.Integer({ default: 1 }) }),
    Type.Null(),
  ]);
  expect(withDefaults(choice, { kind: 'a' })).toEqual({ kind: 'a', size: 1 });
});
