/** The kinds of objects that flow down, one row each: where they are listed, which members flow, and how they are written. */
import Type, { type TSchema } from 'typebox';
import { CardGroup, Customer } from '../../wire/loyalty.ts';
import { nullable, openObject, Timestamp } from '../../wire/shapes.ts';
import { Store } from '../../wire/shops.ts';
import type { CardContent, Down, DownCards, DownKind, DownTable, Json } from '../../world/down.ts';
import { newId, type Prefix } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';
import { problemWith } from './unusable.ts';

export interface KindParts {
  readonly merchant: string;
  readonly down: Down;
  readonly cards: DownCards;
  readonly world: Pick<World, 'loyalty' | 'shops' | 'clock'>;
  /** The group's cards show its name: they are written anew in pages of their own. */
  groupChanged(group: string): void;
}

/** How one kind is written. All of it runs inside a job. */
export interface KindRow {
  readonly kind: DownKind;
  /** List below `/api/v2`. */
  readonly path: string;
  /** Name of the type on the wire. */
  readonly object: string;
  /** Shape that an object must have. */
  readonly needs: string;
  /** The shape of what flows: whatever else a service says would spoil the lists of this bridge. */
  readonly shape: TSchema;
  /** The members that flow, with local ids; null where the object cannot be used here. */
  content(parts: KindParts, there: Json): Json | null;
  /** Local id of the same thing that was known before the ids met, or null. */
  find(parts: KindParts, there: Json): string | null;
  here(parts: KindParts, local: string): Json | null;
  /** Gives the local id. */
  insert(parts: KindParts, there: Json, content: Json): string;
  write(parts: KindParts, local: string, content: Json): void;
  /** The service has it no more. */
  vanish(parts: KindParts, local: string): void;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const whole = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);
const objectOf = (value: unknown): Json => (value !== null && typeof value === 'object' ? (value as Json) : {});
const idIn = (value: unknown): string | null => text(value) ?? text(objectOf(value).id);
/** A timestamp, or the beginning of time where the service says none. */
const momentIn = (value: unknown): string =>
  typeof value === 'string' && problemWith(Timestamp, value) === null ? value : '1970-01-01T00:00:00+00:00';
const picked = (from: object, names: readonly string[]): Json =>
  Object.fromEntries(names.map(name => [name, (from as Json)[name] ?? null]));

/** The id of the service where it is one of the specification and nobody here has it, so that one id names the thing everywhere. */
function freeId({ cards }: KindParts, table: DownTable, prefix: Prefix, wanted: string | null): string {
  const isUsable = wanted !== null && new RegExp(`^${prefix}_[A-Z0-9]{30}$`).test(wanted);
  return isUsable && cards.isFree(table, wanted) ? wanted : newId(prefix);
}

const GROUP = [
  'display_name',
  'description',
  'picture',
  'stock_warn_limit',
  'balance_limit',
  'balance_expiry',
  'cancel_selected',
] as const;

const groups: KindRow = {
  kind: 'groups',
  path: '/Loyalty/CardGroups',
  object: 'loyalty.cardgroups',
  needs: 'an id',
  shape: Type.Pick(CardGroup, GROUP),
  content: (_, there) => ({
    ...picked(there, GROUP),
    display_name: text(there.display_name) ?? '',
    balance_expiry: there.balance_expiry === true,
    cancel_selected: there.cancel_selected === true,
  }),
  find({ merchant, world: { loyalty } }, there) {
    const name = text(there.display_name);
    return loyalty.groups.all(merchant).find(({ document }) => document.display_name === name)?.document.id ?? null;
  },
  here({ merchant, world: { loyalty } }, local) {
    const known = loyalty.groups.find(merchant, local);
    return known && picked(known.document, GROUP);
  },
  insert(parts, there, content) {
    const { merchant, world } = parts;
    const id = freeId(parts, 'card_group', 'CRG', text(there.id));
    const own = { object: 'loyalty.cardgroups', id, merchant: { object: 'general.merchants', id: merchant } };
    const document = { ...own, ...content, display_name_raw: content.display_name } as unknown as CardGroup;
    // Its cards show how their numbers begin: the first one that comes says it.
    world.loyalty.groups.insert(merchant, document, { prefix: '', length: 16, limit: 0 });
    return id;
  },
  write({ merchant, world, cards, groupChanged }, local, content) {
    const known = world.loyalty.groups.find(merchant, local);
    if (!known) return;
    cards.saveGroup(merchant, { ...known.document, ...content, display_name_raw: content.display_name }, undefined);
    if (known.document.display_name !== content.display_name) groupChanged(local);
  },
  // Its cards stay, and so does the group.
  vanish: () => undefined,
};

