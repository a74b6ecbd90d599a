/** The loyalty programme: card groups, new cards, customers, and who a card belongs to. */
import type {
  CardGroup,
  CardGroupInput,
  Customer,
  CustomerInput,
  LoyaltyCard,
  ReferenceInput,
} from '../api/loyalty/contract.ts';
import type { MerchantCard } from '../api/transactions/contract.ts';
import { timestamp } from '../clock.ts';
import { BridgeError } from '../errors.ts';
import { newCardDigits, newId } from '../ids.ts';
import type { CardGroupInner } from '../ports/loyalty.ts';
import type { Principal } from '../ports/people.ts';
import type { World } from '../ports/world.ts';
import { cardNamed } from './cardActions.ts';
import { integer } from './members.ts';

/** A merchant named in a body or path is the caller's own, or does not exist. */
export function ownMerchant({ merchant }: Principal, sent: ReferenceInput | null | undefined): void {
  const id = typeof sent === 'string' ? sent : sent?.id;
  if (id && id !== merchant && id.toLowerCase() !== 'me') throw missing('general.merchants', id);
}

const missing = (object: string, id: string) => new BridgeError('notFound', `there is no ${object} ${id}`);

export function createGroup(world: World, principal: Principal, input: CardGroupInput): Promise<CardGroup> {
  if (!input.display_name) throw new BridgeError('badInput', 'display_name is missing');
  if (!input.merchant) throw new BridgeError('badInput', 'merchant is missing');
  ownMerchant(principal, input.merchant);
  const { merchant } = principal;
  return world.ledger.write(() => {
    const group = groupOf(newGroup(newId('CRG'), merchant), input);
    const inner = innerOf({ prefix: freePrefix(world, merchant), length: CARD_LENGTH, limit: 0 }, input);
    world.loyalty.groups.insert(merchant, group, inner);
    return group;
  });
}

export function updateGroup(world: World, principal: Principal, id: string, input: CardGroupInput): Promise<CardGroup> {
  ownMerchant(principal, input.merchant);
  return world.ledger.write(() => {
    const known = world.loyalty.groups.find(principal.merchant, id);
    if (!known) throw missing('loyalty.cardgroups', id);
    const group = groupOf(known.document, input);
    world.loyalty.groups.save(principal.merchant, group, innerOf(known.inner, input));
    return group;
  });
}

const CARD_LENGTH = 16;

const newGroup = (id: string, merchant: string): CardGroup => ({
  object: 'loyalty.cardgroups',
  id,
  merchant: { object: 'general.merchants', id: merchant },
  display_name: '',
  display_name_raw: '',
  description: null,
  picture: null,
  stock_warn_limit: null,
  balance_limit: null,
  balance_expiry: false,
  cancel_selected: false,
});

/** What is sent replaces what was there; what is not sent stays. */
function groupOf(known: CardGroup, input: CardGroupInput): CardGroup {
  const { description, picture, balance_expiry, cancel_selected } = input;
  const name = input.display_name ?? known.display_name;
  const number = (sent: number | string | null | undefined, was: number | null) =>
    sent === undefined ? was : integer(sent);
  return {
    ...known,
    display_name: name,
    display_name_raw: name,
    description: description === undefined ? known.description : description,
    picture: picture === undefined ? known.picture : picture,
    stock_warn_limit: number(input.stock_warn_limit, known.stock_warn_limit),
    balance_limit: number(input.balance_limit, known.balance_limit),
    balance_expiry: balance_expiry ?? known.balance_expiry,
    cancel_selected: cancel_selected ?? known.cancel_selected,
  };
}

function innerOf(known: CardGroupInner, { prefix, limit }: CardGroupInput): CardGroupInner {
  const overdraft = integer(limit) ?? known.limit;
  if (overdraft < 0) throw new BridgeError('badInput', 'limit must be 0 or more');
  return { ...known, prefix: prefix ?? known.prefix, limit: overdraft };
}

/** The lowest four digits from 9276 on that no group of this merchant uses. */
function freePrefix(world: World, merchant: string): string {
  const used = new Set(world.loyalty.groups.all(merchant).map(({ inner }) => inner.prefix));
  let prefix = FIRST_PREFIX;
  while (used.has(String(prefix))) prefix += 1;
  return String(prefix);
}

const FIRST_PREFIX = 9276;

