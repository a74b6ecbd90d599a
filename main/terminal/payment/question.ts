/** A question of the terminal: the till is asked, the sale shows it meanwhile, and nobody's silence costs a payment. */
import type { Answer, Question } from '../../../drivers/index.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import { terminalReceipt } from '../../domain/terminalReceipt.ts';
import { withTrainingMark } from '../../domain/trainingMark.ts';
import { publishOutcome } from '../../sale/saleOutcome.ts';
import type { TerminalQuestion } from '../../wire/events.ts';
import type { SaleQuestion } from '../../wire/shapes.ts';
import type { RunningCommand } from '../../world/running.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { keptSlips, saleOfIntent } from './outcome.ts';

type QuestionWorld = Pick<World, 'clock' | 'intents' | 'ledger' | 'log' | 'running' | 'salePayments' | 'settings'>;

/** A question that no till and no screen has been shown after this time is answered without them, ms. */
const NOBODY_LOOKS = 3000;

/**
 * Waits for a till that has said that it answers, or that has been shown the question. A listening screen may belong to another
 * till: the terminal waits for it, but its silence does not cost the payment.
 */
export async function askTill(
  world: QuestionWorld,
  command: RunningCommand,
  intent: IntentRow,
  question: Question,
  questions: boolean | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  if (questions === true || intent.onScreen || intent.sale === null)
    return showAndAsk(world, command, intent, question, signal);
  if (questions === false) return defaultAnswer(question);
  const unseen = new AbortController();
  const timer = setTimeout(() => command.questionShownTo() ?? unseen.abort(), NOBODY_LOOKS);
  const answer = await showAndAsk(world, command, intent, question, AbortSignal.any([signal, unseen.signal]));
  clearTimeout(timer);
  const isSilent = answer.kind === 'none' && !signal.aborted && command.questionShownTo() !== 'till';
  return isSilent ? defaultAnswer(question) : answer;
}

/**
 * A cash register that does not know questions loses no payment by a question: the terminal goes on as it would alone. The
 * signature counts as right; the merchant's slip has the line to sign on, and a wrong signature is a reason to cancel the sale.
 */
const defaultAnswer = ({ kind }: Question): Answer => (kind === 'signature' ? { kind: 'yes' } : { kind: 'none' });

async function showAndAsk(
  world: QuestionWorld,
  command: RunningCommand,
  intent: IntentRow,
  question: Question,
  signal: AbortSignal,
): Promise<Answer> {
  const slip = question.kind === 'signature' ? slipToSign(world, intent) : [];
  const answered = command.ask(question, world.clock.now(), signal, slip);
  showInSale(world, intent, world.running.view(intent.device)?.question ?? null);
  const answer = await answered;
  showInSale(world, intent, null);
  return answer;
}

/** The merchant's slip, as far as the terminal has sent it; some send one slip for both. */
function slipToSign(world: Pick<World, 'intents' | 'settings'>, intent: IntentRow): readonly ReceiptLine[] {
  const { merchant, receipt } = terminalReceipt(keptSlips(world, intent), 'payment', world.settings.language);
  return withTrainingMark(world.settings, merchant.length > 0 ? merchant : receipt);
}

/** The terminal waits for the till and not for the disk: a question that cannot be written into the sale is asked all the same. */
function showInSale(world: QuestionWorld, intent: IntentRow, question: TerminalQuestion | null): void {
  if (intent.sale === null) return;
  world.ledger
    .write(() => {
      // The command has ended since then: its outcome is that of the sale.
      if (world.intents.get(intent.id)?.state === 'open')
        publishOutcome(world, saleOfIntent(world, intent), { question: question && inSale(question) });
    })
    .catch(error => world.log('error', 'a question could not be shown in its sale', { error: String(error) }));
}

/** The stream shows a picture; it is too large for every read of the sale. */
function inSale({ text: _text, picture: _picture, ...question }: TerminalQuestion): SaleQuestion {
  return question;
}