const CUSTOMER = [
  'customernumber',
  'note',
  'contact',
  'merchant_contact',
  'account_contact',
  'consent_for_communication',
  'additional_data',
] as const;

const customers: KindRow = {
  kind: 'customers',
  path: '/Loyalty/Customers',
  object: 'loyalty.customers',
  needs: 'an id',
  shape: Type.Pick(Customer, CUSTOMER),
  content: (_, there) => ({
    ...picked(there, CUSTOMER),
    contact: objectOf(there.contact),
    merchant_contact: objectOf(there.merchant_contact),
    account_contact: objectOf(there.account_contact),
    consent_for_communication: text(there.consent_for_communication) ?? 'not_set',
  }),
  find({ merchant, world: { loyalty } }, there) {
    const number = text(there.customernumber);
    return number === null ? null : loyalty.customerByNumber(merchant, number);
  },
  here({ merchant, world: { loyalty } }, local) {
    const known = loyalty.customers.find(merchant, local);
    return known && picked(known.document, CUSTOMER);
  },
  insert(parts, there, content) {
    const { merchant, world } = parts;
    const id = freeId(parts, 'loyalty_customer', 'CUS', text(there.id));
    const own = { object: 'loyalty.customers', id, merchant: { object: 'general.merchants', id: merchant } };
    const more = { payment_container: null, created: momentIn(there.created) };
    world.loyalty.customers.insert(merchant, { ...own, ...content, ...more } as unknown as Customer);
    return id;
  },
  write({ merchant, world: { loyalty } }, local, content) {
    const known = loyalty.customers.find(merchant, local);
    if (!known) return;
    loyalty.customers.save(merchant, { ...known.document, ...content } as Customer);
    loyalty.refreshCustomer(local);
  },
  vanish: () => undefined,
};

const cards: KindRow = {
  kind: 'cards',
  path: '/Loyalty/MerchantCards',
  object: 'loyalty.merchantcards',
  needs: 'an id, a card number, or a group',
  shape: openObject({ expiry_date: nullable(Type.Union([Timestamp, Type.String({ format: 'date' })])) }),
  content(parts, there) {
    const group = groupOf(parts, objectOf(there.cardgroup));
    if (group === null || numberOf(there) === null) return null;
    const customer = idIn(there.customer);
    const level = whole(there.passcode) ?? 0;
    const content: CardContent = {
      cardgroup: group,
      customer: customer === null ? null : (parts.down.known('customers', customer)?.local ?? null),
      stock_status: one(there.stock_status, ['active', 'inactive', 'stored']),
      lock_status: one(there.lock_status, ['unlocked', 'locked']),
      passcode: level >= 0 && level <= 6 ? level : 1,
      expiry_date: text(there.expiry_date),
    };
    return { ...content };
  },
  find: ({ merchant, cards: written }, there) => written.byNumber(merchant, numberOf(there) ?? ''),
  here({ merchant, cards: written }, local) {
    const known = written.cardOf(merchant, local);
    return known && { ...known };
  },
  insert(parts, there, content) {
    const { merchant, cards: written, world } = parts;
    const card = objectOf(there.card);
    const cardnumber = numberOf(there) ?? '';
    const id = freeId(parts, 'merchant_card', 'MCD', text(there.id));
    const own = {
      id,
      card: freeId(parts, 'card', 'CRD', text(card.id)),
      cardnumber,
      isBase: there.is_base_card === true,
    };
    const created = momentIn(card.created);
    const group = world.loyalty.groups.find(merchant, String(content.cardgroup));
    if (group?.inner.prefix === '')
      written.saveGroup(merchant, group.document, {
        ...group.inner,
        prefix: cardnumber.slice(0, 4),
        length: cardnumber.length,
      });
    written.insert(merchant, { ...(content as unknown as CardContent), ...own, created });
    return id;
  },
  write: ({ cards: written }, local, content) => written.write(local, content as unknown as CardContent),
  // It keeps its bookings, and pays nothing any more.
  vanish({ merchant, cards: written }, local) {
    const known = written.cardOf(merchant, local);
    if (known) written.write(local, { ...known, stock_status: 'inactive' });
  },
};

