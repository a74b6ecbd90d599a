/** The one layout of receipts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { specifies } from '../doubles/specifies.ts';
import { nameValue, type ReceiptLine, separator, space, textline } from './receipt.ts';
import { lineText, paperColumns, paperLines, sizeOf } from './receiptLayout.ts';

const text = (lines: readonly ReceiptLine[], columns = 32, mark?: string) =>
  paperLines(lines, { columns, mark }).map(line => lineText(line, columns));

describe('paper lines', () => {
  it('draw a headline centred, bold, twice as large and padded', () => {
    specifies({ Receipt: 'separator with an optional caption: centred, or a rule' });
    const [above, headline, below] = paperLines([separator('Kassenbon')], { columns: 32 });
    expect(headline).toMatchObject({ before: 3, left: 'Kassenbon', bold: true, size: 2 });
    expect([above, below].map(line => line && lineText(line, 32))).toEqual(['', '']);
    expect(paperLines([separator(), separator('')])).toEqual([{ kind: 'rule' }, { kind: 'rule' }]);
  });

  it('begin the value on the last line of a long name where it fits', () => {
    expect(text([nameValue('Holzofenbrot mit Walnüssen und Honig', '4,50 € A')])).toEqual([
      'Holzofenbrot mit Walnüssen und',
      'Honig                   4,50 € A',
    ]);
  });

  it('count two columns for East Asian letters and emoji, and none for marks over and under a letter', () => {
    expect(text([nameValue('拿铁咖啡', '4,50 € A')])).toEqual(['拿铁咖啡                4,50 € A']);
    expect(text([nameValue('👍🏽 ชาเย็น', '4,50 € A')])).toEqual(['👍🏽 ชาเย็น                4,50 € A']);
    expect(text([textline('咖'.repeat(33))])).toEqual(['咖'.repeat(16), '咖'.repeat(16), '咖']);
    expect(paperLines([separator('咖')], { columns: 1 })).toHaveLength(3);
  });

  it('put the mark above the first slip, between rules', () => {
    expect(text([textline('Brot')], 32, 'KOPIE 2')).toEqual([
      '-'.repeat(32),
      '            KOPIE 2',
      '-'.repeat(32),
      'Brot',
    ]);
  });

  it('show a line of a newer till as its words, and everything around it', () => {
    const newer = [
      textline('Brot'),
      { type: 'image', value: { alt: 'Logo', width: 12, more: [{ url: 'https://shop.example' }] } },
      { type: 'textline', value: { text: 'ohne Schmuck' } },
      { type: 'name-value', value: { name: 'Summe', value: 250, decoration: [] } },
      { type: 'separator' },
      { type: 'cut' },
      null,
      textline('Danke'),
    ] as unknown as readonly ReceiptLine[];
    expect(text(newer, 42)).toEqual(['Brot', 'Logo 12 https://shop.example', 'ohne Schmuck', 'Summe 250', 'Danke']);
  });

  it('never fail, whatever a till has sent, and are never too long', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.jsonValue(),
            fc.record({
              type: fc.constantFrom('separator', 'textline', 'name-value', 'space', 'new'),
              value: fc.jsonValue(),
            }),
          ),
        ),
        lines => {
          for (const line of text(lines as unknown as readonly ReceiptLine[]))
            expect(sizeOf(line)).toBeLessThanOrEqual(32);
        },
      ),
    ));

  it('hold no character that a printer would take for a command, and none without a width', () => {
    const [line] = text([textline('a\u001b@b\u200bc\u202ed\u0301e\ud800f')]);
    expect(line).toBe('a @bcde\ufffdf');
  });

  it('are never wider than the paper, whatever stands in them', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 90 });
    const decoration = fc.subarray(['important', 'align-left', 'align-center', 'align-right'] as const);
    const line: fc.Arbitrary<ReceiptLine> = fc.oneof(
      words.map(separator),
      fc.tuple(words, decoration).map(([value, how]) => textline(value, ...how)),
      fc.tuple(words, words, decoration).map(([name, value, how]) => nameValue(name, value, ...how)),
      fc.constant(space),
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 30 }),
        fc.constantFrom(...paperColumns),
        words,
        (lines, columns, mark) => {
          for (const drawn of paperLines(lines, { columns, mark })) {
            const size = drawn.kind === 'text' ? drawn.size : 1;
            expect(sizeOf(lineText(drawn, columns)) * size).toBeLessThanOrEqual(columns);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
