/** Closes a sale: receipt number, TA code, and the receipts of sale, terminal and loyalty card, all in one commit. */
import { isPlayed } from '../acquirer/payments/methods.ts';
import { isAtCounter } from '../acquirer/payments/products.ts';
import { cashTenders, roundedCash } from '../domain/cashRounding.ts';
import { changeDue } from '../domain/change.ts';
import { loyaltyReceipt } from '../domain/loyaltyReceipt.ts';
import { partTenders, tenders } from '../domain/missingSum.ts';
import type { ReceiptLine } from '../domain/receipt.ts';
import { heldOf } from '../domain/saleParts.ts';
import { withTrainingMark } from '../domain/trainingMark.ts';
import type { PaymentReference, SalePart } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import { newHash } from '../world/ids.ts';
import type { Closing } from '../world/saleSteps.ts';
import type { Sale, SaleDocument } from '../world/sales.ts';
import type { PaidTender } from '../world/saleWriters.ts';
import type { World } from '../world/world.ts';
import { cardSlips, isToSign } from './cardSlips.ts';
import { saleCashStep } from './cashStep.ts';
import { checkCardArticles, describeBooking } from './loyaltyBookings.ts';
import {
  bookCard,
  type CardBooking,
  couponsNotApplied,
  discharged,
  isDischarge,
  paidOut,
  withNewCards,
} from './loyaltyCard.ts';
import { factsOfCard, heldParts, paidInParts, partsOf, tenderOfPart } from './paidParts.ts';
import { bookReturnedGoods } from './returnEffects.ts';
import { receiptTenders, saleLines } from './saleSlips.ts';
import { checkSoldVouchers, sellVouchers, soldAsVouchers, voucherSlips } from './soldVouchers.ts';
import { advance, type SaleStepWorld } from './transition.ts';

/** Members of the world that closing a sale uses. */
export type ClosingWorld = SaleStepWorld & Pick<World, 'intents' | 'payments' | 'returns' | 'settings'>;

/** The closing with the amount that the method paid. */
type Closed = Closing & { readonly amount: number };

/** Inside a job. Throws `somethingMissing` where the tenders do not add up to the sum of the sale. */
export function close(world: ClosingWorld, opened: Sale, closing: Closing): Sale {
  if (closing.input === 'book') {
    checkCardArticles(world, opened, closing.method);
    checkSoldVouchers(world, opened);
  }
  const played = isPlayed(opened.document, closing.method);
  const discharging = paidByDischarge(opened, closing.method);
  const sale = played ? discharging : withNewCards(world, discharging);
  const { basket_info } = sale.document;
  const parts = heldParts(sale.document);
  const step = saleCashStep(world, sale);
  const paid = parts.length > 0 ? tendersOfParts(sale, parts) : tendersOf(sale, closing, step);
  if (!paid) throw new BridgeError('somethingMissing', `missing_sum is ${basket_info.missing_sum}`);
  const receiptNumber = sale.receiptNumber ?? world.ledger.nextNumber(`receipt ${sale.merchant}`);
  const transId = sale.document.trans_id ?? world.ledger.nextNumber('trans_id');
  const card = played ? null : bookCard(world, sale);
  const sold = played ? [] : sellVouchers(world, sale);
  const returned = returnMembers(world, { ...sale, document: { ...sale.document, trans_id: transId } });
  const tip = parts.length > 0 ? paidInParts(parts) - heldOf(parts) : closing.tip;
  const written = { method: closing.method, tenders: paid, facts: closing.facts, tip };
  const payments = world.saleWriters.flatMap(writer => writer.closing?.(sale, written) ?? []);
  const patch = {
    basket_info: { ...basket_info, missing_sum: 0 },
    ...(closing.given === undefined
      ? {}
      : { change: changeDue(closing.given, roundedCash(basket_info.missing_sum, step)) }),
    ...(parts.length > 0 ? partMembers(sale.document, payments) : {}),
    ...(sold.length > 0 ? { sold_vouchers: [...sold] } : {}),
    ...couponsNotApplied(world, sale),
    ...returned,
    trans_id: transId,
    receipt_number: receiptNumber,
    payment_method: closing.method,
    tenders: paid.map(({ facts: _, ...tender }) => tender),
    // The booking on the card comes first: older clients read the first entry.
    transactions: [...sale.document.transactions, ...loyaltyReference(card, transId), ...payments],
  };
  const { input, method } = closing;
  const changes = { method, receiptNumber, paid: basket_info.sum + (tip ?? 0) };
  const closed = advance(world, sale, input, `start/${method}`, patch, changes, moved =>
    withReceipts(world, moved, { ...closing, tip, amount: basket_info.missing_sum }, card),
  );
  for (const writer of world.saleWriters) writer.closed?.(closed);
  return closed;
}

/** Effects of a return on the loyalty cards of the sales that its goods come from. */
function returnMembers(world: ClosingWorld, sale: Sale): Partial<SaleDocument> {
  const { goods_return } = sale.document;
  if (!goods_return) return {};
  const cards = bookReturnedGoods(world, sale);
  return cards.length > 0 ? { goods_return: { ...goods_return, cards: [...cards] } } : {};
}

