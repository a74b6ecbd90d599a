/** Work at a terminal that moves no money: tasks, its state, and a loyalty card at its reader. */
import type { CardRead, Feature, Service, Task } from '../../drivers/terminal.ts';
import type { StatusAnswer, TaskInput } from '../api/terminals/contract.ts';
import { refuseBusy } from '../checkout/mayUse.ts';
import { inBoth, wordsOf } from '../checkout/refusals.ts';
import { slipLines } from '../domain/terminalReceipt.ts';
import type { World } from '../ports/world.ts';
import { refusalOf } from './refusals.ts';
import type { OpenTerminal } from './registry.ts';

/** Refused while anything else runs there. What failed is refused with what the terminal printed about it. */
export async function runTask(world: World, open: OpenTerminal, input: TaskInput): Promise<Done> {
  const task = taskOf(input, world.clock.now());
  const done = await alone(world, open, task.do, () => open.terminal.perform(task));
  if (done.kind === 'done') return done;
  throw refusalOf(done.reason, { receipt: receiptOf(done) });
}

/** Waits so many seconds for a card. Nothing of a payment card but its last four digits is told. */
export async function readCard(world: World, open: OpenTerminal, seconds: number): Promise<Read> {
  const read = await alone(world, open, 'readCard', () => open.terminal.readCard(seconds * 1000));
  if (read.kind === 'read') return read;
  throw refusalOf(read.reason);
}

/** Asks the terminal once it has ended what it is working on. */
export async function askStatus(open: OpenTerminal): Promise<StatusAnswer> {
  const status = await open.terminal.status();
  if (status.kind === 'ready') return { kind: 'ready', cure: null, resultCode: null, texts: null };
  if (status.kind === 'unreachable')
    return {
      kind: 'unreachable',
      cure: null,
      resultCode: status.reason.resultCode ?? null,
      texts: wordsOf(status.reason),
    };
  const { kind, resultCode } = status;
  return { kind, cure: kind === 'needs' ? status.cure : null, resultCode, texts: inBoth(status) };
}

/** What a terminal printed, as lines of a receipt. */
export const receiptOf = ({ receipts }: Pick<Service, 'receipts'>) => receipts.flatMap(({ lines }) => slipLines(lines));

type Done = Extract<Service, { kind: 'done' }>;
type Read = Extract<CardRead, { kind: 'read' }>;

async function alone<T>(world: World, open: OpenTerminal, feature: Feature, work: () => Promise<T>): Promise<T> {
  if (!open.terminal.features.has(feature))
    throw refusalOf({ code: 'unsupported', text: `${open.description} cannot do ${feature}` });
  await world.recovery.settleFirst(open);
  refuseBusy(world, open);
  const working = work();
  world.running.beginTask(open.device, feature, working);
  return working;
}

const LONG_ENOUGH = 10;

function taskOf(input: TaskInput, now: number): Task {
  switch (input.do) {
    case 'diagnosis':
      return { do: 'diagnosis', ...(input.kind === undefined ? {} : { kind: input.kind }) };
    case 'reprint':
      return { do: 'reprint', from: input.from, ...(input.to === undefined ? {} : { to: input.to }) };
    case 'selectLanguage':
      return { do: 'selectLanguage', language: input.language };
    case 'setClock':
      return { do: 'setClock', at: input.at ?? now };
    case 'display':
      return { do: 'display', lines: input.lines, seconds: input.seconds ?? LONG_ENOUGH };
    default:
      return { do: input.do };
  }
}
