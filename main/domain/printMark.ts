/** The mark above a slip that is not the first of its kind, and the code by which a scanner finds its sale again. */

import type { Language } from './money.ts';

export interface PrintMark {
  /** 0: the slip itself. */
  readonly copy: number;
  /** Of a sale that was cancelled. */
  readonly isVoid: boolean;
  /** It may be on paper already. */
  readonly mayBeDouble: boolean;
}

const WORDS = {
  de: { void: 'STORNIERT', copy: 'KOPIE', double: 'KOPIE – vielleicht doppelt gedruckt' },
  en: { void: 'CANCELLED', copy: 'COPY', double: 'COPY – may be printed twice' },
} as const satisfies Record<Language, unknown>;

/** Empty for the slip itself. */
export function printMark({ copy, isVoid, mayBeDouble }: PrintMark, language: Language): string {
  const words = WORDS[language];
  const copied = copy > 0 ? `${words.copy} ${copy}` : '';
  const marks = [isVoid ? words.void : '', mayBeDouble ? words.double : copied];
  return marks.filter(Boolean).join(' · ');
}

/**
 * The code on a receipt: its number, and four digits made of the id of its sale, so that the receipt of another shop with the same
 * number is not taken for it. Letters and digits alone, none of which changes its place between keyboards.
 */
export const receiptCode = (receiptNumber: number, sale: string): string => `B${receiptNumber}C${checkOf(sale)}`;

const CODE = /^B(\d{1,15})C(\d{4})$/i;

/** Null for a text of another form. */
export function readReceiptCode(text: string): { readonly receiptNumber: number; readonly check: string } | null {
  const [, number = '', check = ''] = CODE.exec(text.trim()) ?? [];
  return check === '' ? null : { receiptNumber: Number(number), check };
}

/** True for the sale that the code stands for. */
export const isCodeOf = (text: string, receiptNumber: number, sale: string): boolean =>
  text.trim().toUpperCase() === receiptCode(receiptNumber, sale);

function checkOf(sale: string): string {
  let sum = 0;
  for (const character of sale) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 10_007;
  return String(sum % 10_000).padStart(4, '0');
}
