/** The refusal of a step that the state of a sale forbids, with the reason for each state. */
import type { State } from '../domain/transaction.ts';
import { BridgeError, type ErrorKey } from '../world/errors.ts';

/** The error for a step that the state forbids; `detail` names the call. */
export function stateRefusal(state: State, detail: string): BridgeError {
  return new BridgeError(KEYS[state] ?? 'stateForbids', `${detail} is not possible: ${WHY[state]}`);
}

/** States whose refusal a till has to tell from all others. */
const KEYS: Readonly<Partial<Record<State, ErrorKey>>> = {
  closed: 'salePaid',
  cancelled: 'saleCancelled',
  preparing: 'paymentUnderWay',
  voiding: 'paymentUnderWay',
  paying: 'paymentUnderWay',
  returning: 'paymentUnderWay',
  reversing: 'paymentUnderWay',
  unclear: 'outcomeUnclear',
  returnUnclear: 'outcomeUnclear',
  reversalUnclear: 'outcomeUnclear',
};

const WHY = {
  created: 'no payment has been authorised yet',
  processing: 'a card has been applied and something is still open',
  preparing: 'an authorisation is under way',
  authorised: 'the payment is authorised; start or cancel it',
  secured: 'the payment is authorised; start or cancel it',
  challenged: 'the payer has to pass the check at iframe_url first',
  voiding: 'an authorisation is being given up',
  partlyPaid: 'a part of the sale has been paid; start pays the rest, cancel gives back what is paid',
  paying: 'a payment is under way; POST …/abort of the sale asks the terminal to stop',
  awaiting: 'the payment is accepted and its money has still to arrive',
  unclear: 'the ending of the payment is not known yet',
  closed: 'the transaction has been executed',
  failed: 'the payment failed',
  returning: 'a part of the payment is going back',
  returnUnclear: 'the ending of a return is not known yet',
  reversing: 'the payment is being reversed',
  reversalUnclear: 'the ending of the reversal is not known yet',
  partlyReversed: 'some of the money has gone back; cancel gives back the rest',
  cancelled: 'the transaction has been cancelled',
} as const satisfies Record<State, string>;
