/** Chance that can be repeated: the same seed draws the same numbers, on every machine. */

export interface Random {
  /** 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  /** True in `percent` of 100 draws. */
  chance(percent: number): boolean;
  pick<T>(some: readonly T[]): T;
}

/** The generator `splitmix32`. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: percent => next() * 100 < percent,
    pick: some => some[Math.floor(next() * some.length)]!,
  };
}
