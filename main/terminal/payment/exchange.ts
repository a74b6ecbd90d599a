/** One command at the terminal that may move money: sent once, its ending written, and an unknown one asked for. */
import type {
  Answer,
  CommandOptions,
  Condition,
  Outcome,
  Question,
  TerminalReceipt,
} from '../../../drivers/terminal.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { RunningCommand } from '../../world/running.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { checkAnswer } from './checkAnswer.ts';
import { amountConfirmedBy, mustKeepConfirmation } from './confirmedAmount.ts';
import { writeJournal } from './intent.ts';
import { commandOutcomeOf, recordOutcome } from './outcome.ts';
import { wasGivenUp } from './reconciliation/records.ts';
import { commandDetails, showLateApproval } from './screenView.ts';
import { snapshotAfter } from './snapshotBefore.ts';
import { declineReason, reasonView } from './terminalErrors.ts';

/** How long the till may take to give the goods out, ms. */
const HAND_OVER = 120_000;

/**
 * `intent` is on disk already. `questions`: does the caller answer what the terminal asks? Answers when the ending is
 * written, or after the time a verdict may take. Throws `endingUnwritten` when it cannot be written: then the terminal is
 * asked until it can.
 */
export async function exchangeWithTerminal(
  world: World,
  slot: TerminalSlot,
  intent: IntentRow,
  send: (call: CommandOptions) => Promise<Outcome>,
  questions?: boolean,
): Promise<Outcome> {
  const run = world.running.begin(intent.merchant, intent.till, commandDetails(world, intent, world.clock.now()));
  world.running.forgetSnapshot(slot.device);
  const asides = asidesOf(world, intent);
  try {
    const call = callOf(world, slot, intent, run, asides, questions);
    const ended = await send(call).catch(error => broken(world, error));
    const { condition } = slot.terminal;
    const outcome = checkAnswer(world, intent, ended);
    await record(world, intent, outcome, condition, asides).catch(error => unwritten(world, slot, error));
    const word = snapshotAfter(intent, outcome, world.clock.now());
    if (word) world.running.keepSnapshot(slot.device, word);
    if (outcome.kind === 'unknown') await world.recovery.settleWithin(slot, world.settings.outcomeTimeout);
    return outcome;
  } finally {
    if (!world.intents.unsettled(slot.device)) {
      run.end();
      showLateApproval(world, slot.device);
    }
  }
}

function callOf(
  world: World,
  slot: TerminalSlot,
  intent: IntentRow,
  run: RunningCommand,
  asides: Asides,
  questions: boolean | undefined,
): CommandOptions {
  return {
    signal: run.signal,
    onProgress(progress) {
      run.progress(progress);
      if (progress.step === 'sent') asides.add({ event: 'sent' });
    },
    onSlip: slip => keepSlip(world, intent, slip, asides),
    async onQuestion(question, signal) {
      const answer = await answerTo(question, run, intent, questions, world.clock.now(), signal);
      return keepAnswer(world, intent, question, answer, asides);
    },
    ...(slot.handOver && intent.kind === 'payment' ? { onApproved: () => run.handOver(HAND_OVER) } : {}),
  };
}

/** A till that shows questions, or a screen that listens, has been shown one by then, ms. */
const NOBODY_LOOKS = 3000;

/**
 * The till is waited for where it has said that it answers, or has been shown the question. A screen that listens may be that
 * of another till: it is waited for, but its silence costs nobody the payment.
 */
async function answerTo(
  question: Question,
  run: RunningCommand,
  { onScreen: screen, sale }: IntentRow,
  questions: boolean | undefined,
  now: number,
  signal: AbortSignal,
): Promise<Answer> {
  if (questions === true || screen || sale === null) return run.ask(question, now, signal);
  if (questions === false) return answerOfNobody(question);
  const unseen = new AbortController();
  const timer = setTimeout(() => run.questionShownTo() ?? unseen.abort(), NOBODY_LOOKS);
  const answer = await run.ask(question, now, AbortSignal.any([signal, unseen.signal]));
  clearTimeout(timer);
  const isSilent = answer.kind === 'none' && !signal.aborted && run.questionShownTo() !== 'till';
  return isSilent ? answerOfNobody(question) : answer;
}

