/**
 * start: takes the money. A method that needs nobody outside is booked at once. Every other method writes its intent to
 * disk first, then sends the request, then writes the outcome.
 */

import { isDeepStrictEqual } from 'node:util';
import { hasOpenPayment } from '../acquirer/payments/currentPayment.ts';
import type { NamedMethod } from '../acquirer/payments/methods.ts';
import { roundedCash } from '../domain/cashRounding.ts';
import { next } from '../domain/transaction.ts';
import { saleCashStep } from '../sale/cashStep.ts';
import { chosenMethod, refuseDemoInShop } from '../sale/chosenMethod.ts';
import { type ClosingWorld, close } from '../sale/close.ts';
import { dueAmount, type PaymentBody, refuseOtherAmount } from '../sale/dueAmount.ts';
import { externalCardPayment } from '../sale/externalCardPayment.ts';
import { cardOfSale, passcodeTyped } from '../sale/idents.ts';
import { currentSale, saleOf } from '../sale/lookup.ts';
import { requirePasscode } from '../sale/loyaltyBookings.ts';
import { discharged, isDischarge } from '../sale/loyaltyCard.ts';
import { partRequestOf, repeatedPart } from '../sale/partRequest.ts';
import { type PartWorld, takePart } from '../sale/partSteps.ts';
import { stateRefusal } from '../sale/stateRefusal.ts';
import { usableVoucher, voucherCode, withVoucherPart } from '../sale/vouchers.ts';
import { payAtTerminal, terminalOfSale } from '../terminal/payment/cashless.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { type DischargeTerms, OWN_DISCHARGE } from '../world/cardAuthority.ts';
import { requireDrawer } from '../world/drawerTill.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { Sale, SaleDocument } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { resolvedSale, type VoidingWorld, voidPayment } from './acquirer/acquirerPayment.ts';
import { capture, payAtAcquirer } from './acquirer/salePayment.ts';
import { payByDemoOutcome } from './demoPayment.ts';

/** start/{method}, or start after prepare. The sale is looked up here once and handed on to every further step. */
export async function start(
  world: World,
  principal: Principal,
  id: string,
  methodName: string,
  body: PaymentBody,
): Promise<SmartTransaction> {
  const before = saleOf(world, principal, id);
  const sale = await resolvedSale(world, before);
  if (repeatedPart(sale, body)) return sale.document;
  // The lookup found that an earlier start, whose answer was lost, took the money.
  if (sale.state === 'closed' && before.state !== 'closed') return sale.document;
  world.admitMoney();
  return pay(world, principal, sale, methodName, body);
}

/**
 * Captures the amount that prepare authorised, where the method is the prepared one or none is named. Another method
 * begins a new payment, and the authorisation is voided first.
 */
async function pay(
  world: World,
  principal: Principal,
  sale: Sale,
  methodName: string,
  body: PaymentBody,
): Promise<SmartTransaction> {
  const prepared = sale.state === 'authorised' || sale.state === 'secured';
  refuseOtherAmount(sale, methodName, body);
  if (prepared && (!methodName || methodName.toLowerCase() === sale.method)) return capture(world, sale);
  if (!methodName) throw stateRefusal(sale.state, 'start without a method');
  const method = chosenMethod(world, sale, 'start', methodName);
  if (partRequestOf(sale, body, stepOf(world, sale, method))) refusePart(sale, method);
  // A sale that a person opened stands at her till, whoever ends it.
  if (method.name === 'cash' && sale.staff === null) requireDrawer(world, principal);
  switch (method.settledBy) {
    case 'book':
      return book(world, sale, method, body);
    case 'terminal':
      // Specification: a payment with is_demo is not executed, so no terminal gets a command.
      return sale.document.is_demo ? book(world, sale, method, body) : payAtTerminal(world, principal, sale, body);
    case 'acquirer':
      return payAtAcquirer(world, sale, method, body);
    case 'chance':
      return payByDemoOutcome(world, sale);
    case 'choice':
      return pay(world, principal, sale, fittingMethod(world, principal, sale), body);
  }
}

/** The step of what this method takes: cash goes by its coins, every other method is exact. */
const stepOf = (world: Pick<World, 'devices'>, sale: Sale, { name }: NamedMethod): number =>
  name === 'cash' ? saleCashStep(world, sale) : 1;

/** A part is paid by cash, a voucher or a card: each can be given back alone. */
function refusePart({ state }: Sale, { name, settledBy, wantsCovered }: NamedMethod): void {
  if (settledBy === 'terminal' || settledBy === 'choice' || (settledBy === 'book' && !wantsCovered)) return;
  if (state === 'partlyPaid') throw stateRefusal(state, `start/${name}`);
  throw new BridgeError('partRefused', `start/${name} pays all that is missing`, { extra: { member: 'part' } });
}

/** start/auto: loyalty where the card covers the sale, else the bank account of the sale, the terminal of the till, cash. */
function fittingMethod(world: Pick<World, 'devices' | 'loyalty'>, principal: Principal, sale: Sale): string {
  if (sale.document.basket_info.missing_sum === 0 && world.loyalty.held(sale.id)) return 'loyalty';
  if (sale.document.container?.type === 'bank_account' && sale.state !== 'partlyPaid') return 'debit';
  return terminalOfSale(world, principal, sale) ? 'cashless' : 'cash';
}

