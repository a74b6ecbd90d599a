/** The steps of a sale that is paid in parts. All run inside a job; the part changes in the commit of its sale. */
import type { TransactionFacts } from '../../drivers/index.ts';
import { cashTenders, roundedCash } from '../domain/cashRounding.ts';
import { changeDue } from '../domain/change.ts';
import {
  isHeld,
  missingWith,
  type PartInput,
  type PartStep,
  withOpenPart,
  withPaidParts,
  withPartStep,
} from '../domain/saleParts.ts';
import { terminalReceipt } from '../domain/terminalReceipt.ts';
import { withTrainingMark } from '../domain/trainingMark.ts';
import type { SalePart, SmartTransaction } from '../wire/transactions.ts';
import { timestamp } from '../world/clock.ts';
import { newKey } from '../world/ids.ts';
import type { NewPart, PartEnding } from '../world/saleSteps.ts';
import type { Sale, SaleDocument } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { cardSlips, isToSign } from './cardSlips.ts';
import { saleCashStep } from './cashStep.ts';
import { type ClosingWorld, close } from './close.ts';
import { cashPartRefusal, dueOf, paidInParts, partCard, partRefusal, partsOf, saleAround } from './paidParts.ts';
import { cancellationSlip, returnLines } from './saleSlips.ts';
import { stateRefusal } from './stateRefusal.ts';
import { advance } from './transition.ts';
import { redeemVoucher, returnVoucher } from './vouchers.ts';

type Step = PartStep<SalePart>;

/** Members of the world that a part without an outside party uses. */
export type PartWorld = ClosingWorld & Pick<World, 'businessDay' | 'cardAuthority' | 'queue'>;

/** Pays a part without an outside party: cash, a voucher, a card at a foreign terminal. Closes the sale with the last one. */
export function takePart(world: PartWorld, sale: Sale, part: NewPart, detail: string): Sale {
  const { document } = sale;
  const due = dueOf(document);
  const paid = partsInCash(world, sale, part).map(one => withDetailOf(world, sale, newPart(world, one, 'paid'), one));
  const step = withPaidParts(partsOf(document), paid, due);
  if (!step) throw partRefusal(sale, part.amount);
  if (step.input === 'book') return closeWith(world, sale, step, part.method, 'book');
  return advanceWith(world, sale, step, detail, {}, { method: part.method });
}

/**
 * Cash that pays all that is missing is rounded, and its rounding is a part of its own; a smaller part is what its coins make. Throws
 * `partRefused` for a sum that no coins make. Other parts are exact.
 */
function partsInCash(world: Pick<World, 'devices'>, sale: Sale, part: NewPart): readonly NewPart[] {
  const step = saleCashStep(world, sale);
  if (part.method !== 'cash' || step === 1) return [part];
  const { missing_sum: missing } = sale.document.basket_info;
  const rounded = roundedCash(missing, step);
  if (part.amount !== missing && part.amount !== rounded) {
    if (part.amount === roundedCash(part.amount, step)) return [part];
    throw cashPartRefusal(sale, part.amount, step);
  }
  return cashTenders(missing, step).map(({ method, amount }) =>
    method === 'cash' ? { ...part, amount } : { method, amount },
  );
}

/** A part whose money begins to move at a terminal or an acquirer; its intent has the id of the part. */
export function openPart(
  world: ClosingWorld,
  sale: Sale,
  part: NewPart & { readonly id: string },
  detail: string,
): Sale {
  const step = withOpenPart(partsOf(sale.document), newPart(world, part, 'open'), dueOf(sale.document));
  if (!step) throw partRefusal(sale, part.amount);
  return advanceWith(world, sale, step, detail, { transactions: [] }, { method: part.method });
}

/** How the payment of a part ended. Closes the sale where nothing is missing behind it. */
export function endPart(world: ClosingWorld, sale: Sale, id: string, input: PartInput, ending: PartEnding = {}): Sale {
  const part = partsOf(sale.document).find(one => one.id === id);
  const change = part && input === 'approved' ? paidMembers(world, sale, part, ending) : {};
  const step = withPartStep(partsOf(sale.document), id, input, saleAround(world, sale), change);
  if (!part || !step) throw stateRefusal(sale.state, 'the end of a part');
  if (step.input === 'paid') return closeWith(world, sale, step, part.method, 'paid');
  const { slips = [] } = ending;
  const { language } = world.settings;
  const purpose = part.amount < 0 ? (part.back?.how ?? 'refund') : 'payment';
  const declined = input === 'declined' ? terminalReceipt(slips, purpose, language).receipt : [];
  const receipt = withTrainingMark(world.settings, declined) as SmartTransaction['receipt'];
  return advanceWith(world, sale, step, 'the payment of a part', input === 'declined' ? { receipt } : {});
}

