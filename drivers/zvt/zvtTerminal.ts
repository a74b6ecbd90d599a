/** A card terminal that speaks ZVT: the commands of the contract, each as what is sent and what its end means. */

import { sendable } from '../sendable.ts';
import { endpointOf } from '../settings.ts';
import type {
  Call,
  CardRead,
  CustomerQuestion,
  Feature,
  LastTransaction,
  OpenPreAuthorisations,
  Outcome,
  Payment,
  PaymentTerminal,
  Reason,
  Reversal,
  Service,
  Task,
  TerminalSettings,
  TerminalStatus,
  Typed,
} from '../terminal.ts';
import type { Trace } from '../trace.ts';
import type { Access } from '../transport/access.ts';
import { encode } from './codec/apdu.ts';
import { commands } from './commands.ts';
import { isReason, openContact } from './contact.ts';
import { type Asked, moneyFields, waitingForGoods, withTlv } from './moneyFields.ts';
import { askingCustomer, cardRead, readingCard, typed } from './reader.ts';
import { recheck } from './recheck.ts';
import { zvtSettings } from './settings.ts';
import { commandsOf, featuresOfTask, wantedOf } from './tasks.ts';
import { statusEnquiry, terminalStatus } from './terminalStatus.ts';
import { transactionIds } from './transactionIds.ts';
import { takeTurns } from './turns.ts';
import {
  dislikesContainer,
  lastTransaction,
  moneyOutcome,
  openPreAuthorisations,
  type Run,
  serviceOutcome,
} from './verdict.ts';

