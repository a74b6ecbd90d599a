/** The frame of all benchmarks: rounds of floor and product in turn, medians, one table. */

export interface Row {
  /** Number of the goal. */
  readonly goal: string;
  readonly quantity: string;
  readonly unit: string;
  /** The measure it is compared with: a floor that does only the unavoidable work, a peer, or a limit of its own. */
  readonly against: string;
  /** Null where the limit is on our figure itself; the ratio, too. */
  readonly floor: number | null;
  readonly ours: number;
  readonly ratio: number | null;
  /** Least and most of the ratios of the rounds, where they were measured in turn. */
  readonly spread?: readonly [number, number];
  readonly wanted: string;
  readonly met: boolean;
}

/** A limit on ours ÷ floor, or on our figure itself. */
export type Limit = { readonly atLeast: number } | { readonly atMost: number };

export interface Benchmark {
  readonly name: string;
  run(options: RunOptions): Promise<readonly Row[]>;
}

export interface RunOptions {
  readonly rounds: number;
  /** Length of one measurement, ms. */
  readonly duration: number;
  readonly say: (line: string) => void;
}

export interface Side {
  /** One measurement: a rate, or a time, the same kind on both sides. */
  measure(): Promise<number>;
}

/** Measures both sides in turn after one round that does not count; gives their medians. */
export async function duel(rounds: number, floor: Side, ours: Side): Promise<Duel> {
  await floor.measure();
  await ours.measure();
  const [floors, all]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await floor.measure());
    all.push(await ours.measure());
  }
  const ratios = all.map((value, round) => value / floors[round]!);
  return { floor: median(floors), ours: median(all), spread: [Math.min(...ratios), Math.max(...ratios)] };
}

interface Duel {
  readonly floor: number;
  readonly ours: number;
  readonly spread?: readonly [number, number];
}

type About = Pick<Row, 'goal' | 'quantity' | 'unit' | 'against'>;

/** A goal for ours ÷ floor. */
export function row(about: About, { floor, ours, spread }: Duel, limit: Limit): Row {
  const ratio = ours / floor;
  return { ...about, floor, ours, ratio, ...(spread ? { spread } : {}), ...judged(ratio, limit) };
}

/** A goal for our figure itself. */
export function absoluteRow(about: Omit<About, 'against'>, ours: number, limit: Limit): Row {
  return { ...about, against: 'a fixed limit', floor: null, ours, ratio: null, ...judged(ours, limit) };
}

function judged(value: number, limit: Limit): Pick<Row, 'wanted' | 'met'> {
  return 'atLeast' in limit
    ? { wanted: `≥ ${limit.atLeast}`, met: value >= limit.atLeast }
    : { wanted: `≤ ${limit.atMost}`, met: value <= limit.atMost };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that `share` (0 to 1) of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function table(rows: readonly Row[]): string {
  return aligned([
    ['goal', 'quantity', 'against', 'floor', 'ours', 'unit', 'ratio', 'wanted', ''],
    ...rows.map(one => [
      one.goal,
      one.quantity,
      one.against,
      figure(one.floor),
      figure(one.ours),
      one.unit,
      one.ratio?.toFixed(2) ?? '–',
      one.wanted,
      one.met ? 'met' : 'NOT MET',
    ]),
  ]);
}

/** Lines of text whose columns stand below each other. */
export function aligned(cells: readonly (readonly string[])[]): string {
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map(line => line[column]!.length)));
  return cells
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const figure = (value: number | null): string =>
  value === null ? '–' : value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
