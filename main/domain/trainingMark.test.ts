/** The mark on the receipts of a training. */
import { describe, expect, it } from 'vitest';
import { type ReceiptLine, receiptText, separator, textline } from './receipt.ts';
import { TRAINING_MARK, withTrainingMark } from './trainingMark.ts';

const slip = (caption: string): readonly ReceiptLine[] => [
  separator(caption),
  textline(`${caption} 1`),
  textline(`${caption} 2`),
];
const texts = (lines: readonly ReceiptLine[]) =>
  lines.map(line => (line.type === 'textline' ? line.value.text : line.type));

describe.each(['de', 'en'] as const)('in %s', language => {
  const mark = TRAINING_MARK[language];
  const training = { training: true, language };

  it('is the first and the last line of every slip', () => {
    expect(texts(withTrainingMark(training, [...slip('A'), ...slip('B')]))).toEqual([
      'separator',
      mark,
      'A 1',
      'A 2',
      mark,
      'separator',
      mark,
      'B 1',
      'B 2',
      mark,
    ]);
  });

  it('is around lines without a headline', () => {
    expect(texts(withTrainingMark(training, [textline('x')]))).toEqual([mark, 'x', mark]);
  });

  it('is around a headline without lines', () => {
    expect(texts(withTrainingMark(training, [separator('A')]))).toEqual(['separator', mark, mark]);
  });

  it('marks no empty receipt, and none outside training', () => {
    expect(withTrainingMark(training, [])).toEqual([]);
    const lines = slip('A');
    expect(withTrainingMark({ training: false, language }, lines)).toBe(lines);
  });

  it('fits on the paper', () => {
    expect(receiptText(withTrainingMark(training, slip('A')), 42).match(new RegExp(mark, 'g'))).toHaveLength(2);
  });
});
