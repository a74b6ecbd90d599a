/** Names of people and of clients: what they may consist of, so that no two look alike and none hides anything. Pure. */
import type { Texts } from './texts.ts';

/**
 * Latin letters that every keyboard of the region writes, digits, and what mail addresses need. Letters of other scripts look
 * like Latin ones; of the Latin ones, those without a dot or with a stroke for one look like others.
 */
const USERNAME = /^[a-z0-9À-ÖØ-öø-ďĐ-įĴ-ķĹ-ňŊ-ž._@+-]{1,100}$/iu;

/** The fault of a user name; null where it has none. */
export function usernameFault(username: string): Texts | null {
  if (username.normalize('NFKC') === username && USERNAME.test(username)) return null;
  return {
    de: 'Ein Benutzername hat 1 bis 100 lateinische Buchstaben, Ziffern und . _ - @ +, ohne Leerzeichen.',
    en: 'A user name has 1 to 100 Latin letters, digits and . _ - @ +, without spaces.',
  };
}

/** User names are the same name in capitals and in small letters, with composed and with decomposed umlauts. */
export const foldedName = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Characters that are not seen, or that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u;
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** The fault of the name of a person or client, as others read it; null where it has none. */
export function shownNameFault(name: string): Texts | null {
  if (name.trim() === '' || name !== name.trim() || name.length > 100)
    return {
      de: 'Ein Name hat 1 bis 100 Zeichen und beginnt und endet nicht mit einem Leerzeichen.',
      en: 'A name has 1 to 100 characters and neither begins nor ends with a space.',
    };
  if (UNSEEN.test(name) || !name.isWellFormed())
    return { de: 'Der Name enthält unsichtbare Zeichen.', en: 'The name contains characters that are not seen.' };
  if (name.split(/[\s-]+/).some(word => SCRIPTS.filter(script => script.test(word)).length > 1))
    return {
      de: 'Ein Wort des Namens mischt Schriften, deren Buchstaben gleich aussehen.',
      en: 'A word of the name mixes scripts with letters that look alike.',
    };
  return null;
}

/** Ids of clients stand in configuration files and in headers. */
const CLIENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{2,59}$/;

/** The fault of the id of a client; null where it has none. */
export function clientIdFault(id: string): Texts | null {
  if (CLIENT_ID.test(id)) return null;
  return {
    de: 'Eine Kennung hat 3 bis 60 Buchstaben ohne Umlaute, Ziffern und . _ - und beginnt mit Buchstabe oder Ziffer.',
    en: 'An id has 3 to 60 letters from A to Z, digits and . _ - and begins with a letter or digit.',
  };
}

/** The fault of a reason that others will read; null where it has none. */
export function reasonFault(reason: string): Texts | null {
  if (reason.trim() !== '' && reason.length <= 500 && !/[\p{Cc}\p{Co}\p{Cn}]/u.test(reason)) return null;
  return { de: 'Ein Grund hat 1 bis 500 Zeichen.', en: 'A reason has 1 to 500 characters.' };
}
