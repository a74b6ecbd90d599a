/** The bank account that receives the transfers of payers, in the two shapes of the API. */
import type { PaymentInstructions, SpecificPayment } from '../../wire/payments.ts';
import type { CollectingAccount } from '../../world/acquirer.ts';

/** Purpose of a transfer, by which the transfer finds its payment. */
export const transferPurpose = (transId: number): string => `TA ${transId}`;

/** The IBAN with only its first and last four characters. */
export function shortenedIban(iban: string): string {
  const plain = iban.replace(/\s/g, '').toUpperCase();
  return plain.length > 8 ? `${plain.slice(0, 4)}${'X'.repeat(plain.length - 8)}${plain.slice(-4)}` : plain;
}

/** A line of a basket as answers show it: without the full number of a bank account. */
export function publicItem(item: unknown): unknown {
  const { bank_account } = item as { readonly bank_account?: { readonly iban?: unknown } };
  if (typeof bank_account?.iban !== 'string') return item;
  return { ...(item as object), bank_account: { ...bank_account, iban: shortenedIban(bank_account.iban) } };
}

/** The account with the members of the specification ("Detail representation of a prepay"). */
export function transferAccount({
  iban,
  bic,
  owner,
}: CollectingAccount): NonNullable<SpecificPayment['transfer_account']> {
  return { iban, bic, accountnumber: iban.slice(12), bankcode: iban.slice(4, 12), account_owner: owner };
}

/** Account and purpose for one payment: those that the acquirer has named for it, else its account with our purpose; null for none. */
export const instructionsFor = (
  account: CollectingAccount | null,
  transId: number,
  named: PaymentInstructions | null | undefined,
): PaymentInstructions | null => named ?? (account && { ...account, purpose: transferPurpose(transId) });
