/** The tenders of a closed sale, and what each of them can take back. */

import type { GivenTender } from '../domain/returns.ts';
import { terminalOfSale } from '../terminal/payment/cashless.ts';
import { isExchanged, isReused, reversalTarget } from '../terminal/payment/originalTransaction.ts';
import type { Principal } from '../world/people.ts';
import type { IntentRow, Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { paymentOfTender } from './acquirer/counterPayment.ts';
import { acquirerPaymentOfTender, isRefundable } from './acquirer/tenderRefund.ts';

export type TenderWorld = Pick<World, 'acquirer' | 'dayEnds' | 'devices' | 'intents' | 'payments' | 'returns'>;

/** In the order of the sale's `tenders`. */
export function givenTenders(world: TenderWorld, principal: Principal, sale: Sale): readonly GivenTender[] {
  const gone = world.returns.tendersOf(sale.id);
  const canRefund = terminalOfSale(world, principal, sale)?.terminal.features.has('refund') ?? false;
  return (sale.document.tenders ?? []).map(({ method, amount: given }, tender) => {
    const back = gone.filter(one => one.tender === tender).reduce((sum, { amount }) => sum + amount, 0);
    const atAcquirer = acquirerPaymentOfTender(world, sale, tender);
    const money = (atAcquirer ?? paymentOfTender(world, sale, tender))?.inner.money;
    // The payment may have been given back by its own resource.
    const refunded = money ? given - Math.min(given, money.captured - money.refunded) : 0;
    return {
      sale: sale.id,
      tender,
      method,
      given,
      back: Math.max(back, refunded),
      holdsBalance: voucherOfTender(sale, tender) !== null,
      canReverse: method === 'cashless' && canReverse(world, sale, tender, given),
      canRefund: atAcquirer ? isRefundable(world, atAcquirer) : canRefund,
    };
  });
}

/** The card (MCD_…) of a voucher of the shop that paid a tender; null for any other tender. */
function voucherOfTender({ document }: Sale, tender: number): string | null {
  const { part } = document.tenders?.[tender] ?? {};
  return document.parts?.find(({ id }) => id === part)?.voucher?.card ?? null;
}

/** The intent that paid a tender at a terminal of this bridge. */
export function paymentOfPart(
  { intents }: Pick<World, 'intents'>,
  { id, document }: Sale,
  tender: number,
): IntentRow | null {
  const { part } = document.tenders?.[tender] ?? {};
  if (part !== undefined) return intents.get(part);
  return intents.ofSale(id).find(({ kind, state }) => kind === 'payment' && state === 'approved') ?? null;
}

/** Only the whole of what was charged, with a tip, and before the terminal has closed its day. */
function canReverse(world: TenderWorld, sale: Sale, tender: number, given: number): boolean {
  const paid = paymentOfPart(world, sale, tender);
  const target = paid && reversalTarget(world, paid);
  const slot = paid && world.devices.slot(paid.device);
  if (!paid || !target || !slot || target.amount !== given) return false;
  const isToday = sale.receiptNumber !== null && sale.receiptNumber > world.dayEnds.closedUpTo(slot.device);
  return isToday && !isExchanged(slot, paid) && !isReused(world, paid, target.receipt);
}
