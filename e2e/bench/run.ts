/** `npm run bench -- [name …] [--json FILE] [--rounds N] [--duration MS]`: measures and prints one table. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chart, type KeptRow, keeping, keptTable, withTable } from './chart.ts';
import { type Benchmark, type Row, table } from './frame.ts';

/** Loaded once they are chosen: their help needs nothing of them. */
const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  api: async () => (await import('./api.bench.ts')).api,
  peers: async () => (await import('./peers.bench.ts')).peers,
  lists: async () => (await import('./lists.bench.ts')).lists,
  start: async () => (await import('./start.bench.ts')).start,
  memory: async () => (await import('./memory.bench.ts')).memory,
  zvt: async () => (await import('./zvt.bench.ts')).zvt,
  streams: async () => (await import('./streams.bench.ts')).streams,
  soak: async () => (await import('./soak.bench.ts')).soak,
  screen: async () => (await import('./screen.bench.ts')).screen,
  queue: async () => (await import('./queue.bench.ts')).queue,
  tillReports: async () => (await import('./tillReport.bench.ts')).tillReports,
  upstream: async () => (await import('./upstream.bench.ts')).upstream,
  blackHole: async () => (await import('./blackHole.bench.ts')).blackHole,
  office: async () => (await import('./office.bench.ts')).office,
  officeLink: async () => (await import('./officeLink.bench.ts')).officeLink,
};

const HELP = `npm run bench -- [name …] [options]
  names          ${Object.keys(benchmarks).join(', ')} (default: all but soak)
  --rounds N     how often each is measured (default 5)
  --duration MS  how long each round takes (default 2000)
  --json FILE    writes the figures
  --keep         keeps the medians, and draws chart and table of docs/speed-kept.md; --draw only draws them
  --against REV  compares this version with another one in place of that, by processor time; fails where it became worse.
                 Names choose rows by their words then: create, cash, "1 connection", read, list, start, memory`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    keep: { type: 'boolean' },
    draw: { type: 'boolean' },
    against: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    duration: { type: 'string', default: '2000' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) {
  console.log(HELP);
  process.exit(0);
}
if (values.against !== undefined) {
  const { compareWith } = await import('./versions.ts');
  const isAsGood = await compareWith(values.against, {
    rounds: Number(values.rounds),
    duration: Number(values.duration),
    words: positionals,
    say: line => console.error(line),
  });
  process.exit(isAsGood ? 0 : 1);
}
if (values.draw) {
  draw([]);
  process.exit(0);
}
/** It takes as long as its name says. */
const LONG = 'soak';
const names = Object.keys(benchmarks);
const chosen = names.filter(name => (positionals.length === 0 ? name !== LONG : positionals.includes(name)));
if (chosen.length === 0) {
  console.error(`Unknown benchmark; there are: ${Object.keys(benchmarks).join(', ')}`);
  process.exit(2);
}
const rows: Row[] = [];
for (const name of chosen) {
  const benchmark = await benchmarks[name]!();
  const say = (line: string) => console.error(`${benchmark.name}: ${line}`);
  rows.push(...(await benchmark.run({ rounds: Number(values.rounds), duration: Number(values.duration), say })));
}
console.log(table(rows));
if (values.keep) draw(rows);
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
if (values.json) writeFileSync(values.json, `${JSON.stringify({ machine, rows }, null, 2)}\n`);

/** Adds these rows to the kept ones, and draws all of them. */
function draw(fresh: readonly Row[]): void {
  const root = join(import.meta.dirname, '..', '..');
  const file = join(root, 'e2e', 'bench', 'kept.json');
  const rows: readonly KeptRow[] = JSON.parse(readFileSync(file, 'utf8'));
  const when = { on: new Date().toISOString().slice(0, 10), load: Math.round(loadavg()[0] ?? 0) };
  const kept = keeping(rows, fresh, when);
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  writeFileSync(join(root, 'docs', 'pictures', 'speed.svg'), chart(kept));
  const page = join(root, 'docs', 'speed-kept.md');
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), keptTable(kept)));
}
