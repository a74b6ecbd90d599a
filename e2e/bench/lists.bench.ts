/**
 * Goals 5 to 7: lists by declared fields against the same SQL by hand, pages of a million against pages of a hundred
 * thousand, and counts against the lists they count. The data are made once and kept in the temporary directory.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, duel, type Row, type RunOptions, row } from './frame.ts';
import { runForNumber } from './processes.ts';

const here = import.meta.dirname;

export const lists: Benchmark = {
  name: 'lists',
  async run(options) {
    const small = await generated(100_000, options);
    const large = await generated(1_000_000, options);
    return [
      ...(await againstHand(options, small)),
      ...(await againstSmall(options, small, large)),
      ...(await countsAgainstLists(options, large)),
    ];
  },
};

async function generated(rows: number, { say }: RunOptions): Promise<string> {
  const directory = join(tmpdir(), `tillbridge-lists-${rows}-${schema()}`);
  if (existsSync(directory)) return directory;
  say(`making ${rows} Smart Transactions in ${directory}`);
  const unfinished = `${directory}.${process.pid}`;
  await run(join(here, 'generate.ts'), '--data', unfinished, '--rows', String(rows));
  renameSync(unfinished, directory);
  return directory;
}

/** Data of an older schema are made anew. */
function schema(): string {
  const migrations = readdirSync(join(here, '..', '..', 'main', 'store', 'migrations')).join();
  return createHash('sha256').update(migrations).digest('hex').slice(0, 8);
}

/** Prints a sentence, not a number: what matters is that it ends well. */
async function run(file: string, ...options: readonly string[]): Promise<void> {
  await runForNumber(file, ...options);
}

const loop = ({ duration }: RunOptions, data: string, scenario: string, side: 'ours' | 'hand' | 'rows' | 'count') => ({
  measure: () => runForNumber(join(here, 'listLoop.ts'), data, scenario, side, String(duration)),
});

type Side = ReturnType<typeof loop>;

/** One row for each scenario: the floor and ours, measured in turns. */
async function inTurns(
  options: RunOptions,
  asked: Readonly<Record<string, string>>,
  sides: (scenario: string) => readonly [floor: Side, ours: Side],
  goal: { readonly goal: string; readonly against: string; readonly atMost: number },
): Promise<readonly Row[]> {
  const { atMost, ...known } = goal;
  const rows: Row[] = [];
  for (const [scenario, quantity] of Object.entries(asked)) {
    options.say(quantity);
    const both = await duel(options.rounds, ...sides(scenario));
    rows.push(row({ ...known, quantity, unit: 'ms' }, both, { atMost }));
  }
  return rows;
}

const againstHand = (options: RunOptions, data: string): Promise<readonly Row[]> =>
  inTurns(
    options,
    {
      reference: 'q on a reference, 100,000',
      card: 'q on a card number, 100,000',
      hours: 'q on status and three hours, 100,000',
    },
    scenario => [loop(options, data, scenario, 'hand'), loop(options, data, scenario, 'ours')],
    { goal: '5', against: 'the same SQL by hand', atMost: 2 },
  );

const againstSmall = (options: RunOptions, small: string, large: string): Promise<readonly Row[]> =>
  inTurns(
    options,
    {
      first: 'first page of 1,000,000',
      page5000: 'page at offset 50,000',
      last: 'last page',
      statusFirst: 'first page of status:ok',
      statusDeep: 'status:ok at offset 9,000',
      sortedDeep: 'sorted by amount at offset 9,000',
      scroll: 'scroll, 10 pages of 100',
    },
    scenario => [loop(options, small, scenario, 'ours'), loop(options, large, scenario, 'ours')],
    { goal: '6', against: 'the same of 100,000', atMost: 1.3 },
  );

const countsAgainstLists = (options: RunOptions, data: string): Promise<readonly Row[]> =>
  inTurns(
    options,
    {
      first: 'count of 1,000,000, no filter',
      statusFirst: 'count of 1,000,000, status:ok',
      open: 'count of 1,000,000, two statuses',
    },
    scenario => [loop(options, data, scenario, 'rows'), loop(options, data, scenario, 'count')],
    { goal: '7', against: 'the list without it', atMost: 1 },
  );
