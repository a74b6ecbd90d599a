/** Cards that a cashier hands out: a new one without any balance, or an unused one of the stock. */

import { withoutIdentifier } from '../domain/productCode.ts';
import { refusalOfCard } from '../sale/idents.ts';
import type { CounterGroups, VoucherView } from '../wire/counterCards.ts';
import type { MerchantCard } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import type { CardGroupInner, Voucher } from '../world/loyalty.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { queueCardOperation } from './cardRecord.ts';

type CounterWorld = Pick<World, 'clock' | 'devices' | 'ledger' | 'loyalty' | 'queue'>;

export function counterGroups({ loyalty }: Pick<World, 'loyalty'>, merchant: string): CounterGroups {
  const all = loyalty.groups.all(merchant).map(({ document, inner }) => ({
    id: document.id,
    name: { de: document.display_name, en: inner.nameEn ?? document.display_name },
    most: document.balance_limit,
    isVoucher: isVouchers(inner),
  }));
  const vouchers = all.find(({ isVoucher }) => isVoucher);
  return {
    groups: all.filter(({ isVoucher }) => !isVoucher).map(({ id, name }) => ({ id, name })),
    vouchers: vouchers ? { id: vouchers.id, name: vouchers.name, most: vouchers.most } : null,
  };
}

const isVouchers = ({ voucher = false }: CardGroupInner): boolean => voucher;

/** Makes an empty card of a group. Throws `notFound` for a group that has no loyalty cards. */
export function handOutCard(world: CounterWorld, principal: Principal, group: string): Promise<MerchantCard> {
  const { merchant, device: till } = principal;
  return world.ledger.write(() => {
    const found = world.loyalty.groups.find(merchant, group);
    if (!found || isVouchers(found.inner))
      throw new BridgeError('notFound', `there is no group ${group} of loyalty cards`);
    const { merchantcard } = world.loyalty.issue(merchant, group, { at: world.clock.now(), till, secrets: {} });
    const { id } = merchantcard;
    queueCardOperation(world, principal, {
      event: 'created',
      object: id,
      card: id,
      amount: null,
      facts: { cardgroup: group },
    });
    return merchantcard;
  });
}

/** Throws `cardUnknown`, and `cardNotNew` for a card that is no empty card of the stock. */
export function activateCard(world: CounterWorld, principal: Principal, cardnumber: string): Promise<MerchantCard> {
  const { merchant } = principal;
  return world.ledger.write(() => {
    const card = world.loyalty.card(merchant, cardnumber);
    if (!card) throw new BridgeError('cardUnknown', `no card has the number ${cardnumber}`);
    const { id, stock_status, lock_status, cash_balance, bonus_balance, points } = card.merchantcard;
    const isEmpty = cash_balance === 0 && bonus_balance === 0 && points === 0;
    if (stock_status !== 'stored' || lock_status === 'locked' || !isEmpty || card.isVoucher)
      throw new BridgeError(
        'cardNotNew',
        `the card is ${stock_status}, ${lock_status}${isEmpty ? '' : ', and has a balance'}`,
      );
    const { merchantcard } = world.loyalty.changeCard(merchant, id, { stockStatus: 'active' });
    const facts = { stock: 'active' };
    queueCardOperation(world, principal, { event: 'changed', object: id, card: id, amount: null, facts });
    return merchantcard;
  });
}

/** Recognises the code that a customer hands over; null where it is neither a voucher nor a coupon. */
export function voucherView(
  world: Pick<World, 'cardAuthority' | 'clock' | 'loyalty'>,
  merchant: string,
  typed: string,
): VoucherView | null {
  const written = withoutIdentifier(typed);
  const plain = written.replace(/[\s\u2010-\u2015-]/g, '');
  const card = world.loyalty.card(merchant, plain);
  if (card?.isVoucher) {
    const { cash } = world.loyalty.available(card.merchantcard.id);
    const isOurs = world.cardAuthority.owner === 'shop';
    const refusal = refusalOfCard(card, world.clock.now());
    const why = refusal === 'locked' ? 'locked' : refusal ? 'used' : cash <= 0 ? 'empty' : null;
    return {
      ...{
        kind: 'voucher',
        code: card.merchantcard.card.cardnumber,
        name: card.groupName,
        balance: cash,
        amount: null,
        percent: null,
      },
      ...{ ends: card.merchantcard.expiry_date, refusal: isOurs ? why : 'elsewhere' },
    };
  }
  // Codes of coupons are printed with hyphens, and people leave them out.
  const hyphened = plain.toUpperCase().replace(/(.{4})(?=.)/g, '$1-');
  const coupon = [written, plain, hyphened].reduce<Voucher | null>(
    (found, code) => found ?? world.loyalty.voucher(merchant, code),
    null,
  );
  return coupon ? couponView(coupon, world.clock.now()) : null;
}

function couponView({ code, campaign, sale, isLocked }: Voucher, now: number): VoucherView {
  const { effect, condition, name, nameEn } = campaign;
  const { validFrom, validTo } = condition;
  const ended = validTo !== undefined && now >= Date.parse(validTo);
  const notBegun = validFrom !== undefined && now < Date.parse(validFrom);
  return {
    ...{ kind: 'coupon', code, name, balance: null },
    ...(nameEn ? { nameEn } : {}),
    amount: effect.type === 'amount' ? effect.amount : null,
    percent: effect.type === 'percent' ? effect.percent : null,
    ends: validTo ?? null,
    refusal: isLocked ? 'locked' : sale !== null ? 'used' : ended ? 'ended' : notBegun ? 'notBegun' : null,
  };
}
