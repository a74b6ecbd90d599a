/** Gives money to a customer: the pay-out of a return, and cash for a card part that its terminal cannot give back. */

import type { PayOutInput } from '../../main/wire/returns.ts';
import type { SalePart } from '../../main/wire/transactions.ts';
import { totalsOf } from '../stores/basketTotals.ts';
import type { CheckoutParts } from './parts.ts';
import type { Inside, RefreshSteps } from './refreshSale.ts';

export const createPayOutSteps = ({ parts, steps }: Inside) => ({
  payOut: (back?: PayOutInput['back']) => payOutReturn(parts, steps, back),
  cashBack: (part: SalePart, reason: string) => cashBackPart(parts, steps, part, reason),
});

/** Pays out what is due to a customer who has brought goods back. What a terminal refuses is still due. */
async function payOutReturn(parts: CheckoutParts, steps: RefreshSteps, back: PayOutInput['back']): Promise<void> {
  const { client, basket, sync, till, notices, now } = parts;
  const { afterFailure, refreshOpenPayments } = steps;
  const amount = totalsOf(basket.getState()).payOut;
  if (amount === undefined || !till.begin({ action: 'payOut', amount, since: now() })) return;
  const { busy } = till.getState();
  notices.clear();
  const id = await sync.settled();
  if (till.getState().busy !== busy) return;
  if (id === null) {
    till.end();
    return notices.show('warn', ({ t }) => t('pay.notSaved'));
  }
  try {
    const sale = await client.payOut(id, back);
    if (till.getState().busy !== busy) return void refreshOpenPayments();
    basket.takeParts(sale);
    till.end({ sale: sale.status === 'processing' ? null : sale, payment: null });
  } catch (error) {
    if (till.getState().busy !== busy) return;
    const again = () => payOutReturn(parts, steps, back);
    await afterFailure(id, error, { kind: 'payOut', amount, tender: null, goneBack: 0, again });
  }
}

/** Gives a card part back in cash, because its terminal could not. */
async function cashBackPart(
  { client, till, notices, now }: CheckoutParts,
  { afterFailure }: RefreshSteps,
  part: SalePart,
  reason: string,
): Promise<void> {
  const { sale } = till.getState();
  if (!sale || !till.begin({ action: 'cashBack', amount: part.amount, since: now() })) return;
  notices.clear();
  try {
    till.end({ sale: await client.cashBack(sale.id, part.id, reason) });
  } catch (error) {
    await afterFailure(sale.id, error);
    const { failure } = till.getState();
    if (failure) notices.show('error', ({ problem }) => problem(failure));
  }
}