const MOST_CARDS = 1000;

/** New cards with the codes to print on them: told once, kept as hashes. */
export function createCards(
  world: World,
  principal: Principal,
  group: string,
  {
    cards_amount,
    customer,
  }: { readonly cards_amount?: number | string | null; readonly customer?: CustomerInput | null },
): Promise<readonly (MerchantCard & { readonly csc: string })[]> {
  const { merchant } = principal;
  const amount = integer(cards_amount) ?? 1;
  if (amount < 1 || amount > MOST_CARDS)
    throw new BridgeError('badInput', `cards_amount must be between 1 and ${MOST_CARDS}`);
  return world.ledger.write(() => {
    if (!world.loyalty.groups.find(merchant, group)) throw missing('loyalty.cardgroups', group);
    const owner = customer && Object.keys(customer).length > 0 ? insertCustomer(world, principal, customer) : null;
    return Array.from({ length: amount }, () => newCard(world, merchant, group, owner));
  });
}

function newCard(world: World, merchant: string, group: string, owner: Customer | null) {
  const at = world.clock.now();
  const csc = newCardDigits(4);
  const card = world.loyalty.issue(merchant, group, { at, store: null, secrets: {} });
  const { id } = card.merchantcard;
  world.loyalty.keepSecrets(merchant, id, { csc: world.cardCodes.cscHash(card, csc) });
  const { merchantcard } = owner
    ? world.loyalty.changeCard(merchant, id, { customer: { id: owner.id, since: at } })
    : card;
  return { ...merchantcard, csc };
}

export function createCustomer(world: World, principal: Principal, input: CustomerInput): Promise<Customer> {
  return world.ledger.write(() => insertCustomer(world, principal, input));
}

function insertCustomer(world: World, principal: Principal, input: CustomerInput): Customer {
  ownMerchant(principal, input.merchant);
  const { merchant } = principal;
  const number = String(world.ledger.nextNumber(`customer ${merchant}`) + FIRST_CUSTOMER);
  const customer = customerOf(
    {
      object: 'loyalty.customers',
      id: newId('CUS'),
      merchant: { object: 'general.merchants', id: merchant },
      customernumber: number,
      note: null,
      contact: {},
      merchant_contact: {},
      account_contact: {},
      consent_for_communication: 'not_set',
      payment_container: null,
      additional_data: null,
      created: timestamp(world.clock.now()),
    },
    input,
  );
  refuseTaken(world, merchant, customer);
  world.loyalty.customers.insert(merchant, customer);
  return customer;
}

/** Numbers below are for those whom the shop counted itself. */
const FIRST_CUSTOMER = 20_000;

function refuseTaken(world: World, merchant: string, { id, customernumber }: Customer) {
  const holder = customernumber === null ? null : world.loyalty.customerByNumber(merchant, customernumber);
  if (holder !== null && holder !== id)
    throw new BridgeError('alreadyAssigned', `customernumber ${customernumber} belongs to another customer`);
}

export function updateCustomer(
  world: World,
  principal: Principal,
  id: string,
  input: CustomerInput,
): Promise<Customer> {
  ownMerchant(principal, input.merchant);
  const { merchant } = principal;
  return world.ledger.write(() => {
    const known = world.loyalty.customers.find(merchant, id)?.document;
    if (!known) throw missing('loyalty.customers', id);
    const changed = input.anonymize === true ? anonymous(known) : customerOf(known, input);
    const customer = { ...changed, updated: timestamp(world.clock.now()) };
    refuseTaken(world, merchant, customer);
    world.loyalty.customers.save(merchant, customer);
    world.loyalty.refreshCustomer(id);
    return customer;
  });
}

/** Who it was is forgotten; cards and bookings stay. */
const anonymous = (known: Customer): Customer => ({
  ...known,
  customernumber: null,
  note: null,
  contact: {},
  merchant_contact: {},
  account_contact: {},
  consent_for_communication: 'not_set',
  additional_data: null,
});

function customerOf(known: Customer, input: CustomerInput): Customer {
  const { merchant: _, anonymize: __, contact, merchant_contact, account_contact, ...sent } = withConsent(input);
  const members = Object.fromEntries(Object.entries(sent).filter(([name]) => !KEPT.has(name)));
  return {
    ...known,
    ...members,
    contact: contactOf(contact, known.contact),
    merchant_contact: contactOf(merchant_contact, known.merchant_contact),
    account_contact: contactOf(account_contact, known.account_contact),
  } as Customer;
}

