/** The mark above a slip that is not the first of its kind. */

import type { Language } from './money.ts';

export interface PrintMark {
  /** 0: the slip itself. */
  readonly copy: number;
  /** True for the slip of a cancelled sale. */
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
