/** Reads from a `start` the part that it pays. */
import { roundedCash } from '../domain/cashRounding.ts';
import { isJsonObject } from '../domain/jsonObject.ts';
import { maySpend } from '../domain/saleParts.ts';
import type { SalePart } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import type { Sale } from '../world/sales.ts';
import type { PaymentBody } from './dueAmount.ts';
import { dueOf, partRefusal, partsOf } from './paidParts.ts';

/** The amount of this call in minor units, and the caller's own name of the part. */
export interface PartRequest {
  readonly amount: number;
  readonly reference: string | null;
}

/**
 * Null where the call pays the sale as one method does: no part was paid before, and none is named. Throws `partRefused`
 * where the part is more than what is missing, or the sale cannot be paid in parts. `cashStep`: of a part in cash, which may name
 * the rounded sum of all that is missing.
 */
export function partRequestOf(sale: Sale, body: PaymentBody, cashStep = 1): PartRequest | null {
  const { state, document } = sale;
  const named = isJsonObject(body?.part) ? body.part : null;
  if (!named && state !== 'partlyPaid') return null;
  // A played payment would stand beside real money.
  if (document.is_demo)
    throw new BridgeError('partRefused', 'a sale with is_demo is paid in one go', { extra: { member: 'part' } });
  const { missing_sum: missing } = document.basket_info;
  const asked = Number(named?.amount ?? missing);
  const amount = asked === roundedCash(missing, cashStep) ? missing : asked;
  if (!maySpend(partsOf(document), dueOf(document), amount)) throw partRefusal(sale, amount);
  const reference = typeof named?.reference === 'string' && named.reference !== '' ? named.reference : null;
  return { amount, reference };
}

/** The part that an earlier call paid, or pays, under the reference of this call; what was not taken may be paid again. */
export function repeatedPart({ document }: Sale, body: PaymentBody): SalePart | undefined {
  const reference = isJsonObject(body?.part) ? body.part.reference : null;
  if (typeof reference !== 'string' || reference === '') return undefined;
  return partsOf(document).find(part => part.reference === reference && !NOT_TAKEN.has(part.status));
}

const NOT_TAKEN: ReadonlySet<SalePart['status']> = new Set(['declined', 'returned']);
