/**
 * The interface of a payment processor. A live shop has none (`absentAcquirer.ts`); the
 * simulated one of demo and training is in `sandbox/`; a real one is another implementation of the same contract.
 */
import type { Account } from '../domain/bankDetails.ts';
import type { MoveResult } from '../domain/payment.ts';
import type { PaymentInstructions } from '../wire/payments.ts';

/** The known data of a payment instrument: never a card number. */
export interface Instrument {
  readonly type: string;
  /** Last four digits of a card, or of an account. */
  readonly last4: string | null;
  /** The reference that the card page of the acquirer gave instead of the number. */
  readonly reference: string | null;
  readonly issuer: string | null;
}

export interface Recurring {
  readonly type: 'cit' | 'mit';
  /** PCI_… of the first payment. */
  readonly citReference: string | null;
  readonly standingInstruction: string | null;
  readonly expiry: string | null;
  readonly frequency: string | null;
}

export interface AcquirerRequest {
  /** Born with the operation: the same key always gives the same answer and books once. */
  readonly key: string;
  readonly method: string;
  /** The sale that it pays. */
  readonly sale?: { readonly merchant: string; readonly id: string } | null;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Key of the request that began the payment; absent in that request itself. */
  readonly original?: string | null;
  readonly instrument?: Instrument | null;
  readonly recurring?: Recurring | null;
  /** Ask the card network for a token. */
  readonly requestToken?: boolean;
  readonly descriptor?: { readonly merchant_name?: string; readonly merchant_city?: string } | null;
  /** How the payer left the page outside; only with `confirm`. */
  readonly payer?: 'accepted' | 'refused' | 'timeout' | null;
  /** Payer and order; read anew for each request, and never stored with it. */
  readonly order?: OrderFacts | null;
}

/** The payer and the order as an acquirer may need them. Of a card there is nothing here. */
export interface OrderFacts {
  /** In full; of a bank account only, which the wallet keeps sealed. */
  readonly account: Account | null;
  /** Contact of the payer with the address, as it was when the payment was made. */
  readonly contact: Readonly<Record<string, unknown>> | null;
  readonly email: string | null;
  readonly orderId: string | null;
  readonly purpose: string | null;
  readonly successUrl: string | null;
  readonly failureUrl: string | null;
  readonly basket: readonly unknown[];
  readonly accrual: boolean;
}

export interface AcquirerAnswer {
  readonly approved: boolean;
  /** Not decided yet: the payer has to pass a page, or a transfer has to arrive. */
  readonly waits: 'payer' | 'money' | null;
  readonly authorisation: string;
  /** Where the payer has to go, with `waits: payer`; left out: the page of this bridge. */
  readonly page?: string;
  /** The reason why it was declined, else empty. */
  readonly reason: string;
  /** The network token that was asked for. */
  readonly token: 'requested' | 'failed' | null;
  /** Account and purpose of the transfer that is awaited; left out: the account of the acquirer, and our own purpose. */
  readonly instructions?: PaymentInstructions;
  /** The request never got there: nobody has decided anything about the payer. */
  readonly undelivered?: true;
}

export interface TokenRequest {
  /** PCT_… */
  readonly container: string;
  readonly instrument: Instrument;
  /** Give the token back. */
  readonly archive: boolean;
}
export type TokenAnswer = 'requested' | 'active' | 'failed' | 'archived';

/** Where payers transfer to. */
export interface CollectingAccount {
  readonly iban: string;
  readonly bic: string;
  readonly owner: string;
  readonly bankname: string;
}

/** Services that a processor may offer beside taking payments. */
export type Service = 'networkToken' | 'identification' | 'payInAccount';

/** One call per kind; each call may be repeated with its key. */
export interface Acquirer {
  /** True when the processor offers this payment method or service. Asked before anything is booked, written or prepared. */
  serves(methodOrService: string): boolean;
  /** True when it offers the method and cannot be reached now, so `serves` is false. */
  isOffline?(methodOrService: string): boolean;
  /** Null where no transfer can arrive. */
  readonly account: CollectingAccount | null;
  /** The account into which the payers of one contract transfer. */
  payInAccount(contract: number, owner: string): Account;
  /** True when this merchant was identified (SIR_…); null while that is not decided. */
  identified(request: string): Promise<boolean | null>;
  authorise(request: AcquirerRequest): Promise<AcquirerAnswer>;
  sale(request: AcquirerRequest): Promise<AcquirerAnswer>;
  confirm(request: AcquirerRequest): Promise<AcquirerAnswer>;
  capture(request: AcquirerRequest): Promise<AcquirerAnswer>;
  refund(request: AcquirerRequest): Promise<AcquirerAnswer>;
  void(request: AcquirerRequest): Promise<AcquirerAnswer>;
  increase(request: AcquirerRequest): Promise<AcquirerAnswer>;
  collect(request: AcquirerRequest): Promise<AcquirerAnswer>;
  /** The answer to a request whose answer was lost; null when the request never arrived. */
  lookUp(key: string): Promise<AcquirerAnswer | null>;
  /** The state of the network token of a stored card. */
  token(request: TokenRequest): Promise<TokenAnswer>;
}

export function resultOf({ approved, waits }: AcquirerAnswer): MoveResult {
  if (approved) return 'approved';
  return waits ?? 'declined';
}
