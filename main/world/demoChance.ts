/** Chance that is the same on every machine and every day: a stream of numbers from a text. */

export interface Chance {
  /** From 0 to 1, without 1. */
  next(): number;
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number;
  /** True in `share` of the cases. */
  happens(share: number): boolean;
  /** Picks an entry, each as often as its weight says. */
  weighted<T>(entries: readonly (readonly [T, number])[]): T;
}

export function chanceOf(text: string): Chance {
  let state = 2_166_136_261;
  for (let i = 0; i < text.length; i += 1) state = Math.imul(state ^ text.charCodeAt(i), 16_777_619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: limit => Math.floor(next() * limit),
    happens: share => next() < share,
    weighted(entries) {
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [entry, weight] of entries) {
        rest -= weight;
        if (rest < 0) return entry;
      }
      return entries[entries.length - 1]![0];
    },
  };
}
