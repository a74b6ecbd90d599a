/**
 * Two versions of the bridge side by side: `npm run bench -- --against REV`. Each round measures both, the other one first in turn, by
 * processor time, which other programs of a busy machine change little. It fails where this version became worse.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProgram } from '../../main/build.ts';
import { aligned, median } from './frame.ts';
import { answersTo, cashSales, tokenOf } from './load.ts';
import { type Running, startServer } from './processes.ts';
import { sale } from './sale.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const path = '/api/v2/Smart/Transactions';
/** Smaller differences are nobody's fault. Memory depends on the moment of a garbage collection. */
const LEAST = 0.02;
const LEAST_OF_MEMORY = 0.1;
const MEMORY = 'memory after it, MiB';

export interface Comparison {
  /** Median of the rounds, this version ÷ the other one. */
  readonly ratio: number;
  /** Three standard errors of that median, at least `least`. */
  readonly noise: number;
  readonly isWorse: boolean;
}

/**
 * Compares the ratios of the rounds, less is better. The standard error of a median is taken from the median distance
 * to it.
 */
export function compared(ratios: readonly number[], least = LEAST): Comparison {
  const ratio = median(ratios);
  const distance = median(ratios.map(one => Math.abs(one - ratio)));
  const noise = Math.max(least, (3 * 1.2533 * 1.4826 * distance) / Math.sqrt(ratios.length));
  return { ratio, noise, isWorse: ratio - 1 > noise };
}

interface Options {
  readonly rounds: number;
  /** Length of one measurement, ms. */
  readonly duration: number;
  /** Words of the rows that are wanted; none: all of them. */
  readonly words: readonly string[];
  readonly say: (line: string) => void;
}

/** Figures of one round by quantity; all are costs. */
type Figures = Readonly<Record<string, number>>;

