/** start/cashless_direct: a card payment that was made at a terminal the bridge does not know, as the caller tells it. */
import type { TransactionFacts } from '../../drivers/terminal.ts';
import { BridgeError } from '../world/errors.ts';
import type { PaymentBody } from './paymentRules.ts';

/** As the specification spells them, and as they stand on a receipt. */
const CARD_TYPES: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  mastercard_debit: 'Debit Mastercard',
  maestro: 'Maestro',
  vpay: 'V PAY',
  girocard: 'girocard',
};

interface ExternalCardPayment {
  /** Kept in the transaction as `card_payment`. */
  readonly document: { readonly tid: string; readonly trace: number; readonly cardtype: string };
  /** For the slip. */
  readonly facts: TransactionFacts;
}

/** Throws `badInput` naming the member that is missing or not what the specification asks for. */
export function externalCardPayment(body: PaymentBody): ExternalCardPayment {
  const tid = body?.tid;
  if (typeof tid !== 'string' || !/^[\w-]{1,20}$/.test(tid)) throw wanted('tid', 'the id of the terminal');
  const trace = Number(body?.trace ?? Number.NaN);
  if (!Number.isSafeInteger(trace) || trace < 0) throw wanted('trace', 'the trace number, an integer');
  const cardtype = body?.cardtype;
  const cardName = typeof cardtype === 'string' && Object.hasOwn(CARD_TYPES, cardtype) ? CARD_TYPES[cardtype] : null;
  if (typeof cardtype !== 'string' || !cardName) throw wanted('cardtype', Object.keys(CARD_TYPES).join(', '));
  return { document: { tid, trace, cardtype }, facts: { terminalId: tid, traceNumber: trace, cardName } };
}

const wanted = (member: string, what: string) =>
  new BridgeError('badInput', `${member} is needed for start/cashless_direct: ${what}`);
