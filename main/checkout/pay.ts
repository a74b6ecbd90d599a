/**
 * start: taking the money. Methods that ask nobody are booked at once; all others write their intent to disk first,
 * then ask, then write what came of it.
 */

import type { NamedMethod } from '../payments/index.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { capture, startAtAcquirer } from './acquirer/atAcquirer.ts';
import { payByChance } from './chance.ts';
import { refusal } from './sale/advance.ts';
import { isDischarge } from './sale/card.ts';
import { cardFacts } from './sale/cardFacts.ts';
import { close } from './sale/close.ts';
import { giveUpPayment, holds, settledSale } from './sale/giveUp.ts';
import { chosenMethod, type PaymentBody, payable, refuseOtherAmount } from './sale/mayPay.ts';
import { saleOf } from './sale/read.ts';
import { payAtTerminal, terminalAsked } from './terminal/cashless.ts';

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
  const sale = await settledSale(world, before);
  // An earlier start whose answer was lost has just been found done.
  if (sale.state === 'closed' && before.state !== 'closed') return sale.document;
  const prepared = sale.state === 'authorised' || sale.state === 'secured';
  refuseOtherAmount(sale, word, body);
  if (prepared && (!word || word.toLowerCase() === sale.method)) return capture(world, principal, id);
  if (!word) throw refusal(sale.state, 'start without a method');
  const method = chosenMethod(world, sale, 'start', word);
  switch (method.settledBy) {
    case 'book':
      return book(world, principal, sale, method, body);
    case 'terminal':
      return payAtTerminal(world, principal, id, body);
    case 'acquirer':
      return startAtAcquirer(world, principal, id, method, body);
    case 'chance':
      return payByChance(world, principal, id);
    case 'choice':
      return start(world, principal, id, fitting(world, principal, sale), body);
  }
}

/** start/auto: what the card has paid already, else the account the sale knows, else the terminal of the till, else cash. */
function fitting(world: World, principal: Principal, sale: Sale): string {
  if (sale.document.basket_info.missing_sum === 0 && world.loyalty.held(sale.id)) return 'loyalty';
  const container = (sale.document as { container?: { type?: unknown } | null }).container;
  if (container?.type === 'bank_account') return 'debit';
  return terminalAsked(world, principal, sale) ? 'cashless' : 'cash';
}

async function book(
  world: World,
  principal: Principal,
  before: Sale,
  method: NamedMethod,
  body: PaymentBody,
): Promise<SmartTransaction> {
  const detail = `start/${method.name}`;
  const asked = (sale: Sale) => askedOf(world, sale, method, body);
  await giveUpPayment(world, before, detail, asked);
  return world.ledger.write(() => {
    const sale = saleOf(world, principal, before.id);
    payable(sale, 'book', detail);
    if (holds(world, sale)) throw refusal(sale.state, detail);
    refuseOtherAmount(sale, method.name, body);
    const { card, given } = asked(sale);
    const told = card ? withFacts(sale, card.told) : sale;
    return close(world, told, { method: method.name, input: 'book', given, facts: card?.facts }).document;
  });
}

/** What the method needs of body and sale; throws what it misses. */
function askedOf(world: World, sale: Sale, method: NamedMethod, body: PaymentBody) {
  const missing = sale.document.basket_info.missing_sum;
  if (method.wantsCovered) wantCovered(world, sale, missing);
  return { card: method.wantsCardFacts ? cardFacts(body) : null, given: handedOver(body, missing) };
}

const withFacts = (sale: Sale, card_payment: object): Sale => ({
  ...sale,
  document: { ...sale.document, card_payment } as SmartTransaction,
});

function handedOver(body: PaymentBody, missing: number): number | undefined {
  if (body?.amount_given == null) return undefined;
  const given = Number(body.amount_given);
  if (given >= missing) return given;
  throw new BridgeError('badInput', `amount_given is ${given}, but ${missing} is missing`);
}

function wantCovered(world: World, sale: Sale, missing: number) {
  if (isDischarge(sale)) return;
  if (!world.loyalty.held(sale.id)) throw refusal(sale.state, 'start/loyalty before preTransaction');
  if (missing > 0) throw new BridgeError('somethingMissing', `missing_sum is ${missing}; start another method for it`);
}
