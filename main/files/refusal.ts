/** The reason why a database cannot be used, as a sentence for the person who starts the program (exit code 2). */
export class DatabaseRefusal extends Error {}

const NO_ROOM = /^(SQLITE_(CANTOPEN|READONLY|IOERR|FULL)|ENOSPC$|EROFS$|EDQUOT$|EIO$|EFBIG$)/;
const FULL = /^(SQLITE_(FULL|IOERR_SHMSIZE)|ENOSPC)$/;
const DAMAGE = /^SQLITE_(NOTADB|CORRUPT)/;

export const codeOf = (error: unknown): string => String((error as { readonly code?: unknown } | null)?.code ?? '');

/** The disk is full, read-only or failing: what is stored may still be readable. */
export const isUnwritable = (error: unknown): boolean => NO_ROOM.test(codeOf(error));

/** SQLite names a full disk so when it writes, and when it enlarges the index of its log. */
export const isFull = (error: unknown): boolean =>
  FULL.test(codeOf(error)) || (error instanceof DatabaseRefusal && isFull(error.cause));

export const isDamage = (error: unknown): boolean => DAMAGE.test(codeOf(error));

/** Turns an error that the person at the keyboard can mend into a sentence; other errors stay as they are. */
export function refusalOf(error: unknown, file: string, use = 'written'): unknown {
  const code = codeOf(error);
  if (isDamage(error))
    return new DatabaseRefusal(
      `The file ${file} is damaged or not a database of Tillbridge (${code}): put back the latest backup; what is readable is saved by "npm run data -- export --data DIR".`,
      { cause: error },
    );
  if (isUnwritable(error))
    return new DatabaseRefusal(
      `The file ${file} cannot be ${use} (${code}): see to room and write permission on its disk.`,
      { cause: error },
    );
  return error;
}
