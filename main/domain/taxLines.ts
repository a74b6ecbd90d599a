/** Lines by which a shop names its tax number and its VAT id, on receipts and on invoices made from them. Pure. */
import type { Language } from './money.ts';
import type { ReceiptLine } from './receipt.ts';

const WORDS = {
  de: { taxNumber: 'St.-Nr.', vatId: 'USt-IdNr.' },
  en: { taxNumber: 'Tax no.', vatId: 'VAT id' },
} as const satisfies Record<Language, unknown>;

export interface TaxIds {
  readonly taxNumber: string | null;
  readonly vatId: string | null;
}

export const taxLines = ({ taxNumber, vatId }: TaxIds, language: Language): readonly string[] => [
  ...(taxNumber ? [`${WORDS[language].taxNumber} ${taxNumber}`] : []),
  ...(vatId ? [`${WORDS[language].vatId} ${vatId}`] : []),
];

/** In any words, because a shop may have typed its number into the lines that it prints above a receipt. */
const TAX_ID = /(?:\bst\.?-?nr|steuer|\bust\b|\bust-?id|\buid|\bmwst|\bvat|\btax).*\d/i;

const isTaxLine = (text: string): boolean => TAX_ID.test(text);

/** True where the lines name the tax number or the VAT id of the shop. */
export const namesTaxId = (lines: readonly ReceiptLine[]): boolean =>
  lines.some(line => line.type === 'textline' && isTaxLine(line.value.text));
