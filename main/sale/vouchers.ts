/** A voucher of the shop that pays a part of a sale: booked off its card, and back when the part is given back. */

import { isJsonObject } from '../domain/jsonObject.ts';
import { ledgerEntries } from '../domain/loyalty.ts';
import { hiddenCode } from '../domain/valueVoucher.ts';
import type { SalePart } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import type { CardRecord } from '../world/loyalty.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { type ExpiryWorld, expireBalances } from './balanceExpiry.ts';
import type { PaymentBody } from './dueAmount.ts';
import { refusalOfCard } from './idents.ts';
import { describeBooking, refuseCardInOtherCurrency, reverseBooking } from './loyaltyBookings.ts';

/** The code of a voucher of this shop in the body of start/voucher; null for a voucher of somebody else. */
export function voucherCode(body: unknown): string | null {
  const code = isJsonObject(body) && typeof body.voucher === 'string' ? body.voucher.replace(/[\s-]/g, '') : '';
  return code === '' ? null : code;
}

/** The body of a call that pays with a voucher of the shop: always a part, so that it can be given back alone. */
export function withVoucherPart(sale: Sale, body: PaymentBody): PaymentBody {
  if (voucherCode(body) === null || !body) return body;
  const part = isJsonObject(body.part) ? body.part : {};
  return { ...body, part: { amount: sale.document.basket_info.missing_sum, ...part } };
}

/** Throws where no voucher has this code, or it cannot be used now. */
export function usableVoucher(
  { clock, loyalty }: Pick<World, 'clock' | 'loyalty'>,
  merchant: string,
  code: string,
): CardRecord {
  const card = loyalty.card(merchant, code);
  if (!card?.isVoucher) throw new BridgeError('voucherUnknown', `no voucher has the code ${hiddenCode(code)}`);
  const refusal = refusalOfCard(card, clock.now());
  if (refusal === 'locked') throw new BridgeError('voucherLocked', `the voucher ${hiddenCode(code)} is locked`);
  if (refusal) throw new BridgeError('voucherUsed', `the voucher ${hiddenCode(code)} is ${refusal}`);
  return card;
}

/** Inside the job of the part. Throws `voucherBalance` where the voucher holds less. */
export function redeemVoucher(
  world: ExpiryWorld,
  sale: Sale,
  code: string,
  amount: number,
): Pick<SalePart, 'text' | 'voucher'> {
  if (world.cardAuthority.owner !== 'shop')
    throw new BridgeError('voucherElsewhere', 'an upstream service is configured, which owns vouchers');
  refuseCardInOtherCurrency(world, sale);
  const card = usableVoucher(world, sale.merchant, code);
  expireBalances(world, sale.merchant, card);
  const { id } = card.merchantcard;
  const { cash } = world.loyalty.available(id);
  if (cash < amount)
    throw new BridgeError('voucherBalance', `the voucher holds ${cash}, and ${amount} is to be paid`, {
      extra: { member: 'part.amount', balance: cash },
    });
  const at = world.clock.now();
  const entries = ledgerEntries({ type: 'spend', cash: amount, bonus: 0 });
  const booking = world.loyalty.book({
    ...{ merchantCard: id, sale: null, action: 'voucher', reverses: null },
    ...{ entries, at },
  });
  const { id: purpose } = sale;
  const facts = { action: 'voucher', amount, transId: sale.document.trans_id, receipt: [], more: { purpose } } as const;
  describeBooking(world, sale.merchant, id, booking, facts);
  return { text: hiddenCode(code), voucher: { card: id, booking, left: cash - amount } };
}

/** Inside the job that pays a return out: the voucher that paid for the goods gets the amount back. Null for any other tender. */
export function refilledVoucher(
  world: Pick<World, 'clock' | 'devices' | 'ledger' | 'loyalty'>,
  { id: purpose, merchant, document }: Sale,
  to: { readonly sale: string; readonly tender: number },
  amount: number,
): Pick<SalePart, 'text' | 'voucher'> | null {
  const original = world.ledger.sale(merchant, to.sale)?.document;
  const part = original?.parts?.find(({ id }) => id === original.tenders?.[to.tender]?.part);
  if (!part?.voucher) return null;
  const card = world.loyalty.finalCard(part.voucher.card);
  const entries = [{ account: 'cash', kind: 'return', amount }] as const;
  const at = world.clock.now();
  const booking = world.loyalty.book({
    ...{ merchantCard: card, sale: null, action: 'voucher', reverses: null },
    ...{ entries, at },
  });
  const facts = { action: 'voucher', amount, transId: document.trans_id, receipt: [], more: { purpose } } as const;
  describeBooking(world, merchant, card, booking, facts);
  const { cash: left } = world.loyalty.available(card);
  return { ...(part.text === undefined ? {} : { text: part.text }), voucher: { card, booking, left } };
}

/** Inside the job that gives the part back; does nothing for a part that another tender paid. */
export function returnVoucher(
  world: Pick<World, 'clock' | 'devices' | 'loyalty'>,
  { merchant, document }: Sale,
  { voucher }: SalePart,
): void {
  const booking = voucher ? world.loyalty.booking(merchant, voucher.booking)?.inner : undefined;
  if (booking) reverseBooking(world, merchant, booking, false, document.trans_id);
}
