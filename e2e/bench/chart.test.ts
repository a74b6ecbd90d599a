/** The chart of the speed and its tables say what was kept, and nothing misses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { beyond, chart, type KeptRow, keeping, keptTable, verdictOf, withTable } from './chart.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const kept: readonly KeptRow[] = JSON.parse(read('e2e/bench/kept.json'));

it('is drawn from the kept medians, as the table of its page is (npm run bench -- --draw)', () => {
  expect(read('docs/pictures/speed.svg')).toBe(chart(kept));
  const page = read('docs/speed-kept.md');
  expect(page).toBe(withTable(page, keptTable(kept)));
});

it('says of each row whether it meets its goal, and where its rounds do not say', () => {
  const drawn = chart(kept);
  for (const verdict of ['met', 'missed', 'unsure'] as const)
    expect(drawn.split(`>${verdict}<`)).toHaveLength(kept.filter(row => verdictOf(row) === verdict).length + 1);
  for (const { ratio, ours, wanted, met } of kept) expect(beyond(ratio ?? ours, wanted) >= 0).toBe(met);
  const [first] = kept;
  const row = { ...first!, ratio: 1.5, wanted: '≥ 1', met: true };
  expect(verdictOf({ ...row, spread: [1.1, 2] })).toBe('met');
  expect(verdictOf({ ...row, spread: [0.9, 2] })).toBe('unsure');
  expect(verdictOf({ ...row, ratio: 0.5, met: false, spread: [0.4, 0.9] })).toBe('missed');
});

it('replaces a row that is measured again, and keeps the others', () => {
  const [first, ...rest] = kept;
  const again = { ...first!, ratio: 9 };
  expect(keeping(kept, [again], { on: '2030-01-01', load: 1 })).toEqual([
    { ...again, on: '2030-01-01', load: 1 },
    ...rest,
  ]);
});
