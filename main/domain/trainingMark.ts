/** Marks the receipts of a training: first and last line of every slip say that no money was paid. */
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

/**
 * The lines with training marks; unchanged outside training. A slip begins with a separator; lines before the first
 * separator are a slip too.
 */
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
