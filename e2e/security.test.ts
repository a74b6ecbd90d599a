/** The tables of docs/security: every requirement once, and every proof is a file that is there, with the words that are quoted. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const pages = {
  asvs: ['asvs-injection', 'asvs-people', 'asvs-tokens', 'asvs-operation'],
  lists: ['lists'],
} as const;

/** Requirements of levels 1 and 2 of OWASP ASVS 5.0.0, by section. Those of level 3 are the numbers that are missing. */
const REQUIRED: Readonly<Record<string, readonly number[]>> = {
  ...{ '1.1': upTo(2), '1.2': upTo(9), '1.3': upTo(11), '1.4': upTo(3), '1.5': upTo(2) },
  ...{ '2.1': upTo(3), '2.2': upTo(3), '2.3': upTo(4), '2.4': upTo(1) },
  ...{ '3.2': upTo(2), '3.3': upTo(4), '3.4': upTo(6), '3.5': upTo(5), '3.7': upTo(2) },
  ...{ '4.1': upTo(3), '4.2': upTo(1), '4.3': upTo(2), '4.4': upTo(4) },
  ...{ '5.1': upTo(1), '5.2': upTo(3), '5.3': upTo(2), '5.4': upTo(3) },
  ...{
    '6.1': upTo(3),
    '6.2': upTo(12),
    '6.3': upTo(4),
    '6.4': upTo(4),
    '6.5': upTo(5),
    '6.6': upTo(3),
    '6.8': upTo(4),
  },
  ...{ '7.1': upTo(3), '7.2': upTo(4), '7.3': upTo(2), '7.4': upTo(5), '7.5': upTo(2), '7.6': upTo(2) },
  ...{ '8.1': upTo(2), '8.2': upTo(3), '8.3': upTo(1), '8.4': upTo(1) },
  ...{ '9.1': upTo(3), '9.2': upTo(4) },
  ...{
    '10.1': upTo(2),
    '10.2': upTo(2),
    '10.3': upTo(4),
    '10.4': upTo(11),
    '10.5': upTo(5),
    '10.6': upTo(2),
    '10.7': upTo(3),
  },
  ...{ '11.1': upTo(2), '11.2': upTo(3), '11.3': upTo(3), '11.4': upTo(4), '11.5': upTo(1), '11.6': upTo(1) },
  ...{ '12.1': upTo(3), '12.2': upTo(2), '12.3': upTo(4) },
  ...{ '13.1': upTo(1), '13.2': upTo(5), '13.3': upTo(2), '13.4': upTo(5) },
  ...{ '14.1': upTo(2), '14.2': upTo(4), '14.3': upTo(3) },
  ...{ '15.1': upTo(3), '15.2': upTo(3), '15.3': upTo(7) },
  ...{ '16.1': upTo(1), '16.2': upTo(5), '16.3': upTo(4), '16.4': upTo(3), '16.5': upTo(3) },
  ...{ '17.1': upTo(1), '17.2': upTo(4), '17.3': upTo(2) },
};

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, at) => at + 1);
}

interface Row {
  readonly id: string;
  readonly proof: string;
}

function rowsOf(page: string): readonly Row[] {
  const text = readFileSync(join(root, 'docs/security', `${page}.md`), 'utf8');
  return text
    .split('\n')
    .filter(line => /^\| (\d|API)/.test(line))
    .map(line => {
      const cells = line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim());
      return { id: cells[0] ?? '', proof: cells.at(-1) ?? '' };
    });
}

/** Every fault of a proof, in words. */
function faultsOf({ id, proof }: Row): readonly string[] {
  if (/^(not there|open): \S+ \S+/.test(proof)) return [];
  const named = [...proof.matchAll(/`([^`]+)`(?: "([^"]+)")?/g)];
  if (named.length === 0) return [`${id} has no proof`];
  return named.flatMap(([, path = '', words]) => {
    const file = join(root, path);
    if (!existsSync(file)) return [`${id}: ${path} is not there`];
    const isThere = words === undefined || readFileSync(file, 'utf8').includes(words);
    return isThere ? [] : [`${id}: ${path} does not say "${words}"`];
  });
}

describe('the requirements of OWASP ASVS', () => {
  const rows = pages.asvs.flatMap(rowsOf);

  it('are there, each once', () => {
    const required = Object.entries(REQUIRED).flatMap(([section, numbers]) => numbers.map(one => `${section}.${one}`));
    expect(required).toHaveLength(253);
    expect(rows.map(({ id }) => id).sort()).toEqual(required.sort());
  });

  it('have their proof, say that the product does not have such a part, or are open with a reason', () => {
    expect(rows.flatMap(faultsOf)).toEqual([]);
  });
});

it('every row of the other lists has its proof', () => {
  const rows = pages.lists.flatMap(rowsOf);
  expect(rows).toHaveLength(30);
  expect(rows.flatMap(faultsOf)).toEqual([]);
  expect(rows.filter(({ proof }) => !proof.startsWith('`'))).toEqual([]);
});
