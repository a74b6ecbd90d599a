/** `npm run bench -- [name …] [--json FILE] [--rounds N] [--duration MS]`: measures and prints one table. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { api } from './api.bench.ts';
import { blackHole } from './blackHole.bench.ts';
import { type Benchmark, type Row, table } from './frame.ts';
import { lists } from './lists.bench.ts';
import { memory } from './memory.bench.ts';
import { office } from './office.bench.ts';
import { officeLink } from './officeLink.bench.ts';
import { queue } from './queue.bench.ts';
import { screen } from './screen.bench.ts';
import { start } from './start.bench.ts';
import { upstream } from './upstream.bench.ts';
import { zvt } from './zvt.bench.ts';

const benchmarks: readonly Benchmark[] = [
  api,
  lists,
  start,
  memory,
  zvt,
  screen,
  queue,
  upstream,
  blackHole,
  office,
  officeLink,
];

const HELP = `npm run bench -- [name …] [options]
  names          ${benchmarks.map(({ name }) => name).join(', ')} (default: all)
  --rounds N     how often each is measured (default 5)
  --duration MS  how long each round takes (default 2000)
  --json FILE    writes the figures`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    duration: { type: 'string', default: '2000' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const chosen = positionals.length === 0 ? benchmarks : benchmarks.filter(({ name }) => positionals.includes(name));
if (chosen.length === 0) {
  console.error(`Unknown benchmark; there are: ${benchmarks.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const rows: Row[] = [];
for (const benchmark of chosen) {
  const say = (line: string) => console.error(`${benchmark.name}: ${line}`);
  rows.push(...(await benchmark.run({ rounds: Number(values.rounds), duration: Number(values.duration), say })));
}
console.log(table(rows));
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
if (values.json) writeFileSync(values.json, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
