/**
 * Proof that the simulation sees: each mutation changes one line of a copy of the product, and the simulation must find something
 * within a number of seeds that the product itself does not show.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { opiMutations } from './opi/mutations.ts';
import type { ProtocolName } from './protocols.ts';

export interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly by: string;
  /** Honest ones that speak ZVT, when left out. */
  readonly terminals?: string;
  readonly protocol?: ProtocolName;
}

const mutations: readonly Mutation[] = [
  ...opiMutations,
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
    text: '  return contradiction(mayHaveClosedDay(intent) ? EMPTY_AGAIN : NOTHING_KEPT);',
    by: '  return didNotHappen(NOT_KEPT_ANY_MORE);',
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
  {
    name: 'a command whose intent the disk refused is sent all the same',
    file: 'main/terminal/payment/intent.ts',
    text: '  world.ledger.write(open).catch(cause => {',
    by: '  (row => world.ledger.write(() => (row = open())).catch(() => row))().catch(cause => {',
  },
  {
    name: 'the intent is written after the command has left',
    file: 'main/terminal/payment/intent.ts',
    text: '  world.intents.open(intent);',
    by: '  setTimeout(() => void world.ledger.write(() => world.intents.open(intent)), 300);',
  },
  {
    name: 'an approval is forgotten after a second result',
    file: 'drivers/zvt/exchange/commandMachine.ts',
    text: 'withReport(before.approvals, report',
    by: 'withReport([], report',
    terminals: 'contradicts',
  },
  {
    name: 'approved when the line breaks after the result',
    file: 'drivers/zvt/exchange/outcome.ts',
    text: '      return unknown(ending.reason);',
    by: "      return code === 0 ? { kind: 'approved', ...approvedFacts(state, context), receipts: slips } : unknown(ending.reason);",
  },
  {
    name: 'a denied payment is not found later',
    file: 'main/terminal/payment/reconciliation/lateDiscovery.ts',
    text: '  if (slot.shared) return null;\n  if (totals)',
    by: '  if (slot) return null;\n  if (totals)',
    terminals: 'booksVeryLate',
  },
  {
    name: 'a payment that was found is paid at once, though the terminal may take it back',
    file: 'main/domain/denialWait.ts',
    text: '  return Math.max(0, from + (readyAtWork ? waits.host : waits.takeBack) - now);',
    by: '  return Math.max(0, from - now);',
  },
  {
    name: 'the reversal of the terminal itself is taken for the payment',
    file: 'main/domain/lastTransactionWitness.ts',
    text: '  if (!last.approved || last.trace !== null || last.reference != null) return false;',
    by: '  if (last !== null) return false;',
  },
  {
    name: 'an approval of less pays the whole',
    file: 'main/terminal/payment/checkAnswer.ts',
    text: "  const text = answer.kind === 'approved' ? deviation(world, intent, fitting) : null;",
    by: '  const text = null;',
    terminals: 'approvesPart',
  },
  {
    name: 'a second approval is no money of its own',
    file: 'main/terminal/payment/checkAnswer.ts',
    text: '  const others = own.filter(one => one !== fitting);',
    by: '  const others = own.filter(() => false);',
    terminals: 'approvesTwice',
  },
  {
    name: 'an interrupted end-of-day is not looked up after a start',
    file: 'main/terminal/dayEnd/reconciliation.ts',
    text: "world.dayEnds.allOpen().filter(({ document }) => document.state === 'running'))",
    by: 'world.dayEnds.allOpen().filter(() => false))',
  },
  {
    name: 'a refund adds to the day',
    file: 'main/domain/dayEnd.ts',
    text: "    case 'refund':\n    case 'reversal':\n      return -amount;",
    by: "    case 'refund':\n      return amount;\n    case 'reversal':\n      return -amount;",
  },
  {
    name: 'a person is called before the terminal can be done',
    file: 'main/terminal/payment/reconciliation/watch.ts',
    text: "    if ((kind === 'person' && !showsNothing) || isEnded) return 0;",
    by: "    if (kind === 'person' || isEnded) return 0;",
  },
];

const USAGE = 'node main/run.mjs e2e/simulation/mutations.ts [--seeds N] [--workers N] [--only WORDS]';
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '400' },
    workers: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'mutated-'));
try {
  const waiting = mutations.filter(({ name }) => name.includes(values.only));
  for (const mutation of waiting) refuseStale(mutation);
  const unseen: string[] = [];
  await inTurns(waiting, async mutation => {
    if (!(await isSeen(mutation))) unseen.push(mutation.name);
  });
  process.stdout.write(`${waiting.length - unseen.length} of ${waiting.length} mutations were seen\n`);
  process.exitCode = unseen.length > 0 || waiting.length === 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The product has changed since: a mutation that changes nothing would prove nothing. */
function refuseStale({ name, file, text }: Mutation): void {
  if (readFileSync(join(root, file), 'utf8').split(text).length !== 2)
    throw new Error(`${name}: its text is not there exactly once in ${file}`);
}

/** So many at a time as there are workers. */
async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = [...all];
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: Number(values.workers) }, next));
}

async function isSeen({ name, file, text, by, ...at }: Mutation): Promise<boolean> {
  const copy = mkdtempSync(join(folder, 'copy-'));
  for (const part of ['drivers', 'main', 'e2e/simulation', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  if (before.split(text).length !== 2) throw new Error(`${name}: its text is not there exactly once in ${file}`);
  writeFileSync(
    path,
    before.replace(text, () => by),
  );
  const found = await firstOf(copy, at);
  rmSync(copy, { recursive: true, force: true });
  process.stdout.write(`${found ? 'seen' : 'NOT SEEN'}: ${name}${found ? ` (${found.slice(0, 120)})` : ''}\n`);
  return found !== null;
}

type Sort = Pick<Mutation, 'protocol' | 'terminals'>;

/** The first finding that the product itself does not show with the same seed. */
async function firstOf(copy: string, at: Sort): Promise<string | null> {
  const last = Number(values.seeds);
  for (let seed = 1; seed <= last; seed += 1) {
    const found = await foundAt(copy, at, `${seed}-${last}`);
    if (!found) return null;
    seed = Number(/^seed (\d+)/.exec(found)?.[1]);
    if (kindOf(await foundAt(root, at, String(seed))) !== kindOf(found)) return found;
  }
  return null;
}

function kindOf(found: string | null): string | undefined {
  return found?.split(' ')[2];
}

/** The line of the first finding in this range. Null: there is none. */
async function foundAt(place: string, at: Sort, range: string): Promise<string | null> {
  const { protocol = 'zvt', terminals = 'honest' } = at;
  const options = ['--seeds', range, '--protocol', protocol, '--terminals', terminals, '--first'];
  const child = spawn(process.execPath, ['main/run.mjs', 'e2e/simulation/simulate.ts', ...options], {
    cwd: place,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await text(child.stdout);
  const found = said.split('\n').find(line => line.startsWith('seed ')) ?? null;
  if (!found && !said.includes('"counted":{}')) throw new Error(`the simulation did not run: ${said.slice(-500)}`);
  return found;
}
