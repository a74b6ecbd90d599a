/** Converts text to letters that the built-in fonts of every PDF reader can show; bank forms use Latin letters. */

/** Letters without an accent that could be dropped. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  ŋ: 'n',
  ẞ: 'SS',
};

/** Letters of Windows-1252 beyond Latin-1. */
const MORE = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** The text with a point for every letter that cannot be shown, as banks do it. */
export const latin = (text: string): string => [...text.normalize('NFC')].map(shown).join('');

function shown(letter: string): string {
  if (isShown(letter)) return letter;
  if (/\s/.test(letter)) return ' ';
  const bare = LETTERS[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '');
  return bare !== '' && [...bare].every(isShown) ? bare : '.';
}

const isShown = (letter: string): boolean => /^[\u0020-\u007e\u00a0-\u00ff]$/.test(letter) || MORE.includes(letter);