const numberOf = (there: Json): string | null => text(objectOf(there.card).cardnumber) ?? text(there.cardnumber);
const one = (value: unknown, words: readonly string[]): string => words.find(word => word === value) ?? words[0] ?? '';

/** Local id of the group of a card; a group that was not listed is made of what the card says about it. */
function groupOf(parts: KindParts, there: Json): string | null {
  const id = text(there.id);
  if (id === null) return null;
  const known = parts.down.known('groups', id)?.local ?? groups.find(parts, there);
  if (known !== null || text(there.display_name) === null) return known;
  const content = groups.content(parts, there);
  return content && groups.insert(parts, there, content);
}

const STORE = [
  'name',
  'store_name',
  'name_raw',
  'facebook_id',
  'phone_number_formatted',
  'address_components',
  'address_formatted',
  'geometry',
  'photo_main',
  'photo',
  'url_website',
  'open_hours',
  'has_beacon',
  'acceptance_point',
] as const;

const STORE_LISTS = ['address_components', 'photo', 'open_hours'] as const;
/** Members of a store that stay what this bridge makes of them. */
const BLANK_STORE = {
  ...{ object: 'general.stores', id_old: null, source: null, key: null, hash: '', category_main: null, category: [] },
  ...{ open_now: false, open_time: null, utc_offset: '+00:00', assigned_by: [], invited_by: [], is_default: false },
};

const stores: KindRow = {
  kind: 'stores',
  path: '/General/Stores',
  object: 'general.stores',
  needs: 'an id or a name',
  shape: Type.Pick(Store, STORE),
  content(_, there) {
    const name = text(there.name);
    if (name === null) return null;
    return {
      ...picked(there, STORE),
      ...{ name, store_name: text(there.store_name) ?? name, name_raw: text(there.name_raw) ?? name },
      ...Object.fromEntries(STORE_LISTS.map(member => [member, there[member] ?? []])),
      ...{ has_beacon: there.has_beacon === true, acceptance_point: there.acceptance_point === true },
    };
  },
  find({ merchant, world: { shops } }, there) {
    const own = text(there.id);
    if (own !== null && shops.find(merchant, own)) return own;
    return shops.all(merchant).find(({ document }) => document.name === there.name)?.document.id ?? null;
  },
  here({ merchant, world: { shops } }, local) {
    const known = shops.find(merchant, local);
    return known && picked(known.document, STORE);
  },
  insert(parts, there, content) {
    const { merchant, world } = parts;
    const id = freeId(parts, 'store', 'STO', text(there.id));
    const own = { id, merchant: { object: 'general.merchants', id: merchant }, created: momentIn(there.created) };
    const document = { ...BLANK_STORE, ...content, ...own };
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // The text about being open is written by the clock of this bridge, at the next look.
    const inner = { zone, country: null, trueFrom: 0, trueUntil: 0, default: null };
    world.shops.insert(merchant, document as unknown as Store, inner);
    return id;
  },
  write({ merchant, world: { shops } }, local, content) {
    const known = shops.find(merchant, local);
    if (known) shops.save(merchant, { ...known.document, ...content } as Store, { ...known.inner, trueUntil: 0 });
  },
  vanish: () => undefined,
};

/** In the order in which they are read: a card names its group and its customer. */
export const kindRows: readonly KindRow[] = [stores, groups, customers, cards];
