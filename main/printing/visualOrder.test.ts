/** Lines of other scripts as they stand on paper: in their order, joined, and with the price at its place. */

import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type PaperSettings, pageBytes } from '../../drivers/index.ts';
import { VirtualPrinter } from '../../drivers/simulator/printer/virtualPrinter.ts';
import { connectTcp } from '../../drivers/transport/tcp.ts';
import { nameValue, textline } from '../domain/receipt.ts';
import { lineText, paperLines, sizeOf } from '../domain/receiptLayout.ts';
import { printerLine } from './printedPage.ts';

const lineOf = (name: string, price = '12,50 € A', columns = 32) =>
  printerLine(paperLines([nameValue(name, price)], { columns })[0]!, columns);
const shown = (name: string, price?: string) =>
  lineOf(name, price)
    .cells?.map(({ text }) => text)
    .join('');
const columnsOf = (cells: readonly { readonly columns: number }[] = []) =>
  cells.reduce((sum, { columns }) => sum + columns, 0);

describe('a line', () => {
  it('of letters that every printer has is left to its code pages', () => {
    expect(lineOf('Crème brûlée, 2 Stück').cells).toBeUndefined();
    expect(lineOf('Ελλάδα Борщ').cells).toBeUndefined();
  });

  it('in Hebrew runs to the left, its digits and its foreign words to the right, and the price stays', () => {
    expect(shown('חלב 3% (טרי)')).toBe('(ירט) 3% בלח           12,50 € A');
    expect(shown('שוקולד Milka 100g')).toMatch(/^Milka 100g דלוקוש +12,50 € A$/);
    expect(shown('Milka שוקולד')).toMatch(/^Milka דלוקוש +12,50 € A$/);
  });

  it('in Arabic joins its letters, and lām with alif, and keeps its width', () => {
    const line = lineOf('سلام ٣ شاي');
    expect(line.cells?.map(({ text }) => text).join('')).toMatch(/^ﻱﺎﺷ ٣ ﻡﻼﺳ +12,50 € A$/);
    expect(columnsOf(line.cells)).toBe(32);
    expect(shown('گچ')).toMatch(/^ﭻﮔ /);
  });

  it('of East Asian letters and emoji counts two columns for each', () => {
    const line = lineOf('抹茶ラテ 🥐 아');
    expect(columnsOf(line.cells)).toBe(32);
    expect(line.cells?.at(-1)).toEqual({ text: 'A', columns: 1 });
  });

  it('of another script begins the price at the same column as a German one', () => {
    const start = (name: string) => {
      const cells = lineOf(name).cells ?? [...lineOf(name).text].map(text => ({ text, columns: 1 }));
      return columnsOf(
        cells.slice(
          0,
          cells.findLastIndex(({ text }) => text === '1'),
        ),
      );
    };
    // Scripts with ligatures that are not drawn keep the price, too.
    const indic = ['क्षत्रिय ज्ञान', 'বাংলা ক্ষীর', 'தோசை', 'తెలుగు', 'മലയാളം', 'සිංහල', 'မြန်မာ', 'ភាសាខ្មែរ', 'བོད'];
    const names = ['قهوة', 'חלב', '咖啡', '커피', 'ชาเย็น', 'ό ﬁ', '😀', ...indic];
    expect(new Set(['Kaffee', ...names].map(start))).toEqual(new Set([23]));
  });

  it('is as wide as the layout says, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom(32, 42, 48), (name, columns) => {
        for (const line of paperLines([nameValue(name, '1,00 € A'), textline(name)], { columns })) {
          const { cells } = printerLine(line, columns);
          expect(sizeOf(lineText(line, columns))).toBeLessThanOrEqual(columns);
          if (cells) expect(columnsOf(cells)).toBe(sizeOf(lineText(line, columns)));
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** First and last letter of the blocks. */
const BLOCKS =
  '20-24f 370-52f 531-58f 5d0-5ea 620-6ff 750-77f 10d0-10ff 1e00-1fff 2010-2027 20a0-20bf 3041-30ff 4e00-9ffc ac00-d7a3';
/** Letters of the large blocks that are left out between two, where not all of them are wanted. */
const STEP = process.env.LONG ? 1 : 16;

it('every letter of Europe, Greek, Cyrillic, Arabic, Hebrew and CJK reaches the paper, as itself or as a picture', async () => {
  const letters = BLOCKS.split(' ').flatMap(block => {
    const [from = 0, to = from] = block.split('-').map(point => Number.parseInt(point, 16));
    const step = to - from > 5000 ? STEP : 1;
    return Array.from({ length: Math.ceil((to - from + 1) / step) }, (_, index) =>
      String.fromCodePoint(from + index * step),
    );
  });
  const printed = letters.filter(letter => /[\p{L}\p{N}\p{Sc}]/u.test(letter));
  const settings: PaperSettings = { columns: 48, model: 'epson', codePage: 'auto', cut: 'partial' };
  const printer = new VirtualPrinter({ port: 0 });
  await printer.open();
  onTestFinished(() => printer.close());
  const line = await connectTcp({ host: '127.0.0.1', port: printer.port }, 2000);
  line.listen({ bytes: () => undefined, down: () => undefined });
  for (let at = 0; at < printed.length; at += 2000) {
    const text = printed.slice(at, at + 2000).join('');
    const lines = paperLines([textline(text)], { columns: 48 });
    const before = printer.paper.slips;
    line.write(await pageBytes({ lines: lines.map(one => printerLine(one, 48)) }, settings));
    await expect.poll(() => printer.paper.slips, { timeout: 20_000 }).toBe(before + 1);
    const paper = printer.paper.lines('last').filter(Boolean);
    expect(paper).toHaveLength(lines.length);
    paper.forEach((one, index) => {
      if (one !== '[picture]') expect(one).toBe(lineText(lines[index]!, 48).trimEnd());
    });
    printer.paper.tear();
  }
});
