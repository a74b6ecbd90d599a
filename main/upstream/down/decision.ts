/** Decides about an object that the service sends: the same, taken, kept as this shop changed it, or a collision. */
import { createHash } from 'node:crypto';
import type { Json } from '../../world/down.ts';

/** `keep`: only this shop has changed it since. `collide`: both have. */
export type Decision = 'same' | 'take' | 'keep' | 'collide';

/** `base`: hash of what the service said last; null: the object is met for the first time, and the service counts. */
export function decide(here: Json, there: Json, base: string | null): Decision {
  const [ours, theirs] = [hashOf(here), hashOf(there)];
  if (ours === theirs) return 'same';
  if (base === null || ours === base) return 'take';
  return theirs === base ? 'keep' : 'collide';
}

/** The same for the same members, in whatever order they were sent. */
export const hashOf = (content: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(content)))
    .digest('base64url')
    .slice(0, 16);

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, ordered(member)]),
  );
}
