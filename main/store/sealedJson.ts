/** Names the members of stored JSON that are sealed: numbers of bank accounts that the bridge has to know in full. */
import type { Vault } from '../world/vault.ts';

/** Below these members stands the account of a person or a company. */
const ACCOUNTS = new Set(['account', 'bank_account', 'bankAccount', 'payin_account', 'payout_account']);
const SHOWN_ONLY = /X{4}/;

/** As JSON text, with account numbers sealed; nearly all have none, and cost one look. */
export function sealedText(vault: Vault, value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('"iban":"') ? JSON.stringify(changed(value, null, vault.seal)) : text;
}

/** The value of such a text, opened. */
export function openedValue<T>(vault: Vault, value: T): T {
  return changed(value, null, vault.open) as T;
}

export function openedText<T>(vault: Vault, text: string): T {
  const value = JSON.parse(text) as T;
  return mayHoldSealed(text) ? openedValue(vault, value) : value;
}

export const mayHoldSealed = (text: string): boolean => text.includes('"iban":"sealed1.');

function changed(value: unknown, under: string | null, change: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map(one => changed(one, under, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === 'iban' && typeof member === 'string' && under !== null && ACCOUNTS.has(under) && !SHOWN_ONLY.test(member)
        ? change(member)
        : changed(member, key, change),
    ]),
  );
}
