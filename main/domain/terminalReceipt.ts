/** The slips of a card terminal as receipt lines: its own slips, or slips made from the facts when it sent none. */

import { formatAmount, type Language } from './money.ts';
import { type Decoration, nameValue, nameValueIf, type ReceiptLine, separator, space, textline } from './receipt.ts';

/** A slip as a terminal sends it. Structurally the drivers' `TerminalReceipt`, which this folder must not know. */
export interface TerminalSlip {
  readonly copy: 'merchant' | 'customer' | 'admin';
  readonly lines: readonly TerminalLine[];
}

export interface TerminalLine {
  readonly text: string;
  readonly align: 'left' | 'center' | 'right';
  readonly wide: boolean;
  readonly tall: boolean;
}

export type SlipPurpose = 'payment' | 'reversal' | 'refund' | 'diagnosis' | 'endOfDay';

/** The two receipts of a transaction: `receipt` and `receipt_merchant` on the wire. */
export interface Copies {
  readonly receipt: readonly ReceiptLine[];
  readonly merchant: readonly ReceiptLine[];
}

/** The terminal's slips, merchant copies apart; administrative slips belong to the receipt. */
export function terminalReceipt(slips: readonly TerminalSlip[], purpose: SlipPurpose, language: Language): Copies {
  const copies = (wanted: boolean) =>
    slips
      .filter(({ copy }) => (copy === 'merchant') === wanted)
      .flatMap(({ lines }) => [separator(WORDS[language][purpose]), ...slipLines(lines)]);
  return { receipt: copies(false), merchant: copies(true) };
}

/** The lines of one slip. Terminals pad with blanks, so the longest line of the slip shows the alignment of each line. */
export function slipLines(lines: readonly TerminalLine[]): readonly ReceiptLine[] {
  const width = Math.max(0, ...lines.map(({ text }) => text.trimEnd().length));
  return lines.map(line => slipLine(line, width));
}

/** The content of a card slip. It has no card number, only the last four digits. */
export interface CardPayment {
  readonly amount: number;
  readonly currency: string;
  readonly date?: string;
  readonly time?: string;
  readonly terminalId?: string;
  readonly receiptNumber?: number;
  readonly traceNumber?: number;
  readonly authorisationCode?: string;
  readonly cardName?: string;
  readonly lastFour?: string;
  /** The customer signs. */
  readonly signed?: boolean;
}

/** Both copies of a slip made from facts; the merchant's has a line to sign on when the terminal asked for it. */
export function cardReceipt(
  payment: CardPayment,
  purpose: 'payment' | 'reversal' | 'refund',
  language: Language,
): Copies {
  const words = WORDS[language];
  const signature = payment.signed ? [space, space, textline(words.signature)] : [];
  const slip = (title: string) => [separator(words[purpose]), ...cardLines(payment, title, language)];
  return { receipt: slip(words.customerCopy), merchant: [...slip(words.merchantCopy), ...signature] };
}

const WORDS = {
  de: {
    payment: 'Kartenzahlung',
    reversal: 'Storno Kartenzahlung',
    refund: 'Gutschrift auf Karte',
    diagnosis: 'Diagnose',
    endOfDay: 'Kassenschnitt',
    customerCopy: '* * Kundenbeleg * *',
    merchantCopy: '* * Händlerbeleg * *',
    date: 'Datum',
    time: 'Uhrzeit',
    receiptNumber: 'Beleg-Nr.',
    traceNumber: 'Trace-Nr.',
    terminalId: 'Terminal-ID',
    authorisationCode: 'Genehmigungs-Nr.',
    card: 'Karte',
    amount: 'Betrag',
    done: 'Karte akzeptiert',
    signature: 'Unterschrift ____________________________',
  },
  en: {
    payment: 'Card payment',
    reversal: 'Card payment reversed',
    refund: 'Refund to card',
    diagnosis: 'Diagnosis',
    endOfDay: 'End of day',
    customerCopy: '* * Customer copy * *',
    merchantCopy: '* * Merchant copy * *',
    date: 'Date',
    time: 'Time',
    receiptNumber: 'Slip no.',
    traceNumber: 'Trace no.',
    terminalId: 'Terminal ID',
    authorisationCode: 'Authorisation no.',
    card: 'Card',
    amount: 'Amount',
    done: 'Card accepted',
    signature: 'Signature _______________________________',
  },
} as const satisfies Record<Language, unknown>;

function slipLine(line: TerminalLine, width: number): ReceiptLine {
  const text = line.text.trim();
  const important: readonly Decoration[] = line.wide || line.tall ? ['important'] : [];
  if (text === '') return space;
  const [name, value, more] = text.split(/ {2,}/);
  if (line.align === 'left' && name && value && more === undefined) {
    return nameValue(name, value.replace(/^: */, ''), ...important);
  }
  const align = line.align === 'left' ? paddedTo(line.text, width) : line.align;
  if (align === 'left') return textline(line.text.trimEnd(), ...important);
  return textline(text, ...important, `align-${align}`);
}

/** A text with equal blanks on both sides is centred; a text with blanks only before it is aligned to the right. */
function paddedTo(text: string, width: number): TerminalLine['align'] {
  const before = text.length - text.trimStart().length;
  const behind = width - text.trimEnd().length;
  if (before < 2) return 'left';
  if (Math.abs(before - behind) <= 2) return 'center';
  return behind <= 1 ? 'right' : 'left';
}

function cardLines(payment: CardPayment, title: string, language: Language): readonly ReceiptLine[] {
  const words = WORDS[language];
  const card = [payment.cardName, payment.lastFour && `**** ${payment.lastFour}`].filter(Boolean).join(' ');
  return [
    textline(title, 'align-center'),
    space,
    ...nameValueIf(words.date, payment.date),
    ...nameValueIf(words.time, payment.time),
    ...nameValueIf(words.receiptNumber, payment.receiptNumber),
    ...nameValueIf(words.traceNumber, payment.traceNumber),
    ...nameValueIf(words.terminalId, payment.terminalId),
    ...nameValueIf(words.authorisationCode, payment.authorisationCode),
    ...nameValueIf(words.card, card || undefined),
    space,
    nameValue(words.amount, formatAmount(payment.amount, payment.currency, language), 'important'),
    space,
    textline(words.done, 'important', 'align-center'),
  ];
}
