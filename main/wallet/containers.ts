/**
 * Payment containers: stores, finds, changes, archives and deletes payment instruments (specification, "Payment
 * Container").
 */

import { maskedIban } from '../domain/bank.ts';
import { isArchived, mayBecome } from '../domain/networkToken.ts';
import type {
  ContainerReference,
  PaymentContainer,
  PaymentContainerInput,
  PaymentContainerUpdate,
} from '../wire/containers.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import { newId } from '../world/ids.ts';
import type { Payers } from '../world/payments.ts';
import { requireService } from '../world/processor.ts';
import type { Stored } from '../world/records.ts';
import type { ContainerInner, Wallet } from '../world/wallet.ts';
import type { World } from '../world/world.ts';
import { knownCustomer, paymentContract } from './customers.ts';
import { type Details, emptyInstrument, readInstrument } from './instruments.ts';
import { noToken, setTokenStatus } from './networkTokens.ts';
import { fingerprintOf, idIn, refuseForeign } from './references.ts';

const OBJECT = 'payment.containers';

export type StoredContainer = Stored<PaymentContainer, ContainerInner>;

export interface ContainerOptions {
  /** Cards are accepted through prepare only. */
  readonly allowCard: boolean;
  /** Address for changes of the network token, besides `notification_url` of the input. */
  readonly notificationUrl?: string | null;
  /** Path of the members in error texts. */
  readonly path?: string;
}

/**
 * Inside a job: the instrument that a sale or a payment names: null for none, the stored container of an id, or a
 * container made of full details. The same instrument of the same customer is stored once. Throws `notFound` for an
 * unknown id, `containerArchived` for an archived container, `badInput` and `badBankAccount` for wrong details.
 */
export function containerFor(
  world: Pick<World, 'agreements' | 'clock' | 'wallet'>,
  merchant: string,
  input: unknown,
  customerId: string | null,
  options: ContainerOptions,
): PaymentContainer | null {
  const id = idIn(input);
  if (id !== null) return existingContainer(world, merchant, id, options);
  if (typeof input !== 'object' || input === null || Object.keys(input).length === 0) return null;
  const { document } = storeContainer(world, merchant, input as Details, customerId, options);
  world.wallet.containers.markUsed(merchant, document.id);
  return document;
}

/** Inside a job: `POST /Payment/Containers`; requests a network token where the input asks for it. */
export function createContainer(
  world: Pick<World, 'acquirer' | 'agreements' | 'clock' | 'pushes' | 'wallet'>,
  merchant: string,
  input: PaymentContainerInput,
): PaymentContainer {
  const { document } = storeContainer(world, merchant, input, null, { allowCard: false });
  return input.request_token ? requestToken(world, merchant, document.id) : document;
}

/** Inside a job: stores the instrument of these details, or finds it. The input may name customer and merchant. */
export function storeContainer(
  world: Pick<World, 'agreements' | 'clock' | 'wallet'>,
  merchant: string,
  input: Details,
  customerId: string | null,
  options: ContainerOptions,
): StoredContainer {
  refuseForeign(world, merchant, input);
  const customer = customerId ?? customerIn(world, merchant, input);
  const read = readInstrument(input, options);
  const fingerprint = customer === null ? null : fingerprintOf(customer, read.type, read.identity);
  const same = fingerprint === null ? null : world.wallet.containers.byFingerprint(merchant, fingerprint);
  const notificationUrl = addressIn(input) ?? options.notificationUrl ?? null;
  if (same !== null) return sameContainer(world, merchant, same, notificationUrl);
  const { identity: _, type, view, instrument, account } = read;
  const inner: ContainerInner = {
    ...(fingerprint === null ? {} : { fingerprint }),
    instrument,
    account,
    notificationUrl,
    mandate: null,
  };
  const document = newContainer(world, merchant, customer, type, view);
  world.wallet.containers.insert(merchant, document, inner);
  return { document, inner };
}

/** Inside a job: changes owner, bank and addresses of an instrument; the instrument itself cannot change. */
export function updateContainer(
  world: Pick<World, 'acquirer' | 'clock' | 'pushes' | 'wallet'>,
  merchant: string,
  id: string,
  input: PaymentContainerUpdate,
): PaymentContainer {
  const { document, inner } = usableContainer(world, merchant, id);
  const notificationUrl =
    input.notification_url === undefined ? inner.notificationUrl : (input.notification_url ?? null);
  const read = changedInstrument(document, inner, input);
  const changed = {
    ...document,
    private: read.view,
    public: read.view,
    updated: timestamp(world.clock.now()),
  };
  world.wallet.containers.save(merchant, changed, { ...inner, account: read.account, notificationUrl });
  if (input.request_token) return requestToken(world, merchant, id);
  return changed;
}

/** Inside a job: requests a network token; nothing changes where a token exists, or where the instrument is no card. */
export function requestToken(
  world: Pick<World, 'acquirer' | 'clock' | 'pushes' | 'wallet'>,
  merchant: string,
  id: string,
): PaymentContainer {
  const { document } = storedContainer(world, merchant, id);
  const { type, token_status } = document;
  if (type === 'bank_account' || !mayBecome(token_status.status, 'requested')) return document;
  requireService(world, 'networkToken');
  return setTokenStatus(world, merchant, id, 'requested');
}

/** Inside a job: archives a container; the token is returned in the background. A second call changes nothing. */
export function archiveContainer(
  world: Pick<World, 'clock' | 'pushes' | 'wallet'>,
  merchant: string,
  id: string,
): void {
  const { document, inner } = storedContainer(world, merchant, id);
  if (!mayBecome(document.token_status.status, 'archivePending')) return;
  // The same instrument may be stored again, so the archived container loses its fingerprint.
  const { fingerprint: _, ...kept } = inner;
  world.wallet.containers.save(merchant, document, kept);
  setTokenStatus(world, merchant, id, 'archivePending');
}

