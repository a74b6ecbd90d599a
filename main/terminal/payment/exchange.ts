/** The exchange of one command that may move money: sent once, its outcome written, an unknown outcome reconciled. */
import type {
  Answer,
  CommandOptions,
  Condition,
  HandOver,
  Outcome,
  Progress,
  Question,
  Reason,
  TerminalReceipt,
} from '../../../drivers/index.ts';
import type { Sign } from '../../domain/denialWait.ts';
import { promptCodeOf } from '../../domain/terminalPrompt.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import { atTerminal, outsideRequest } from '../../world/requestContext.ts';
import type { RunningCommand } from '../../world/running.ts';
import type { IntentRow, Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { checkAnswer } from './checkAnswer.ts';
import { amountConfirmedBy, mustKeepConfirmation } from './confirmedAmount.ts';
import { commandReference, wasGivenUp, writeJournal } from './intent.ts';
import { commandOutcomeOf, keptSlips, recordLateSlip, recordOutcome } from './outcome.ts';
import { askTill } from './question.ts';
import { commandDetails, showLateApproval } from './screenView.ts';
import { afterRefusedSignature } from './signature.ts';
import { snapshotAfter } from './snapshotBefore.ts';
import { declineReason, reasonView } from './terminalErrors.ts';

/** How long the till may take to hand the goods over, ms. */
const HAND_OVER = 120_000;

interface ExchangeResult {
  readonly outcome: Outcome;
  /** The sale as the outcome was written into it; null where it is to be read: no sale, or a reconciled outcome. */
  readonly sale: Sale | null;
}

/**
 * Sends the command of an intent that is on disk. `questions`: does the caller answer questions of the terminal? Resolves when
 * the outcome is written, for an unknown outcome after the time of its reconciliation (`outcomeTimeout`). Throws
 * `endingUnwritten` when the outcome cannot be written: then the terminal is asked until it can.
 */
export const exchangeWithTerminal = (
  world: World,
  slot: TerminalSlot,
  intent: IntentRow,
  send: (call: CommandOptions) => Promise<Outcome>,
  questions?: boolean,
): Promise<ExchangeResult> => atTerminal(slot.device, () => exchanged(world, slot, intent, send, questions));

async function exchanged(
  world: World,
  slot: TerminalSlot,
  intent: IntentRow,
  send: (call: CommandOptions) => Promise<Outcome>,
  questions: boolean | undefined,
): Promise<ExchangeResult> {
  const command = world.running.begin(intent.merchant, intent.till, commandDetails(world, intent, world.clock.now()));
  world.running.forgetSnapshot(slot.device);
  world.recovery.watch(slot);
  const notes = createNotes(world, intent);
  const sign = noteSigns(world, intent);
  sign('sent');
  try {
    const options = commandOptions(world, slot, intent, command, notes, sign, questions);
    const answer = await send(options).catch(error => driverFailed(world, error));
    const { condition } = slot.terminal;
    const checked = checkAnswer(world, intent, answer);
    const recorded = await record(world, intent, checked, condition, notes).catch(error =>
      unwritten(world, slot, intent, afterUnwrittenSlip(notes, checked), error),
    );
    const { outcome } = recorded;
    const snapshot = snapshotAfter(intent, outcome, world.clock.now());
    if (snapshot) world.running.keepSnapshot(slot.device, snapshot, world.clock.elapsed());
    if (outcome.kind !== 'unknown') return recorded;
    await world.recovery.settleWithin(slot, world.settings.outcomeTimeout);
    return { outcome, sale: null };
  } finally {
    if (!world.intents.unsettled(slot.device)) {
      command.end();
      showLateApproval(world, slot.device);
    }
    void outsideRequest(() => world.recovery.settleUnsolicited(slot.device));
  }
}

function commandOptions(
  world: World,
  slot: TerminalSlot,
  intent: IntentRow,
  command: RunningCommand,
  notes: Notes,
  sign: NoteSign,
  questions: boolean | undefined,
): CommandOptions {
  return {
    signal: command.signal,
    reference: commandReference(intent.id),
    onProgress(progress) {
      command.progress(progress);
      sign(signOf(progress));
      if (progress.step === 'sent') notes.add({ event: 'sent' });
    },
    onSlip(slip) {
      sign('seeTerminal');
      return keepSlip(world, intent, slip, notes);
    },
    async onQuestion(question, signal) {
      sign(question.kind === 'signature' ? 'signature' : 'cashierAsked');
      const answer = await askTill(world, command, intent, question, questions, signal);
      return keepAnswer(world, intent, question, answer, notes);
    },
    ...(slot.handOver && intent.kind === 'payment' ? { onApproved: () => handOver(command, sign) } : {}),
  };
}

function handOver(command: RunningCommand, sign: NoteSign): Promise<HandOver> {
  sign('takeGoods');
  return command.handOver(HAND_OVER);
}

/** Notes a sign of the command; null says nothing. */
type NoteSign = (sign: Sign | 'sent' | null) => void;

/** A line that breaks leaves the last sign: by it the terminal may still be at work for a while. */
const noteSigns =
  ({ running, clock }: Pick<World, 'clock' | 'running'>, { device, id }: IntentRow): NoteSign =>
  sign => {
    if (sign !== null) running.noteSign(device, id, sign, clock.elapsed());
  };

function signOf(progress: Progress): Sign | 'sent' | null {
  switch (progress.step) {
    case 'sent':
    case 'accepted':
    case 'abortRefused':
    case 'finishing':
      return progress.step;
    case 'prompt': {
      const { texts, terminalText: own, meaning } = progress;
      return promptCodeOf({ texts, own, meaning });
    }
    default:
      return null;
  }
}

/**
 * Journal rows that need no commit of their own: they are written with the next commit. A crash before that loses them, and no
 * rule concludes anything from a missing row.
 */
interface Notes {
  /** The disk refused a slip, so that the terminal takes the payment back. */
  isSlipUnwritten: boolean;
  add(data: object): void;
  /** Runs the job in a commit, after the waiting rows. */
  writeBefore<T>(job: () => T): Promise<T>;
}

function createNotes(world: Pick<World, 'clock' | 'ledger' | 'intents'>, intent: IntentRow): Notes {
  let waiting: readonly { readonly at: number; readonly data: object }[] = [];
  return {
    isSlipUnwritten: false,
    add(data) {
      waiting = [...waiting, { at: world.clock.now(), data }];
    },
    writeBefore(job) {
      const taken = waiting;
      waiting = [];
      const written = world.ledger.write(() => {
        for (const { at, data } of taken) writeJournal(world, intent, 'wire', data, at);
        return job();
      });
      written.catch(() => {
        waiting = [...taken, ...waiting];
      });
      return written;
    },
  };
}

/** The slip is on disk before the terminal gets the acknowledgement: it reverses a payment whose slip is not printed. */
function keepSlip(world: World, intent: IntentRow, slip: TerminalReceipt, notes: Notes): Promise<boolean> {
  return notes
    .writeBefore(() => {
      writeJournal(world, intent, 'slip', slip);
      recordLateSlip(world, intent, slip);
    })
    .then(
      () => true,
      error => {
        world.log('error', 'a slip could not be kept', { error: String(error) });
        notes.isSlipUnwritten = true;
        return false;
      },
    );
}

/**
 * An amount above that of the payment, and every later answer about it, is on disk before the terminal receives it: the
 * reconciliation must know which amount the till confirmed. Where it cannot be written, the question stays unanswered, and the
 * terminal goes on with the amount of the command.
 */
async function keepAnswer(
  world: Pick<World, 'clock' | 'intents' | 'log'>,
  intent: IntentRow,
  question: Question,
  answer: Answer,
  notes: Notes,
): Promise<Answer> {
  const confirmed = amountConfirmedBy(question, answer);
  const row = { event: 'question', kind: question.kind, answer: answer.kind };
  if (!mustKeepConfirmation(world, intent, confirmed)) {
    notes.add(row);
    return answer;
  }
  try {
    await notes.writeBefore(() => writeJournal(world, intent, 'wire', { ...row, confirmed }));
    return answer;
  } catch (error) {
    world.log('error', 'a confirmed amount could not be kept', { error: String(error) });
    notes.add({ ...row, answer: 'none', confirmed: null });
    return { kind: 'none' };
  }
}

/** Writes what the terminal answered and all its effects in one commit. */
function record(
  world: World,
  intent: IntentRow,
  checked: Outcome,
  condition: Condition | null,
  notes: Notes,
): Promise<ExchangeResult> {
  return notes.writeBefore(() => {
    const outcome = afterUnwrittenSlip(notes, afterRefusedSignature(world, intent, checked));
    const stored = world.intents.get(intent.id) ?? intent;
    // The till's request to stop may not be written yet; with the intent it explains why the approval is late.
    const isStopping = stored.stopRequestedAt === null && world.running.view(intent.device)?.aborting === true;
    const stopRequestedAt = isStopping ? world.clock.now() : stored.stopRequestedAt;
    if (isStopping) world.intents.recordStopRequest(intent.id, world.clock.now());
    writeJournal(world, intent, 'result', resultOf(outcome, condition));
    const isLate = wasGivenUp(world, { ...stored, stopRequestedAt });
    const reported = commandOutcomeOf(outcome, isLate, condition);
    const kept = keptSlips(world, intent);
    // A slip may have come while the outcome was on its way here.
    const isMore = ANSWERED.has(outcome.kind) && kept.length > reported.receipts.length;
    const receipts = isMore ? kept : reported.receipts;
    return { outcome, sale: recordOutcome(world, intent, { ...reported, receipts }) };
  });
}

/** Outcomes whose slips are all of this command. */
const ANSWERED: ReadonlySet<Outcome['kind']> = new Set(['approved', 'declined']);

/** The row of the journal: what the terminal answered without its slips, and why it was not carried out. */
function resultOf(outcome: Outcome, condition: Condition | null): object {
  const { receipts: _receipts, ...answer } = { receipts: [], ...outcome };
  const reason = declineReason(outcome);
  return { ...answer, ...(reason ? { because: reasonView(reason, condition) } : {}) };
}

/**
 * Names the own disk as the reason where the terminal took a payment back because our disk refused its slip: nobody
 * declined it. A decline has a slip, too, and stays the decline of the card or its host.
 */
function afterUnwrittenSlip({ isSlipUnwritten }: Notes, outcome: Outcome): Outcome {
  if (!isSlipUnwritten || outcome.kind === 'approved' || outcome.kind === 'notSent') return outcome;
  return outcome.kind === 'declined' && BY_CARD.has(outcome.reason.code)
    ? outcome
    : { ...outcome, reason: NOT_WRITTEN };
}

const BY_CARD: ReadonlySet<Reason['code']> = new Set(['declined', 'cardError']);

const NOT_WRITTEN: Reason = { code: 'notWritten', text: 'the slip could not be stored' };

/** A driver throws only by a defect; then nobody knows how far the command got. */
function driverFailed({ log }: Pick<World, 'log'>, error: unknown): Outcome {
  log('error', 'the terminal driver failed', { error: String(error) });
  return { kind: 'unknown', reason: { code: 'lineLost', text: 'the driver failed' }, facts: {}, receipts: [] };
}

/** The result stays in memory: the reconciliation writes it with its own decision, so that the reason is not lost. */
function unwritten(
  { clock, recovery, running }: Pick<World, 'clock' | 'recovery' | 'running'>,
  slot: TerminalSlot,
  { id }: IntentRow,
  outcome: Outcome,
  cause: unknown,
): never {
  running.keepUnwritten(id, { at: clock.now(), data: resultOf(outcome, slot.terminal.condition) });
  void recovery.settle(slot);
  throw new BridgeError('endingUnwritten', 'the terminal has answered, but the answer cannot be stored', { cause });
}
