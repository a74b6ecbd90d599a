/** A card terminal that speaks ZVT: the commands of the contract, each as what is sent and what its end means. */

import { recheck } from '../recheck.ts';
import { endpointOf } from '../settings.ts';
import type {
  CardReadOutcome,
  CommandOptions,
  CustomerInput,
  CustomerQuestion,
  Feature,
  LastTransaction,
  OpenPreAuthorisations,
  Outcome,
  Payment,
  PaymentTerminal,
  Reason,
  Reversal,
  Task,
  TaskOutcome,
  TerminalSettings,
  TerminalStatus,
} from '../terminal.ts';
import type { Trace } from '../trace.ts';
import type { TransportOpener } from '../transport/opener.ts';
import { orUnsupported } from '../unsupported.ts';
import { encode } from './codec/apdu.ts';
import { openCommandQueue } from './commandQueue.ts';
import { isReason, openConnection } from './connection.ts';
import { commands } from './exchange/commands.ts';
import {
  type CommandResult,
  lastTransactionOf,
  moneyOutcome,
  openPreAuthorisationsOf,
  refusesContainer,
  serviceOutcome,
} from './exchange/outcome.ts';
import { transactionIds } from './exchange/transactionIds.ts';
import { goodsTiming, moneyCommands, type PreparedCommand, withTlv } from './moneyCommands.ts';
import { cardReadOutcome, cardReadRequest, customerInput, customerQuestionRequest } from './reader.ts';
import { zvtSettings } from './settings.ts';
import { commandsOf, featuresOfTask, withRequestedSlips } from './tasks.ts';
import { statusEnquiry, terminalStatus } from './terminalStatus.ts';

