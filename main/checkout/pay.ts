/**
 * start: taking the money. Methods that ask nobody are booked at once; all others write their intent to disk first,
 * then ask, then write what came of it.
 */

import type { NamedMethod } from '../acquirer/payments/methods.ts';
import { capture, payAtAcquirer } from '../acquirer/sale/salePayment.ts';
import { hasOpenPayment, resolvedSale, voidPayment } from '../sale/acquirerPayment.ts';
import { close } from '../sale/close.ts';
import { externalCardPayment } from '../sale/externalCardPayment.ts';
import { saleOf } from '../sale/lookup.ts';
import { isDischarge } from '../sale/loyaltyCard.ts';
import { chosenMethod, dueAmount, type PaymentBody, refuseOtherAmount } from '../sale/paymentRules.ts';
import { stateRefusal } from '../sale/transition.ts';
import { payAtTerminal, terminalOfSale } from '../terminal/payment/cashless.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { payByDemoOutcome } from './demoPayment.ts';

/**
 * start/{method}, or start after prepare, which captures what was authorised. Another method than the prepared one
 * begins anew: what was authorised is given up first.
 */
export async function start(
  world: World,
  principal: Principal,
  id: string,
  word: string,
  body: PaymentBody,
): Promise<SmartTransaction> {
  const before = saleOf(world, principal, id);
  const sale = await resolvedSale(world, before);
  // An earlier start whose answer was lost has just been found done.
  if (sale.state === 'closed' && before.state !== 'closed') return sale.document;
  const prepared = sale.state === 'authorised' || sale.state === 'secured';
  refuseOtherAmount(sale, word, body);
  if (prepared && (!word || word.toLowerCase() === sale.method)) return capture(world, principal, id);
  if (!word) throw stateRefusal(sale.state, 'start without a method');
  const method = chosenMethod(world, sale, 'start', word);
  switch (method.settledBy) {
    case 'book':
      return book(world, principal, sale, method, body);
    case 'terminal':
      return payAtTerminal(world, principal, id, body);
    case 'acquirer':
      return payAtAcquirer(world, principal, id, method, body);
    case 'chance':
      return payByDemoOutcome(world, principal, id);
    case 'choice':
      return start(world, principal, id, fittingMethod(world, principal, sale), body);
  }
}

/** start/auto: what the card has paid already, else the account the sale knows, else the terminal of the till, else cash. */
function fittingMethod(world: World, principal: Principal, sale: Sale): string {
  if (sale.document.basket_info.missing_sum === 0 && world.loyalty.held(sale.id)) return 'loyalty';
  const container = (sale.document as { container?: { type?: unknown } | null }).container;
  if (container?.type === 'bank_account') return 'debit';
  return terminalOfSale(world, principal, sale) ? 'cashless' : 'cash';
}

async function book(
  world: World,
  principal: Principal,
  before: Sale,
  method: NamedMethod,
  body: PaymentBody,
): Promise<SmartTransaction> {
  const detail = `start/${method.name}`;
  const asked = (sale: Sale) => inputsOf(world, sale, method, body);
  await voidPayment(world, before, detail, asked);
  return world.ledger.write(() => {
    const sale = saleOf(world, principal, before.id);
    dueAmount(sale, 'book', detail);
    if (hasOpenPayment(world, sale)) throw stateRefusal(sale.state, detail);
    refuseOtherAmount(sale, method.name, body);
    const { card, given } = asked(sale);
    const told = card ? withFacts(sale, card.document) : sale;
    return close(world, told, { method: method.name, input: 'book', given, facts: card?.facts }).document;
  });
}

/** What the method needs of body and sale; throws what it misses. */
function inputsOf(world: World, sale: Sale, method: NamedMethod, body: PaymentBody) {
  const missing = sale.document.basket_info.missing_sum;
  if (method.wantsCovered) requireCardCover(world, sale, missing);
  return { card: method.wantsCardFacts ? externalCardPayment(body) : null, given: amountGiven(body, missing) };
}

const withFacts = (sale: Sale, card_payment: object): Sale => ({
  ...sale,
  document: { ...sale.document, card_payment } as SmartTransaction,
});

function amountGiven(body: PaymentBody, missing: number): number | undefined {
  if (body?.amount_given == null) return undefined;
  const given = Number(body.amount_given);
  if (given >= missing) return given;
  throw new BridgeError('badInput', `amount_given is ${given}, but ${missing} is missing`);
}

function requireCardCover(world: World, sale: Sale, missing: number) {
  if (isDischarge(sale)) return;
  if (!world.loyalty.held(sale.id)) throw stateRefusal(sale.state, 'start/loyalty before preTransaction');
  if (missing > 0) throw new BridgeError('somethingMissing', `missing_sum is ${missing}; start another method for it`);
}
