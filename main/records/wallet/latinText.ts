/** Text as the fonts built into every PDF reader can show it; bank forms are written in Latin letters. */

/** Letters beyond West European that have no accent to leave out. */
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

/** What cannot be shown becomes a point, as banks do it. */
export const latin = (text: string): string => [...text.normalize('NFC')].map(shown).join('');

function shown(letter: string): string {
  if (isShown(letter)) return letter;
  if (/\s/.test(letter)) return ' ';
  const bare = LETTERS[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '');
  return bare !== '' && [...bare].every(isShown) ? bare : '.';
}

const isShown = (letter: string): boolean => /^[\u0020-\u007e\u00a0-\u00ff]$/.test(letter) || MORE.includes(letter);