/** The tenders of a sale that one method pays, beside its loyalty card. */
function tendersOf(sale: Sale, closing: Closing, step: number): readonly PaidTender[] | null {
  return exactTenders(sale, closing)?.flatMap(tender => withRounding(tender, step)) ?? null;
}

/** Cash is what the coins can pay; a tender of its own makes it pay the rest of the exact amount. */
const withRounding = (tender: PaidTender, step: number): readonly PaidTender[] =>
  tender.method === 'cash' ? cashTenders(tender.amount, step).map(one => ({ ...tender, ...one })) : [tender];

function exactTenders(sale: Sale, { method, facts, tip, text }: Closing): readonly PaidTender[] | null {
  const { sum, missing_sum: missing } = sale.document.basket_info;
  const out = paidOut(sale);
  // Cash leaves the drawer for what leaves the card.
  if (out > 0 && isDischarge(sale))
    return [
      { method, amount: discharged(sale) },
      { method: 'cash', amount: -out },
    ];
  return (
    tenders(method, sum, sum - missing)?.map(tender =>
      tender.method === method
        ? { ...tender, ...(facts ? { facts } : {}), ...(tip ? { tip } : {}), ...(text ? { text } : {}) }
        : tender,
    ) ?? null
  );
}

/** The tenders of a sale that is paid in parts; with these nothing may be missing. */
function tendersOfParts({ document }: Sale, parts: readonly SalePart[]): readonly PaidTender[] | null {
  const { sum, missing_sum: missing } = document.basket_info;
  if (missing !== 0) return null;
  const paid = parts.map(part => {
    const facts = factsOfCard(part);
    return { ...tenderOfPart(part, 'payment'), ...(facts ? { facts } : {}) };
  });
  return partTenders<PaidTender>(sum, paid);
}

/** Each part names its Payment Transaction; the sale shows the change of the cash that closed it. */
function partMembers(document: SaleDocument, payments: readonly PaymentReference[]): Partial<SaleDocument> {
  const held = heldParts(document);
  const withPayment = held.filter(({ method, amount }) => isAtCounter(method) && amount > 0).map(({ id }) => id);
  const change = held.at(-1)?.change;
  return {
    ...(change === undefined ? {} : { change }),
    parts: partsOf(document).map(part => {
      const payment = payments[withPayment.indexOf(part.id)];
      return payment && withPayment.includes(part.id) ? { ...part, payment: payment.id } : part;
    }),
  };
}

/** The sale with nothing missing where the loyalty card pays its own discharge. */
function paidByDischarge(sale: Sale, method: string): Sale {
  const { basket_info } = sale.document;
  if (method !== 'loyalty' || !isDischarge(sale)) return sale;
  return { ...sale, document: { ...sale.document, basket_info: { ...basket_info, missing_sum: 0 } } };
}

const loyaltyReference = (card: CardBooking | null, transId: number): readonly PaymentReference[] =>
  card ? [{ object: 'loyalty.transactions', id: card.booking, trans_id: transId, transaction_hash: newHash() }] : [];

/** The sale with its receipts: after the booking, because they show the balance of the card after it. */
function withReceipts(
  world: Pick<World, 'cardAuthority' | 'clock' | 'devices' | 'loyalty' | 'settings'>,
  sale: Sale,
  closing: Closed,
  card: CardBooking | null,
): Sale {
  const { currency } = sale.document.basket_info;
  const slips = cardSlips(world, { ...closing, currency });
  const parts = heldParts(sale.document);
  const loyalty = withTrainingMark(world.settings, loyaltyLines(world, sale, card));
  if (card) describeSale(world, sale, card, loyalty);
  const own = withTrainingMark(world.settings, [
    ...saleLines(world, sale, {
      method: closing.method,
      tenders: receiptTenders(sale.document),
      given: parts.length > 0 ? undefined : closing.given,
    }),
    ...slips.receipt,
  ]);
  // The slips of the parts were marked when they were written.
  const vouchers = withTrainingMark(world.settings, voucherSlips(world, sale));
  const receipt = [...own, ...parts.flatMap(part => part.receipt ?? []), ...loyalty, ...vouchers];
  const merchantCopies = [
    ...withTrainingMark(world.settings, slips.merchant),
    ...parts.flatMap(part => part.receipt_merchant ?? []),
  ];
  const merchantCopy =
    merchantCopies.length > 0
      ? {
          receipt_merchant: merchantCopies,
          receipt_merchant_print: isToSign(closing.facts) || parts.some(part => part.receipt_merchant_print === true),
        }
      : {};
  return { ...sale, document: { ...sale.document, receipt, ...merchantCopy } as SaleDocument };
}

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
    amount: kind === 'discharge' ? discharged(sale) : sum,
    transId: sale.document.trans_id,
    receipt,
    more: { purpose: sale.document.transactionRef },
  });
}

function loyaltyLines(
  world: Pick<World, 'loyalty' | 'settings'>,
  sale: Sale,
  part: CardBooking | null,
): readonly ReceiptLine[] {
  if (!part) return [];
  const { basket_info, trans_id } = sale.document;
  const takenOff = discharged(sale);
  const noGoods = soldAsVouchers(sale) + (basket_info.gratuity ?? 0) - paidOut(sale);
  const revenue = basket_info.sum - part.charged - takenOff - noGoods;
  const sold = revenue > 0 || part.charged + takenOff + soldAsVouchers(sale) === 0;
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
