/** The name that somebody meant who wrote a name that does not exist: members of bodies, settings, values of lists. Pure. */
import leven from 'leven';

/** Longer names are compared letter by letter with nothing: the comparison takes time for each pair of letters. */
const LONGEST = 60;

/** Letters that may be wrong, missing or too many. */
const MOST_WRONG = 2;

/** Shorter names are alike by chance. */
const SHORTEST = 3;

/**
 * The known name that is most like the given one; null where none is near. Near is: the same but for case and separators,
 * one of singular and plural, an abbreviation at a word's end (`price` of `priceOne`, `desc` of `description`), or at most
 * two letters wrong and no more than half of the name.
 */
export function likelyName(given: string, known: Iterable<string>): string | null {
  if (given.length > LONGEST) return null;
  const name = plainName(given);
  let best: string | null = null;
  let shortest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const distance = distanceBetween(given, name, candidate);
    if (distance >= shortest) continue;
    best = candidate;
    shortest = distance;
  }
  return best;
}

/** How far the names are apart: 0 for the same letters, infinite for names that are not alike. */
function distanceBetween(given: string, name: string, candidate: string): number {
  const known = plainName(candidate);
  if (name === known) return name === '' ? Number.POSITIVE_INFINITY : 0;
  if (Math.min(name.length, known.length) < SHORTEST || known.length > LONGEST) return Number.POSITIVE_INFINITY;
  if (isPlural(name, known) || isPlural(known, name)) return 0.5;
  const wrong = lettersWrong(name, known);
  if (wrong <= MOST_WRONG && wrong * 2 <= Math.min(name.length, known.length)) return wrong;
  return isAbbreviation(given, candidate) || isLengthened(given, candidate) ? MOST_WRONG + 1 : Number.POSITIVE_INFINITY;
}

/** In small letters and without separators. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const isPlural = (many: string, one: string): boolean =>
  many === `${one}s` || many === `${one}es` || (one.endsWith('y') && many === `${one.slice(0, -1)}ies`);

/** Two neighbours that changed places are one mistake. */
function lettersWrong(a: string, b: string): number {
  const wrong = leven(a, b, { maxDistance: MOST_WRONG + 1 });
  return wrong === 2 && isSwapped(a, b) ? 1 : wrong;
}

function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** `price` of `priceOne` and of `price_one`: whole words are left out at the end. */
const isAbbreviation = (given: string, known: string): boolean =>
  given.length >= SHORTEST && known.startsWith(given) && /^[_\-\p{Lu}]/u.test(known.slice(given.length));

/** `description` for `desc`: the word goes on. Where another word follows, the name is another one. */
const isLengthened = (given: string, known: string): boolean =>
  known.length > SHORTEST && given.startsWith(known) && /^\p{Ll}+$/u.test(given.slice(known.length));
