/** Members that an entry of the audit log changed, for a table with before and after. Pure. */

import type { AuditEntry } from '../../../main/wire/audit.ts';

export interface ChangedMember {
  /** `name`, `address.city`, `data[0].rate` */
  readonly name: string;
  /** Undefined where there was no such member. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Members that differ; of what is made or removed every member that says something. */
export function changedMembers({ before, after }: Pick<AuditEntry, 'before' | 'after'>): readonly ChangedMember[] {
  const [old, now] = [leaves(before), leaves(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names
    .map(name => ({ name, before: old.get(name), after: now.get(name) }))
    .filter(member => (member.before ?? null) !== (member.after ?? null));
}

/** Every value that is no object, by its path; a list of plain values is one text. */
function leaves(value: unknown, path = '', found = new Map<string, unknown>()): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null) {
    if (path !== '') found.set(path, value);
    return found;
  }
  if (Array.isArray(value) && value.every(item => typeof item !== 'object' || item === null))
    return found.set(path, value.join(', '));
  const place = (name: string) => (Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`);
  for (const [name, member] of Object.entries(value)) leaves(member, place(name), found);
  return found;
}
