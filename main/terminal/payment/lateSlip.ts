/** A slip that comes after its command has ended: it reaches the receipt of its sale or of its operation, and whoever listens hears of it. */
import type { TerminalReceipt } from '../../../drivers/terminal.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import { terminalReceipt } from '../../domain/terminalReceipt.ts';
import { withTrainingMark } from '../../domain/trainingMark.ts';
import { isToSign } from '../../sale/cardSlips.ts';
import { partsOf } from '../../sale/paidParts.ts';
import { publishChange } from '../../sale/statusPush.ts';
import type { SalePart, SmartTransaction } from '../../wire/transactions.ts';
import type { IntentRow, Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { saleOfIntent } from './outcome.ts';

/** What a receipt and its merchant's copy have in common, in a sale and in a part of it. */
type Slips = Pick<SmartTransaction, 'receipt' | 'receipt_merchant' | 'receipt_merchant_print' | 'receipt_reversal'>;

/** Inside a job: does nothing while the command runs or its outcome is unknown; then its slips go with the outcome. */
export function recordLateSlip(world: World, { id }: IntentRow, slip: TerminalReceipt): void {
  const intent = world.intents.get(id);
  if (intent?.state !== 'approved' && intent?.state !== 'declined') return;
  if (intent.sale === null) {
    world.intents.addSlip(id, slip);
    const { merchant } = intent;
    const push = { merchant, url: null, target: 'terminal.operations', type: 'changed', id } as const;
    world.pushes.queue({ ...push, event: 'operation.changed' });
    return;
  }
  const sale = saleOfIntent(world, intent);
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
