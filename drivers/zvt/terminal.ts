/** A card terminal that speaks ZVT: each command of the contract, with the message it sends and the meaning of its end. */
import { createRecheck } from '../recheck.ts';
import { endpointOf } from '../settings.ts';
import { isEnded, isReason } from '../supervisor.ts';
import type {
  CardReadOutcome,
  CommandOptions,
  CustomerInput,
  CustomerQuestion,
  LastTransaction,
  OpenPreAuthorisations,
  Outcome,
  PaymentTerminal,
  Task,
  TaskOutcome,
  TerminalSettings,
  TerminalStatus,
} from '../terminal.ts';
import type { Trace } from '../trace.ts';
import type { TransportOpener } from '../transport/opener.ts';
import { orUnsupported, UNSUPPORTED } from '../unsupported.ts';
import { AvailableFeatures, featuresOfPayment, featuresOfReversal, type NeededFeature } from './availableFeatures.ts';
import { encode } from './codec/apdu.ts';
import { openDriver, type ZvtDriver } from './driver.ts';
import { commands } from './exchange/commands.ts';
import { lastTransactionOf, moneyOutcome, openPreAuthorisationsOf, serviceOutcome } from './exchange/outcome.ts';
import { type TransactionIds, transactionIds } from './exchange/transactionIds.ts';
import { goodsTiming, moneyCommands, type PreparedCommand, withTlv } from './moneyCommands.ts';
import { cardReadOutcome, cardReadRequest, customerInput, customerQuestionRequest } from './reader.ts';
import { type ZvtSettings, zvtSettings } from './settings.ts';
import { commandsOf, featuresOfTask, withRequestedSlips } from './tasks.ts';
import { statusEnquiry, terminalStatus } from './terminalStatus.ts';

/** Opens a terminal; it connects and registers by itself, in the background, and reconnects when it was lost. */
export function openZvtTerminal(given: TerminalSettings, trace?: Trace, opener?: TransportOpener): PaymentTerminal {
  const settings = zvtSettings(given);
  const driver = openDriver(settings, trace, opener);
  const { connection, supervisor } = driver;
  const features = new AvailableFeatures(settings, connection);
  const terminal: CommandContext = {
    driver,
    features,
    ids: settings.transactionIds ? transactionIds() : undefined,
  };
  supervisor.onState(state => state === 'connecting' && features.forgetUnknown());
  const recheck = recheckCondition(driver);

  return {
    endpoint: endpointOf(settings.connection),
    get features() {
      return features.all;
    },
    get terminalId() {
      return connection.terminalId;
    },
    get state() {
      return supervisor.state;
    },
    onState: supervisor.onState,
    longestAnswer: settings.timers.t3 + Math.min(settings.timers.read, settings.timers.short),
    get condition() {
      return connection.reported.tracker.current;
    },
    onCondition: connection.reported.tracker.onChange,
    onUnsolicitedApproval: listener => connection.unsolicitedApprovals.add(listener),
    register: options => supervisor.enqueue(() => register(driver, options)),
    ...moneyMethods(terminal, settings),
    perform: (task, options) => supervisor.enqueue(() => perform(terminal, task, options)),
    openPreAuthorisations: options => supervisor.enqueue(() => openPreAuthorisations(terminal, options)),
    readCard: (timeout, options) => supervisor.enqueue(() => readCard(terminal, timeout, options)),
    askCustomer: (question, options) => supervisor.enqueue(() => askCustomer(terminal, question, options)),
    status: options => supervisor.enqueue(() => status(driver, options)),
    giveUp: () => supervisor.enqueue(() => giveUp(driver)),
    lastTransaction: options => supervisor.enqueue(() => lastTransaction(terminal, options)),
    close() {
      recheck.stop();
      return supervisor.close();
    },
  };
}

/** Everything that a command needs around it. */
interface CommandContext {
  readonly driver: ZvtDriver;
  readonly features: AvailableFeatures;
  readonly ids: TransactionIds | undefined;
}

