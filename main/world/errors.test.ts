/** The error table: nothing stands twice, every entry says cause and cure in both languages, and every thrown key has an entry. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRfc8628, tokenErrors } from './errors/token.ts';
import { anchorOf, type ErrorKey, errors, errorTables } from './errors.ts';

const keys = Object.keys(errors) as ErrorKey[];
const main = join(import.meta.dirname, '..');

describe('the error table', () => {
  it('has every key once', () => {
    const all = Object.values(errorTables).flatMap(table => Object.keys(table));
    expect(all.toSorted()).toEqual(keys.toSorted());
  });

  it('has an anchor of its own for every entry', () => {
    expect(new Set(keys.map(anchorOf)).size).toBe(keys.length);
  });

  /** Clients know these two numbers for more than one refusal; error_code tells them apart. */
  it('has every number once, but for those that clients know for several refusals', () => {
    const shared = Map.groupBy(keys, key => errors[key].code);
    expect([...shared].filter(([, same]) => same.length > 1)).toEqual([
      [2004, ['noPermission', 'forbidden']],
      [1005, ['declined', 'captureFailed']],
    ]);
  });

  it('answers from 500 on say client or server', () => {
    const later = keys.filter(key => errors[key].http >= 500).map(key => errors[key].fault);
    expect([...new Set(later)].toSorted()).toEqual(['client', 'server']);
  });

  it.each([...Object.entries(errors), ...Object.entries(tokenErrors)])(
    '%s says cause and cure in plain words',
    (_key, entry) => {
      for (const { de, en } of [entry.cause, entry.cure]) {
        expect(en).toMatch(/^[`\w(/].{20,420}[.)]$/);
        expect(de).toMatch(/^[`\wÄÖÜ(/„].{20,460}[.)]$/);
        expect(de).not.toBe(en);
      }
      expect(entry.cure.en).not.toBe(entry.cause.en);
      if ('de' in entry) expect([entry.cause.de, entry.cure.de]).not.toContain(entry.de);
    },
  );

  it('has an entry for what RFC 8628 calls otherwise, with status 400', () => {
    expect(Object.values(inRfc8628).map(key => tokenErrors[key].http)).toEqual([400, 400, 400, 400, 400]);
  });
});

describe('the product', () => {
  const sources = globSync('**/*.ts', { cwd: main })
    .filter(file => !/\.(test|fixture)\.ts$|^world\/errors/.test(file))
    .map(file => readFileSync(join(main, file), 'utf8'));

  it('throws every entry somewhere', () => {
    const words = new Set(sources.flatMap(text => text.match(/'[a-zA-Z]+'/g) ?? []));
    expect(keys.filter(key => !words.has(`'${key}'`))).toEqual([]);
  });

  it('throws 1003 for states of a sale alone: every other cause has a code of its own', () => {
    const places = sources.filter(text => text.includes("'stateForbids'"));
    expect(places).toEqual([expect.stringContaining('export function stateRefusal(state: State')]);
  });
});

it('whoever is asked to wait the seconds of a header gets the header', () => {
  for (const { code, cure, waits } of Object.values(errors))
    expect(waits, `${code}`).toBe(cure.en.includes('`Retry-After`'));
});