/** Opens a terminal; it connects and registers by itself, in the background, and comes back when it was gone. */
export function openZvt(given: TerminalSettings, trace?: Trace, access?: Access): PaymentTerminal {
  const settings = zvtSettings(given);
  const contact = openContact(settings, trace, access);
  const turns = takeTurns(settings, contact, trace);
  const ids = settings.transactionIds ? transactionIds() : undefined;
  // Tasks this terminal did not know when it was asked; over another line it may be another one, or have been set up.
  const unknown = new Set<Feature>();
  turns.onState(state => state === 'connecting' && unknown.clear());
  const again = recheck(settings.timers.recheck, () => turns.take(askCondition));
  contact.onDoubt(again.soon);
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
      return contact.condition.now;
    },
    onCondition: contact.condition.onChange,
    register: call =>
      turns.take(async () => {
        const result = await turns.register(call);
        if (isReason(result)) return { ok: false, reason: result };
        return { ok: true, ...(contact.terminalId ? { terminalId: contact.terminalId } : {}) };
      }),
    pay: (payment, call) => money(featuresOfPayment(payment), () => moneyFields.pay(settings, payment), call),
    reverse: (reversal, call) =>
      money(featuresOfReversal(reversal), () => moneyFields.reverse(settings, reversal), call),
    refund: (refund, call) => money(['refund'], () => moneyFields.refund(settings, refund), call),
    preAuthorise: (wanted, call) => money(['preAuthorisation'], () => moneyFields.preAuthorise(settings, wanted), call),
    book: (booking, call) => money(['preAuthorisation'], () => moneyFields.book(settings, booking), call),
    release: (release, call) => money(['preAuthorisation'], () => moneyFields.release(settings, release), call),
    addTip: (tip, call) => money(['tipLater'], () => moneyFields.addTip(settings, tip), call),
    perform: (task, call) => turns.take(() => perform(task, call)),
    openPreAuthorisations: call => turns.take(() => reservations(call)),
    readCard: (patience, call) => turns.take(() => readCard(patience, call)),
    askCustomer: (question, call) => turns.take(() => askCustomer(question, call)),
    status: call => turns.take(() => status(call)),
    lastTransaction: call => turns.take(() => last(call)),
    close() {
      again.stop();
      return turns.close();
    },
  };

  /** One that cannot be reached is looked for by others. */
  async function askCondition(): Promise<boolean> {
    if (contact.line) await status();
    return contact.condition.now?.blocks === true && turns.state !== 'closed';
  }

  function money(needed: readonly Needed[], asking: () => Asked, call: Call = {}): Promise<Outcome> {
    return turns.take(async () => {
      if (!able(needed)) return { kind: 'notSent', reason: UNSUPPORTED };
      const asked = sendable(() => encodable(completed(asking(), call)));
      if ('code' in asked) return { kind: 'notSent', reason: asked };
      const run = await turns.run(asked, call);
      const outcome: Outcome = isEnded(run) ? moneyOutcome(run, contact.setting) : { kind: 'notSent', reason: run };
      ids?.ended(outcome.kind, isEnded(run) ? run.state.status : undefined);
      return outcome;
    });
  }

  /** What every money command carries besides what it is about. */
  function completed({ command, fields }: Asked, { onApproved }: Call): Asked {
    const waits =
      onApproved && command.timesGoods && settings.features.has('handOver') ? waitingForGoods(settings) : {};
    return { command, fields: withTlv({ ...waits, ...fields }, ids ? [ids.mirror()] : []) };
  }

  async function perform(task: Task, call?: Call): Promise<Service> {
    if (!able(featuresOfTask(task))) return { kind: 'failed', reason: UNSUPPORTED, receipts: [] };
    // The terminal's character set is known once it is registered.
    const line = contact.line ?? (await turns.register(call));
    if (isReason(line)) return { kind: 'failed', reason: line, receipts: [] };
    // It may have refused containers only now.
    if (!able(featuresOfTask(task))) return { kind: 'failed', reason: UNSUPPORTED, receipts: [] };
    const said = { ...settings, containers: contact.takesContainers };
    let service: Service | undefined;
    for (const asked of commandsOf(said, task, contact.setting.charset)) {
      const run = await turns.run(asked, call);
      service = isEnded(run) ? serviceOutcome(run, contact.setting) : { kind: 'failed', reason: run, receipts: [] };
      if (isEnded(run)) for (const one of unknownTo(run, task, asked)) unknown.add(one);
      if (service.kind !== 'done') break;
    }
    return wantedOf(task, service!);
  }

  async function status(call?: Call): Promise<TerminalStatus> {
    const run = await turns.run(statusEnquiry(settings), call);
    return isEnded(run) ? terminalStatus(run, contact.setting, contact.needs) : { kind: 'unreachable', reason: run };
  }

  /** A terminal that still works would tell the transaction before the one it is working on: ask that first. */
  async function last(call?: Call): Promise<LastTransaction> {
    if (!able(['lastTransaction'])) return { kind: 'unreachable', reason: UNSUPPORTED };
    const before = await status(call);
    if (before.kind === 'unreachable') return before;
    if (before.kind === 'busy')
      return { kind: 'unreachable', reason: { code: 'busy', resultCode: before.resultCode, text: before.text } };
    // Slips of some hundred bytes would hold the verdict up on a line where each byte is waited for.
    const serviceByte = contact.isSlow ? SEND_STATUS | NO_SLIPS : SEND_STATUS;
    const fields = { password: settings.password, serviceByte };
    const run = await turns.run({ command: commands.lastTransaction, fields }, call);
    return isEnded(run) ? lastTransaction(run, contact.setting) : { kind: 'unreachable', reason: run };
  }

  async function reservations(call?: Call): Promise<OpenPreAuthorisations> {
    if (!able(['preAuthorisation'])) return { kind: 'unreachable', reason: UNSUPPORTED };
    const run = await turns.run({ command: commands.openPreAuthorisations, fields: { receiptNumber: 'FFFF' } }, call);
    return isEnded(run) ? openPreAuthorisations(run, contact.setting) : { kind: 'unreachable', reason: run };
  }

  async function readCard(patience: number, call?: Call): Promise<CardRead> {
    if (!able(['readCard'])) return { kind: 'failed', reason: UNSUPPORTED };
    const run = await turns.run(readingCard(settings, patience), call, patience);
    return isEnded(run) ? cardRead(run, contact.setting, settings) : { kind: 'failed', reason: run };
  }

  async function askCustomer(question: CustomerQuestion, call?: Call): Promise<Typed> {
    if (!able([question.digits ? 'digits' : 'keys'])) return { kind: 'failed', reason: UNSUPPORTED };
    const run = await turns.run(askingCustomer(settings, question), call, question.patience);
    return isEnded(run) ? typed(run, contact.setting) : { kind: 'failed', reason: run };
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
function unknownTo(run: Run, task: Task, { fields }: Asked): readonly Feature[] {
  const { ending } = run;
  if (fields.tlv && CHOOSABLE.has(task.do))
    return dislikesContainer(run) ? featuresOfTask(task).filter(one => CHOICES.has(one)) : [];
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
function encodable(asked: Asked): Asked {
  encode(asked.command.send, asked.fields);
  return asked;
}

const UNSUPPORTED: Reason = { code: 'unsupported', text: 'this terminal cannot do that' };
const SEND_STATUS = 0x01; // repeat receipt: with status information, and with the slips
const NO_SLIPS = 0x02;

function isEnded(run: Run | Reason): run is Run {
  return 'ending' in run;
}