/** The terminal approved less than it was asked for: what it took pays a part, of a payment in parts or of one in one go. */
export function keepPart(
  world: ClosingWorld,
  sale: Sale,
  part: NewPart & { readonly id: string },
  ending: PartEnding,
): Sale {
  const before = partsOf(sale.document);
  const isKnown = before.some(({ id }) => id === part.id);
  const smaller = before.map(one => (one.id === part.id ? { ...one, amount: part.amount } : one));
  const parts = isKnown ? smaller : [...before, newPart(world, part, 'unknown')];
  return endPart(world, { ...sale, document: { ...sale.document, parts: [...parts] } }, part.id, 'approved', ending);
}

/** The return of a part at its terminal begins, with this intent. */
export function beginReturn(world: ClosingWorld, sale: Sale, id: string, reversal: string): Sale {
  return advanceWith(world, sale, returnStep(world, sale, id, 'giveBack', { reversal }), 'cancel');
}

/** How the return of a part ended: at its terminal, or over the counter in one step. */
export function endReturn(
  world: ClosingWorld,
  sale: Sale,
  id: string,
  input: PartInput,
  ending: PartEnding = {},
): Sale {
  const part = partsOf(sale.document).find(one => one.id === id);
  const change = input === 'givenBack' ? returnMembers(world, sale, part, ending) : {};
  const step = returnStep(world, sale, id, input, change);
  const back = step.parts.find(one => one.id === id);
  if (back && input === 'givenBack') {
    returnVoucher(world, sale, back);
    for (const writer of world.saleWriters) writer.partReturned?.(sale, back);
  }
  const slip = step.input === 'reversed' ? cancelledPatch(world, sale, step.parts) : {};
  return advanceWith(world, sale, step, 'the return of a part', slip);
}

/** The parts that the shop gives back by itself, with the end of the sale. No part at a terminal may be left. */
export function cancelWithParts(world: ClosingWorld, sale: Sale): Sale {
  const parts = partsOf(sale.document).map(part =>
    isHeld(part) ? { ...part, status: 'returned' as const, at: timestamp(world.clock.now()) } : part,
  );
  for (const part of partsOf(sale.document)) if (isHeld(part)) returnVoucher(world, sale, part);
  const patch =
    sale.receiptNumber === null
      ? { receipt_reversal: [...returnLines(world, sale, parts)] as SmartTransaction['receipt'] }
      : cancelledPatch(world, sale, parts);
  const { basket_info: info } = sale.document;
  const missing = sale.receiptNumber === null ? missingWith(dueOf(sale.document), parts) : info.missing_sum;
  const document = { parts, ...patch, basket_info: { ...info, missing_sum: missing } };
  return advance(world, sale, 'cancel', 'cancel', document as Partial<SaleDocument>);
}

function returnStep(
  world: Pick<World, 'loyalty'>,
  sale: Sale,
  id: string,
  input: PartInput,
  change: Partial<SalePart>,
): Step {
  const step = withPartStep(partsOf(sale.document), id, input, saleAround(world, sale), change);
  if (!step) throw stateRefusal(sale.state, 'the return of a part');
  return step;
}

const cancelledPatch = (world: ClosingWorld, sale: Sale, parts: readonly SalePart[]) =>
  cancellationSlip(
    world,
    { ...sale, document: { ...sale.document, parts: [...parts] } },
    parts.flatMap(({ receipt_reversal = [] }) => receipt_reversal as SmartTransaction['receipt']),
  );

function newPart(
  world: Pick<World, 'clock'>,
  { id = newKey(), method, amount, reference = null, given, text, back, refilled = {} }: NewPart,
  status: SalePart['status'],
): SalePart {
  return {
    id,
    reference,
    method,
    amount,
    status,
    at: timestamp(world.clock.now()),
    ...(given === undefined ? {} : { given, change: changeDue(given, amount) }),
    ...(text === undefined ? {} : { text }),
    ...(back === undefined ? {} : { back }),
    ...refilled,
  };
}

/** The part with what is known of its card, or of the voucher of the shop, which is redeemed here. */
function withDetailOf(world: PartWorld, sale: Sale, part: SalePart, { facts, voucher }: NewPart): SalePart {
  if (facts) return { ...part, ...cardMembers(world, sale, part, { facts }) };
  return voucher === undefined ? part : { ...part, ...redeemVoucher(world, sale, voucher, part.amount) };
}

