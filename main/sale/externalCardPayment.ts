/** start/cashless_direct: reads the caller's facts of a card payment at a terminal that the bridge does not know. */
import type { TransactionFacts } from '../../drivers/index.ts';
import { BridgeError } from '../world/errors.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { isEnteredByBridge } from './document.ts';
import type { PaymentBody } from './dueAmount.ts';

/** Card types in the spelling of the specification, and their names on a receipt. */
const CARD_TYPES: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  mastercard_debit: 'Debit Mastercard',
  maestro: 'Maestro',
  vpay: 'V PAY',
  girocard: 'girocard',
};

interface ExternalCardPayment {
  /** Stored in the sale as `card_payment`. */
  readonly document: { readonly tid: string; readonly trace: number; readonly cardtype: string };
  /** For the slip. */
  readonly facts: TransactionFacts;
}

/** Trace numbers of a terminal begin anew some day, but never within this time (ms). */
const TRACE_ONCE = 24 * 3_600_000;

/** Throws `badInput` that names the missing or wrong member, and `cardPaymentUsed` for a payment that has paid already. */
export function externalCardPayment(
  world: Pick<World, 'clock' | 'payments'>,
  { merchant, document }: Sale,
  body: PaymentBody,
): ExternalCardPayment {
  const tid = body?.tid;
  if (typeof tid !== 'string' || !/^[\w-]{1,20}$/.test(tid)) throw wanted('tid', 'the id of the terminal');
  const trace = Number(body?.trace ?? Number.NaN);
  if (!Number.isSafeInteger(trace) || trace < 0) throw wanted('trace', 'the trace number, an integer');
  const cardtype = body?.cardtype;
  const cardName = typeof cardtype === 'string' && Object.hasOwn(CARD_TYPES, cardtype) ? CARD_TYPES[cardtype] : null;
  if (typeof cardtype !== 'string' || !cardName) throw wanted('cardtype', Object.keys(CARD_TYPES).join(', '));
  // A bridge uses no card payment twice, and terminals of two bridges may have the same TID.
  const counts = !document.is_demo && !isEnteredByBridge(document);
  const used = counts ? world.payments.cardPaymentUsed(merchant, tid, trace, world.clock.now() - TRACE_ONCE) : null;
  if (used !== null) throw new BridgeError('cardPaymentUsed', `tid ${tid}, trace ${trace} has paid ${used}`);
  return { document: { tid, trace, cardtype }, facts: { terminalId: tid, traceNumber: trace, cardName } };
}

const wanted = (member: string, what: string) =>
  new BridgeError('badInput', `${member} is needed for start/cashless_direct: ${what}`);
