/** The form of an entry of the error table. */
import type { Texts } from '../../domain/texts.ts';

/**
 * The side that has to mend it. client: the request, before it is sent again. state: nobody; the request is right, but
 * not now or not for this object. terminal: the card terminal or a payment processor. server: the operator of the
 * bridge.
 */
export const faults = ['client', 'state', 'terminal', 'server'] as const;
export type FaultSide = (typeof faults)[number];

/**
 * The effect of the refused call on money. `none_involved`: it never moves any. `unknown`: the sale or the payment says
 * it later.
 */
export const moneyEffects = ['not_moved', 'moved', 'unknown', 'none_involved'] as const;
export type MoneyEffect = (typeof moneyEffects)[number];

export interface ErrorEntry {
  readonly http: number;
  /** Name on the wire. */
  readonly error: string;
  readonly code: number;
  /** The side at fault; from 500 on client or server, because the specification gives 500 to wrong requests, too. */
  readonly fault: FaultSide;
  readonly money: MoneyEffect;
  /** Is it worth trying the same request again later? */
  readonly retry: boolean;
  /** Does the answer always say in `Retry-After` how many seconds to wait? */
  readonly waits: boolean;
  /** Sentence for the person in front of the screen. */
  readonly de: string;
  readonly en: string;
  /** The cause of this refusal, for developers and operators. */
  readonly cause: Texts;
  /** The call, the member or the setting that mends it. */
  readonly cure: Texts;
}

type Words = Pick<ErrorEntry, 'de' | 'en' | 'cause' | 'cure'> & { readonly retry?: boolean; readonly waits?: boolean };

export const entry = (
  http: number,
  error: string,
  code: number,
  fault: FaultSide,
  money: MoneyEffect,
  { retry = false, waits = false, ...words }: Words,
): ErrorEntry => ({ http, error, code, fault, money, retry, waits, ...words });

export const format = 'ProductFormatException';
export const security = 'ProductSecurityException';
export const notAllowed = 'ProductNotAllowedException';
export const notFound = 'ProductNotFoundException';
export const duplicate = 'ProductDuplicateException';
export const backend = 'ProductBackendproviderException';
export const internal = 'ProductInternalException';