/** Asks a terminal that takes no cards again; a terminal that cannot be reached is left to the reconnection. */
function recheckCondition(driver: ZvtDriver) {
  const { connection, supervisor, settings } = driver;
  const { reported } = connection;
  const recheck = createRecheck(settings.timers.recheck, () =>
    supervisor.enqueue(async () => {
      if (connection.isUp) await status(driver);
      return reported.tracker.current?.blocks === true && supervisor.state !== 'closed';
    }),
  );
  reported.onUnclear(recheck.soon);
  reported.tracker.onChange(condition => (condition?.blocks ? recheck.later() : recheck.stop()));
  return recheck;
}

async function register({ connection, supervisor }: ZvtDriver, options?: CommandOptions) {
  const line = await supervisor.register(options);
  if (isReason(line)) return { ok: false, reason: line } as const;
  return { ok: true, ...(connection.terminalId ? { terminalId: connection.terminalId } : {}) } as const;
}

type MoneyMethods = Pick<
  PaymentTerminal,
  'pay' | 'reverse' | 'refund' | 'preAuthorise' | 'book' | 'release' | 'addTip'
>;

function moneyMethods(terminal: CommandContext, settings: ZvtSettings): MoneyMethods {
  const money = (needed: readonly NeededFeature[], prepare: () => PreparedCommand, options: CommandOptions = {}) =>
    terminal.driver.supervisor.enqueue(() => moveMoney(terminal, needed, prepare, options));
  return {
    pay: (payment, options) => money(featuresOfPayment(payment), () => moneyCommands.pay(settings, payment), options),
    reverse: (reversal, options) =>
      money(featuresOfReversal(reversal), () => moneyCommands.reverse(settings, reversal), options),
    refund: (refund, options) => money(['refund'], () => moneyCommands.refund(settings, refund), options),
    preAuthorise: (wanted, options) =>
      money(['preAuthorisation'], () => moneyCommands.preAuthorise(settings, wanted), options),
    book: (booking, options) => money(['preAuthorisation'], () => moneyCommands.book(settings, booking), options),
    release: (release, options) => money(['preAuthorisation'], () => moneyCommands.release(settings, release), options),
    addTip: (tip, options) => money(['tipLater'], () => moneyCommands.addTip(settings, tip), options),
  };
}

async function moveMoney(
  { driver, features, ids }: CommandContext,
  needed: readonly NeededFeature[],
  prepare: () => PreparedCommand,
  options: CommandOptions,
): Promise<Outcome> {
  if (!features.includes(needed)) return { kind: 'notSent', reason: UNSUPPORTED };
  const prepared = orUnsupported(() => encodable(completed(prepare(), options, driver.settings, ids)));
  if ('code' in prepared) return { kind: 'notSent', reason: prepared };
  const result = await driver.run(prepared, options);
  const outcome: Outcome = isEnded(result)
    ? moneyOutcome(result, driver.connection.outcomeContext)
    : { kind: 'notSent', reason: result };
  ids?.ended(outcome.kind, isEnded(result) ? result.state.status : undefined);
  return outcome;
}

/** Adds the fields that every money command carries: the timing of the goods and the transaction id. */
function completed(
  { command, fields }: PreparedCommand,
  { onApproved }: CommandOptions,
  settings: ZvtSettings,
  ids: TransactionIds | undefined,
): PreparedCommand {
  const isTimed = onApproved && command.setsGoodsTiming && settings.features.has('handOver');
  const timing = isTimed ? goodsTiming(settings) : {};
  return { command, fields: withTlv({ ...timing, ...fields }, ids ? [ids.mirror()] : []) };
}

/** Throws a RangeError for a value that no message can carry, for example a receipt number of five digits. */
function encodable(prepared: PreparedCommand): PreparedCommand {
  encode(prepared.command.send, prepared.fields);
  return prepared;
}

async function perform(
  { driver, features }: CommandContext,
  task: Task,
  options?: CommandOptions,
): Promise<TaskOutcome> {
  const { connection, settings, supervisor } = driver;
  if (!features.includes(featuresOfTask(task))) return { kind: 'failed', reason: UNSUPPORTED, receipts: [] };
  // The terminal's character set is known once it is registered.
  const refusal = connection.isUp ? undefined : await supervisor.register(options);
  if (refusal && isReason(refusal)) return { kind: 'failed', reason: refusal, receipts: [] };
  // The terminal may have refused containers only now.
  if (!features.includes(featuresOfTask(task))) return { kind: 'failed', reason: UNSUPPORTED, receipts: [] };
  const registered = { ...settings, containers: connection.takesContainers };
  let outcome: TaskOutcome | undefined;
  for (const prepared of commandsOf(registered, task, connection.outcomeContext.charset)) {
    const result = await driver.run(prepared, options);
    outcome = isEnded(result)
      ? serviceOutcome(result, connection.outcomeContext)
      : { kind: 'failed', reason: result, receipts: [] };
    if (isEnded(result)) features.taskEnded(result, task, prepared);
    if (outcome.kind !== 'done') break;
  }
  return withRequestedSlips(task, outcome!);
}

