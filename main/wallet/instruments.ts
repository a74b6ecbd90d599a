/**
 * Reads payment instruments from the details of callers, and keeps little of them. Of a card only the last four digits
 * and the issuer are kept: no number, no expiry date, no encrypted form of them.
 */

import { completeAccount, maskedAccount } from '../domain/bank.ts';
import type { Account } from '../domain/bankDetails.ts';
import { lastFour, maskedPan, withoutCardNumbers } from '../domain/pan.ts';
import { BridgeError } from '../world/errors.ts';
import type { ContainerInner } from '../world/wallet.ts';
import { fingerprintOf } from './references.ts';

export type Details = Readonly<Record<string, unknown>>;

export interface ReadInstrument {
  readonly type: string;
  /** Identifies the instrument among others. */
  readonly identity: string;
  /** Answered as `private` and `public`; null where nothing may be shown. */
  readonly view: Readonly<Record<string, unknown>> | null;
  readonly instrument: ContainerInner['instrument'];
  readonly account: Account | null;
}

interface Reading {
  readonly allowCard: boolean;
  readonly path?: string;
}

/**
 * Throws `badInput` for an unknown type, missing details or a card that is not allowed, `badBankAccount` for a wrong
 * account.
 */
export function readInstrument(input: Details, { allowCard, path = '' }: Reading): ReadInstrument {
  const details = object(input.private);
  const type = typeof input.type === 'string' ? input.type.toLowerCase() : 'iban' in details ? 'bank_account' : '';
  if (!Object.hasOwn(TYPES, type))
    throw new BridgeError('badInput', `${path}type must be one of ${Object.keys(TYPES).join(', ')}`);
  if (type === 'credit_card' && !allowCard)
    throw new BridgeError('badInput', `${path}type credit_card is taken inside prepare only, not stored beforehand`);
  return TYPES[type as keyof typeof TYPES](input, details, path);
}

export const emptyInstrument = (type: string): ContainerInner['instrument'] => ({
  type,
  last4: null,
  reference: null,
  issuer: null,
});

const TYPES = {
  bank_account: bankAccount,
  credit_card: creditCard,
  applepay: applePay,
  googlepay: googlePay,
} as const satisfies Record<string, (input: Details, details: Details, path: string) => ReadInstrument>;

function bankAccount(_: Details, details: Details, path: string): ReadInstrument {
  const [owner, bankname, purpose] = [
    freeText(details, 'owner'),
    freeText(details, 'bankname'),
    freeText(details, 'purpose'),
  ];
  const reading = completeAccount({ iban: text(details, 'iban'), bic: text(details, 'bic'), owner, bankname });
  if (!reading.ok) throw new BridgeError('badBankAccount', `${path}private.${reading.problem}`);
  if (owner === null) throw new BridgeError('badBankAccount', `${path}private.owner is missing`);
  const { account } = reading;
  return {
    type: 'bank_account',
    identity: account.iban,
    view: { ...maskedAccount(account), purpose },
    instrument: { ...emptyInstrument('bank_account'), last4: account.iban.slice(-4) },
    account,
  };
}

function creditCard(_: Details, details: Details, path: string): ReadInstrument {
  const pan = text(details, 'pan') ?? '';
  const reference = kept(text(details, 'transact_hash'));
  const last4 = lastFour(pan);
  if (last4 === null && reference === null)
    throw new BridgeError('badInput', `${path}private.pan or .transact_hash is missing`);
  const [owner, issuer] = [freeText(details, 'owner'), freeText(details, 'issuer')?.toLowerCase() ?? null];
  return {
    type: 'credit_card',
    identity: fingerprintOf(reference, last4, issuer, owner),
    // The API has a member for the expiry date; the bridge does not store the date.
    view: { owner, pan: maskedPan(pan), expiration_date: null, issuer },
    instrument: { type: 'credit_card', last4, reference, issuer },
    account: null,
  };
}

/** Reads the data below `token`; older clients send the data below `private`. */
function applePay(input: Details, details: Details, path: string): ReadInstrument {
  const token = Object.keys(object(input.token)).length > 0 ? object(input.token) : details;
  for (const member of ['data', 'signature'])
    if (text(token, member) === null) throw new BridgeError('badInput', `${path}token.${member} is missing`);
  const header = object(token.header);
  for (const member of ['ephemeralPublicKey', 'publicKeyHash', 'transactionId'])
    if (text(header, member) === null) throw new BridgeError('badInput', `${path}token.header.${member} is missing`);
  return walletPayment('applepay', text(header, 'transactionId'), token);
}

function googlePay(_: Details, details: Details, path: string): ReadInstrument {
  for (const member of ['signature', 'signedMessage'])
    if (text(details, member) === null) throw new BridgeError('badInput', `${path}private.${member} is missing`);
  return walletPayment('googlepay', fingerprintOf(text(details, 'signedMessage')).slice(0, 32), details);
}

/** The encrypted data of the phone hold a card number, so only their fingerprint is kept. */
const walletPayment = (type: string, reference: string | null, token: Details): ReadInstrument => ({
  type,
  identity: fingerprintOf(token),
  view: null,
  instrument: { ...emptyInstrument(type), reference: kept(reference) },
  account: null,
});

const object = (value: unknown): Details => (typeof value === 'object' && value !== null ? (value as Details) : {});

function text(details: Details, name: string): string | null {
  const value = details[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Free text without card numbers. */
const freeText = (details: Details, name: string): string | null => kept(text(details, name));

const kept = (words: string | null): string | null => (words === null ? null : withoutCardNumbers(words));
