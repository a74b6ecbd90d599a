/** Vouchers that a sale sells: each is a card of the shop's group of vouchers, made and loaded in the commit that closes the sale. */

import { cardTotal } from '../domain/basket.ts';
import { ledgerEntries } from '../domain/loyalty.ts';
import type { ReceiptLine } from '../domain/receipt.ts';
import { soldValues, voucherSlip } from '../domain/valueVoucher.ts';
import type { SoldVoucher } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { itemsOf } from './document.ts';
import { bookForSale, describeBooking, MOST_ON_CARD, refuseCardInOtherCurrency } from './loyaltyBookings.ts';

type VoucherWorld = Pick<World, 'cardAuthority' | 'clock' | 'devices' | 'loyalty'>;

/** The group of cards whose numbers are vouchers; null where the shop has none. */
export function voucherGroup({ loyalty }: Pick<World, 'loyalty'>, merchant: string): string | null {
  return loyalty.groups.all(merchant).find(({ inner }) => inner.voucher === true)?.document.id ?? null;
}

/** Throws, before the customer pays, where a line that sells a voucher cannot make one. */
export function checkSoldVouchers(world: VoucherWorld, sale: Sale): void {
  const items = itemsOf(sale.document);
  const { values, fault } = soldValues(items);
  if (fault) throw new BridgeError('voucherLine', FAULTS[fault]);
  if (values.length === 0) return;
  refuseCardInOtherCurrency(world, sale);
  if (world.cardAuthority.owner !== 'shop')
    throw new BridgeError('voucherElsewhere', 'an upstream service is configured, which owns vouchers');
  const group = voucherGroup(world, sale.merchant);
  if (group === null) throw new BridgeError('voucherGroupMissing', 'no card group is marked as vouchers');
  const most = world.loyalty.groups.find(sale.merchant, group)?.document.balance_limit ?? MOST_ON_CARD;
  const largest = Math.max(...values);
  if (largest > most) throw new BridgeError('cardTooFull', `the voucher would hold ${largest}; ${most} is the most`);
}

const FAULTS = {
  value: 'a line that sells a voucher needs a quantity and a priceOne above 0',
  tax: 'a line that sells a voucher has tax 0: it is taxed when it is redeemed',
  count: 'one sale sells at most 50 vouchers',
} as const;

/** Inside the job that closes the sale: makes its vouchers and books their values. */
export function sellVouchers(world: VoucherWorld, sale: Sale): readonly SoldVoucher[] {
  const { values } = soldValues(itemsOf(sale.document));
  const group = values.length > 0 ? voucherGroup(world, sale.merchant) : null;
  if (group === null) return [];
  const at = world.clock.now();
  return values.map(amount => {
    const { merchantcard } = world.loyalty.issue(sale.merchant, group, { at, till: sale.till, secrets: {} });
    const { id, card } = merchantcard;
    const booking = bookForSale(world, sale, id, ledgerEntries({ type: 'charge', cash: amount }));
    return { code: card.cardnumber, amount, card: id, booking };
  });
}

/** Inside the job that closes the sale, once its TA code is known: completes the bookings, and gives the slips to hand out. */
export function voucherSlips(world: VoucherWorld & Pick<World, 'settings'>, sale: Sale): readonly ReceiptLine[] {
  const { sold_vouchers: sold = [], basket_info, trans_id } = sale.document;
  const { name } = world.devices.merchant(sale.merchant);
  return sold.flatMap(({ code, amount, card, booking }) => {
    const facts = { code, amount, currency: basket_info.currency, shop: name };
    const receipt = voucherSlip(facts, world.settings.language);
    describeBooking(world, sale.merchant, card, booking, { action: 'charge', amount, transId: trans_id, receipt });
    return receipt;
  });
}

/** Value of the vouchers that a sale sells, minor units. */
export const soldAsVouchers = (sale: Sale): number => cardTotal(itemsOf(sale.document), 'voucher');