/** Opens a terminal; it connects and registers by itself, in the background, and comes back when it was gone. */
export function openZvtTerminal(given: TerminalSettings, trace?: Trace, access?: TransportOpener): PaymentTerminal {
  const settings = zvtSettings(given);
  const contact = openConnection(settings, trace, access);
  const turns = openCommandQueue(settings, contact, trace);
  const ids = settings.transactionIds ? transactionIds() : undefined;
  // Tasks this terminal did not know when it was asked; over another line it may be another one, or have been set up.
  const unknown = new Set<Feature>();
  turns.onState(state => state === 'connecting' && unknown.clear());
  const again = recheck(settings.timers.recheck, () => turns.enqueue(askCondition));
  contact.onConditionUnclear(again.soon);
  contact.condition.onChange(condition => (condition?.blocks ? again.later() : again.stop()));

  return {
    endpoint: endpointOf(settings.connection),
    get features() {
      return new Set([...settings.features].filter(has));
    },
    get terminalId() {
      return contact.terminalId;
    },
    get state() {
      return turns.state;
    },
    onState: turns.onState,
    longestAnswer: settings.timers.t3 + Math.min(settings.timers.read, settings.timers.short),
    get condition() {
      return contact.condition.current;
    },
    onCondition: contact.condition.onChange,
    register: call =>
      turns.enqueue(async () => {
        const result = await turns.register(call);
        if (isReason(result)) return { ok: false, reason: result };
        return { ok: true, ...(contact.terminalId ? { terminalId: contact.terminalId } : {}) };
      }),
    pay: (payment, call) => money(featuresOfPayment(payment), () => moneyCommands.pay(settings, payment), call),
    reverse: (reversal, call) =>
      money(featuresOfReversal(reversal), () => moneyCommands.reverse(settings, reversal), call),
    refund: (refund, call) => money(['refund'], () => moneyCommands.refund(settings, refund), call),
    preAuthorise: (wanted, call) =>
      money(['preAuthorisation'], () => moneyCommands.preAuthorise(settings, wanted), call),
    book: (booking, call) => money(['preAuthorisation'], () => moneyCommands.book(settings, booking), call),
    release: (release, call) => money(['preAuthorisation'], () => moneyCommands.release(settings, release), call),
    addTip: (tip, call) => money(['tipLater'], () => moneyCommands.addTip(settings, tip), call),
    perform: (task, call) => turns.enqueue(() => perform(task, call)),
    openPreAuthorisations: call => turns.enqueue(() => reservations(call)),
    readCard: (patience, call) => turns.enqueue(() => readCard(patience, call)),
    askCustomer: (question, call) => turns.enqueue(() => askCustomer(question, call)),
    status: call => turns.enqueue(() => status(call)),
    lastTransaction: call => turns.enqueue(() => last(call)),
    close() {
      again.stop();
      return turns.close();
    },
  };

  /** One that cannot be reached is looked for by others. */
  async function askCondition(): Promise<boolean> {
    if (contact.line) await status();
    return contact.condition.current?.blocks === true && turns.state !== 'closed';
  }

  function money(
    needed: readonly Needed[],
    asking: () => PreparedCommand,
    call: CommandOptions = {},
  ): Promise<Outcome> {
    return turns.enqueue(async () => {
      if (!able(needed)) return { kind: 'notSent', reason: UNSUPPORTED };
      const asked = orUnsupported(() => encodable(completed(asking(), call)));
      if ('code' in asked) return { kind: 'notSent', reason: asked };
      const run = await turns.run(asked, call);
      const outcome: Outcome = isEnded(run)
        ? moneyOutcome(run, contact.outcomeContext)
        : { kind: 'notSent', reason: run };
      ids?.ended(outcome.kind, isEnded(run) ? run.state.status : undefined);
      return outcome;
    });
  }

  /** What every money command carries besides what it is about. */
  function completed({ command, fields }: PreparedCommand, { onApproved }: CommandOptions): PreparedCommand {
    const waits =
      onApproved && command.setsGoodsTiming && settings.features.has('handOver') ? goodsTiming(settings) : {};
    return { command, fields: withTlv({ ...waits, ...fields }, ids ? [ids.mirror()] : []) };
  }

  async function perform(task: Task, call?: CommandOptions): Promise<TaskOutcome> {
    if (!able(featuresOfTask(task))) return { kind: 'failed', reason: UNSUPPORTED, receipts: [] };
    // The terminal's character set is known once it is registered.
    const line = contact.line ?? (await turns.register(call));
    if (isReason(line)) return { kind: 'failed', reason: line, receipts: [] };
    // It may have refused containers only now.
    if (!able(featuresOfTask(task))) return { kind: 'failed', reason: UNSUPPORTED, receipts: [] };
    const said = { ...settings, containers: contact.takesContainers };
    let service: TaskOutcome | undefined;
    for (const asked of commandsOf(said, task, contact.outcomeContext.charset)) {
      const run = await turns.run(asked, call);
      service = isEnded(run)
        ? serviceOutcome(run, contact.outcomeContext)
        : { kind: 'failed', reason: run, receipts: [] };
      if (isEnded(run)) for (const one of unknownTo(run, task, asked)) unknown.add(one);
      if (service.kind !== 'done') break;
    }
    return withRequestedSlips(task, service!);
  }

  async function status(call?: CommandOptions): Promise<TerminalStatus> {
    const run = await turns.run(statusEnquiry(settings), call);
    return isEnded(run)
      ? terminalStatus(run, contact.outcomeContext, contact.requestedTask)
      : { kind: 'unreachable', reason: run };
  }

  /** A terminal that still works would tell the transaction before the one it is working on: ask that first. */
  async function last(call?: CommandOptions): Promise<LastTransaction> {
    if (!able(['lastTransaction'])) return { kind: 'unreachable', reason: UNSUPPORTED };
    const before = await status(call);
    if (before.kind === 'unreachable') return before;
    if (before.kind === 'busy')
      return { kind: 'unreachable', reason: { code: 'busy', resultCode: before.resultCode, text: before.text } };
    // Slips of some hundred bytes would hold the verdict up on a line where each byte is waited for.
    const serviceByte = contact.isSlow ? SEND_STATUS | NO_SLIPS : SEND_STATUS;
    const fields = { password: settings.password, serviceByte };
    const run = await turns.run({ command: commands.lastTransaction, fields }, call);
    return isEnded(run) ? lastTransactionOf(run, contact.outcomeContext) : { kind: 'unreachable', reason: run };
  }

  async function reservations(call?: CommandOptions): Promise<OpenPreAuthorisations> {
    if (!able(['preAuthorisation'])) return { kind: 'unreachable', reason: UNSUPPORTED };
    const run = await turns.run({ command: commands.openPreAuthorisations, fields: { receiptNumber: 'FFFF' } }, call);
    return isEnded(run) ? openPreAuthorisationsOf(run, contact.outcomeContext) : { kind: 'unreachable', reason: run };
  }

  async function readCard(patience: number, call?: CommandOptions): Promise<CardReadOutcome> {
    if (!able(['readCard'])) return { kind: 'failed', reason: UNSUPPORTED };
    const run = await turns.run(cardReadRequest(settings, patience), call, patience);
    return isEnded(run) ? cardReadOutcome(run, contact.outcomeContext, settings) : { kind: 'failed', reason: run };
  }

  async function askCustomer(question: CustomerQuestion, call?: CommandOptions): Promise<CustomerInput> {
    if (!able([question.digits ? 'digits' : 'keys'])) return { kind: 'failed', reason: UNSUPPORTED };
    const run = await turns.run(customerQuestionRequest(settings, question), call, question.timeout);
    return isEnded(run) ? customerInput(run, contact.outcomeContext) : { kind: 'failed', reason: run };
  }

  function has(feature: Feature): boolean {
    const isSayable = contact.takesContainers || !CHOICES.has(feature);
    return settings.features.has(feature) && !unknown.has(feature) && isSayable;
  }

  function able(needed: readonly Needed[]): boolean {
    return needed.every(one => (typeof one === 'string' ? has(one) : one.some(has)));
  }
}

