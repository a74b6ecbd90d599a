/** Changes of an agreement, up to its termination. */

import { completeAccount } from '../domain/bank.ts';
import type {
  BankDetailsInput,
  ContractUpdate,
  GeneralContract,
  PaymentLinkInput,
  ThirdPartyConfiguration,
  ThirdPartyInput,
} from '../wire/agreements.ts';
import type { AgreementInner } from '../world/agreements.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Agreement, agreementOf, takeDocument } from './lookup.ts';

interface Step {
  readonly document?: Partial<GeneralContract>;
  readonly inner?: Partial<AgreementInner>;
}

function change(
  world: Pick<World, 'agreements' | 'clock' | 'ledger'>,
  principal: Principal,
  id: string,
  step: (agreement: Agreement) => Step,
): Promise<GeneralContract> {
  return world.ledger.write(() => {
    const agreement = agreementOf(world, principal, id);
    const { document, inner } = step(agreement);
    const changed = { ...agreement.document, ...document, updated: timestamp(world.clock.now()) };
    world.agreements.general.save(principal.merchant, changed, { ...agreement.inner, ...inner });
    return changed;
  });
}

/** Changes the account for payouts; `verification_document` proves that the account belongs to the merchant. */
export async function updateBankAccount(
  world: Pick<World, 'agreements' | 'clock' | 'ledger' | 'wallet'>,
  principal: Principal,
  id: string,
  input: BankDetailsInput & { readonly verification_document?: string | null },
): Promise<{ result: boolean }> {
  const reading = completeAccount(input);
  if (!reading.ok) throw new BridgeError('badBankAccount', reading.problem);
  const proof = input.verification_document ?? null;
  await change(world, principal, id, ({ document, inner }) => {
    if (proof !== null) takeDocument(world, principal.merchant, proof, document.id);
    return { inner: { account: reading.account, onboarding: { ...inner.onboarding, verification_document: proof } } };
  });
  return { result: true };
}

/** PUT replaces the notifications, with defaults for missing members; PATCH changes the named members. */
export const configureCheckout = (
  world: Pick<World, 'agreements' | 'clock' | 'ledger'>,
  principal: Principal,
  id: string,
  input: ContractUpdate,
  method: 'put' | 'patch',
): Promise<GeneralContract> =>
  change(world, principal, id, ({ document }) => {
    const before = method === 'put' ? FIRST : document.checkout_configuration.notifications;
    const notifications = named(input.checkout_configuration?.notifications);
    return { document: { checkout_configuration: { notifications: { ...before, ...notifications } } } };
  });

const FIRST = { merchant_order_mail: true, customer_order_mail: true } as const;

export const configurePaymentLink = (
  world: Pick<World, 'agreements' | 'clock' | 'ledger'>,
  principal: Principal,
  id: string,
  { background }: PaymentLinkInput,
): Promise<GeneralContract> =>
  change(world, principal, id, ({ document: { payment_link_options } }) => ({
    document: {
      payment_link_options: { background: { ...payment_link_options.background, ...named(background) } },
    },
  }));

/** Terminates the agreement: it can only be read. Without another agreement the API refuses the merchant (403). */
export async function terminateAgreement(
  world: Pick<World, 'agreements' | 'clock' | 'ledger' | 'pushes'>,
  principal: Principal,
  id: string,
): Promise<{ result: boolean }> {
  const terminated = timestamp(world.clock.now());
  await change(world, principal, id, ({ document, inner: { pushUrl } }) => {
    world.pushes.queue({
      merchant: principal.merchant,
      url: pushUrl,
      target: document.object,
      type: 'changed',
      id: document.id,
      event: 'contract.changed',
    });
    return { document: { terminated }, inner: { ended: terminated } };
  });
  return { result: true };
}

/** Accounts of the merchant at other payment services; only the public id of each is stored. */
export async function configureThirdParty(
  world: Pick<World, 'agreements' | 'clock' | 'ledger'>,
  principal: Principal,
  id: string,
  input: ThirdPartyInput,
  method: 'put' | 'patch',
): Promise<ThirdPartyConfiguration> {
  return thirdPartyOf(
    await change(world, principal, id, ({ document }) => ({
      document: {
        paypal_configuration: environment(input.paypal_configuration, document.paypal_configuration, method),
        easycredit_configuration: environment(
          input.easycredit_configuration,
          document.easycredit_configuration,
          method,
        ),
      },
    })),
  );
}

/** Removes the accounts and answers them in a list, as every deletion does. */
export async function removeThirdParty(
  world: Pick<World, 'agreements' | 'clock' | 'ledger'>,
  principal: Principal,
  id: string,
): Promise<readonly ThirdPartyConfiguration[]> {
  const removed: ThirdPartyConfiguration[] = [];
  await change(world, principal, id, ({ document }) => {
    removed.push(thirdPartyOf(document));
    return { document: { paypal_configuration: null, easycredit_configuration: null } };
  });
  return removed;
}

export const thirdPartyOf = ({ paypal_configuration, easycredit_configuration }: GeneralContract) => ({
  paypal_configuration,
  easycredit_configuration,
});

type Environment = ThirdPartyConfiguration['paypal_configuration'];

function environment(
  input: ThirdPartyInput['paypal_configuration'],
  before: Environment,
  method: 'put' | 'patch',
): Environment {
  if (input === undefined) return method === 'patch' ? before : null;
  if (input === null) return null;
  const kept = method === 'patch' ? before : null;
  const side = (name: 'live' | 'sandbox') =>
    input[name] === undefined ? (kept?.[name] ?? null) : input[name] && { client_id: input[name].client_id ?? null };
  return { live: side('live'), sandbox: side('sandbox') };
}

/** The input without its null members. */
function named<T extends object>(input: T | null | undefined): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const entries = Object.entries(input ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]?: NonNullable<T[Name]> };
}
