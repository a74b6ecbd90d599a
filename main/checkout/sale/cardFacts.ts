/** start/cashless_direct: a card payment that was made at a terminal the bridge does not know, as the caller tells it. */
import type { TransactionFacts } from '../../../drivers/terminal.ts';
import { BridgeError } from '../../world/errors.ts';
import type { PaymentBody } from './mayPay.ts';

/** As the specification spells them, and as they stand on a receipt. */
const CARD_TYPES: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  mastercard_debit: 'Debit Mastercard',
  maestro: 'Maestro',
  vpay: 'V PAY',
  girocard: 'girocard',
};

interface CardFacts {
  /** Kept in the transaction as `card_payment`. */
  readonly told: { readonly tid: string; readonly trace: number; readonly cardtype: string };
  /** For the slip. */
  readonly facts: TransactionFacts;
}

/** Throws `badInput` naming the member that is missing or not what the specification asks for. */
export function cardFacts(body: PaymentBody): CardFacts {
  const tid = body?.tid;
  if (typeof tid !== 'string' || !/^[\w-]{1,20}$/.test(tid)) throw wanted('tid', 'the id of the terminal');
  const trace = Number(body?.trace ?? Number.NaN);
  if (!Number.isSafeInteger(trace) || trace < 0) throw wanted('trace', 'the trace number, an integer');
  const cardtype = body?.cardtype;
  const cardName = typeof cardtype === 'string' && Object.hasOwn(CARD_TYPES, cardtype) ? CARD_TYPES[cardtype] : null;
  if (typeof cardtype !== 'string' || !cardName) throw wanted('cardtype', Object.keys(CARD_TYPES).join(', '));
  return { told: { tid, trace, cardtype }, facts: { terminalId: tid, traceNumber: trace, cardName } };
}

const wanted = (member: string, what: string) =>
  new BridgeError('badInput', `${member} is needed for start/cashless_direct: ${what}`);