/** Prints the table; true where no row is worse. */
export async function compareWith(revision: string, options: Options): Promise<boolean> {
  const { rounds, words, say } = options;
  if (rowsOf(words).length === 0) throw new Error(`no row has one of the words ${words.join(', ')}`);
  const directory = mkdtempSync(join(tmpdir(), 'tillbridge-versions-'));
  try {
    say(`building this version and ${revision}`);
    const other = checkedOut(revision, join(directory, 'other'));
    for (const root of [ROOT, other])
      execFileSync(process.execPath, [join(root, 'main', 'build.ts'), '--bridge'], { stdio: ['ignore', 2, 2] });
    const measured = new Map<string, { readonly ours: number[]; readonly others: number[] }>();
    // The first round fills caches and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`);
      const figures = new Map<string, Figures>();
      for (const root of round % 2 === 0 ? [ROOT, other] : [other, ROOT])
        figures.set(root, await figuresOf(root, mkdtempSync(join(directory, 'data-')), options));
      if (round === 0) continue;
      for (const [quantity, value] of Object.entries(figures.get(ROOT)!)) {
        const row = measured.get(quantity) ?? { ours: [], others: [] };
        row.ours.push(value);
        row.others.push(figures.get(other)![quantity]!);
        measured.set(quantity, row);
      }
    }
    return printed(measured);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The packages are those of this version. */
function checkedOut(revision: string, folder: string): string {
  mkdirSync(folder);
  const archive = `${folder}.tar`;
  execFileSync('git', ['archive', '--output', archive, revision], { cwd: ROOT });
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

interface Work {
  readonly bridge: Running;
  readonly token: string;
  readonly duration: number;
}

/** Each row with what it costs; the start has its figures before the first of them. */
const rows: Readonly<Record<string, (work: Work) => Promise<number>>> = {
  'start to the first answer, ms': ({ bridge }) => Promise.resolve(processorTime(bridge) / 1000),
  [MEMORY]: ({ bridge }) => Promise.resolve(resident(bridge)),
  // Work that a start leaves for later is paid here.
  'start with the first sign-in, ms': async ({ bridge }) => {
    await tokenOf(bridge.url);
    return processorTime(bridge) / 1000;
  },
  'create, 1 connection, µs': work => costOf(work, () => creating(work, 1)),
  'create, 10 connections, µs': work => costOf(work, () => creating(work, 10)),
  'sale for cash, 10 at once, µs': work =>
    costOf(work, () => cashSales({ ...loadOf(work, 10), body: JSON.stringify(sale) })),
  'read one, 10 connections, µs': async work => {
    const { data } = (await (await fetch(`${loadOf(work, 1).url}?count=1`, { headers: bearing(work) })).json()) as Page;
    return costOf(work, () => answersTo({ ...loadOf(work, 10), url: `${loadOf(work, 10).url}/${data[0]!.id}` }));
  },
  'list newest 20, µs': work =>
    costOf(work, () => answersTo({ ...loadOf(work, 10), url: `${loadOf(work, 10).url}?count=20` })),
};

interface Page {
  readonly data: readonly { readonly id: string }[];
}

const rowsOf = (words: readonly string[]) =>
  Object.entries(rows).filter(([quantity]) => words.length === 0 || words.some(word => quantity.includes(word)));

const bearing = ({ token }: Work) => ({ authorization: `Bearer ${token}` });

const loadOf = ({ bridge, token, duration }: Work, connections: number) => ({
  url: bridge.url + path,
  connections,
  duration,
  token,
});

const creating = (work: Work, connections: number) =>
  answersTo({ ...loadOf(work, connections), body: JSON.stringify(sale) });

async function figuresOf(root: string, directory: string, { duration, words }: Options): Promise<Figures> {
  // A program whose sources changed since it was built starts from them, which takes twice as long.
  if (root === ROOT && builtProgram(join(ROOT, 'main', 'headless.ts')) === null)
    throw new Error('the sources of this version changed while it was measured: begin anew');
  const run = join(root, 'main', 'run.mjs');
  const data = join(directory, 'data');
  const bridge = await startServer(run, 'main/headless.ts', '--port', '0', '--data', data, '--demo');
  try {
    if ((await fetch(`${bridge.url}/healthz`)).status !== 200) throw new Error(`${root} is not healthy`);
    const figures: Record<string, number> = {};
    let work: Work | null = null;
    for (const [quantity, measure] of rowsOf(words)) {
      if (quantity.endsWith('µs') && work === null) {
        work = { bridge, token: await tokenOf(bridge.url), duration };
        // Compiled code and caches are those of a till at work.
        await creating(work, 10);
      }
      figures[quantity] = await measure(work ?? { bridge, token: '', duration });
    }
    return figures;
  } finally {
    await bridge.stop();
  }
}

/** Processor time of one answer, µs. */
async function costOf({ bridge }: Work, load: () => Promise<{ readonly count: number }>): Promise<number> {
  const begin = processorTime(bridge);
  const { count } = await load();
  return (processorTime(bridge) - begin) / count;
}

/** Processor time of all threads that run, µs. */
function processorTime({ pid }: Running): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map(thread =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return times.reduce((sum, nanoseconds) => sum + nanoseconds / 1000, 0);
}

function resident({ pid }: Running): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

function printed(measured: ReadonlyMap<string, { readonly ours: number[]; readonly others: number[] }>): boolean {
  const lines = [...measured].map(([quantity, { ours, others }]) => {
    const { ratio, noise, isWorse } = compared(
      ours.map((value, round) => value / others[round]!),
      quantity === MEMORY ? LEAST_OF_MEMORY : LEAST,
    );
    return {
      isWorse,
      cells: [
        quantity,
        ...[median(others), median(ours)].map(value => value.toFixed(0)),
        ratio.toFixed(2),
        `± ${noise.toFixed(2)}`,
        isWorse ? 'WORSE' : '',
      ],
    };
  });
  console.log(aligned([['quantity', 'other', 'this', 'ratio', 'noise', ''], ...lines.map(({ cells }) => cells)]));
  return lines.every(({ isWorse }) => !isWorse);
}
