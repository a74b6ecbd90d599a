/** Receipts of a training: first and last line of every slip say that nothing was paid. */
import type { Language } from './money.ts';
import { type ReceiptLine, textline } from './receipt.ts';

export interface MarkSettings {
  readonly training: boolean;
  readonly language: Language;
}

export const TRAINING_MARK = {
  de: 'ÜBUNG – keine echten Zahlungen',
  en: 'TRAINING – no real payments',
} as const satisfies Record<Language, string>;

/** The same lines where nobody trains. A slip begins with a separator; lines in front of the first one are a slip, too. */
export function withTrainingMark(settings: MarkSettings, lines: readonly ReceiptLine[]): readonly ReceiptLine[] {
  if (!settings.training || lines.length === 0) return lines;
  const mark = textline(TRAINING_MARK[settings.language], 'important', 'align-center');
  return lines.flatMap((line, index) => {
    const begins = line.type === 'separator';
    const ends = index + 1 === lines.length || lines[index + 1]!.type === 'separator';
    const first = index === 0 && !begins ? [mark, line] : begins ? [line, mark] : [line];
    return ends ? [...first, mark] : first;
  });
}
