/**
 * Members of a sale that belong to the caller: complete objects, references with their type, no member of the bridge, and
 * none that is null, which typed clients cannot read.
 */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../domain/jsonObject.ts';
import type { SmartTransactionInput } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import type { SaleDocument } from '../world/sales.ts';

/** Members that only the bridge writes; they are dropped from the input of a caller that sends a document back. */
const BRIDGE_MEMBERS: ReadonlySet<string> = new Set([
  'object',
  'id',
  'created',
  'updated',
  'status',
  'outcome',
  'merchant',
  'transactions',
  'receipt',
  'receipt_merchant',
  'receipt_merchant_print',
  'receipt_reversal',
  'receipt_number',
  'change',
  'iframe_url',
  'basket',
  'basket_info',
  'idents',
  'customer',
  'shipping_address',
  'container',
  'trans_id',
  'payment_links',
  'payment_instructions',
  'prepaid_sales',
  'card_payment',
  'card_notice',
  'coupons',
  'tenders',
  'parts',
  'payments',
  'sold_vouchers',
  'goods_return',
  'cancellation',
  'given_back',
  'tax_amount',
  'tax_rate',
]);

type Shape = { readonly [name: string]: Shape };

/** Members that are objects at any depth: an empty list in their place becomes an empty object. */
const OBJECTS: Shape = {
  checkin: {},
  checkout_links: {},
  delivery_options: { scheduled_slot: {} },
  application_context: { locks: {}, return_urls: {}, iframe_opts: {}, shop_details: {} },
  payment_context: { dynamic_descriptor: {}, container_instructions: {}, mit_instructions: {} },
  device_source: {},
  provider_contract: {},
  contract: {},
  store: {},
  subscription: {},
};

/** Object types by the prefix of an id. */
const TYPES: Readonly<Record<string, string>> = {
  SDV: 'smart.devices',
  GCR: 'general.contracts',
  PCR: 'payment.contracts',
  STO: 'general.stores',
  SUB: 'payment.subscriptions',
};

const REFERENCES = ['device_source', 'provider_contract', 'contract', 'store', 'subscription'] as const;

export function callerMembers(input: SmartTransactionInput, userAgent: string | undefined): Record<string, unknown> {
  const kept = Object.entries(input).filter(([name]) => !BRIDGE_MEMBERS.has(name));
  const members: Record<string, unknown> = Object.fromEntries(
    kept.map(([name, value]) => [name, Object.hasOwn(OBJECTS, name) ? asObject(value, OBJECTS[name] ?? {}) : value]),
  );
  // A sale is a demo only where the caller says so.
  if (members.is_demo === null) members.is_demo = false;
  for (const name of REFERENCES) if (name in members) members[name] = reference(members[name]);
  if ('payment_context' in members) members.payment_context = withTextFrequency(members.payment_context);
  if ('application_context' in members)
    members.application_context = withUserAgent(members.application_context, userAgent);
  return { ...members, ...integers(input, 'tax_amount', 'tax_rate', 'trans_id') };
}

function asObject(value: unknown, shape: Shape): unknown {
  if (Array.isArray(value)) return {};
  if (!isJsonObject(value)) return value;
  const below = Object.entries(value).flatMap(([name, member]) => {
    const inner = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return member === null ? [] : [[name, inner ? asObject(member, inner) : member]];
  });
  return Object.fromEntries(below);
}

/** Members that are null where they have no value; every other one is left out then. */
const NULLABLE: ReadonlySet<string> = new Set([
  ...['transactionRef', 'merchantRef', 'intent', 'payment_method', 'trans_id', 'tax_amount', 'tax_rate'],
]);

/** The document without members of the caller that are null; a change clears a member by null. */
export function withoutNulls<T extends object>(document: T): T {
  const isKept = (name: string) => document[name as keyof T] !== null || NULLABLE.has(name);
  // Nearly every document is one already.
  if (Object.keys(document).every(isKept)) return document;
  return Object.fromEntries(Object.entries(document).filter(([name]) => isKept(name))) as T;
}

function reference(value: unknown): unknown {
  if (!isJsonObject(value) || typeof value.id !== 'string' || value.object !== undefined) return value;
  const object = TYPES[value.id.slice(0, 3)];
  return object ? { object, ...value } : value;
}

/** Clients send the frequency as a number too; the specification answers it as text. */
function withTextFrequency(context: unknown): unknown {
  const instructions = isJsonObject(context) ? context.mit_instructions : null;
  if (!isJsonObject(context) || !isJsonObject(instructions) || typeof instructions.recurring_frequency !== 'number')
    return context;
  return {
    ...context,
    mit_instructions: { ...instructions, recurring_frequency: String(instructions.recurring_frequency) },
  };
}

function withUserAgent(context: unknown, userAgent: string | undefined): unknown {
  const shop = isJsonObject(context) ? context.shop_details : null;
  if (!isJsonObject(context) || !isJsonObject(shop) || shop.user_agent != null || userAgent === undefined)
    return context;
  return { ...context, shop_details: { ...shop, user_agent: userAgent } };
}

/** Throws where `application_context` changes after creation; the order of its members does not matter. */
export function refuseOtherContext(document: SaleDocument, input: SmartTransactionInput): void {
  if (input.application_context == null) return;
  const { application_context: known = null } = document;
  const shop = isJsonObject(known) ? known.shop_details : null;
  const sent = asObject(input.application_context, OBJECTS.application_context ?? {});
  // The browser may differ between creation and change; only a sent user agent counts as a change.
  const complete = withUserAgent(sent, isJsonObject(shop) ? text(shop.user_agent) : undefined);
  if (!isDeepStrictEqual(complete, known))
    throw new BridgeError('badInput', 'application_context cannot be changed after creation');
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function integers(input: SmartTransactionInput, ...names: readonly ('tax_amount' | 'tax_rate' | 'trans_id')[]) {
  return Object.fromEntries(names.filter(name => input[name] !== undefined).map(name => [name, integer(input[name])]));
}

export const integer = (value: number | string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);
