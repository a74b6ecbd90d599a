/** The bank account on which payers' transfers arrive, in the two shapes of the API. */
import type { PaymentInstructions, SpecificPayment } from '../../wire/payments.ts';
import type { CollectingAccount } from '../../world/acquirer.ts';

/** What the payer writes into the transfer, so that it finds its payment. */
export const transferPurpose = (transId: number): string => `TA ${transId}`;

/** First and last four characters. */
export function shortenedIban(iban: string): string {
  const plain = iban.replace(/\s/g, '').toUpperCase();
  return plain.length > 8 ? `${plain.slice(0, 4)}${'X'.repeat(plain.length - 8)}${plain.slice(-4)}` : plain;
}

/** A line of a basket as it is answered: without the full number of a bank account. */
export function publicItem(item: unknown): unknown {
  const { bank_account } = item as { readonly bank_account?: { readonly iban?: unknown } };
  if (typeof bank_account?.iban !== 'string') return item;
  return { ...(item as object), bank_account: { ...bank_account, iban: shortenedIban(bank_account.iban) } };
}

/** Members as the specification has them ("Detail representation of a prepay"). */
export function transferAccount({
  iban,
  bic,
  owner,
}: CollectingAccount): NonNullable<SpecificPayment['transfer_account']> {
  return { iban, bic, accountnumber: iban.slice(12), bankcode: iban.slice(4, 12), account_owner: owner };
}

/** Null where no transfer can arrive. */
export const instructionsFor = (account: CollectingAccount | null, transId: number): PaymentInstructions | null =>
  account && { ...account, purpose: transferPurpose(transId) };
