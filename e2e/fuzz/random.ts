/** Random values that can be had again: the same seed gives the same row of values. */

export interface Random {
  /** 0 … below - 1. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
}

/** Marsaglia's xorshift, 32 bits. */
export function randomFrom(seed: number): Random {
  let state = seed | 0 || 1;
  function next(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: probability => next() < probability,
    pick: values => values[below(values.length)]!,
  };
}