/** Facts of a paid part: of a refund at an acquirer its Payment Transaction, else the report of the terminal. */
const paidMembers = (
  world: Pick<World, 'clock' | 'settings'>,
  sale: Sale,
  part: SalePart,
  ending: PartEnding,
): Partial<SalePart> =>
  ending.payment === undefined
    ? cardMembers(world, sale, part, ending)
    : { at: timestamp(world.clock.now()), payment: ending.payment };

/** Facts that a card payment adds to its part: the card, the tip, and both slips. */
function cardMembers(
  world: Pick<World, 'clock' | 'settings'>,
  { document }: Sale,
  { amount, back }: Pick<SalePart, 'amount' | 'back'>,
  { facts = {}, slips, tip = 0 }: PartEnding,
): Partial<SalePart> {
  const { currency } = document.basket_info;
  const purpose = amount < 0 ? (back?.how ?? 'refund') : 'payment';
  const copies = cardSlips(world, { slips, facts, amount: Math.abs(amount + tip), currency, purpose });
  const marked = (lines: typeof copies.receipt) => [...withTrainingMark(world.settings, lines)];
  return {
    at: timestamp(world.clock.now()),
    card: partCard(facts),
    ...(tip > 0 ? { tip } : {}),
    receipt: marked(copies.receipt) as SmartTransaction['receipt'],
    ...(copies.merchant.length === 0
      ? {}
      : {
          receipt_merchant: marked(copies.merchant) as SmartTransaction['receipt'],
          receipt_merchant_print: isToSign(facts),
        }),
  };
}

function returnMembers(
  world: Pick<World, 'clock' | 'devices' | 'settings'>,
  sale: Sale,
  part: SalePart | undefined,
  { facts, slips = [], cashReason, goneReason }: PartEnding,
): Partial<SalePart> {
  const at = timestamp(world.clock.now());
  if (goneReason !== undefined) return { at, text: goneReason };
  if (cashReason !== undefined) {
    const charged = part ? part.amount + (part.tip ?? 0) : 0;
    const rounding = charged - roundedCash(charged, saleCashStep(world, sale));
    return { at, returned_as: 'cash', text: cashReason, ...(rounding === 0 ? {} : { rounding }) };
  }
  const { receipt } = terminalReceipt(slips, 'reversal', world.settings.language);
  const slip = withTrainingMark(world.settings, receipt) as SmartTransaction['receipt'];
  return {
    at: timestamp(world.clock.now()),
    ...(part?.card ? { returned: partCard(facts ?? ({} as TransactionFacts)) } : {}),
    ...(slip.length > 0 ? { receipt_reversal: slip } : {}),
  };
}

function closeWith(world: ClosingWorld, sale: Sale, { parts }: Step, method: string, input: 'book' | 'paid'): Sale {
  const { basket_info: info } = sale.document;
  const document = { ...sale.document, parts: [...parts], basket_info: { ...info, missing_sum: 0 } };
  return close(world, { ...sale, document }, { method, input });
}

/** The sale takes its step with the changed part; the answer shows the slip of the part that changed. */
function advanceWith(
  world: ClosingWorld,
  sale: Sale,
  { parts, input }: Step,
  detail: string,
  patch: Partial<SaleDocument> = {},
  changes: { readonly method?: string } = {},
): Sale {
  const { basket_info: info } = sale.document;
  const missing = sale.receiptNumber === null ? missingWith(dueOf(sale.document), parts) : info.missing_sum;
  const document = {
    parts: [...parts],
    basket_info: { ...info, missing_sum: missing },
    ...(input === 'partPaid' || input === 'bookPart' ? slipsOf(parts.at(-1)) : {}),
    ...patch,
  };
  return advance(world, sale, input, detail, document as Partial<SaleDocument>, {
    ...changes,
    paid: paidInParts(parts) + paidByCard(sale),
  });
}

/** Amount that the loyalty card paid of a closed sale: it stays paid until the sale is cancelled. Minor units. */
const paidByCard = ({ document: { tenders = [] } }: Sale): number =>
  tenders.find(({ method, part }) => method === 'loyalty' && part === undefined)?.amount ?? 0;

/** The slips of a part, which stay in it until the receipt of the whole sale takes them in. */
const slipsOf = (part: SalePart | undefined): Partial<SmartTransaction> => ({
  receipt: (part?.receipt ?? []) as SmartTransaction['receipt'],
  receipt_merchant: (part?.receipt_merchant ?? []) as SmartTransaction['receipt'],
  receipt_merchant_print: part?.receipt_merchant_print ?? false,
});