/**
 * Inside a job: deletes a container. An instrument that was paid with keeps its id and loses every detail; any other
 * instrument is removed. A network token has to be archived first, because only its archiving reaches the card
 * network.
 */
export function deleteContainer(
  world: Pick<World, 'clock' | 'wallet'>,
  merchant: string,
  id: string,
): PaymentContainer {
  const { document, inner } = storedContainer(world, merchant, id);
  if (LIVING.has(document.token_status.status))
    throw new BridgeError(
      'containerHasToken',
      `${id} has a network token (${document.token_status.status}); archive it first`,
    );
  const { containers } = world.wallet;
  if (!inner.used) {
    containers.remove(merchant, id);
    return document;
  }
  const emptied = {
    ...document,
    customer: null,
    private: null,
    public: null,
    mandate: null,
    updated: timestamp(world.clock.now()),
    token_status: { ...document.token_status, status: 'archived' as const },
  };
  const kept = { instrument: emptyInstrument(document.type), account: null, notificationUrl: null, mandate: null };
  containers.save(merchant, emptied, { ...kept, used: true });
  return emptied;
}

const LIVING: ReadonlySet<string> = new Set(['requested', 'inquiry', 'active', 'archivePending']);

/** The container as a Smart Transaction shows it. */
export const publicContainer = ({ object, id, type, token_status }: PaymentContainer): ContainerReference => ({
  object,
  id,
  type,
  token_status,
});

/** The container of this merchant. Throws `notFound`. */
export function storedContainer(world: Pick<World, 'wallet'>, merchant: string, id: string): StoredContainer {
  const found = world.wallet.containers.find(merchant, id);
  if (!found) throw new BridgeError('notFound', `there is no ${OBJECT} ${id}`);
  return found;
}

/** The same, but throws `containerArchived` for an archived container. */
export function usableContainer(world: Pick<World, 'wallet'>, merchant: string, id: string): StoredContainer {
  const found = storedContainer(world, merchant, id);
  if (isArchived(found.document.token_status.status))
    throw new BridgeError('containerArchived', `the container ${id} has been archived`);
  return found;
}

function existingContainer(
  world: Pick<World, 'wallet'>,
  merchant: string,
  id: string,
  options: ContainerOptions,
): PaymentContainer {
  const { document, inner } = usableContainer(world, merchant, id);
  const notificationUrl = options.notificationUrl ?? inner.notificationUrl;
  if (notificationUrl !== inner.notificationUrl)
    world.wallet.containers.save(merchant, document, { ...inner, notificationUrl });
  world.wallet.containers.markUsed(merchant, id);
  return document;
}

function sameContainer(
  world: Pick<World, 'wallet'>,
  merchant: string,
  id: string,
  notificationUrl: string | null,
): StoredContainer {
  const { document, inner } = storedContainer(world, merchant, id);
  if (notificationUrl === null || notificationUrl === inner.notificationUrl) return { document, inner };
  const changed = { ...inner, notificationUrl };
  world.wallet.containers.save(merchant, document, changed);
  return { document, inner: changed };
}

function customerIn(world: Pick<World, 'wallet'>, merchant: string, input: Details): string | null {
  const id = idIn(input.customer) ?? idIn(input.customer_id);
  return id === null ? null : knownCustomer(world, merchant, id).id;
}

function addressIn(input: Details): string | null {
  const address = input.notification_url;
  return typeof address === 'string' && address !== '' ? address : null;
}

function newContainer(
  world: Pick<World, 'agreements' | 'clock'>,
  merchant: string,
  customer: string | null,
  type: string,
  view: PaymentContainer['private'],
): PaymentContainer {
  return {
    object: OBJECT,
    id: newId('PCT'),
    merchant: { object: 'general.merchants', id: merchant },
    contract: paymentContract(world, merchant),
    customer: customer === null ? null : { object: 'payment.customers', id: customer },
    type,
    private: view,
    public: view,
    mandate: null,
    created: timestamp(world.clock.now()),
    token_status: noToken,
  };
}

function changedInstrument(
  { type, private: view }: PaymentContainer,
  { account }: ContainerInner,
  input: PaymentContainerUpdate,
) {
  if (!input.private || type !== 'bank_account') return { view, account };
  const details = { type, private: { ...account, ...view, ...input.private, iban: sameIban(account?.iban, input) } };
  const read = readInstrument(details, { allowCard: false });
  return { view: read.view, account: read.account };
}

/** The stored IBAN; throws where the input holds another IBAN, masked or not. */
function sameIban(iban: string | undefined, { private: details }: PaymentContainerUpdate): string | undefined {
  const sent = details?.iban?.replace(/\s/g, '').toUpperCase();
  if (!sent || !iban || sent === iban || sent === maskedIban(iban)) return iban;
  throw new BridgeError('badBankAccount', 'private.iban cannot be changed; store the other account as a new container');
}

/** Contacts and instruments of the wallet, as payments look them up by their ids. */
export const payersOf = ({ customers, containers }: Wallet): Payers => ({
  container(merchant, id) {
    const found = containers.find(merchant, id);
    if (!found) return null;
    const { document, inner } = found;
    return { type: document.type, public: document.public ?? {}, reference: inner.instrument.reference };
  },
  customer: (merchant, id) => customers.find(merchant, id)?.document ?? null,
});
