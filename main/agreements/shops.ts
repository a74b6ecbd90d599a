/** Shops of a merchant: create, change, choose the default shop, and keep the opening text up to date. */

import { isZone, type OpenHours, openState, utcOffset, wallClock, zoneOf } from '../domain/openHours.ts';
import { addressLine, addressParts } from '../domain/shopAddress.ts';
import { contactForms, writtenPhone } from '../wallet/contactForms.ts';
import type { Store, StoreInput } from '../wire/shops.ts';
import type { ShopInner } from '../world/agreements.ts';
import { machineZone, timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import { newHash, newId } from '../world/ids.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';

/** POST /General/Stores; the first shop of a merchant is the default shop. */
export const createShop = (
  world: Pick<World, 'clock' | 'ledger' | 'shops'>,
  principal: Principal,
  input: StoreInput & { name: string },
): Promise<Store> =>
  world.ledger.write(() => {
    refuseOthers(principal, input);
    return addShop(world, principal.merchant, input);
  });

/** Inside a job: stores a new shop. */
export function addShop(
  world: Pick<World, 'clock' | 'shops'>,
  merchant: string,
  input: StoreInput & { name: string },
): Store {
  const isFirst = world.shops.defaultOf(merchant) === null;
  const shop = newShop(merchant, newId('STO'), input, world.clock.now(), isFirst);
  world.shops.insert(merchant, shop.document, shop.inner);
  return shop.document;
}

/** Makes a shop without storing it; `now` in ms since 1970. */
export function newShop(merchant: string, id: string, input: StoreInput, now: number, isDefault: boolean): StoredShop {
  const inner = { zone: machineZone(), country: null, trueFrom: 0, trueUntil: 0, default: null };
  return withOpening(changedShop({ document: blankStore(merchant, id, timestamp(now), isDefault), inner }, input), now);
}

/** PUT: named members replace the stored ones; the other members stay. */
export const updateShop = (
  world: Pick<World, 'clock' | 'ledger' | 'shops'>,
  principal: Principal,
  id: string,
  input: StoreInput,
): Promise<Store> =>
  world.ledger.write(() => {
    refuseOthers(principal, input);
    const shop = withOpening(changedShop(shopOf(world, principal, id), input), world.clock.now());
    const document = { ...shop.document, updated: timestamp(world.clock.now()) };
    world.shops.save(principal.merchant, document, shop.inner);
    return document;
  });

/** Makes this shop the only default shop of the merchant and stores the reason. */
export async function makeDefaultShop(
  world: Pick<World, 'clock' | 'ledger' | 'shops'>,
  principal: Principal,
  id: string,
  reason: string,
): Promise<{ result: boolean }> {
  await world.ledger.write(() => {
    const { merchant } = principal;
    const chosen = shopOf(world, principal, id);
    const before = world.shops.defaultOf(merchant);
    const former = before === null || before === id ? null : world.shops.find(merchant, before);
    if (former) world.shops.save(merchant, { ...former.document, is_default: false });
    const at = timestamp(world.clock.now());
    world.shops.save(merchant, { ...chosen.document, is_default: true }, { ...chosen.inner, default: { reason, at } });
  });
  return { result: true };
}

/**
 * Renews the stored opening texts, which change with the clock, before they are read: so lists can search and sort by
 * them. `merchant` null means all merchants.
 */
export async function refreshOpening(
  world: Pick<World, 'clock' | 'ledger' | 'shops'>,
  merchant: string | null,
): Promise<void> {
  if (world.shops.outdatedOpeningTexts(merchant, world.clock.now()).length === 0) return;
  await world.ledger.write(() => {
    const now = world.clock.now();
    for (const { merchant: owner, id } of world.shops.outdatedOpeningTexts(merchant, now)) {
      const shop = world.shops.find(owner, id);
      if (!shop) continue;
      const { document, inner } = withOpening(shop, now);
      world.shops.refreshOpeningTexts(owner, document, inner);
    }
  });
}

/** A shop with the facts that only the bridge knows. */
interface StoredShop {
  readonly document: Store;
  readonly inner: ShopInner;
}

function shopOf(world: Pick<World, 'shops'>, { merchant }: Principal, id: string): StoredShop {
  const found = world.shops.find(merchant, id);
  if (!found) throw new BridgeError('notFound', `there is no general.stores ${id}`);
  return found;
}

function refuseOthers({ merchant }: Principal, input: StoreInput) {
  const named = typeof input.merchant === 'string' ? input.merchant : input.merchant?.id;
  if (named !== undefined && named !== merchant && named.toLowerCase() !== 'me')
    throw new BridgeError('notFound', `there is no merchant ${named}`);
}

/** Clock changes happen at a full quarter of an hour. */
const QUARTER = 15 * 60_000;

function withOpening({ document, inner }: StoredShop, now: number): StoredShop {
  const { minute, seconds } = wallClock(now, inner.zone);
  const { open, change, minutes } = openState(document.open_hours, minute);
  const turns = minutes === null ? Number.POSITIVE_INFINITY : now + minutes * 60_000 - seconds * 1000 - (now % 1000);
  return {
    document: { ...document, open_now: open, open_time: change, utc_offset: utcOffset(now, inner.zone) },
    inner: { ...inner, trueFrom: now, trueUntil: Math.min(turns, now - (now % QUARTER) + QUARTER) },
  };
}

function changedShop({ document, inner }: StoredShop, input: StoreInput): StoredShop {
  const country = input.address === undefined ? inner.country : countryOf(input);
  return {
    document: {
      ...document,
      ...texts(input),
      ...(input.name === undefined
        ? {}
        : { name: input.name.trim(), name_raw: input.name, store_name: input.name.trim() }),
      ...(input.address === undefined ? {} : addressMembers(input.address ?? {}, country)),
      ...(input.phone === undefined ? {} : { phone_number_formatted: phoneOf(input.phone, country) }),
      ...flags(input),
      ...(input.photo === undefined ? {} : { photo: input.photo ?? [] }),
      ...(input.geometry === undefined ? {} : { geometry: input.geometry }),
      ...(input.open_hours === undefined ? {} : { open_hours: hoursOf(input.open_hours ?? []) }),
    },
    inner: { ...inner, country, zone: zone(input, inner, country) },
  };
}

function texts({ facebook_id, url_website, photo_main }: StoreInput): Partial<Store> {
  const named = Object.entries({ facebook_id, url_website, photo_main }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named);
}

const flags = ({ has_beacon, acceptance_point }: StoreInput): Partial<Store> => ({
  ...(typeof has_beacon === 'boolean' ? { has_beacon } : {}),
  ...(typeof acceptance_point === 'boolean' ? { acceptance_point } : {}),
});

function addressMembers(address: NonNullable<StoreInput['address']>, code: string | null) {
  const country = code === null ? null : { code, name: contactForms.countryName(code) };
  return { address_components: addressParts(address, country), address_formatted: addressLine(address, country) };
}

function countryOf({ address }: StoreInput): string | null {
  const named = address?.country ?? null;
  const country = named === null ? null : contactForms.countryCode(named);
  if (named !== null && country === null)
    throw new BridgeError('badInput', `address.country ${named} is not a country (ISO 3166-1 alpha-2)`);
  return country;
}

function zone({ time_zone }: StoreInput, inner: ShopInner, country: string | null): string {
  if (time_zone == null) return country === inner.country ? inner.zone : zoneOf(country, machineZone());
  if (!isZone(time_zone)) throw new BridgeError('badInput', `time_zone ${time_zone} is not a time zone`);
  return time_zone;
}

function phoneOf(phone: string | null, country: string | null): string | null {
  if (!phone) return null;
  const written = writtenPhone(phone, country);
  if (written === null) throw new BridgeError('badInput', `phone ${phone} is not a phone number`);
  return written;
}

const hoursOf = (hours: NonNullable<StoreInput['open_hours']>): Store['open_hours'] =>
  hours.map(({ open, close }): Store['open_hours'][number] => ({
    open: dayTime(open),
    ...(close ? { close: dayTime(close) } : {}),
  }));

const dayTime = ({ day, time }: { day: number | string; time: string }): OpenHours['open'] => ({
  day: Number(day),
  time,
});

const blankStore = (merchant: string, id: string, created: string, is_default: boolean): Store => ({
  object: 'general.stores',
  id,
  id_old: null,
  created,
  merchant: { object: 'general.merchants', id: merchant },
  store_name: '',
  name: '',
  name_raw: '',
  source: null,
  key: null,
  hash: newHash(),
  facebook_id: null,
  phone_number_formatted: null,
  address_components: [],
  address_formatted: null,
  geometry: null,
  photo_main: null,
  photo: [],
  category_main: null,
  category: [],
  url_website: null,
  open_hours: [],
  open_now: false,
  open_time: null,
  utc_offset: '+00:00',
  assigned_by: [],
  invited_by: [],
  has_beacon: false,
  acceptance_point: false,
  is_default,
});
