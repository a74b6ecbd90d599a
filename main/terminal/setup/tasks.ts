/** Tasks of a terminal that move no money: services, its status, and a loyalty card at its reader. */
import type { CardReadOutcome, Feature, Task, TaskOutcome, TerminalReceipt } from '../../../drivers/index.ts';
import { type ReceiptLine, receiptText, textline } from '../../domain/receipt.ts';
import { slipLines } from '../../domain/terminalReceipt.ts';
import type { StatusAnswer, TaskAnswer, TaskInput } from '../../wire/terminals.ts';
import { BridgeError } from '../../world/errors.ts';
import type { World } from '../../world/world.ts';
import { refuseBusy } from '../payment/preconditions.ts';
import { inBothLanguages, reasonTexts } from '../payment/terminalErrors.ts';
import type { OpenTerminal } from './registry.ts';
import { setupError } from './setupErrors.ts';

/** Throws `terminalBusy` while anything else runs there. The error of a failed task has the lines that the terminal printed. */
export async function runTask(
  world: Pick<World, 'clock' | 'devices' | 'intents' | 'recovery' | 'running'>,
  open: OpenTerminal,
  input: TaskInput,
): Promise<TaskDone> {
  if (input.do === 'ask') return { kind: 'done', receipts: [], facts: {}, answer: await askAtKeys(world, open, input) };
  const task = taskOf(input, world.clock.now());
  const needs = task.do === 'repeatReceipt' && task.which === 'endOfDay' ? 'repeatDayEnd' : task.do;
  const done = await alone(world, open, needs, () => open.terminal.perform(task));
  if (done.kind === 'done') return { ...done, answer: null };
  throw setupError(done.reason, { receipt: receiptOf(done) });
}

/** Prints lines of a receipt on the terminal's own paper. */
export async function printLines(
  world: Pick<World, 'devices' | 'intents' | 'recovery' | 'running'>,
  open: OpenTerminal,
  lines: readonly ReceiptLine[],
): Promise<void> {
  const done = await alone(world, open, 'print', () => open.terminal.perform({ do: 'print', slip: slipOf(lines) }));
  if (done.kind !== 'done') throw setupError(done.reason);
}

/** Shows the lines and waits for a key, or for digits. */
async function askAtKeys(
  world: Pick<World, 'devices' | 'intents' | 'recovery' | 'running'>,
  open: OpenTerminal,
  input: Asking,
): Promise<TaskAnswer['answer']> {
  const { lines, seconds = 30, digits } = input;
  if (digits && digits.least > digits.most) throw new BridgeError('badInput', 'digits: least is more than most');
  const question = { lines, timeout: seconds * 1000, ...(digits ? { digits } : {}) };
  const typed = await alone(world, open, digits ? 'digits' : 'keys', () => open.terminal.askCustomer(question));
  if (typed.kind === 'typed') return { key: typed.key ?? null, typed_digits: typed.digits ?? null };
  throw setupError(typed.reason);
}

type Asking = Extract<TaskInput, { do: 'ask' }>;

/** Waits so many seconds for a card. Of a payment card only the last four digits are returned. */
export async function readCard(
  world: Pick<World, 'devices' | 'intents' | 'recovery' | 'running'>,
  open: OpenTerminal,
  seconds: number,
): Promise<Read> {
  const read = await alone(world, open, 'readCard', () => open.terminal.readCard(seconds * 1000));
  if (read.kind === 'read') return read;
  throw setupError(read.reason);
}

/** Asks the terminal for its status once it is idle. */
export async function askStatus(open: OpenTerminal): Promise<StatusAnswer> {
  const status = await open.terminal.status();
  if (status.kind === 'ready') return { kind: 'ready', cure: null, resultCode: null, texts: null };
  if (status.kind === 'unreachable')
    return {
      kind: 'unreachable',
      cure: null,
      resultCode: status.reason.resultCode ?? null,
      texts: reasonTexts(status.reason),
    };
  const { kind, resultCode } = status;
  return { kind, cure: kind === 'needs' ? status.cure : null, resultCode, texts: inBothLanguages(status) };
}

/** The slips of a terminal as lines of a receipt. */
export const receiptOf = ({ receipts }: Pick<TaskOutcome, 'receipts'>) =>
  receipts.flatMap(({ lines }) => slipLines(lines));

type TaskDone = Extract<TaskOutcome, { kind: 'done' }> & Pick<TaskAnswer, 'answer'>;
type Read = Extract<CardReadOutcome, { kind: 'read' }>;

async function alone<T>(
  world: Pick<World, 'devices' | 'intents' | 'recovery' | 'running'>,
  open: OpenTerminal,
  feature: Feature,
  work: () => Promise<T>,
): Promise<T> {
  if (!open.terminal.features.has(feature))
    throw setupError({ code: 'unsupported', text: `${open.description} cannot do ${feature}` });
  await world.recovery.settleFirst(open);
  refuseBusy(world, open);
  const working = work().catch(refuseValue);
  world.running.beginTask(open.device, feature, working);
  return working;
}

/** The driver throws a RangeError for a value that no terminal accepts, before anything is sent. */
function refuseValue(error: unknown): never {
  throw error instanceof RangeError ? new BridgeError('badInput', error.message) : error;
}

const LONG_ENOUGH = 10;
/** Characters in a line of a terminal's paper. */
const COLUMNS = 24;

function slipOf(lines: readonly ReceiptLine[]): TerminalReceipt {
  const texts = receiptText(lines, COLUMNS).split('\n');
  return { copy: 'customer', lines: texts.map(text => ({ text, align: 'left', wide: false, tall: false })) };
}

function taskOf(input: Exclude<TaskInput, Asking>, now: number): Task {
  switch (input.do) {
    case 'repeatReceipt':
      return { do: 'repeatReceipt', ...(input.which === undefined ? {} : { which: input.which }) };
    case 'print':
      return { do: 'print', slip: slipOf(input.lines.map(text => textline(text))) };
    case 'changeConfiguration':
      return { do: 'changeConfiguration', hex: input.tlv };
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
