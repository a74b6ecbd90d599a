/**
 * The character sets of files that people save, and the one that the bytes of a file are in: by its mark, else UTF-8 as
 * long as it is UTF-8, else a guess. The sender of the file learns of a guess, because names read with a wrong
 * character set still look like names.
 */
import { setImmediate as turn } from 'node:timers/promises';
import iconv from 'iconv-lite';
import type { CharacterSet, ReadCharacterSet } from '../wire/listFiles.ts';

/** Names as `iconv-lite` knows them. */
const CODECS: Readonly<Record<CharacterSet, string>> = {
  'utf-8': 'utf8',
  'utf-16le': 'utf16-le',
  'utf-16be': 'utf16-be',
  'windows-1252': 'win1252',
  'windows-1250': 'win1250',
  'windows-1251': 'win1251',
  'windows-1253': 'win1253',
  macintosh: 'macroman',
  ibm850: 'cp850',
};

/** Bytes that are decoded at once. */
const PART = 65_536;

/** The signs of a file that cannot be read are U+FFFD, which no text of the shop may hold. */
const UNREADABLE = /\ufffd/g;
const BEYOND_ASCII = /[\u0080-\ufffc\u{10000}-\u{10ffff}]/gu;

/** Signs that one damaged byte can leave behind. */
const OF_ONE_BYTE = 3;

/** The character set of the bytes. Gives way to other work between two parts. */
export async function characterSetOf(parts: readonly Uint8Array[]): Promise<ReadCharacterSet> {
  const marked = markOf(parts[0]);
  if (marked) return { name: marked, guessed: false };
  let [unreadable, readable] = [0, 0];
  for await (const text of decoded(parts, 'utf-8')) {
    unreadable += text.match(UNREADABLE)?.length ?? 0;
    readable += text.match(BEYOND_ASCII)?.length ?? 0;
  }
  if (unreadable === 0) return { name: 'utf-8', guessed: false };
  // A damaged UTF-8 file stays one: in another set all its other names would change without a word.
  const isDamaged = readable > 0 && (unreadable <= OF_ONE_BYTE || readable > unreadable);
  return isDamaged ? { name: 'utf-8', guessed: false } : { name: await likeliestOf(parts), guessed: true };
}

/** Sets of one byte for each sign, the usual one first. */
const OF_ONE_SIGN = ['windows-1252', 'macintosh', 'ibm850'] as const satisfies readonly CharacterSet[];
/** Letters and signs of price lists in western Europe, and letters as they stand within a word. */
const USUAL = /[äöüÄÖÜßéèêëàâáçñôóòùûúîïíìøåæœšžŠŽ€£°½×†„“”‚‘’–]/gu;
const IN_WORD = /(?<=\p{L})[äöüßéèêëàâáçñôóòùûúîïíìøåæœ’](?=\p{Ll})/gu;
const ODD = /[\u0080-\u009f\ufffd]|(?<=\p{Ll})[^\p{L}\p{M}\p{N}\s\x20-\x7e’](?=\p{Ll})|(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu;

const FEWEST_MORE = 2;

interface Score {
  readonly set: CharacterSet;
  readonly inWords: number;
  readonly all: number;
}

/**
 * The set in which the bytes make the most letters that such lists have, and the fewest signs within words. Windows-1252 stays unless
 * another set makes two letters more within words: one damaged byte must not change all other names.
 */
async function likeliestOf(parts: readonly Uint8Array[]): Promise<CharacterSet> {
  const count = (text: string, signs: RegExp) => text.match(signs)?.length ?? 0;
  const scores: Score[] = [];
  for (const set of OF_ONE_SIGN) {
    let [inWords, all] = [0, 0];
    for await (const text of decoded(parts, set)) {
      inWords += count(text, IN_WORD);
      all += count(text, USUAL) + 2 * count(text, IN_WORD) - 3 * count(text, ODD);
    }
    scores.push({ set, inWords, all });
  }
  const [usual] = scores;
  const best = scores
    .filter(score => usual && score.inWords >= usual.inWords + FEWEST_MORE && score.all > usual.all)
    .sort((one, other) => other.all - one.all)[0];
  return (best ?? usual)?.set ?? 'windows-1252';
}

function markOf([first, second, third]: Uint8Array = new Uint8Array()): CharacterSet | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** The text without its mark, part by part; what cannot be read is U+FFFD. */
export async function* decoded(parts: readonly Uint8Array[], set: CharacterSet): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(CODECS[set]);
  for (const part of parts) {
    yield decoder.write(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    await turn();
  }
  const rest = decoder.end();
  if (rest) yield rest;
}

/** The file in parts of one size, however small or large the pieces are in which it comes. */
export async function gathered(source: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  const whole = Buffer.concat(pieces);
  return Array.from({ length: Math.ceil(whole.length / PART) }, (_, index) =>
    whole.subarray(index * PART, (index + 1) * PART),
  );
}
