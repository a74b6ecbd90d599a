/** Input of the till while a command runs at its terminal: stop, the answer to a question, and the result of the hand-over. */
import type { Answer } from '../../../drivers/index.ts';
import { terminalReceipt } from '../../domain/terminalReceipt.ts';
import { withTrainingMark } from '../../domain/trainingMark.ts';
import { publishOutcome } from '../../sale/saleOutcome.ts';
import type { TerminalQuestion } from '../../wire/events.ts';
import type { AnswerInput } from '../../wire/till.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import {
  actorName,
  awaitingPerson,
  isOtherCashier,
  refuseOtherCashier,
  terminalToStop,
  undecidedOnScreen,
} from './commandOwner.ts';
import { writeJournal } from './intent.ts';
import { keptSlips, saleOfIntent } from './outcome.ts';
import { lateApprovalOf } from './screenView.ts';

/**
 * Stop of a till: of the command that runs for it at any terminal, else of the payment being prepared for it, else of the
 * command that runs at its own terminal. Throws `paymentElsewhere`.
 */
export async function stop(
  world: Pick<World, 'clock' | 'devices' | 'intents' | 'ledger' | 'running' | 'salePayments'>,
  principal: Principal,
  till: string,
): Promise<boolean> {
  const running = terminalToStop(world, till);
  if (!running && world.running.abortPrepared(till)) return true;
  const slot = running ?? world.devices.terminalFor(principal.merchant, till);
  return slot !== null && askToStop(world, principal, slot);
}

/**
 * Asks the terminal to stop; false when nothing runs there. The request is written: an approval after it is late. Throws
 * `paymentElsewhere` for a cashier of another till.
 */
export async function askToStop(
  world: Pick<World, 'clock' | 'devices' | 'intents' | 'ledger' | 'running' | 'salePayments'>,
  principal: Principal,
  slot: TerminalSlot,
): Promise<boolean> {
  refuseOtherCashier(world, principal, world.running.till(slot.device));
  const requested = world.running.abort(slot.device);
  const intent = world.intents.unsettled(slot.device);
  if (!requested || !intent) return requested;
  await world.ledger.write(() => {
    // The command has ended since then: its outcome already says that a stop was requested.
    if (world.intents.unsettled(slot.device)?.id !== intent.id) return;
    world.intents.recordStopRequest(intent.id, world.clock.now());
    writeJournal(world, intent, 'wire', { event: 'stopAsked', who: actorName(principal) });
    if (intent.sale !== null) publishOutcome(world, saleOfIntent(world, intent), { abortRequested: true });
  });
  return true;
}

/** Answers a question for the till that runs the command, or for a manager. Throws `questionGone`, `questionElsewhere`, `badInput`. */
export function answerQuestion(
  world: Pick<World, 'running'>,
  principal: Principal,
  slot: TerminalSlot,
  input: AnswerInput,
): void {
  const asked = world.running.view(slot.device)?.question;
  if (asked?.id !== input.question) throw new BridgeError('questionGone', `${input.question} is not asked any more`);
  refuseOtherTill(world, principal, slot);
  if (!world.running.answer(slot.device, input.question, answerOf(asked, input)))
    throw new BridgeError('questionGone', `${input.question} has been answered`);
}

/** Reports the hand-over for the till that runs the payment, or for a manager. Throws `handOverNotAwaited` when no hand-over is expected. */
export function handOver(
  world: Pick<World, 'running'>,
  principal: Principal,
  slot: TerminalSlot,
  result: 'done' | 'failed',
): void {
  const isAwaited = world.running.view(slot.device)?.step === 'handOver';
  if (isAwaited) refuseOtherTill(world, principal, slot);
  if (!isAwaited || !world.running.handedOver(slot.device, { kind: result }))
    throw new BridgeError('handOverNotAwaited', 'no payment waits for its goods to be handed over');
}

/** Slips of a command that is not settled, or of an undecided approval; empty where there are none. */
export function slipsOf(
  world: Pick<World, 'devices' | 'intents' | 'settings'>,
  principal: Principal,
  till: string,
  slot: TerminalSlot | null,
) {
  const intent = intentOf(world, principal, till, slot?.device ?? null);
  const slips = intent?.merchant === principal.merchant ? keptSlips(world, intent) : [];
  const { receipt, merchant: copy } = terminalReceipt(slips, 'payment', world.settings.language);
  return {
    receipt: [...withTrainingMark(world.settings, receipt)],
    receipt_merchant: [...withTrainingMark(world.settings, copy)],
  };
}

/**
 * The intent that the screen of the till shows (`viewOf`): its own first, then that of its open sale. A cashier does not get
 * the intent of another till.
 */
function intentOf(
  world: Pick<World, 'devices' | 'intents'>,
  principal: Principal,
  till: string,
  device: string | null,
): IntentRow | null {
  const unsettled = device === null ? null : world.intents.unsettled(device);
  if (unsettled?.till === till) return unsettled;
  const opened = undecidedOnScreen(world, till);
  if (opened && !isOtherCashier(principal, opened.till)) return opened;
  const own = lateApprovalOf(world, till, device) ?? awaitingPerson(world, till);
  if (own || device === null) return own;
  const there = unsettled ?? world.intents.openDecision(device);
  return there && isOtherCashier(principal, there.till) ? null : there;
}

function refuseOtherTill(world: Pick<World, 'running'>, { device, role }: Principal, slot: TerminalSlot): void {
  const till = world.running.till(slot.device);
  if (till === device || role === 'manager') return;
  throw new BridgeError('questionElsewhere', `this is asked of the till ${till ?? 'that runs the command'}`);
}

/** Throws `badInput` when the answer does not fit the question. */
function answerOf(asked: TerminalQuestion, { answer, value, text }: AnswerInput): Answer {
  const { kind, choices, wants, initial } = asked;
  const wrong = (why: string) => new BridgeError('badInput', `answer: ${why}`);
  // A part of the amount does not pay the sale.
  const short = (amount: string | null) => asked.least !== null && Number(amount) < asked.least;
  const tooLittle = () => wrong(`the amount must be at least ${asked.least}, that of the payment`);
  if (answer === 'no') return { kind: 'no' };
  if (answer === 'yes' && kind !== 'choice') {
    if (short(initial)) throw tooLittle();
    return { kind: 'yes' };
  }
  if (answer === 'chosen' && kind === 'choice') {
    const chosen = choices.find(choice => choice.value === Number(value));
    if (!chosen) throw wrong(`value must be one of ${choices.map(choice => choice.value).join(', ')}`);
    return { kind: 'chosen', value: chosen.value };
  }
  if (answer === 'typed' && kind === 'input') {
    if (text === undefined) throw wrong('text is missing');
    if (wants !== 'text' && !/^[0-9]{1,15}$/.test(text)) throw wrong('text must be digits');
    if (short(text)) throw tooLittle();
    return { kind: 'typed', text };
  }
  throw wrong(`a question of the kind ${kind} is not answered by ${answer}`);
}
