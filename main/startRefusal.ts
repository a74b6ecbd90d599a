/** Says why a program did not start. Loads nothing of the bridge, so that a refusal and a small tool are quick. */

import { codeOf, DatabaseRefusal, isDamage, isUnwritable } from './files/refusal.ts';
import { DirectoryRefusal } from './store/directory.ts';
import { ConfigRefusal } from './world/config.ts';

const REFUSALS = [ConfigRefusal, DatabaseRefusal, DirectoryRefusal];

/** One clear sentence and exit code 2 for what the person at the keyboard can mend; everything else with its stack. */
export function explain(error: unknown): number {
  const sentence = refusalSentence(error);
  console.error(sentence ?? error);
  return sentence === null ? 1 : 2;
}

/** The sentence for the person at the keyboard; null where nobody foresaw the error. */
export const refusalSentence = (error: unknown): string | null =>
  REFUSALS.some(kind => error instanceof kind) ? (error as Error).message : onDisk(error);

/** A folder that cannot be made or entered. */
const NO_FOLDER = ['EACCES', 'EPERM', 'ENOTDIR', 'EEXIST'];

/** Where the disk stopped a start half way. */
function onDisk(error: unknown): string | null {
  if (isDamage(error))
    return `The database is damaged or not a database of Tillbridge (${codeOf(error)}): put back the latest backup; what is readable is saved by "npm run data -- export --data DIR".`;
  if (!isUnwritable(error) && !NO_FOLDER.includes(codeOf(error))) return null;
  const place = (error as { readonly path?: string }).path;
  return `The disk cannot be written${place ? ` at ${place}` : ''} (${codeOf(error)}): see to room and write permission, then start again.`;
}