/**
 * A register that knows of no questions loses no payment by one: the terminal goes on as it would by itself. The signature
 * is taken for right, the merchant's slip has the line to sign on, and whoever finds it wrong cancels the sale.
 */
const answerOfNobody = ({ kind }: Question): Answer => (kind === 'signature' ? { kind: 'yes' } : { kind: 'none' });

/**
 * What is worth noting, but no commit of its own: it goes with the next one. A crash before that loses it, and nothing is
 * concluded from its not being there.
 */
interface Asides {
  add(data: object): void;
  /** The job, with all that waits written before it. */
  before<T>(job: () => T): Promise<T>;
}

function asidesOf(world: World, intent: IntentRow): Asides {
  let waiting: readonly { readonly at: number; readonly data: object }[] = [];
  return {
    add(data) {
      waiting = [...waiting, { at: world.clock.now(), data }];
    },
    before(job) {
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

/** On disk before the terminal hears that it was taken: it reverses a payment whose slip is lost. */
function keepSlip(world: World, intent: IntentRow, slip: TerminalReceipt, asides: Asides): Promise<boolean> {
  return asides
    .before(() => writeJournal(world, intent, 'slip', slip))
    .then(
      () => true,
      error => {
        world.log('error', 'a slip could not be kept', { error: String(error) });
        return false;
      },
    );
}

/**
 * An amount above that of the payment is on disk before the terminal hears it, and so is what replaces it: afterwards the
 * verdict has to know what was wanted. Where it cannot be written nobody has answered, and the terminal goes on with what it was asked for.
 */
async function keepAnswer(
  world: World,
  intent: IntentRow,
  question: Question,
  answer: Answer,
  asides: Asides,
): Promise<Answer> {
  const confirmed = amountConfirmedBy(question, answer);
  const row = { event: 'question', kind: question.kind, answer: answer.kind };
  if (!mustKeepConfirmation(world, intent, confirmed)) {
    asides.add(row);
    return answer;
  }
  try {
    await asides.before(() => writeJournal(world, intent, 'wire', { ...row, confirmed }));
    return answer;
  } catch (error) {
    world.log('error', 'a confirmed amount could not be kept', { error: String(error) });
    asides.add({ ...row, answer: 'none', confirmed: null });
    return { kind: 'none' };
  }
}

/** What the terminal told, and what follows from it, in one commit. */
function record(
  world: World,
  intent: IntentRow,
  outcome: Outcome,
  condition: Condition | null,
  asides: Asides,
): Promise<void> {
  const reason = declineReason(outcome);
  const because = reason ? { because: reasonView(reason, condition) } : {};
  return asides.before(() => {
    const kept = world.intents.get(intent.id) ?? intent;
    // The word of the till may not be written yet: whoever asks why the approval is late finds it with the intent.
    if (kept.stopRequestedAt === null && world.running.view(intent.device)?.aborting)
      world.intents.recordStopRequest(intent.id, world.clock.now());
    const { receipts: _receipts, ...told } = { receipts: [], ...outcome };
    writeJournal(world, intent, 'result', { ...told, ...because });
    recordOutcome(
      world,
      intent,
      commandOutcomeOf(outcome, wasGivenUp(world, world.intents.get(intent.id) ?? intent), condition),
    );
  });
}

/** A driver throws only by a defect, and then nobody knows how far the command got. */
function broken(world: World, error: unknown): Outcome {
  world.log('error', 'the terminal driver failed', { error: String(error) });
  return { kind: 'unknown', reason: { code: 'lineLost', text: 'the driver failed' }, facts: {}, receipts: [] };
}

function unwritten(world: World, slot: TerminalSlot, cause: unknown): never {
  void world.recovery.settle(slot);
  throw new BridgeError('endingUnwritten', 'the terminal has answered, but the answer cannot be stored', { cause });
}
