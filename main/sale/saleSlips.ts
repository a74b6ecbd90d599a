/** The slips of a sale: its receipt when it is closed, and the cancellation slip once all its money was given back. */
import { isPlayed } from '../acquirer/payments/methods.ts';
import type { ReceiptLine } from '../domain/receipt.ts';
import { cancellationReceipt, saleReceipt } from '../domain/saleReceipt.ts';
import { withTrainingMark } from '../domain/trainingMark.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { localTime, writtenDate } from '../world/clock.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { itemsOf } from './document.ts';

type SlipWorld = Pick<World, 'clock' | 'devices' | 'settings'>;

interface Paid {
  readonly method: string;
  readonly tenders: readonly { readonly method: string; readonly amount: number }[];
  /** Cash handed over, minor units. */
  readonly given?: number | undefined;
  /** Tip beyond the sum, minor units. */
  readonly tip?: number | undefined;
}

/** The receipt of a sale that is being closed. */
export function saleLines(world: SlipWorld, sale: Sale, { given, tip, ...paid }: Paid): readonly ReceiptLine[] {
  const more = { ...(given === undefined ? {} : { given }), ...(tip ? { tip } : {}) };
  return saleReceipt({ ...factsOf(world, sale, paid), ...more }, world.settings.language);
}

/**
 * The patch of a closed sale that is being cancelled: its cancellation slip, then the slips of the terminal. A sale that
 * was never closed has no receipt, so nothing has to be cancelled on paper.
 */
export function cancellationSlip(
  world: SlipWorld,
  sale: Sale,
  terminal: readonly ReceiptLine[] = [],
): Partial<Pick<SmartTransaction, 'receipt_reversal'>> {
  const { method, document, receiptNumber } = sale;
  const closed = receiptNumber !== null && method !== null && document.receipt.length > 0;
  const paid = closed ? { method, tenders: document.tenders ?? [] } : null;
  const own = paid ? cancellationReceipt(factsOf(world, sale, paid), world.settings.language) : [];
  const lines = [...withTrainingMark(world.settings, own), ...terminal];
  return lines.length > 0 ? { receipt_reversal: [...lines] as SmartTransaction['receipt'] } : {};
}

function factsOf(world: SlipWorld, sale: Sale, { method, tenders }: Pick<Paid, 'method' | 'tenders'>) {
  const { document, receiptNumber } = sale;
  const { basket_info: info, cashier } = document;
  const merchant = world.devices.merchant(sale.merchant);
  const at = new Date(world.clock.now());
  return {
    shop: [merchant.name, ...merchant.address, ...merchant.receiptHead],
    foot: merchant.receiptFoot,
    items: itemsOf(document),
    sum: info.sum,
    currency: info.currency,
    tenders,
    date: writtenDate(at, world.settings.language),
    time: localTime(at),
    ...(info.gratuity ? { tipWithin: info.gratuity } : {}),
    ...(isPlayed(document, method) ? { played: true as const } : {}),
    ...(receiptNumber === null ? {} : { receiptNumber }),
    ...(typeof cashier === 'string' ? { cashier } : {}),
  };
}
