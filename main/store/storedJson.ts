/** Text of a row that is JSON; bytes that were flipped on the disk make it something else. */

/** Named as SQLite names damage, so that it is refused and shown like it. */
class DamagedRecord extends Error {
  readonly code = 'SQLITE_CORRUPT_RECORD';
}

/** `what` names the record for those who look for it. Throws what is refused as `recordDamaged`. */
export function readStored<T>(text: string, what: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new DamagedRecord(`the record ${what} is damaged`, { cause });
  }
}
