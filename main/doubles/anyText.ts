/** Texts of any characters of Unicode, for properties. The library's own unit of that kind takes a second to list them. */
import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 } as const;

const character = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map(at => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count));

export const anyText = (maxLength: number): fc.Arbitrary<string> => fc.string({ unit: character, maxLength });
