/** `npm run simulate -- [options]`: runs seeds, shows one, or runs a plan from a file. Exit code 1 when anything was found. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { install, realNow } from './clock.ts';
import { drawPlan, type Plan, type Terminals } from './plan.ts';
import { type ProtocolName, protocols } from './protocols.ts';
import { run } from './run.ts';
import { shrink } from './shrink.ts';
import { prepareShop } from './till.ts';

const PROTOCOLS = Object.keys(protocols);
const namesOf = (protocol: ProtocolName): readonly string[] => ['all', ...Object.keys(protocols[protocol].kinds)];
const HELP = `npm run simulate -- [options]
  --seeds FIRST-LAST   seeds to run (default 1-100)
  --protocol NAME      ${PROTOCOLS.join(', ')} (default zvt)
  --terminals NAME     ${namesOf('zvt').join(', ')} (default honest)
                       with opi: ${namesOf('opi').join(', ')}
  --minutes N          ends after so long
  --first              ends with the first finding
  --shrink             shows the smallest plan of each finding
  --json FILE          writes what was found
  --show SEED          runs one seed and shows its course
  --plan FILE          runs a plan from a file`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    plan: { type: 'string' },
    show: { type: 'string' },
    minutes: { type: 'string' },
    json: { type: 'string' },
    protocol: { type: 'string', default: 'zvt' },
    terminals: { type: 'string', default: 'honest' },
    shrink: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) {
  console.log(HELP);
  process.exit(0);
}
if (!PROTOCOLS.includes(values.protocol)) {
  console.error(`Unknown protocol: ${values.protocol}\n${HELP}`);
  process.exit(2);
}
const protocol = values.protocol as ProtocolName;
if (!namesOf(protocol).includes(values.terminals)) {
  console.error(`Unknown terminals: ${values.terminals}\n${HELP}`);
  process.exit(2);
}
const SEEDS = /^(\d+)(?:-(\d+))?$/.exec(values.seeds ?? '1-100');
if (!SEEDS) {
  console.error(`Seeds that cannot be read: ${values.seeds}\n${HELP}`);
  process.exit(2);
}
const FIRST = Number(SEEDS[1]);
const LAST = Number(SEEDS[2] ?? SEEDS[1]);

await prepareShop();
install();
const terminals = values.terminals as Terminals;
const say = (line: string) => process.stdout.write(`${line}\n`);

if (values.plan) await show(JSON.parse(readFileSync(values.plan, 'utf8')) as Plan);
else if (values.show) await show(drawPlan(Number(values.show), terminals, protocol));
else await runSeeds();

async function show(plan: Plan): Promise<void> {
  say(JSON.stringify(plan, null, 1));
  const { trace, findings, hash } = await run(plan);
  for (const line of trace) say(line);
  for (const { kind, text } of findings) say(`FOUND ${kind}: ${text}`);
  say(hash);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

async function runSeeds(): Promise<void> {
  const end = values.minutes ? realNow() + Number(values.minutes) * 60_000 : Number.POSITIVE_INFINITY;
  const began = realNow();
  const counted: Record<string, number> = {};
  const found: object[] = [];
  const hash = createHash('sha256');
  let seeds = 0;
  let calls = 0;
  let time = 0;
  for (let seed = FIRST; seed <= LAST && realNow() < end; seed++) {
    const result = await run(drawPlan(seed, terminals, protocol));
    seeds += 1;
    hash.update(result.hash);
    calls += result.calls;
    time += result.time;
    for (const kind of new Set(result.findings.map(({ kind }) => kind))) counted[kind] = (counted[kind] ?? 0) + 1;
    const [finding] = result.findings;
    if (finding) {
      found.push({ seed, findings: result.findings });
      say(`seed ${seed}: ${result.findings.map(({ kind, text }) => `${kind} ${text}`).join('; ')}`);
      if (values.shrink) say(JSON.stringify(await shrink(drawPlan(seed, terminals, protocol), finding.kind)));
      if (values.first) break;
    }
  }
  say(`hash ${hash.digest('hex').slice(0, 16)}`);
  const seconds = (realNow() - began) / 1000;
  const summary = {
    protocol,
    terminals,
    seeds,
    calls,
    virtualHours: time / 3_600_000,
    seconds,
    perSecond: seeds / seconds,
    counted,
  };
  say(JSON.stringify(summary));
  if (values.json) writeFileSync(values.json, JSON.stringify({ ...summary, found }, null, 2));
  process.exitCode = found.length > 0 ? 1 : 0;
}
