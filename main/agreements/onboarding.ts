/** Opens agreements: clone for a project of a known merchant, requestId with an identification before the approval. */

import { completeAccount } from '../domain/bank.ts';
import type { Account, AccountInput } from '../domain/bankDetails.ts';
import type { CloneInput, NewContract, RequestIdInput } from '../wire/agreements.ts';
import type { AgreementInner } from '../world/agreements.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import { newId, newKey } from '../world/ids.ts';
import type { Principal } from '../world/people.ts';
import { requireService } from '../world/processor.ts';
import { hashToken } from '../world/secrets.ts';
import type { World } from '../world/world.ts';
import { newAgreement } from './documents.ts';
import { beginIdentification, type Identification, namedIdentification } from './identification.ts';
import { type Agreement, agreementOf, takeDocument } from './lookup.ts';
import { addShop } from './shops.ts';

/** Members of the world that a new agreement needs. */
type OnboardingWorld = Pick<
  World,
  'acquirer' | 'agreements' | 'clock' | 'devices' | 'ledger' | 'pushes' | 'shops' | 'wallet'
>;

/** POST …/clone: the agreement is approved at once, because the merchant is known. */
export function cloneAgreement(
  world: OnboardingWorld,
  principal: Principal,
  id: string,
  input: CloneInput,
): Promise<NewContract> {
  return world.ledger.write(() => {
    const parent = parentOf(world, principal, id, input.contract_id);
    const account = accountOf(input.payment_data, 'payment_data') ?? parent.inner.account;
    return openAgreement(world, principal, parent, { ...input, account, identification: null, onboarding: {} });
  });
}

/** POST …/requestId: no payout happens before the merchant is identified. */
export function requestAgreement(
  world: OnboardingWorld,
  principal: Principal,
  id: string,
  input: RequestIdInput,
): Promise<NewContract> {
  const { merchant } = principal;
  const { contact } = input;
  return world.ledger.write(() => {
    const parent = parentOf(world, principal, id, input.contract_id);
    refuseUnknown(world, principal, input);
    if (input.identrequest == null) requireService(world, 'identification');
    const account = accountOf(input.payout_account, 'payout_account') ?? accountOf(input.payment_data, 'payment_data');
    const pushUrl = input.url_push ?? parent.inner.pushUrl;
    const contract = newId('GCR');
    if (input.signed_contract != null) takeDocument(world, merchant, input.signed_contract, contract);
    const known = namedIdentification(world, merchant, input.identrequest);
    const identification = known ?? { id: newId('SIR'), accepted: false };
    const onboarding = { ...input, payout_account: undefined, payment_data: undefined, iframe_opts: undefined };
    const opened = openAgreement(world, principal, parent, { ...input, contract, account, identification, onboarding });
    if (!known) beginIdentification(world, merchant, { id: identification.id, contract, contact, pushUrl });
    return opened;
  });
}

function parentOf(
  world: Pick<World, 'agreements'>,
  principal: Principal,
  id: string,
  named: string | null | undefined,
): Agreement {
  const own = agreementOf(world, principal, id);
  return named == null ? own : agreementOf(world, principal, named);
}

function accountOf(input: AccountInput | null | undefined, member: string): Account | null {
  if (input == null) return null;
  const reading = completeAccount(input);
  if (!reading.ok) throw new BridgeError('badBankAccount', `${member}.${reading.problem}`);
  return reading.account;
}

function refuseUnknown(world: Pick<World, 'agreements'>, { merchant }: Principal, input: RequestIdInput) {
  const { contact, merchant_category, merchant_id } = input;
  if (!contact.surname && !contact.companyname)
    throw new BridgeError('badInput', 'contact.surname or contact.companyname must be given');
  if (merchant_category != null && !world.agreements.isCategory(Number(merchant_category)))
    throw new BridgeError('badInput', `merchant_category ${merchant_category} is not in the list of categories`);
  if (merchant_id != null && merchant_id !== merchant)
    throw new BridgeError('notFound', `there is no merchant ${merchant_id}`);
}

interface Opening {
  readonly contract?: string;
  readonly project: string;
  readonly payin_account?: boolean | null;
  readonly url_push?: string | null;
  readonly create_first_store?: boolean | null;
  readonly store_name?: string | null;
  readonly iframe_opts?: object | null;
  readonly event_details?: RequestIdInput['event_details'];
  readonly account: Account | null;
  readonly identification: Identification | null;
  readonly onboarding: Readonly<Record<string, unknown>>;
}

function openAgreement(
  world: OnboardingWorld,
  { merchant }: Principal,
  parent: Agreement,
  opening: Opening,
): NewContract {
  const { project, identification } = opening;
  if (opening.payin_account) requireService(world, 'payInAccount');
  if (world.agreements.projectTaken(merchant, project))
    throw new BridgeError('projectTaken', `project "${project}" has a contract already`);
  const { name } = world.devices.merchant(merchant);
  const number = world.ledger.nextNumber('general.contracts');
  const pair = newAgreement({
    general: opening.contract ?? newId('GCR'),
    payment: newId('PCR'),
    number,
    created: timestamp(world.clock.now()),
    merchant: { id: merchant, name },
    parent: parent.document.id,
    project,
    approved: identification === null || identification.accepted,
    payIn: opening.payin_account ? world.acquirer.payInAccount(number, name) : null,
    event: eventOf(opening.event_details),
  });
  const apikey = newKey();
  world.agreements.general.insert(merchant, pair.general, innerOf(parent, opening, apikey));
  world.agreements.payment.insert(merchant, pair.payment, { general: pair.general.id });
  const store = opening.create_first_store ? addShop(world, merchant, { name: opening.store_name || project }) : null;
  return { ...pair.general, apikey, store: store && { object: 'general.stores', id: store.id } };
}

function innerOf({ inner }: Agreement, opening: Opening, apikey: string): AgreementInner {
  return {
    ...inner,
    pushUrl: opening.url_push ?? inner.pushUrl,
    account: opening.account,
    apikeyHash: hashToken(apikey),
    identification: opening.identification?.id ?? null,
    iframe: { ...opening.iframe_opts },
    onboarding: opening.onboarding,
  };
}

const eventOf = (event: RequestIdInput['event_details']) =>
  event == null
    ? null
    : { ...event, event_date: event.event_date ?? null, event_description: event.event_description ?? null };
