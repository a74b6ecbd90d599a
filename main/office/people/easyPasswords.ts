/**
 * Passwords that are tried first: those most used in known breaches, words and dates, rows of keys, repetitions, the person's own names,
 * and what is made of them.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Guesses that find a password, as a power of ten; a network of ten thousand addresses has 30,300 a day. */
const ENOUGH = 8;
/** Longer ones are judged by their beginning: the time of a judgement grows with the square of the length. */
const JUDGED = 40;

/** Loaded with the first new password: lists and tables take 15 MB. */
let judge: Promise<ZxcvbnFactory> | null = null;

/** `names`: words that whoever guesses knows, such as the username. */
export async function isEasyPassword(password: string, names: readonly string[]): Promise<boolean> {
  judge ??= load();
  const { guessesLog10 } = (await judge).check(password.slice(0, JUDGED), names.flatMap(partsOf));
  return guessesLog10 < ENOUGH;
}

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({ dictionary, graphs: adjacencyGraphs });
}

/** A name and its parts: of `anna.berg@shop.example` also anna.berg, shop.example and each word. */
const partsOf = (name: string): readonly string[] =>
  [name, ...name.split('@'), ...name.split(/[^\p{L}\p{N}]+/u)]
    .filter(({ length }) => length > 2)
    .map(part => part.toLowerCase());
