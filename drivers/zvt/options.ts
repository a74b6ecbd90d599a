/** The options of a ZVT terminal, as a shop sets them. */
import type { Feature, Language } from '../terminal.ts';
import type { Charset } from './codec/charsets.ts';
import type { Timers } from './exchange/commands.ts';

/** `settings.options` of protocol `zvt`; all of them may be left out. */
export interface ZvtOptions {
  /** Configuration byte of the registration; BE: the till prints, controls payments and wants intermediate status. */
  readonly configuration?: number;
  /** Service byte of the registration; 1: no service menu on a function key. */
  readonly serviceByte?: number;
  /** Send containers (BMP 06), for a start with the registration; without them the terminal sends none either. */
  readonly containers?: boolean;
  /** Slips as blocks (06 D3) or as lines (06 D1). */
  readonly printing?: 'blocks' | 'lines';
  /** The terminal may ask the cashier: signature, input, menus. Only where a cashier can answer. */
  readonly questions?: boolean;
  /** `auto` is CP437 with a guess for unannounced ISO 8859-1. */
  readonly charset?: Charset;
  /** Asks the terminal for a character set at registration (tag 14 inside tag 27). */
  readonly requestCharset?: number;
  /** Slips that the till takes, and their content (tag 1F04), one or two bytes in hex. */
  readonly receiptParameter?: string;
  /** Columns of the till's printer (tag 12). */
  readonly printerWidth?: number;
  /** The longest message the till takes, bytes (tag 1A). */
  readonly largestApdu?: number;
  /** Columns and lines of the cashier's display, four digits (tag 10). */
  readonly merchantDisplay?: string;
  /** Columns and lines of the customer's display, four digits (tag 11). */
  readonly customerDisplay?: string;
  /** EMV data that the till wants (tag 40), hex. */
  readonly emvConfiguration?: string;
  /** Offers numbers on every message (tag 1F73); a terminal that does not know the numbers goes on without them. */
  readonly sequenceIds?: boolean;
  /** Mirrors the terminal's transaction id (tag 1F1F). A terminal may reverse a transaction that the till does not know. */
  readonly transactionIds?: boolean;
  /** Name the currency (BMP 49) in payments. */
  readonly sendCurrency?: boolean;
  /** Payment type (BMP 19) of a payment; null leaves it out. 40: the terminal decides. */
  readonly paymentType?: number | null;
  /** The customer may add a tip at the terminal (BMP 19, bit 08), where it has the feature `tip`. */
  readonly tips?: boolean;
  /** Readers with which a card is read (BMP 19 of 06 C0); 50: chip and stripe. */
  readonly readCardKind?: number;
  /** The first digits of loyalty cards: of every other card that is read only the last four digits are reported. */
  readonly loyaltyPrefixes?: readonly string[];
  /** Seconds that the terminal waits for the till's decision about the goods (BMP 01). */
  readonly goodsTimeout?: number;
  /** How often the till may ask for more time before the goods are handed over (BMP 02). */
  readonly goodsRepeats?: number;
  /** Diagnosis kind (tag 1B); some terminals insist on one. */
  readonly diagnosisKind?: number;
  /** Asks the terminal for its locks with its status. */
  readonly statusWithTlv?: boolean;
  /** The terminal repeats no receipt unless the till prints. */
  readonly repeatsBare?: boolean;
  /** Signature of the terminal's vendor over the texts of a question for digits (BMP EB), hex. */
  readonly textMac?: string;
  /** The features that the pairing has confirmed: only these features of the profile are used. */
  readonly features?: readonly Feature[];
  /** Preferred where a reason has the protocol's text and not the terminal's; `Reason.texts` has both languages. */
  readonly language?: Language;
  /** Milliseconds, see `Timers`. */
  readonly timers?: Partial<Timers>;
}
