/** Names of properties in query parameters (`sort`, `fields`) held against the members of the resource that is listed. Pure. */
import { likelyName } from './likelyName.ts';
import type { MemberTree } from './memberTree.ts';

export interface KnownProperties {
  readonly tree: MemberTree;
  /** Properties that can be asked for beside the members, with their paths. */
  readonly declared: ReadonlySet<string>;
}

/**
 * Null for a property that is known; else the one that was probably meant, or null where none is near. `isExpanded`: what
 * stands below the first name may come from another resource.
 */
export function unknownProperty(
  segments: readonly string[],
  { tree, declared }: KnownProperties,
  isExpanded: boolean,
): { readonly meant: string | null } | null {
  if (declared.has(segments.join('.'))) return null;
  let place = tree;
  for (const [index, name] of (isExpanded ? segments.slice(0, 1) : segments).entries()) {
    place = insideLists(place);
    if (place.isFree) return null;
    const below = place.members.get(name);
    if (!below) {
      const near = index === 0 && COMMON.has(name) ? null : likelyName(name, place.members.keys());
      return { meant: near === null ? null : segments.with(index, near).join('.') };
    }
    place = below;
  }
  return null;
}

/** Members that most resources have: where one is missing, nobody has misspelt another one. */
const COMMON: ReadonlySet<string> = new Set(['id', 'object', 'merchant', 'created', 'updated', 'status']);

/** A path goes through lists without saying so. */
function insideLists(tree: MemberTree): MemberTree {
  let inside = tree;
  while (inside.items && inside.members.size === 0) inside = inside.items;
  return inside;
}
