import { isJsonObject } from './jsonObject.ts';

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
