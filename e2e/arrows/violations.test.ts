/** The check of the arrows finds what it is for. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closureOf } from './closures.ts';
import { commentOpenings } from './comments.ts';
import { districtOf } from './districts.ts';
import { retiredWords } from './names.ts';
import { folderOf, violations } from './violations.ts';

const one = (from: string, to: string) => violations([{ from, to, loads: true }]);

it('finds the longest folder that has a row', () => {
  expect(folderOf('main/sale/loyaltyCard.ts')).toBe('main/sale');
  expect(folderOf('main/checkout/flow.ts')).toBe('main/checkout');
  expect(folderOf('main/bridge.ts')).toBe('main');
  expect(folderOf('drivers/index.ts')).toBe('drivers/index.ts');
  expect(folderOf('react')).toBe(null);
});

it('lets through what a row names', () => {
  expect(one('main/checkout/flow.ts', 'main/sale/loyaltyCard.ts')).toEqual([]);
  expect(one('main/domain/a.ts', 'main/domain/b.ts')).toEqual([]);
});

it.each([
  ['upwards', 'main/domain/a.ts', 'main/store/b.ts'],
  ['sideways', 'main/terminal/payment/a.ts', 'main/checkout/acquirer/b.ts'],
  ['to a fixture', 'main/api/a.ts', 'main/doubles/bridge.fixture.ts'],
  ['to a package that has one place', 'main/api/a.ts', 'better-sqlite3'],
  ['past the door of the drivers', 'main/api/a.ts', 'drivers/masking/issuers.ts'],
  ['from a driver to the bridge', 'drivers/zvt/a.ts', 'main/world/b.ts'],
  ['to the simulation of money', 'main/bridge.ts', 'main/sandbox/sandbox.ts'],
])('names an arrow %s', (_, from, to) => {
  expect(one(from, to).join()).toContain(`${from} imports ${to}`);
});

it('names a circle of files, types counted', () => {
  const round = ['a', 'b', 'c'].map((name, index, all) => ({
    from: `main/domain/${name}.ts`,
    to: `main/domain/${all[(index + 1) % all.length]}.ts`,
    loads: false,
  }));
  expect(violations(round)).toEqual([expect.stringContaining('a circle of imports')]);
});

it('names a circle of rooms although no file is in a circle', () => {
  const round = [
    { from: 'main/checkout/a.ts', to: 'main/sale/b.ts', loads: true },
    { from: 'main/sale/c.ts', to: 'main/checkout/d.ts', loads: true },
  ];
  expect(violations(round)).toContainEqual('a circle of imports: main/checkout → main/sale');
});

it('names a circle of whole folders although no room is in a circle', () => {
  const round = [
    { from: 'main/terminal/setup/a.ts', to: 'main/services/push/b.ts', loads: false },
    { from: 'main/services/auth/c.ts', to: 'main/terminal/payment/d.ts', loads: true },
  ];
  expect(violations(round)).toContainEqual('a circle of imports: main/terminal → main/services');
});

it('names a circle of districts although no room is in a circle', () => {
  const round = [
    { from: 'main/queue/a.ts', to: 'main/sale/b.ts', loads: true },
    { from: 'main/cash/c.ts', to: 'main/batch/d.ts', loads: true },
  ];
  expect(violations(round)).toContainEqual('a circle of imports: beyond → counter');
});

it.each([
  ['main/bridge.ts', 'entry'],
  ['main/setupCommand.ts', 'entry'],
  ['main/setup/setupPlan.ts', 'shop'],
  ['main/unheardOf', null],
  ['main/unheardOf/a.ts', null],
  ['react', null],
])('puts %s into the district %s', (file, district) => {
  expect(districtOf(file)).toBe(district);
});

it('names a comment that begins like a question, in every form of comment', () => {
  const text = [
    '/** What it says. */',
    '// Whoever asks',
    'const a = "// What";',
    '/*',
    ' * When it ends.',
    ' */',
    '// Whatsoever',
  ];
  expect(commentOpenings('a.ts', text.join('\n')).map(sentence => sentence.split(': ')[0])).toEqual([
    'a.ts:1',
    'a.ts:2',
    'a.ts:4',
  ]);
});

it('finds retired words in names, and leaves text, comments and the names of the wire alone', () => {
  const text = 'const lastHeard = row.last_heard; // told\nfunction wishesOf({ told }: Deed) { return NO_WISH; }';
  expect(retiredWords('a.ts', text).toSorted()).toEqual(['Deed', 'NO_WISH', 'lastHeard', 'told', 'told', 'wishesOf']);
});

it('counts what a file loads, with and without types', () => {
  const chain = [
    { from: 'a.ts', to: 'b.ts', loads: true },
    { from: 'b.ts', to: 'a.ts', loads: true },
    { from: 'b.ts', to: 'c.ts', loads: false },
    { from: 'b.ts', to: 'fastify', loads: true },
  ];
  expect([...closureOf(chain, 'a.ts')]).toEqual(['a.ts', 'b.ts']);
  expect([...closureOf(chain, 'a.ts', true)]).toEqual(['a.ts', 'b.ts', 'c.ts']);
});

it('refuses in the bridge and its drivers every name that a page has and Node has not', () => {
  const root = join(import.meta.dirname, '..', '..');
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const [declared = ''] = globSync('node_modules/@typescript/*/lib/lib.dom.d.ts', { cwd: root });
  const names = [...read(declared).matchAll(/^declare (?:var|function|const) (?!on)([a-z]\w*)/gm)].map(
    ([, name]) => name!,
  );
  const { overrides } = JSON.parse(read('biome.json')) as {
    readonly overrides: readonly { readonly linter: unknown }[];
  };
  const denied = JSON.stringify(overrides);
  expect(names).toContain('document');
  expect(names.filter(name => !(name in globalThis) && !denied.includes(`"${name}":`))).toEqual([]);
});
