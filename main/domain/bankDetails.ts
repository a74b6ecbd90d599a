/** The bank account of a merchant: its members, and the check of its input. */
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';

/** IBAN and BIC without blanks and in capitals; null for a missing member. */
export interface Account {
  readonly iban: string;
  readonly bic: string | null;
  readonly owner: string | null;
  readonly bankname: string | null;
}

export interface AccountInput {
  readonly iban?: string | null;
  readonly bic?: string | null;
  readonly owner?: string | null;
  readonly bankname?: string | null;
}

export type AccountReading =
  | { readonly ok: true; readonly account: Account }
  | { readonly ok: false; readonly problem: string };

/** Checks the checksum of the IBAN and the form of the BIC; owner and bank name are kept unchecked. */
export function readAccount({ iban, bic, owner, bankname }: AccountInput): AccountReading {
  const number = electronicFormatIBAN(iban ?? '') ?? '';
  if (!isValidIBAN(number)) return { ok: false, problem: 'iban is not a valid IBAN' };
  const bank = (bic ?? '').replace(/\s/g, '').toUpperCase() || null;
  if (bank !== null && !isValidBIC(bank)) return { ok: false, problem: 'bic is not a valid BIC' };
  return { ok: true, account: { iban: number, bic: bank, owner: owner ?? null, bankname: bankname ?? null } };
}
