/** Pictures and codes of other programs, as they come over a line to the paper. */
import { describe, expect, it } from 'vitest';
import { CommandReader } from './commands.ts';
import { Paper } from './paper.ts';
import { PrintHead } from './printHead.ts';

const ESC_POS = { picture: [0x1d, 0x76, 0x30], store: [48, 112, 48], print: [0x1d, 0x28, 0x4c, 2, 0, 48, 50] } as const;
/** Eight dots wide, two high: the left half of the first row, the right half of the second. */
const DOTS = [0xf0, 0x0f];

function printed(...bytes: readonly number[]) {
  const paper = new Paper(64);
  const head = new PrintHead(paper, { drawer: () => undefined, cut: () => undefined, turn: () => undefined });
  const reader = new CommandReader();
  // A line may cut a job anywhere.
  for (const byte of bytes) for (const command of reader.read(Buffer.from([byte]))) head.carryOut(command);
  return { paper, lines: paper.lines(), unknown: reader.unknown };
}

/** Black dots of the paper by the picture of it, row by row. */
const rowsOf = (paper: Paper) =>
  Array.from({ length: paper.height }, (_, y) =>
    Array.from({ length: 16 }, (__, x) => (paper.isBlack(x, y) ? '#' : '.')).join(''),
  );

describe('a picture', () => {
  it.each([
    [0, ['####............', '....####........']],
    [1, ['########........', '........########']],
    [2, ['####............', '####............', '....####........', '....####........']],
    [51, ['########........', '########........', '........########', '........########']],
  ])('in mode %i of GS v 0 is stretched', (mode, rows) => {
    const { paper, lines } = printed(...ESC_POS.picture, mode, 1, 0, 2, 0, ...DOTS);
    expect(rowsOf(paper)).toEqual(rows);
    expect(lines).toEqual(['[picture]']);
  });

  it('of GS ( L is kept, printed by its command, and gone then', () => {
    const store = [...ESC_POS.store, 2, 1, 49, 8, 0, 2, 0, ...DOTS];
    const { paper, lines } = printed(0x1d, 0x28, 0x4c, store.length, 0, ...store, ...ESC_POS.print, ...ESC_POS.print);
    expect(rowsOf(paper)).toEqual(['########........', '........########']);
    expect(lines).toEqual(['[picture]']);
  });

  it('of GS 8 L may stand in columns', () => {
    const store = [48, 113, 48, 1, 1, 49, 2, 0, 8, 0, ...DOTS];
    const { paper } = printed(0x1d, 0x38, 0x4c, store.length, 0, 0, 0, ...store, ...ESC_POS.print);
    expect(rowsOf(paper)).toEqual([...Array(4).fill('#...............'), ...Array(4).fill('.#..............')]);
  });

  it('that is cut short breaks nothing', () => {
    expect(printed(0x1d, 0x28, 0x4c, 3, 0, 48, 112, 48, ...ESC_POS.print, 0x41, 0x0a).lines).toEqual(['A']);
  });
});

describe('PDF417', () => {
  const code = (...data: readonly number[]) => [0x1d, 0x28, 0x6b, data.length + 1, 0, 48, ...data];
  it('is drawn by its columns, module and row height', () => {
    const data = [...'BON 7'].map(letter => letter.charCodeAt(0));
    const paper = new Paper(576);
    const head = new PrintHead(paper, { drawer: () => undefined, cut: () => undefined, turn: () => undefined });
    const bytes = [
      ...code(65, 2),
      ...code(67, 2),
      ...code(68, 3),
      ...code(69, 48, 50),
      ...code(80, 48, ...data),
      ...code(81, 48),
    ];
    for (const command of new CommandReader().read(Buffer.from(bytes))) head.carryOut(command);
    expect(paper.lines()).toEqual(['[pdf417 BON 7]']);
    // The start pattern: eight modules black, then white and black in turn, each two dots wide.
    const start = Array.from({ length: 34 }, (_, x) => (paper.isBlack(x, 3) ? '#' : '.')).join('');
    expect(start).toBe(`${'#'.repeat(16)}..##..##..##......`);
    expect(paper.height % 6).toBe(0);
  });

  it('without data says that it cannot be printed', () => {
    expect(printed(...code(81, 48)).lines).toEqual(['[pdf417  cannot be printed]']);
  });
});
