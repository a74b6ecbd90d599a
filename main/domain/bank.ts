/** Banks by IBAN: BIC and name of the well-known banks, and the masked form of an IBAN. */
import { extractIBAN } from 'ibantools';
import { type Account, type AccountInput, readAccount } from './bankDetails.ts';

export interface Bank {
  readonly bic: string;
  readonly name: string;
}

/** Banks by country and bank code; for any other bank the words of the caller are kept. */
const BANKS: Readonly<Record<string, readonly [bic: string, name: string]>> = {
  DE10000000: ['MARKDEF1100', 'Bundesbank'],
  DE10010010: ['PBNKDEFFXXX', 'Postbank'],
  DE10011001: ['NTSBDEB1XXX', 'N26 Bank'],
  DE10050000: ['BELADEBEXXX', 'Berliner Sparkasse'],
  DE12030000: ['BYLADEM1001', 'Deutsche Kreditbank Berlin'],
  DE20041133: ['COBADEHD001', 'comdirect'],
  DE20050550: ['HASPDEHHXXX', 'Hamburger Sparkasse'],
  DE37040044: ['COBADEFFXXX', 'Commerzbank'],
  DE37050198: ['COLSDE33XXX', 'Sparkasse KölnBonn'],
  DE43060967: ['GENODEM1GLS', 'GLS Gemeinschaftsbank'],
  DE50010517: ['INGDDEFFXXX', 'ING-DiBa'],
  DE50050201: ['HELADEF1822', 'Frankfurter Sparkasse'],
  DE50070010: ['DEUTDEFFXXX', 'Deutsche Bank'],
  DE70020270: ['HYVEDEMMXXX', 'UniCredit Bank - HypoVereinsbank'],
  DE70150000: ['SSKMDEMMXXX', 'Stadtsparkasse München'],
  AT12000: ['BKAUATWWXXX', 'UniCredit Bank Austria'],
  AT14000: ['BAWAATWWXXX', 'BAWAG P.S.K.'],
  AT20111: ['GIBAATWWXXX', 'Erste Bank der oesterreichischen Sparkassen'],
  CH00700: ['ZKBKCHZZ80A', 'Zürcher Kantonalbank'],
  CH09000: ['POFICHBEXXX', 'PostFinance'],
};

/** The bank of a valid IBAN without blanks; null for an unknown bank. */
export function bankOf(iban: string): Bank | null {
  const { countryCode = '', bankIdentifier = '' } = extractIBAN(iban);
  const [bic, name] = BANKS[`${countryCode}${bankIdentifier}`] ?? [];
  return bic && name ? { bic, name } : null;
}

/** Reads a bank account and completes BIC and bank name where they are known. */
export function completeAccount(input: AccountInput): ReturnType<typeof readAccount> {
  const reading = readAccount(input);
  if (!reading.ok) return reading;
  const { iban, bic, bankname } = reading.account;
  const bank = bankOf(iban);
  return {
    ok: true,
    account: { ...reading.account, bic: bic ?? bank?.bic ?? null, bankname: bankname ?? bank?.name ?? null },
  };
}

export interface IbanCheck {
  readonly valid: boolean;
  /** Without blanks, in capitals. */
  readonly iban: string;
  readonly bic: string | null;
  readonly bankname: string | null;
}

export function checkIban(input: string): IbanCheck {
  const reading = completeAccount({ iban: input });
  if (!reading.ok) return { valid: false, iban: input.replace(/\s/g, '').toUpperCase(), bic: null, bankname: null };
  const { iban, bic, bankname } = reading.account;
  return { valid: true, iban, bic, bankname };
}

/** The IBAN with country, check digits and the last four characters: `DE89XXXXXXXXXXXXXX3000`. */
export const maskedIban = (iban: string): string =>
  `${iban.slice(0, 4)}${'X'.repeat(iban.length - 8)}${iban.slice(-4)}`;

export const maskedAccount = (account: Account): Account => ({ ...account, iban: maskedIban(account.iban) });