async function book(
  world: VoidingWorld & ClosingWorld & PartWorld,
  before: Sale,
  method: NamedMethod,
  sent: PaymentBody,
): Promise<SmartTransaction> {
  const detail = `start/${method.name}`;
  const body = method.wantsText ? withVoucherPart(before, sent) : sent;
  const inputs = (sale: Sale) => inputsOf(world, sale, method, body);
  await voidPayment(world, before, detail, inputs);
  const terms = await dischargeTerms(world, currentSale(world, before), method);
  try {
    return await world.ledger.write(() => {
      const sale = currentSale(world, before);
      if (repeatedPart(sale, body)) return sale.document;
      dueAmount(sale, 'book', detail);
      if (hasOpenPayment(world, sale)) throw stateRefusal(sale.state, detail);
      refuseOtherAmount(sale, method.name, body);
      refuseDemoInShop(world, sale, method.name);
      if (method.settledBy === 'terminal' && !sale.document.is_demo)
        throw stateRefusal(sale.state, `${detail} while is_demo changed`);
      const { card, given, text, voucher } = inputs(sale);
      const paying = card ? withCardPayment(sale, card.document) : sale;
      const part = partRequestOf(sale, body, stepOf(world, sale, method));
      terms.check(sale);
      terms.adopt();
      const closed = part
        ? takePart(world, sale, { ...part, method: method.name, given, text, voucher, facts: card?.facts }, detail)
        : close(world, paying, { method: method.name, input: 'book', given, facts: card?.facts, text });
      terms.keep(sale.id);
      return closed.document;
    });
  } catch (error) {
    await terms.giveUp();
    throw error;
  }
}

/** A sale that only takes money off the card takes it where the balances are, before it is booked here. */
async function dischargeTerms(
  world: Pick<World, 'cardAuthority' | 'loyalty'>,
  sale: Sale,
  method: NamedMethod,
): Promise<DischargeTerms & { check(sale: Sale): void }> {
  const card = method.name === 'loyalty' && isDischarge(sale) ? cardOfSale(world, sale) : null;
  const check = (present: Sale) => {
    if (!isDeepStrictEqual(present.document.basket, sale.document.basket))
      throw stateRefusal(present.state, 'start/loyalty of a basket that was changed meanwhile');
  };
  if (!card || !next(sale.state, 'book')) return { ...OWN_DISCHARGE, check: () => undefined };
  const { currency } = sale.document.basket_info;
  const amount = discharged(sale);
  if (!passcodeTyped(sale.document)) requirePasscode(card, 'discharge');
  return { ...(await world.cardAuthority.takeOff({ card, sale, merchant: sale.merchant, amount, currency })), check };
}

/** The inputs a booked method reads from the body and the sale. Throws where a required input is missing. */
function inputsOf(
  world: Pick<World, 'clock' | 'devices' | 'loyalty' | 'payments'>,
  sale: Sale,
  method: NamedMethod,
  body: PaymentBody,
) {
  const missing = sale.document.basket_info.missing_sum;
  const step = stepOf(world, sale, method);
  const voucher = method.wantsText ? voucherCode(body) : null;
  if (voucher !== null) usableVoucher(world, sale.merchant, voucher);
  if (method.wantsCovered) requireCardCover(world, sale, missing);
  return {
    card: method.wantsCardFacts ? externalCardPayment(world, sale, body) : null,
    given: amountGiven(method, body, roundedCash(partRequestOf(sale, body, step)?.amount ?? missing, step)),
    text: method.wantsText && voucher === null ? voucherText(body) : undefined,
    voucher: voucher ?? undefined,
  };
}

/** The name of the voucher. The shop claims its money from the issuer by it, so an empty text is refused. */
function voucherText(body: PaymentBody): string {
  const text = typeof body?.text === 'string' ? body.text.trim() : '';
  if (text !== '') return text;
  throw new BridgeError(
    'badInput',
    'text is needed for start/voucher: which voucher it is; or voucher, the code of a voucher of this shop',
    {
      extra: { member: 'text' },
    },
  );
}

const withCardPayment = (sale: Sale, card_payment: NonNullable<SaleDocument['card_payment']>): Sale => ({
  ...sale,
  document: { ...sale.document, card_payment },
});

function amountGiven({ wantsText }: NamedMethod, body: PaymentBody, wanted: number): number | undefined {
  if (body?.amount_given == null) return undefined;
  const given = Number(body.amount_given);
  if (given === wanted || (given > wanted && !wantsText)) return given;
  if (wantsText) throw new BridgeError('badInput', `a voucher gives no change; ${wanted} is to be paid`);
  throw new BridgeError('badInput', `amount_given is ${given}, but ${wanted} is missing`);
}

function requireCardCover(world: Pick<World, 'loyalty'>, sale: Sale, missing: number) {
  if (isDischarge(sale)) return;
  if (!world.loyalty.held(sale.id)) throw notApplied(sale);
  if (missing > 0) throw new BridgeError('somethingMissing', `missing_sum is ${missing}; start another method for it`);
}

/** The refusal of the state, with the call that applies the card. */
function notApplied({ id, state }: Sale): BridgeError {
  const { key, message } = stateRefusal(state, 'start/loyalty before preTransaction');
  const path = `/api/v2/Smart/Transactions/${id}/preTransaction`;
  const next = {
    method: 'POST',
    path,
    why: 'applies the card in idents; start/loyalty closes what it covers',
  } as const;
  return new BridgeError(key, message, { extra: { next } });
}
