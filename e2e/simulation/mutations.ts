/**
 * Proof that the simulation sees: each mutation changes one line of a copy of the product, and the simulation must find something
 * within a number of seeds. `node main/run.mjs e2e/simulation/mutations.ts [SEEDS]`
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly by: string;
  /** Honest ones, when left out. */
  readonly terminals?: string;
}

const mutations: readonly Mutation[] = [
  {
    name: 'a denial does not wait',
    file: 'main/domain/denialWait.ts',
    text: '  take: 30_000,\n  card: 60_000,\n  pin: 75_000,\n  host: 45_000,',
    by: '  take: 0,\n  card: 0,\n  pin: 0,\n  host: 0,',
    terminals: 'readyAtWork',
  },
  {
    name: 'a command that is taken late is not waited for',
    file: 'main/domain/denialWait.ts',
    text: '  take: 30_000,\n  card',
    by: '  take: 100,\n  card',
    terminals: 'acknowledgesLate',
  },
  {
    name: 'connections are closed, not reset',
    file: 'drivers/zvt/framing/tcpLink.ts',
    text: '    reset: () => transport.reset(),',
    by: '    reset: () => transport.close(),',
  },
  {
    name: 'contradictions are ignored',
    file: 'main/domain/reconciliation.ts',
    text: "  const contradiction = votes.find(({ says }) => says === 'contradiction');",
    by: '  const contradiction = votes.find(() => false);',
  },
  {
    name: 'any receipt number follows',
    file: 'main/domain/lastTransactionWitness.ts',
    text: '  const room = 1 + 2 * attempts;',
    by: '  const room = 9000 + attempts;',
  },
  {
    name: 'a transaction that was there before is the new one',
    file: 'main/domain/lastTransactionWitness.ts',
    text: "  if (like(before, 'certain') || otherReports",
    by: '  if (otherReports',
  },
  {
    name: 'an empty memory is a denial',
    file: 'main/domain/lastTransactionWitness.ts',
    text: ' ? null : contradiction(NOTHING_KEPT);',
    by: ' ? null : didNotHappen(NOT_KEPT_ANY_MORE);',
    terminals: 'forgets',
  },
  {
    name: 'totals of another sum are no contradiction',
    file: 'main/domain/totalsWitness.ts',
    text: '  return fewer && alone(now) ? null : contradiction(TOTALS_ELSE);',
    by: '  return didNotHappen(TOTALS_STILL);',
  },
  {
    name: 'a later tip must be reported alone',
    file: 'main/domain/lastTransactionWitness.ts',
    text: "  if (kind === 'tip') return [amount, amount + (original?.amount ?? 0)];",
    by: "  if (kind === 'tip') return [amount];",
  },
  {
    name: 'interrupted commands are not looked up after a start',
    file: 'main/terminal/payment/reconciliation/recovery.ts',
    text: '      for (const intent of world().intents.allUnsettled()) {',
    by: '      for (const intent of world().intents.allUnsettled().slice(1)) {',
  },
];

const root = join(import.meta.dirname, '..', '..');
const seeds = Number(process.argv[2] ?? 400);
const copy = mkdtempSync(join(tmpdir(), 'mutated-'));
try {
  for (const part of ['drivers', 'main', 'e2e/simulation', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const unseen = mutations.filter(mutation => !isSeen(mutation));
  process.exitCode = unseen.length > 0 ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function isSeen({ name, file, text, by, terminals = 'honest' }: Mutation): boolean {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  if (!before.includes(text)) throw new Error(`${name}: its text is not in ${file} any more`);
  writeFileSync(path, before.replace(text, by));
  const simulate = [
    'main/run.mjs',
    'e2e/simulation/simulate.ts',
    '--seeds',
    `1-${seeds}`,
    '--first',
    '--terminals',
    terminals,
  ];
  const { stdout } = spawnSync(process.execPath, simulate, { cwd: copy, encoding: 'utf8' });
  writeFileSync(path, before);
  const found = stdout.split('\n').find(line => line.startsWith('seed '));
  process.stdout.write(`${found ? 'seen' : 'NOT SEEN'}: ${name}${found ? ` (${found.slice(0, 90)})` : ''}\n`);
  return found !== undefined;
}
