/** The hash by which till and back office recognise a record that was sent before. */
import { createHash } from 'node:crypto';
import { isJsonObject } from '../domain/jsonObject.ts';

/**
 * JSON with the members of every object sorted by UTF-16 code units and no spaces (RFC 8785): equal values give equal text.
 * It is written member by member, because an object would lose a member named `__proto__`.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .filter(name => value[name] !== undefined)
    .sort()
    .map(name => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(',')}}`;
}

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
