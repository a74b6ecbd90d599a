/** The principal of a request, and the merchant it acts for. */

import type { Language } from '../domain/money.ts';
import type { Role } from '../wire/roles.ts';

/** The client or person behind a request, resolved from the bearer token. A till sees its own merchant only. */
export interface Principal {
  readonly client: string;
  readonly merchant: string;
  readonly scope: ReadonlySet<string>;
  /** `display`: a customer display, which sees its own view and nothing else. */
  readonly role: Role | 'display';
  /** The sign-in this token descends from; an approval is for one of them. Left out where nobody signed in. */
  readonly session?: string;
  readonly staff: { readonly id: string; readonly username: string; readonly name: string } | null;
  /** SDV_… of the till this token acts for: its own, else the first one of the merchant. */
  readonly device: string | null;
  /** SDV_… of the till this token stands for; null: it is no till, but a client of the API. */
  readonly ownTill: string | null;
}

export interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly address: readonly string[];
  readonly currency: string;
  /** ISO 3166-1; and whether cash is rounded, where the country leaves it to the shop. */
  readonly country: string;
  readonly cashRounding: boolean | null;
  /** Lines of the receipt below the address. */
  readonly receiptHead: readonly string[];
  /** Lines in the place of the thanks at the end of the receipt. */
  readonly receiptFoot: readonly string[];
  /** Language of receipts and IANA time zone; null where the shop was made before it said so. */
  readonly language: Language | null;
  readonly timeZone: string | null;
  /** HH:MM by the clock of the shop. */
  readonly dayStart: string;
}
