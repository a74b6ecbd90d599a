/** Text of a row that is JSON: as it is read, where flipped bytes on the disk make it something else, and as it is written. */

/** Named as SQLite names damage, so that it is refused and shown like it. */
class DamagedRecord extends Error {
  readonly code = 'SQLITE_CORRUPT_RECORD';
}

/**
 * `what` names the record for those who look for it, and `member` one that each record of its kind has. Throws what is refused as
 * `recordDamaged`.
 */
export function readStored<T>(text: string, what: string, member?: keyof T): T {
  let record: T;
  try {
    record = JSON.parse(text) as T;
  } catch (cause) {
    throw new DamagedRecord(`the record ${what} is damaged`, { cause });
  }
  if (member !== undefined && !(member in (record as object)))
    throw new DamagedRecord(`a part of the record ${what} is gone`);
  return record;
}

/** Texts of the documents that were written, for as long as somebody holds the document. */
const written = new WeakMap<object, string>();

/** The text of a document that goes to the disk now. */
export const writeStored = (document: object): string => keepWritten(document, JSON.stringify(document));

export function keepWritten(document: object, text: string): string {
  written.set(document, text);
  return text;
}

/** The text under which this very document was written, so that an answer need not make it again; undefined for others. */
export const writtenText = (document: object): string | undefined => written.get(document);
