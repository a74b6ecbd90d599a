/** Texts that break a CSV file, and how the most careless reader takes a file apart. */
import fc from 'fast-check';

const signs = [...'=+-@\t\r\n;,"\'a1 ', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '＝', '\n=1+1', '\r@SUM(1)'];

/** Short texts of the signs that readers of CSV stumble over. */
export const hostileText = fc.array(fc.constantFrom(...signs), { maxLength: 8 }).map(parts => parts.join(''));

/** The lines of a reader that knows no quotes and takes every line end for the end of a row. */
export const rowsOfEveryReader = (file: string): readonly string[] =>
  file.replace(/^\ufeff/, '').split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
