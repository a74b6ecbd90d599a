/** A slip that comes after the end of its command: it is added to the receipt of the sale, and whoever listens hears of it. */
import type { TerminalReceipt } from '../../drivers/index.ts';
import type { ReceiptLine } from '../domain/receipt.ts';
import { terminalReceipt } from '../domain/terminalReceipt.ts';
import { withTrainingMark } from '../domain/trainingMark.ts';
import type { SalePart, SmartTransaction } from '../wire/transactions.ts';
import type { IntentRow, Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { isToSign } from './cardSlips.ts';
import { partsOf } from './paidParts.ts';
import { publishChange } from './statusPush.ts';

/** Members for the slips, the same in a sale and in a part of it. */
type Slips = Pick<SmartTransaction, 'receipt' | 'receipt_merchant' | 'receipt_merchant_print' | 'receipt_reversal'>;

/** Inside a job; `intent`: the command that has ended. Does nothing where the sale shows the slips of another command by now. */
export function addLateSlip(
  world: Pick<World, 'intents' | 'ledger' | 'pushes' | 'settings'>,
  sale: Sale,
  intent: IntentRow,
  slip: TerminalReceipt,
): void {
  const document = documentWith(world, sale, intent, slip);
  if (document) publishChange(world, { ...sale, document });
}

/** Null where the sale shows other slips by now. */
function documentWith(
  world: Pick<World, 'intents' | 'settings'>,
  sale: Sale,
  intent: IntentRow,
  slip: TerminalReceipt,
): Sale['document'] | null {
  const { document, receiptNumber } = sale;
  const add = <T extends Partial<Slips>>(to: T) => ({ ...to, ...withSlip(world, to, intent, slip) });
  if (intent.state === 'declined') {
    const [newest] = world.intents.ofSale(sale.id);
    return newest?.id === intent.id && sale.state === 'failed' ? add(document) : null;
  }
  const parts = partsOf(document);
  const at = parts.findIndex(part => part.id === intent.id || part.reversal === intent.id);
  if (at < 0) return add(document);
  const changed = parts.map((part, index): SalePart => (index === at ? add(part) : part));
  const isShown = receiptNumber !== null || at === parts.length - 1;
  return { ...(isShown ? add(document) : document), parts: changed };
}

function withSlip(
  { settings }: Pick<World, 'settings'>,
  { receipt = [], receipt_merchant = [], receipt_merchant_print, receipt_reversal = [] }: Partial<Slips>,
  { kind, facts }: IntentRow,
  slip: TerminalReceipt,
): Partial<Slips> {
  const isReversal = kind === 'reversal';
  const copies = terminalReceipt([slip], isReversal ? 'reversal' : 'payment', settings.language);
  const added = (lines: readonly ReceiptLine[], more: readonly ReceiptLine[]) =>
    [...lines, ...withTrainingMark(settings, more)] as SmartTransaction['receipt'];
  if (isReversal) return { receipt_reversal: added(receipt_reversal, copies.receipt) };
  if (copies.merchant.length === 0) return { receipt: added(receipt, copies.receipt) };
  return {
    receipt_merchant: added(receipt_merchant, copies.merchant),
    receipt_merchant_print: receipt_merchant_print === true || isToSign(facts ?? {}),
  };
}
