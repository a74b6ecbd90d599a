/** The hash by which till and back office recognise a record that was sent before. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../domain/canonicalJson.ts';

/** SHA-256 as 64 hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * SHA-256 of the canonical record without `document`: the document is the object as it was when it was sent, so it differs
 * when a record is sent again; everything else never changes.
 */
export function recordHash(record: object): string {
  const { document: _, ...facts } = record as Readonly<Record<string, unknown>>;
  return sha256(canonicalJson(facts));
}