/** A feature, or one of several that will do. */
type Needed = Feature | readonly Feature[];

function featuresOfPayment({ tip, cashback, withReadCard, authorisationCode }: Payment): readonly Feature[] {
  return [
    'pay',
    ...(tip === undefined ? [] : (['tip'] as const)),
    ...(cashback === undefined ? [] : (['cashback'] as const)),
    ...(withReadCard ? (['readCard'] as const) : []),
    ...(authorisationCode === undefined ? [] : (['voiceAuthorisation'] as const)),
  ];
}

function featuresOfReversal({ amount }: Reversal): readonly Needed[] {
  return [['reverse', 'reverseLast'], ...(amount === undefined ? [] : (['partialReversal'] as const))];
}

/**
 * What the terminal cannot do, by its refusal. 84 83 to a task is its word on the task, unless it may be one on a value
 * that the task carries. A choice said in a container is refused by 84 83 or 84 9A: without it the task may be known.
 */
function unknownTo(run: CommandResult, task: Task, { fields }: PreparedCommand): readonly Feature[] {
  const { ending } = run;
  if (fields.tlv && CHOOSABLE.has(task.do))
    return refusesContainer(run) ? featuresOfTask(task).filter(one => CHOICES.has(one)) : [];
  const isUnknown = ending.by === 'refusal' && ending.code === UNKNOWN_COMMAND;
  return isUnknown && !CARRY_VALUES.has(task.do) ? [task.do] : [];
}

/** Tasks that say in a container what somebody chose, and nothing else. */
const CHOOSABLE: ReadonlySet<Task['do']> = new Set<Task['do']>(['endOfDay', 'repeatReceipt']);
/** What can be chosen there, and not without a container. */
const CHOICES: ReadonlySet<Feature> = new Set<Feature>(['dayEndMode', 'dayEndDetails', 'repeatDayEnd']);

const UNKNOWN_COMMAND = 0x83;
/** Another kind of diagnosis, another language, receipt or setting may be known. */
const CARRY_VALUES: ReadonlySet<Task['do']> = new Set<Task['do']>([
  'diagnosis',
  'selectLanguage',
  'reprint',
  'changeConfiguration',
  'setTerminalId',
]);

/** A value that no message can say is a receipt number of five digits, for one. */
function encodable(asked: PreparedCommand): PreparedCommand {
  encode(asked.command.send, asked.fields);
  return asked;
}

const UNSUPPORTED: Reason = { code: 'unsupported', text: 'this terminal cannot do that' };
const SEND_STATUS = 0x01; // repeat receipt: with status information, and with the slips
const NO_SLIPS = 0x02;

function isEnded(run: CommandResult | Reason): run is CommandResult {
  return 'ending' in run;
}
