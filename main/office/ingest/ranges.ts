/** Ranges of sequence numbers, both ends included: which ones are held, and which are missing. Pure. */

export type Range = readonly [first: number, last: number];

/** Reads an `int8multirange`, for example `{[1,5),[7,9)}`. */
export function readRanges(text: string): readonly Range[] {
  return [...text.matchAll(/[[(](\d+),(\d+)[\])]/g)].map(
    ([part, first, last]): Range => [
      part.startsWith('[') ? Number(first) : Number(first) + 1,
      part.endsWith(']') ? Number(last) : Number(last) - 1,
    ],
  );
}

/** Writes an `int8multirange`. */
export const writeRanges = (ranges: readonly Range[]): string =>
  `{${ranges.map(([first, last]) => `[${first},${last}]`).join(',')}}`;

/** The ranges with further numbers; neighbours become one range. */
export function withNumbers(ranges: readonly Range[], numbers: readonly number[]): readonly Range[] {
  return joined([...ranges, ...numbers.map((number): Range => [number, number])]);
}

function joined(ranges: readonly Range[]): readonly Range[] {
  const result: [number, number][] = [];
  for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
    const before = result.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else result.push([first, last]);
  }
  return result;
}

/** Gives whether a number is in the ranges; they are sorted and apart. */
export function includesNumber(ranges: readonly Range[], number: number): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle]!;
    if (number < first) high = middle - 1;
    else if (number > last) low = middle + 1;
    else return true;
  }
  return false;
}

/** Ranges that are missing from 1 to `highest`. */
export function gapsIn(ranges: readonly Range[], highest: number): readonly Range[] {
  const gaps: Range[] = [];
  let next = 1;
  for (const [first, last] of ranges) {
    if (first > highest) break;
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= highest) gaps.push([next, highest]);
  return gaps;
}
