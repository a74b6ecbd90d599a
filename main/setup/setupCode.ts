/** The one-time code of a set-up: ten letters and digits, read aloud in two groups of five. */
import { randomInt } from 'node:crypto';

/** Letters and digits that nobody mistakes for each other. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 10;

export const newCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** ABCDE-FGHJK */
export const shownCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/** Blanks, hyphens and small letters are no mistake. */
export const plainCode = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '');
