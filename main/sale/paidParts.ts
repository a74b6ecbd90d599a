/** The parts of a sale as its document holds them, and what they make of its tenders, receipts and records. */
import type { TransactionFacts } from '../../drivers/index.ts';
import { roundedCash } from '../domain/cashRounding.ts';
import { heldOf, isHeld, type SaleAround } from '../domain/saleParts.ts';
import type { SalePart, SaleTender, SmartTransaction } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';

type Document = Pick<SmartTransaction, 'basket_info'> & { readonly parts?: readonly SalePart[] };

export const partsOf = ({ parts = [] }: Pick<Document, 'parts'>): readonly SalePart[] => parts;

/** The parts whose money the shop holds. */
export const heldParts = (document: Pick<Document, 'parts'>): readonly SalePart[] => partsOf(document).filter(isHeld);

/** Sum of the parts with their tips, minor units. */
export const paidInParts = (parts: readonly SalePart[]): number =>
  parts.filter(isHeld).reduce((sum, { amount, tip = 0 }) => sum + amount + tip, 0);

/** Rest of an open sale after its loyalty card, minor units. */
export const dueOf = (document: Document): number => document.basket_info.missing_sum + heldOf(partsOf(document));

export const saleAround = (
  world: Pick<World, 'loyalty'>,
  { id, receiptNumber, document }: Pick<Sale, 'id' | 'receiptNumber' | 'document'>,
): SaleAround => ({
  due: dueOf(document),
  closed: receiptNumber !== null,
  withCard: world.loyalty.held(id) !== null,
});

/** The members of a part that say which card paid. */
export const partCard = ({
  terminalId,
  traceNumber,
  receiptNumber,
  cardName,
  lastFour,
}: TransactionFacts): NonNullable<SalePart['card']> => ({
  tid: terminalId ?? null,
  trace: traceNumber ?? null,
  receipt_number: receiptNumber ?? null,
  cardtype: cardName ?? null,
  last_four: lastFour ?? null,
});

/** The facts of a card from the part that keeps them. */
export function factsOfCard({ card }: SalePart): TransactionFacts | undefined {
  if (!card) return undefined;
  const { tid, trace, receipt_number, cardtype, last_four } = card;
  return {
    ...(tid === null ? {} : { terminalId: tid }),
    ...(trace === null ? {} : { traceNumber: trace }),
    ...(receipt_number === null ? {} : { receiptNumber: receipt_number }),
    ...(cardtype === null ? {} : { cardName: cardtype }),
    ...(last_four === null ? {} : { lastFour: last_four }),
  };
}

/** A part as a tender of the closed sale; `of` is its payment, or the return of it. */
export function tenderOfPart(
  { id, method, amount, tip, text, card, returned }: SalePart,
  of: 'payment' | 'return',
): SaleTender {
  const { tid = null, cardtype = null } = card ?? {};
  const { trace = null, receipt_number: receipt = null } = (of === 'return' ? returned : card) ?? {};
  return {
    method,
    amount,
    ...(tip ? { tip } : {}),
    part: id,
    ...(text === undefined ? {} : { text }),
    ...(tid === null ? {} : { tid }),
    ...(trace === null ? {} : { trace }),
    ...(cardtype === null ? {} : { card_type: cardtype }),
    ...(receipt === null ? {} : { terminal_receipt: receipt }),
  };
}

/** The refusal of cash that no coins make, with the sums that they make. */
export function cashPartRefusal({ document }: Sale, amount: number, step: number): BridgeError {
  const { missing_sum: missing, currency } = document.basket_info;
  const whole = roundedCash(missing, step);
  const text = `part.amount is ${amount}; a part in cash is a multiple of ${step}, and ${whole} ${currency} pays all that is missing`;
  return new BridgeError('partRefused', text, { extra: { member: 'part.amount' } });
}

/** The refusal of a part, by what is missing. */
export function partRefusal({ document }: Sale, amount: number): BridgeError {
  const { missing_sum: missing, currency } = document.basket_info;
  return new BridgeError('partRefused', `part.amount is ${amount}; ${missing} ${currency} are missing`, {
    extra: { member: 'part.amount' },
  });
}
