/**
 * Arabic letters in the forms in which they join. Unicode lists the forms of a letter one after the other (alone, last, first, middle) and
 * says of each which letter it is, so the table is read from it. Letters of languages whose forms it does not list stand alone.
 */

/** Forms of a letter, or of lām with alif; a letter that joins only with the one before it has two. */
const FORMS: ReadonlyMap<string, readonly string[]> = formsOf();

function formsOf(): ReadonlyMap<string, readonly string[]> {
  const forms = new Map<string, string[]>();
  for (const [from, to] of [
    [0xfe80, 0xfefc],
    [0xfb50, 0xfbb1],
    [0xfbd3, 0xfbe9],
    [0xfbfc, 0xfbff],
  ] as const)
    for (let point = from; point <= to; point += 1) {
      const form = String.fromCodePoint(point);
      const letter = form.normalize('NFKC');
      forms.set(letter, [...(forms.get(letter) ?? []), form]);
    }
  return forms;
}

const [ALONE, LAST, FIRST, MIDDLE] = [0, 1, 2, 3];
const STRETCH = 'ـ';
const LAM = 'ل';

/** A letter joins with the next one where it has a form for it. */
const joinsOn = (letter: string | undefined): boolean =>
  letter !== undefined && (letter === STRETCH || (FORMS.get(letter)?.length ?? 0) > 2);
const joinsBack = (letter: string | undefined): boolean =>
  letter !== undefined && (letter === STRETCH || (FORMS.get(letter)?.length ?? 0) > 1);

/** The text in its order, each letter in its form; lām and alif become one letter. */
export function joined(text: string): string {
  if (!/\p{sc=Arab}/u.test(text)) return text;
  const letters = lamAlif([...text]);
  return letters
    .map((letter, index) => {
      const before = joinsOn(letters[index - 1]);
      const after = joinsOn(letter) && joinsBack(letters[index + 1]);
      const form = before && joinsBack(letter) ? (after ? MIDDLE : LAST) : after ? FIRST : ALONE;
      return FORMS.get(letter)?.[form!] ?? letter;
    })
    .join('');
}

function lamAlif(letters: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const letter of letters)
    if (found.at(-1) === LAM && FORMS.has(LAM + letter)) found[found.length - 1] = LAM + letter;
    else found.push(letter);
  return found;
}
