/**
 * Idents of a sale: cards, check-ins, new cards and vouchers. They are resolved when they are sent and when the sale
 * changes.
 */

import type { Coupon } from '../domain/coupons.ts';
import { type CardRefusal, cardRefusal } from '../domain/loyalty.ts';
import type { Ident, IdentInput, SmartTransaction } from '../wire/transactions.ts';
import { BridgeError, type ErrorKey } from '../world/errors.ts';
import type { CardRecord, Voucher } from '../world/loyalty.ts';
import { refusePaymentCard } from '../world/paymentCard.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';

/** Positions of the idents with a right passcode. */
export type CheckedPasscodes = ReadonlySet<number>;

const NOBODY: CheckedPasscodes = new Set();

/**
 * Checks the passcodes of the idents; no passcode is stored. Runs before the job, because hashing takes time, and because a
 * card that the shop does not know may have to be read elsewhere.
 */
export async function checkPasscodes(
  world: Pick<World, 'cardAuthority' | 'cardCodes' | 'loyalty'>,
  merchant: string,
  idents: readonly IdentInput[] | null | undefined,
): Promise<CheckedPasscodes> {
  const begun = performance.now();
  await world.cardAuthority.meet(merchant, idents ?? [], begun);
  const sent = (idents ?? []).flatMap(({ type, value, passcode }, position) => {
    const card = passcode == null ? null : cardNamed(world, merchant, type, value);
    return card ? [{ position, card, passcode: String(passcode) }] : [];
  });
  if (sent.length === 0) return NOBODY;
  const right = new Set<number>();
  for (const { position, card, passcode } of sent)
    if (await provesPasscode(world, merchant, card, passcode, begun)) right.add(position);
  return right;
}

/** Is this the passcode of the card? Its owner is asked first. Throws `passcodeBlocked` while guessing is slowed down. */
export async function provesPasscode(
  { cardAuthority, cardCodes }: Pick<World, 'cardAuthority' | 'cardCodes'>,
  merchant: string,
  card: CardRecord,
  passcode: string,
  begun: number,
): Promise<boolean> {
  const known = await cardAuthority.provesPasscode(card, passcode, begun);
  return known ?? cardCodes.proves(merchant, card, 'passcode', passcode);
}

/** The ident for the answer; an unusable ident is not valid. Throws `paymentCard`. */
export function identOf(
  world: Pick<World, 'clock' | 'loyalty'>,
  merchant: string,
  { type, value }: Pick<IdentInput, 'type' | 'value'>,
  position: number,
  proven: CheckedPasscodes = NOBODY,
): Ident {
  if (type === 'card') refusePaymentCard(value);
  const known = { object: 'smart.idents', id: `smi_${position + 1}`, type, value } as const;
  if (type === 'create_card') return { ...known, ...requested(world, merchant, value) };
  if (type === 'voucher') return { ...known, ...voucherIdent(world, merchant, value) };
  const card = cardNamed(world, merchant, type, value);
  if (!card) return { ...known, prefix: value.slice(0, 4), name: '', valid: false };
  return {
    ...known,
    prefix: card.prefix,
    name: nameOf(card, type),
    valid: refusalOfCard(card, world.clock.now()) === null,
    merchantcard: card.merchantcard,
    ...(proven.has(position) ? { passcode_checked: true } : {}),
  };
}

const nameOf = ({ groupName }: CardRecord, type: string) => (type === 'checkin' ? `${groupName} Check-In` : groupName);

function requested(world: Pick<World, 'loyalty'>, merchant: string, group: string) {
  const found = world.loyalty.groups.find(merchant, group);
  return { prefix: found?.inner.prefix ?? '', name: found?.document.display_name ?? '', valid: found !== null };
}

/** `sale` is the sale that may hold the voucher itself. */
function voucherIdent(
  world: Pick<World, 'clock' | 'loyalty'>,
  merchant: string,
  code: string,
  sale: string | null = null,
) {
  const voucher = world.loyalty.voucher(merchant, code);
  return {
    prefix: code.slice(0, 4),
    name: voucher?.campaign.name ?? '',
    valid:
      voucher !== null &&
      !voucher.isLocked &&
      [null, sale].includes(voucher.sale) &&
      inTime(voucher, world.clock.now()),
  };
}

function cardNamed(world: Pick<World, 'loyalty'>, merchant: string, type: string, value: string): CardRecord | null {
  if (type === 'card') return world.loyalty.card(merchant, value);
  const checkin = type === 'checkin' ? world.loyalty.checkins.find(merchant, value)?.document : undefined;
  return checkin?.merchantcard ? world.loyalty.merchantCard(merchant, checkin.merchantcard.id) : null;
}

export function refusalOfCard(card: CardRecord, now: number): CardRefusal | null {
  const { lock_status, stock_status, expiry_date } = card.merchantcard;
  return cardRefusal(
    {
      lockStatus: lock_status === 'locked' ? 'locked' : 'unlocked',
      stockStatus: stock_status === 'active' ? 'active' : 'inactive',
      expiryDate: expiry_date,
    },
    now,
  );
}

