/** CSV that keeps its rows and holds no formula, whatever the texts are. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileText, rowsOfEveryReader } from './csvText.fixture.ts';
import { csvText, safeCell } from './csvText.ts';

describe('a CSV file', () => {
  it('comes back as it was written, whatever line ends its fields hold', () =>
    fc.assert(
      fc.property(
        fc.array(fc.array(hostileText, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(';' as const, ',' as const),
        (rows, delimiter) => {
          const read = parse(csvText(rows, { delimiter, bom: true }), {
            bom: true,
            delimiter,
            relax_column_count: true,
            record_delimiter: ['\r\n'],
          });
          expect(read).toEqual(rows.map(row => [...row]));
        },
      ),
    ));

  it('begins no row with a formula for a reader that knows no quotes, or another line end', () =>
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 4 }), cells => {
        for (const row of rowsOfEveryReader(csvText([cells.map(safeCell)], { delimiter: ';' })))
          expect(row).not.toMatch(/^"?[=+\-@\t＝＋－＠]/);
      }),
    ));

  it.each([
    ['Milk', 'Milk'],
    ['=1+1', "'=1+1"],
    ['Milk\n=1+1', "Milk\n'=1+1"],
    ['Milk\r\n=1+1', "Milk\r\n'=1+1"],
    ['Milk\r=1+1', "Milk\r'=1+1"],
    ['Milk\u2028@SUM(1)', "Milk\u2028'@SUM(1)"],
    ['＝1+1', "'＝1+1"],
    ['a-b', 'a-b'],
  ])('guards %j as %j', (text, guarded) => expect(safeCell(text)).toBe(guarded));
});