async function status(driver: ZvtDriver, options?: CommandOptions): Promise<TerminalStatus> {
  const { connection, settings } = driver;
  const result = await driver.run(statusEnquiry(settings), options);
  // Like a terminal that does not support the enquiry: it has answered.
  if (isEnded(result) && connection.tellsNoStatus(result)) return { kind: 'ready' };
  return isEnded(result)
    ? terminalStatus(result, connection.outcomeContext, connection.reported.requestedTask)
    : { kind: 'unreachable', reason: result };
}

/**
 * An idle terminal refuses the abort or takes it, and so does one at work: 84 83 also means that the host is being asked. The answer
 * says only that the terminal has read it, and that it waits for no card and no PIN any more.
 */
async function giveUp(driver: ZvtDriver): Promise<boolean> {
  const result = await driver.run({ command: commands.abort, fields: {} });
  return isEnded(result) && (result.ending.by === 'answer' || result.ending.by === 'refusal');
}

/** A terminal that still works would repeat the transaction before the running one: the status is asked first. */
async function lastTransaction(
  { driver, features }: CommandContext,
  options?: CommandOptions,
): Promise<LastTransaction> {
  if (!features.includes(['lastTransaction'])) return { kind: 'unreachable', reason: UNSUPPORTED };
  const before = await status(driver, options);
  if (before.kind === 'unreachable') return before;
  if (before.kind === 'busy')
    return { kind: 'unreachable', reason: { code: 'busy', resultCode: before.resultCode, text: before.text } };
  const { connection, settings } = driver;
  // Slips of some hundred bytes would delay the answer on a line where each byte is waited for.
  const serviceByte = connection.isSlow ? SEND_STATUS | NO_SLIPS : SEND_STATUS;
  const fields = { password: settings.password, serviceByte };
  const result = await driver.run({ command: commands.lastTransaction, fields }, options);
  return isEnded(result)
    ? lastTransactionOf(result, connection.outcomeContext)
    : { kind: 'unreachable', reason: result };
}

async function openPreAuthorisations(
  { driver, features }: CommandContext,
  options?: CommandOptions,
): Promise<OpenPreAuthorisations> {
  if (!features.includes(['preAuthorisation'])) return { kind: 'unreachable', reason: UNSUPPORTED };
  const fields = { receiptNumber: 'FFFF' };
  const result = await driver.run({ command: commands.openPreAuthorisations, fields }, options);
  return isEnded(result)
    ? openPreAuthorisationsOf(result, driver.connection.outcomeContext)
    : { kind: 'unreachable', reason: result };
}

async function readCard(
  { driver, features }: CommandContext,
  timeout: number,
  options?: CommandOptions,
): Promise<CardReadOutcome> {
  if (!features.includes(['readCard'])) return { kind: 'failed', reason: UNSUPPORTED };
  const { connection, settings } = driver;
  const result = await driver.run(cardReadRequest(settings, timeout), options, timeout);
  return isEnded(result)
    ? cardReadOutcome(result, connection.outcomeContext, settings)
    : { kind: 'failed', reason: result };
}

async function askCustomer(
  { driver, features }: CommandContext,
  question: CustomerQuestion,
  options?: CommandOptions,
): Promise<CustomerInput> {
  if (!features.includes([question.digits ? 'digits' : 'keys'])) return { kind: 'failed', reason: UNSUPPORTED };
  const result = await driver.run(customerQuestionRequest(driver.settings, question), options, question.timeout);
  return isEnded(result) ? customerInput(result, driver.connection.outcomeContext) : { kind: 'failed', reason: result };
}

/** Service byte of repeat receipt: with the status information. */
const SEND_STATUS = 0x01;
/** Service byte of repeat receipt: without the slips. */
const NO_SLIPS = 0x02;
