/** Payer and payment instrument of a sale: container and customer of prepare or start, or those that the sale holds. */

import type { NamedMethod } from '../../acquirer/payments/methods.ts';
import { cardArticle } from '../../domain/basket.ts';
import { itemsOf } from '../../sale/document.ts';
import type { PaymentBody } from '../../sale/dueAmount.ts';
import { containerFor, publicContainer } from '../../wallet/containers.ts';
import { customerFor } from '../../wallet/customers.ts';
import { idIn } from '../../wallet/references.ts';
import type { PaymentContainer } from '../../wire/containers.ts';
import { BridgeError } from '../../world/errors.ts';
import type { PaymentContext, Sale, SaleDocument } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';

export interface Instrument {
  /** PCT_…; null where the method needs no container. */
  readonly container: string | null;
  /** The card was stored before: this is a subsequent payment. */
  readonly stored: boolean;
  /** PCU_…; null where no customer is named. */
  readonly customer: string | null;
  /** Members of the sale that show payer and instrument. */
  readonly patch: Partial<Pick<SaleDocument, 'customer' | 'container'>>;
}

export const paymentContext = ({ document }: Sale): PaymentContext => document.payment_context ?? {};

/**
 * The request for a network token and its notification address, from `payment_context.container_instructions` or the
 * sent container.
 */
export function containerInstructions(
  sale: Sale,
  body: PaymentBody,
): {
  readonly requestToken: boolean;
  readonly notificationUrl: string | null;
} {
  const instructions = paymentContext(sale).container_instructions ?? {};
  const sent = (body?.container ?? sale.document.container ?? {}) as Readonly<Record<string, unknown>>;
  const url = instructions.notification_url ?? sent.notification_url;
  return {
    requestToken: instructions.request_token === true || sent.request_token === true,
    notificationUrl: typeof url === 'string' && url !== '' ? url : null,
  };
}

/** Inside a job, because new details are stored. Throws for a missing input, and `notFound` for an unknown id. */
export function instrumentOf(
  world: Pick<World, 'agreements' | 'clock' | 'wallet'>,
  sale: Sale,
  method: NamedMethod,
  body: PaymentBody,
): Instrument {
  if (method.loadsCard) refuseUnloaded(sale);
  const known = sale.document;
  const customer = customerFor(world, sale.merchant, body?.customer ?? known.customer);
  const shown = body?.customer && customer ? { customer } : {};
  if (!method.container) {
    requirePayer(method, customer);
    return { stored: false, customer: customer?.id ?? null, container: null, patch: shown };
  }
  const sent = body?.container ?? known.container;
  const stored = method.name === 'creditcard' && (idIn(body?.container) !== null || paidBefore(world, sale, sent));
  const container = containerOf(world, sale, method, sent, customer?.id ?? null, body);
  // A stored account has its payer since it was stored.
  const payer = customer ?? (method.customer ? container.customer : null);
  requirePayer(method, payer);
  const patch = { ...shown, container: publicContainer(container) };
  return { stored, customer: payer?.id ?? null, container: container.id, patch };
}

function requirePayer({ name, customer, container }: NamedMethod, payer: { readonly id: string } | null): void {
  if (!customer || payer) return;
  const ways = container ? 'its id, its contact, or a container that has one' : 'its id or its contact';
  throw new BridgeError('badInput', `customer is missing: ${name} needs ${ways}`, { extra: { member: 'customer' } });
}

const paidBefore = (world: Pick<World, 'wallet'>, { merchant }: Sale, sent: unknown): boolean => {
  const id = idIn(sent);
  return id !== null && world.wallet.containers.find(merchant, id)?.inner.used === true;
};

function containerOf(
  world: Pick<World, 'agreements' | 'clock' | 'wallet'>,
  sale: Sale,
  method: NamedMethod,
  sent: unknown,
  customer: string | null,
  body: PaymentBody,
): PaymentContainer {
  const { notificationUrl } = containerInstructions(sale, body);
  const options = { allowCard: true, notificationUrl, path: 'container.' };
  const details = Array.isArray(sent) ? null : sent;
  const container = containerFor(world, sale.merchant, details, customer, options);
  const allowed: readonly string[] = method.container ?? [];
  if (!container)
    throw new BridgeError('badInput', `container is missing: ${method.name} needs one of ${allowed.join(', ')}`);
  if (!allowed.includes(container.type))
    throw new BridgeError(
      'badInput',
      `container.type is ${container.type}; ${method.name} needs ${allowed.join(' or ')}`,
    );
  refuseScheme(world, sale, container.id);
  return container;
}

/** `payment_context.creditcard_schemes` names the schemes that may pay this sale. */
function refuseScheme(world: Pick<World, 'wallet'>, sale: Sale, container: string) {
  const schemes = paymentContext(sale).creditcard_schemes;
  const issuer = world.wallet.containers.find(sale.merchant, container)?.inner.instrument.issuer?.toLowerCase();
  if (!Array.isArray(schemes) || schemes.length === 0 || !issuer) return;
  if (!schemes.some(scheme => String(scheme).toLowerCase() === issuer))
    throw new BridgeError('methodUnavailable', `${issuer} is not among payment_context.creditcard_schemes`);
}

/** ccload loads the loyalty card: the sale must present a card and hold the article with the amount. */
function refuseUnloaded(sale: Sale) {
  if (!sale.document.idents.some(({ type, valid }) => type === 'card' && valid))
    throw new BridgeError('cardMissing', 'start/ccload loads the loyalty card in idents, and there is none');
  if (!itemsOf(sale.document).some(item => cardArticle(item) === 'charge'))
    throw new BridgeError('badInput', 'start/ccload loads a card: the basket must hold the article that charges it');
}
