/**
 * A one-time code that was made while the bridge runs (`npm run setup -- --new-code`): its hash, in a file of the data directory.
 * Whoever may write there could change the database as well.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../store/directory.ts';
import { hashToken } from '../world/secrets.ts';
import { newCode, shownCode } from './setupCode.ts';

const nameIn = (directory: string): string => join(directory, 'setup-code');

/** Gives the code as a person reads it; the one before it is void. */
export function keepNewCode(directory: string): string {
  const code = newCode();
  writeDurably(nameIn(directory), `${hashToken(code)}\n`);
  return shownCode(code);
}

/** Null where no code was made since the bridge began. */
export function keptCodeHash(directory: string): string | null {
  try {
    return readFileSync(nameIn(directory), 'utf8').trim();
  } catch {
    return null;
  }
}

export const removeKeptCode = (directory: string): void => rmSync(nameIn(directory), { force: true });
