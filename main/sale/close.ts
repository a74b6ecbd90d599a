/** Closes a sale: receipt number, TA code, and the receipts of sale, terminal and loyalty card, all in one commit. */
import type { TransactionFacts } from '../../drivers/terminal.ts';
import { isPlayed } from '../acquirer/payments/methods.ts';
import { loyaltyReceipt } from '../domain/loyaltyReceipt.ts';
import { tenders } from '../domain/missingSum.ts';
import type { ReceiptLine } from '../domain/receipt.ts';
import { type Copies, cardReceipt, terminalReceipt } from '../domain/terminalReceipt.ts';
import { withTrainingMark } from '../domain/trainingMark.ts';
import type { PaymentReference } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import { newHash } from '../world/ids.ts';
import type { Closing } from '../world/saleSteps.ts';
import type { Sale, SaleDocument } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { checkCardArticles, describeBooking } from './loyaltyBookings.ts';
import { bookCard, type CardBooking, discharged, isDischarge, withNewCards } from './loyaltyCard.ts';
import { saleLines } from './saleSlips.ts';
import { advance, type SaleStepWorld } from './transition.ts';

/** Members of the world that closing a sale uses. */
export type ClosingWorld = SaleStepWorld & Pick<World, 'settings'>;

/** The closing with the amount that the method paid. */
type Closed = Closing & { readonly amount: number };

/** Inside a job. Throws `somethingMissing` where the tenders do not add up to the sum of the sale. */
export function close(world: ClosingWorld, opened: Sale, closing: Closing): Sale {
  if (closing.input === 'book') checkCardArticles(world, opened, closing.method);
  const played = isPlayed(opened.document, closing.method);
  const discharging = paidByDischarge(opened, closing.method);
  const sale = played ? discharging : withNewCards(world, discharging);
  const { basket_info } = sale.document;
  const cashUsed = basket_info.sum - basket_info.missing_sum;
  const paid = tenders(closing.method, basket_info.sum, cashUsed);
  if (!paid) throw new BridgeError('somethingMissing', `missing_sum is ${basket_info.missing_sum}`);
  const receiptNumber = sale.receiptNumber ?? world.ledger.nextNumber(`receipt ${sale.merchant}`);
  const transId = sale.document.trans_id ?? world.ledger.nextNumber('trans_id');
  const card = played ? null : bookCard(world, sale);
  const { method, facts, tip } = closing;
  const written = { method, tenders: paid, facts, tip };
  const payments = world.saleWriters.flatMap(writer => writer.closing?.(sale, written) ?? []);
  const patch = {
    basket_info: { ...basket_info, missing_sum: 0 },
    ...(closing.given === undefined ? {} : { change: closing.given - basket_info.missing_sum }),
    trans_id: transId,
    receipt_number: receiptNumber,
    payment_method: closing.method,
    tenders: paid.map(({ method, amount }) => ({ method, amount })),
    // The booking on the card comes first: older clients read the first entry.
    transactions: [...sale.document.transactions, ...loyaltyReference(card, transId), ...payments],
  };
  const closed = advance(world, sale, closing.input, `start/${closing.method}`, patch, {
    method: closing.method,
    receiptNumber,
    paid: basket_info.sum + (closing.tip ?? 0),
  });
  for (const writer of world.saleWriters) writer.closed?.(closed);
  return withReceipts(world, closed, { ...closing, amount: basket_info.missing_sum }, paid, card);
}

/** The sale with nothing missing where the loyalty card pays its own discharge. */
function paidByDischarge(sale: Sale, method: string): Sale {
  const { basket_info } = sale.document;
  if (method !== 'loyalty' || !isDischarge(sale)) return sale;
  return { ...sale, document: { ...sale.document, basket_info: { ...basket_info, missing_sum: 0 } } };
}

const loyaltyReference = (card: CardBooking | null, transId: number): readonly PaymentReference[] =>
  card ? [{ object: 'loyalty.transactions', id: card.booking, trans_id: transId, transaction_hash: newHash() }] : [];

/** Writes the receipts after the booking, because they show the balance of the card after it. */
function withReceipts(
  world: Pick<World, 'clock' | 'devices' | 'ledger' | 'loyalty' | 'settings'>,
  sale: Sale,
  closing: Closed,
  paid: readonly { method: string; amount: number }[],
  card: CardBooking | null,
): Sale {
  const slips = cardSlips(world, sale, closing);
  const loyalty = withTrainingMark(world.settings, loyaltyLines(world, sale, card));
  if (card) describeSale(world, sale, card, loyalty);
  const own = withTrainingMark(world.settings, [
    ...saleLines(world, sale, { ...closing, tenders: paid }),
    ...slips.receipt,
  ]);
  const receipt = [...own, ...loyalty];
  const merchantCopy =
    slips.merchant.length > 0
      ? {
          receipt_merchant: [...withTrainingMark(world.settings, slips.merchant)],
          receipt_merchant_print: isToSign(closing.facts),
        }
      : {};
  const document = { ...sale.document, receipt, ...merchantCopy } as SaleDocument;
  const complete = { ...sale, document };
  world.ledger.rewrite(complete);
  return complete;
}

/** True for a slip that the customer signs; a terminal may ask for a signature without naming a verification. */
const isToSign = ({ needsSignature, verification }: TransactionFacts = {}): boolean =>
  needsSignature === true || verification === 'signature';

function describeSale(
  world: Pick<World, 'clock' | 'devices' | 'loyalty'>,
  sale: Sale,
  { card, booking, charged }: CardBooking,
  receipt: readonly ReceiptLine[],
) {
  const { sum } = sale.document.basket_info;
  const kind = isDischarge(sale) ? 'discharge' : 'sale';
  describeBooking(world, sale.merchant, card.merchantcard.id, booking, {
    action: charged > 0 && charged === sum ? 'charge' : kind,
    amount: sum,
    transId: sale.document.trans_id,
    receipt,
    more: { purpose: sale.document.transactionRef },
  });
}

const NO_SLIPS: Copies = { receipt: [], merchant: [] };

/** The slips of the terminal, or slips made from its facts where it sent none. */
function cardSlips(world: Pick<World, 'settings'>, sale: Sale, { slips = [], facts, amount }: Closed): Copies {
  if (!facts) return NO_SLIPS;
  const { language } = world.settings;
  if (slips.length > 0) return terminalReceipt(slips, 'payment', language);
  const { currency } = sale.document.basket_info;
  return cardReceipt({ amount, currency, ...facts, signed: isToSign(facts) }, 'payment', language);
}

function loyaltyLines(
  world: Pick<World, 'loyalty' | 'settings'>,
  sale: Sale,
  part: CardBooking | null,
): readonly ReceiptLine[] {
  if (!part) return [];
  const { basket_info, trans_id } = sale.document;
  const takenOff = discharged(sale);
  const revenue = basket_info.sum - part.charged - takenOff;
  const sold = revenue > 0 || part.charged + takenOff === 0;
  return loyaltyReceipt(
    {
      cardnumber: part.card.merchantcard.card.cardnumber,
      transId: trans_id ?? 0,
      currency: basket_info.currency,
      ...(sold ? { revenue } : {}),
      charged: part.charged,
      discharged: takenOff,
      bonusEarned: part.bonusEarned,
      bonusUsed: part.bonusUsed,
      cashUsed: part.cashUsed - takenOff,
      pointsEarned: part.points,
      balances: world.loyalty.available(part.card.merchantcard.id),
    },
    world.settings.language,
  );
}