const REFUSED = {
  unknown: 'cardUnknown',
  locked: 'cardLocked',
  expired: 'cardExpired',
  inactive: 'cardInactive',
} as const satisfies Record<CardRefusal, ErrorKey>;

/** Throws where the card cannot be used now. */
export function usableCard(card: CardRecord | null, now: number, what: string): CardRecord {
  const refused = card ? refusalOfCard(card, now) : 'unknown';
  if (refused || !card) throw new BridgeError(REFUSED[refused ?? 'unknown'], `${what} is ${refused ?? 'unknown'}`);
  return card;
}

const isCard = ({ type }: Ident) => type === 'card' || type === 'checkin';

/** The card presented in a sale, or null. Throws where the card cannot be used. */
export function presentedCard(
  world: Pick<World, 'clock' | 'loyalty'>,
  { merchant, document }: Sale,
): CardRecord | null {
  const ident = document.idents.find(isCard);
  if (!ident) return null;
  const { type, value, merchantcard } = ident;
  const card = merchantcard
    ? world.loyalty.merchantCard(merchant, world.loyalty.finalCard(merchantcard.id))
    : cardNamed(world, merchant, type, value);
  return usableCard(card, world.clock.now(), `the card in idents ${ident.id}`);
}

/**
 * The card that a sale books on: the paying card, else the presented card, else the card that the sale has created;
 * null for none.
 */
export function cardOfSale(world: Pick<World, 'loyalty'>, { id, merchant, document }: Sale): CardRecord | null {
  const known = document.idents.filter(({ valid, merchantcard }) => valid && merchantcard);
  const named = (known.find(isCard) ?? known[0])?.merchantcard?.id;
  const card = world.loyalty.held(id)?.merchantCard ?? named;
  return card === undefined ? null : world.loyalty.merchantCard(merchant, world.loyalty.finalCard(card));
}

/** True where the customer has typed the right passcode. */
export const passcodeTyped = (document: SmartTransaction): boolean =>
  document.idents.some(ident => ident.passcode_checked === true);

/** The vouchers of a sale. Throws for a voucher that is unknown, expired, or used in another sale. */
export function vouchersOf(
  world: Pick<World, 'clock' | 'loyalty'>,
  { id, merchant, document }: Sale,
): readonly Voucher[] {
  const codes = new Set(document.idents.filter(({ type }) => type === 'voucher').map(({ value }) => value));
  return [...codes].map(code => {
    const voucher = world.loyalty.voucher(merchant, code);
    if (!voucher) throw new BridgeError('voucherUnknown', `no voucher has the number ${code}`);
    if (voucher.sale !== null && voucher.sale !== id)
      throw new BridgeError('voucherUsed', `the voucher ${code} is used in another transaction`);
    if (voucher.isLocked) throw new BridgeError('voucherLocked', `the voucher ${code} is locked`);
    if (!inTime(voucher, world.clock.now()))
      throw new BridgeError('voucherUsed', `the voucher ${code} is not valid now`);
    return voucher;
  });
}

/** The coupons of a sale that no other sale of this shop uses; also those that the upstream service alone knows. */
export const presentedCoupons = (world: Pick<World, 'loyalty'>, { id, merchant, document }: Sale): readonly Coupon[] =>
  [...new Set(document.idents.filter(({ type }) => type === 'voucher').map(({ value }) => value))].flatMap(
    (code): readonly Coupon[] => {
      const voucher = world.loyalty.voucher(merchant, code);
      if (!voucher) return [{ code, campaign: null }];
      return [null, id].includes(voucher.sale) ? [voucher] : [];
    },
  );

function inTime({ campaign: { condition } }: Voucher, now: number): boolean {
  const { validFrom, validTo } = condition;
  return (!validFrom || now >= Date.parse(validFrom)) && (!validTo || now < Date.parse(validTo));
}

/** The idents with the present state of their cards and vouchers. */
export const refreshedIdents = (world: Pick<World, 'clock' | 'loyalty'>, { id, merchant, document }: Sale): Ident[] =>
  document.idents.map(ident => {
    if (ident.type === 'voucher') return { ...ident, ...voucherIdent(world, merchant, ident.value, id) };
    if (ident.type === 'card' && !ident.merchantcard) return { ...ident, ...metMeanwhile(world, merchant, ident) };
    const card = ident.merchantcard
      ? world.loyalty.merchantCard(merchant, world.loyalty.finalCard(ident.merchantcard.id))
      : null;
    return card ? { ...ident, merchantcard: card.merchantcard } : ident;
  });

/** A card that was unknown when it was presented and is known now. */
function metMeanwhile(
  world: Pick<World, 'clock' | 'loyalty'>,
  merchant: string,
  { type, value }: Ident,
): Partial<Ident> {
  if (!cardNamed(world, merchant, type, value)) return {};
  const { id: _, object: __, ...known } = identOf(world, merchant, { type, value }, 0);
  return known;
}
