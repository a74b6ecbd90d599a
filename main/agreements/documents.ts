/** The documents of a new agreement: the General Contract and its Payment Contract. */

import type { Account } from '../domain/bankDetails.ts';
import type { GeneralContract, PaymentContract } from '../wire/agreements.ts';

export interface NewAgreementFacts {
  readonly general: string;
  readonly payment: string;
  readonly number: number;
  readonly created: string;
  readonly merchant: { readonly id: string; readonly name: string };
  readonly parent: string | null;
  readonly project: string | null;
  readonly approved: boolean;
  /** Collecting account for transfers of payers; null where the agreement has none. */
  readonly payIn: Account | null;
  readonly event: GeneralContract['event_details'];
}

export interface AgreementDocuments {
  readonly general: GeneralContract;
  readonly payment: PaymentContract;
}

export function newAgreement(facts: NewAgreementFacts): AgreementDocuments {
  const { created, approved, payIn } = facts;
  const shared = {
    created,
    approved,
    merchant: { object: 'general.merchants', id: facts.merchant.id, companyname: facts.merchant.name },
    parent: facts.parent === null ? null : { object: 'general.contracts', id: facts.parent, type: 'contract' },
    pay_in_account: payIn,
  } as const;
  return {
    general: {
      object: 'general.contracts',
      id: facts.general,
      id_old: facts.number,
      ...shared,
      contract: { object: 'payment.contracts', id: facts.payment },
      description: null,
      project: facts.project,
      pay_in_advance_account: payIn,
      payin_account: payIn !== null,
      paypal_configuration: null,
      easycredit_configuration: null,
      checkout_configuration: { notifications: { merchant_order_mail: true, customer_order_mail: true } },
      payment_link_options: { background: { enabled: false, image_url: null } },
      event_details: facts.event,
    },
    payment: {
      object: 'payment.contracts',
      id: facts.payment,
      ...shared,
      contract: { object: 'general.contracts', id: facts.general },
      project: facts.project,
      demo: false,
    },
  };
}
