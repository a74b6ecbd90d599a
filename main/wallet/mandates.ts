/**
 * SEPA mandates of bank accounts: the form to sign, and the signed form that comes back (specification, "Payment
 * Containers").
 */
import { createHash, randomBytes } from 'node:crypto';
import { maskedIban } from '../domain/bank.ts';
import type { Account } from '../domain/bankDetails.ts';
import type { StatedContact } from '../domain/contact.ts';
import { isOver } from '../domain/expiry.ts';
import type { MandateForm } from '../domain/mandate.ts';
import { isPdf } from '../domain/mediaType.ts';
import type { Mandate, PaymentContainer } from '../wire/containers.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import type { World } from '../world/world.ts';
import { type StoredContainer, usableContainer } from './containers.ts';
import { knownCustomer } from './customers.ts';
import { freeDocument } from './documents.ts';

/** Lifetime of the address of a form, ms: time to print and sign it. */
const FORM_OPENS = 14 * 24 * 3_600_000;

/**
 * Inside a job: opens a business-to-business mandate for this account and returns the secret of the form's address. A
 * repeated call gives the same mandate a new address. Throws `notFound`, `containerArchived`, `mandateSigned`, `noBankAccount`.
 */
export function openMandate(
  world: Pick<World, 'clock' | 'devices' | 'ledger' | 'settings' | 'wallet'>,
  merchant: string,
  id: string,
  customerId: string,
): string {
  const { document, inner } = usableContainer(world, merchant, id);
  const customer = knownCustomer(world, merchant, customerId);
  const account = accountOf(document, inner.account);
  refuseOther(document, customerId);
  if (document.mandate !== null && document.mandate.status !== 'created')
    throw new BridgeError('mandateSigned', `the mandate of ${id} has been signed already (${document.mandate.status})`);
  const { creditorId } = world.settings;
  const mandate = document.mandate ?? newMandate(world, account, creditorId);
  const secret = randomBytes(32).toString('base64url');
  const form = formOf(world, merchant, mandate, customer.contact, account);
  const changed = {
    ...document,
    customer: document.customer ?? { object: 'payment.customers', id: customerId },
    mandate,
    updated: timestamp(world.clock.now()),
  };
  const expiresAt = world.clock.now() + FORM_OPENS;
  world.wallet.containers.save(merchant, changed, { ...inner, mandate: { secret: hashed(secret), expiresAt, form } });
  return secret;
}

/** The form at this address and its time in ms; null for an unknown or expired address. */
export function mandateForm(
  world: Pick<World, 'clock' | 'wallet'>,
  secret: string,
): { form: MandateForm; made: number } | null {
  const found = world.wallet.containers.byMandateSecret(hashed(secret));
  const mandate = found && world.wallet.containers.find(found.merchant, found.id)?.inner.mandate;
  if (!mandate) return null;
  const { expiresAt, form } = mandate;
  const made = expiresAt - FORM_OPENS;
  return isOver({ issuedAt: made, expiresAt }, world.clock.now()) ? null : { form, made };
}

/**
 * Inside a job: assigns the uploaded signed form to the container and opens a service case for its check. Returns the
 * number of the case.
 */
export function returnMandate(
  world: Pick<World, 'clock' | 'pushes' | 'wallet'>,
  merchant: string,
  id: string,
  documentId: string,
): number {
  const { document, inner } = usableContainer(world, merchant, id);
  const { content } = freeDocument(world, merchant, documentId);
  if (!isPdf(content)) throw new BridgeError('badInput', `document_id: ${documentId} is not a PDF`);
  if (document.mandate?.status !== 'created')
    throw new BridgeError(
      'mandateNotAwaited',
      `${id} has no mandate that waits for a signature (${document.mandate?.status ?? 'none'})`,
    );
  world.wallet.documents.assign(merchant, documentId, id);
  setMandateStatus(world, merchant, { document, inner }, 'uploaded');
  const now = world.clock.now();
  return world.wallet.issues.open({ merchant, kind: 'mandate', object: id, document: documentId, at: now });
}

/**
 * Inside a job: records the decision about the signed form. Throws `notFound`, and `issueClosed` for a closed case.
 */
export function decideMandate(
  world: Pick<World, 'clock' | 'pushes' | 'wallet'>,
  merchant: string,
  issue: number,
  accepted: boolean,
): PaymentContainer {
  const found = world.wallet.issues.find(merchant, issue);
  if (!found) throw new BridgeError('notFound', `there is no service issue ${issue}`);
  const container = world.wallet.containers.find(merchant, found.object);
  if (found.closed || container?.document.mandate?.status !== 'uploaded')
    throw new BridgeError('issueClosed', `the service issue ${issue} is closed`);
  world.wallet.issues.close(issue, world.clock.now());
  return setMandateStatus(world, merchant, container, accepted ? 'active' : 'created');
}

function setMandateStatus(
  world: Pick<World, 'clock' | 'pushes' | 'wallet'>,
  merchant: string,
  { document, inner }: StoredContainer,
  status: Mandate['status'],
): PaymentContainer {
  const mandate = document.mandate && { ...document.mandate, status };
  const changed = { ...document, mandate, updated: timestamp(world.clock.now()) };
  world.wallet.containers.save(merchant, changed);
  world.pushes.queue({
    merchant,
    url: inner.notificationUrl,
    target: document.object,
    type: 'changed',
    id: document.id,
    event: 'container.mandate_changed',
  });
  return changed;
}

function newMandate(world: Pick<World, 'ledger'>, account: Account, creditor_id: string): Mandate {
  const number = world.ledger.nextNumber('sepa_mandate');
  return {
    sepa_mandate_id: String(number),
    iban: maskedIban(account.iban),
    bic: account.bic,
    type: 'B2B',
    status: 'created',
    identification: `PAM/${String(number).padStart(9, '0')}`,
    creditor_id,
  };
}

function formOf(
  world: Pick<World, 'devices'>,
  merchant: string,
  { identification, creditor_id }: Mandate,
  contact: StatedContact,
  account: Account,
): MandateForm {
  const { name, address } = world.devices.merchant(merchant);
  const { street, street_number, postal_code, city, country, additional_address_data } = contact.address;
  return {
    reference: identification,
    creditor: { id: creditor_id, name, address },
    debtor: {
      name: contact.companyname ?? contact.name ?? account.owner ?? '',
      represented: contact.companyname === undefined ? null : (contact.name ?? null),
      address: [
        additional_address_data ?? '',
        [street, street_number].filter(Boolean).join(' '),
        [postal_code, city].filter(Boolean).join(' '),
        country ?? '',
      ],
    },
    iban: account.iban,
    bic: account.bic,
    bankname: account.bankname,
  };
}

function accountOf({ id, type }: PaymentContainer, account: Account | null): Account {
  if (!account) throw new BridgeError('noBankAccount', `${id} is ${type}; a mandate needs a bank_account`);
  return account;
}

function refuseOther({ id, customer }: PaymentContainer, customerId: string) {
  if (customer !== null && customer.id !== customerId)
    throw new BridgeError('badInput', `customer_id: the container ${id} belongs to another customer`);
}

const hashed = (secret: string): string => createHash('sha256').update(secret).digest('hex');