/** Taking a consent back is sent as null. */
const withConsent = (input: CustomerInput): CustomerInput =>
  input.consent_for_communication === null ? { ...input, consent_for_communication: 'not_set' } : input;

/** Written by the bridge alone. */
const KEPT: ReadonlySet<string> = new Set(['object', 'id', 'created', 'updated', 'payment_container']);

function contactOf(sent: CustomerInput['contact'], was: Customer['contact']): Customer['contact'] {
  if (!sent) return sent === null ? {} : was;
  const name = [sent.forename, sent.surname].filter(Boolean).join(' ');
  return name ? { ...sent, name } : sent;
}

export function setCustomer(world: World, principal: Principal, id: string, customer: string): Promise<MerchantCard> {
  return world.ledger.write(() => {
    const { merchantcard } = cardNamed(world, principal, id);
    if (!world.loyalty.customers.find(principal.merchant, customer)) throw missing('loyalty.customers', customer);
    const since = world.clock.now();
    return world.loyalty.changeCard(principal.merchant, merchantcard.id, { customer: { id: customer, since } })
      .merchantcard;
  });
}

/** A new customer, who gets this card. */
export function registerCustomer(
  world: World,
  principal: Principal,
  id: string,
  input: CustomerInput,
  cardnumber?: string | null,
): Promise<MerchantCard> {
  return world.ledger.write(() => {
    const { merchantcard } = cardNamed(world, principal, id, cardnumber);
    const customer = insertCustomer(world, principal, input);
    const since = world.clock.now();
    return world.loyalty.changeCard(principal.merchant, merchantcard.id, { customer: { id: customer.id, since } })
      .merchantcard;
  });
}

export function changeGroup(world: World, principal: Principal, id: string, group: string): Promise<MerchantCard> {
  return world.ledger.write(() => {
    const { merchantcard } = cardNamed(world, principal, id);
    if (!world.loyalty.groups.find(principal.merchant, group)) throw missing('loyalty.cardgroups', group);
    return world.loyalty.changeCard(principal.merchant, merchantcard.id, { cardGroup: group }).merchantcard;
  });
}

/** A payment instrument of the customer, or none any more. */
export function setPaymentContainer(
  world: World,
  principal: Principal,
  id: string,
  container: string | null,
): Promise<Customer> {
  const { merchant } = principal;
  return world.ledger.write(() => {
    const known = world.loyalty.customers.find(merchant, id)?.document;
    if (!known) throw missing('loyalty.customers', id);
    if (container !== null && !world.wallet.containers.find(merchant, container))
      throw missing('payment.containers', container);
    const payment_container = container === null ? null : { object: 'payment.containers', id: container };
    const customer = { ...known, payment_container, updated: timestamp(world.clock.now()) };
    world.loyalty.customers.save(merchant, customer);
    world.loyalty.refreshCustomer(id);
    return customer;
  });
}

/** Whose app shows the card; `me` is the account of the caller. */
export function assignAccount(world: World, principal: Principal, id: string, account: string): Promise<LoyaltyCard> {
  return world.ledger.write(() => {
    const known = cardOf(world, principal, id);
    if (known.account) throw new BridgeError('alreadyAssigned', `the card ${id} is assigned to ${known.account.id}`);
    const card = { ...known, account: { object: 'general.accounts', id: accountId(principal, account) } };
    world.loyalty.cards.save(principal.merchant, card);
    return card;
  });
}

export function removeAccount(world: World, principal: Principal, id: string, account: string): Promise<LoyaltyCard> {
  return world.ledger.write(() => {
    const known = cardOf(world, principal, id);
    if (known.account?.id !== accountId(principal, account)) throw missing('general.accounts', account);
    const card = { ...known, account: null };
    world.loyalty.cards.save(principal.merchant, card);
    return card;
  });
}

export function cardOf(world: World, principal: Principal, id: string): LoyaltyCard {
  const known = world.loyalty.cards.find(principal.merchant, id)?.document;
  if (!known) throw missing('loyalty.cards', id);
  return known;
}

const accountId = ({ staff, client }: Principal, account: string) =>
  account.toLowerCase() === 'me' ? (staff?.id ?? client) : account;
