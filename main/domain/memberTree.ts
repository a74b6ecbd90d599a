/**
 * The members that a schema knows, as a tree, and what a body says beyond it: the unknown members with the known ones that
 * were probably meant. Pure; a tree is made once for each route.
 */
import { isJsonObject } from './jsonObject.ts';
import { likelyName, plainName } from './likelyName.ts';

export interface MemberTree {
  /** Members of an object. */
  readonly members: ReadonlyMap<string, MemberTree>;
  /** Items of a list; null for anything else. */
  readonly items: MemberTree | null;
  /** Anything may stand here. */
  readonly isFree: boolean;
}

interface Draft {
  readonly members: Map<string, Draft>;
  items: Draft | null;
  isFree: boolean;
}

const newDraft = (): Draft => ({ members: new Map(), items: null, isFree: false });

/** The tree of a JSON schema; for alternatives (`anyOf` and the like) a member is known if one of them declares it. */
export function memberTree(schema: unknown): MemberTree {
  const tree = newDraft();
  collect(schema, tree);
  return tree;
}

/** Every object with an id may say its type (specification, "Conventions"). */
function nameObject({ members }: Draft): void {
  if (members.has('id') && !members.has('object')) members.set('object', { ...newDraft(), isFree: true });
}

function collect(schema: unknown, into: Draft): void {
  if (!isJsonObject(schema)) return;
  for (const key of ['anyOf', 'oneOf', 'allOf']) for (const branch of asList(schema[key])) collect(branch, into);
  if (isJsonObject(schema.properties))
    for (const [name, member] of Object.entries(schema.properties)) {
      const below = into.members.get(name) ?? newDraft();
      into.members.set(name, below);
      collect(member, below);
    }
  nameObject(into);
  if (schema.type === 'array') {
    into.items ??= newDraft();
    collect(schema.items ?? {}, into.items);
  }
  if (saysNothing(schema)) into.isFree = true;
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** An object without declared members, one with members of any name, or no word about the kind of the value. */
function saysNothing(schema: Readonly<Record<string, unknown>>): boolean {
  if (schema.patternProperties || isJsonObject(schema.additionalProperties) || schema.$ref) return true;
  if (schema.type === 'object') {
    const hasMembers = isJsonObject(schema.properties) && Object.keys(schema.properties).length > 0;
    return !hasMembers && schema.additionalProperties !== false;
  }
  return !['type', 'anyOf', 'oneOf', 'allOf', 'const', 'enum', 'not', 'properties'].some(key => key in schema);
}

export interface UnknownMember {
  /** As in `basket.products[0].price`. */
  readonly path: string;
  readonly name: string;
  /** Path of the object that holds it; empty at the top. */
  readonly inside: string;
  /** Path of the known member that was probably meant and that is absent; null: none is near. */
  readonly meant: string | null;
}

/** The rules for members of a request, beyond its schema. */
export interface MemberCheck {
  /** Members of an object by the type that it says itself (`payment.customers`): it was read here and is sent as it was. */
  typed?(object: string): MemberTree | null;
  /** The members of the answer are known, too: a document that was read may be sent back. */
  readonly echo: MemberTree | null;
  readonly own: MemberTree;
  /** Places of the members whose name stands in one place alone, by their plain name. */
  readonly places: ReadonlyMap<string, Place>;
}

interface Place {
  readonly names: readonly string[];
  /** As in `basket.products[].priceOne`. */
  readonly path: string;
}

export function memberCheck(schema: unknown, answer: unknown, typed?: MemberCheck['typed']): MemberCheck {
  const own = memberTree(schema);
  const echo = answer === null ? null : memberTree(answer);
  return { own, echo, places: placesIn(own), ...(typed ? { typed } : {}) };
}

/** Names of one word are at home in many places. */
const SHORTEST_ELSEWHERE = 5;

function placesIn(tree: MemberTree): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>();
  const repeated = new Set<string>();
  const walk = ({ members, items }: MemberTree, names: readonly string[], path: string): void => {
    if (items) walk(items, names, `${path}[]`);
    for (const [name, below] of members) {
      const plain = plainName(name);
      const place = { names: [...names, name], path: path === '' ? name : `${path}.${name}` };
      if (found.has(plain)) repeated.add(plain);
      found.set(plain, place);
      walk(below, place.names, place.path);
    }
  };
  walk(tree, [], '');
  return new Map([...found].filter(([plain]) => !repeated.has(plain) && plain.length >= SHORTEST_ELSEWHERE));
}

/** Different names that are compared with known ones; a body with more is not a slip of the pen. */
const MOST_COMPARED = 200;

/** The unknown members, in the order of the body. */
export function unknownMembers(body: unknown, check: MemberCheck): readonly UnknownMember[] {
  const search = new Search(body, check);
  search.walk(body, check.own, check.echo, '');
  return search.found;
}

class Search {
  readonly found: UnknownMember[] = [];
  readonly #nearest = new Map<MemberTree, Map<string, string | null>>();
  #compared = 0;

  readonly #body: unknown;
  readonly #check: MemberCheck;

  constructor(body: unknown, check: MemberCheck) {
    this.#body = body;
    this.#check = check;
  }

  walk(value: unknown, own: MemberTree, echo: MemberTree | null, inside: string): void {
    if (own.isFree) return;
    if (Array.isArray(value)) {
      const { items } = own;
      if (items)
        for (const [index, entry] of value.entries())
          this.walk(entry, items, echo?.items ?? null, `${inside}[${index}]`);
    } else if (isJsonObject(value)) this.#walkObject(value, own, echo, inside);
  }

  #walkObject(
    value: Readonly<Record<string, unknown>>,
    own: MemberTree,
    echo: MemberTree | null,
    inside: string,
  ): void {
    const { object } = value;
    // At the top the route itself says what is known.
    const read = inside !== '' && typeof object === 'string' ? (this.#check.typed?.(object) ?? null) : null;
    for (const name of Object.keys(value)) {
      const below = own.members.get(name);
      if (below) {
        const member = value[name];
        if (typeof member === 'object' && member !== null)
          this.walk(member, below, read?.members.get(name) ?? echo?.members.get(name) ?? null, pathOf(inside, name));
      } else if (!echo?.isFree && !echo?.members.has(name) && !read?.members.has(name))
        this.found.push({ path: pathOf(inside, name), name, inside, meant: this.#meant(value, name, own, inside) });
    }
  }

  #meant(value: Readonly<Record<string, unknown>>, name: string, own: MemberTree, inside: string): string | null {
    if (isAbsent(value[name])) return null;
    const sibling = this.#nearestSibling(own, name);
    const plain = plainName(name);
    // The right name at the wrong place is nearer than a similar one beside it.
    const place = sibling !== null && plainName(sibling) === plain ? undefined : this.#check.places.get(plain);
    if (place && isAbsent(memberAt(this.#body, place.names))) return place.path;
    return sibling !== null && isAbsent(value[sibling]) ? pathOf(inside, sibling) : null;
  }

  #nearestSibling(own: MemberTree, name: string): string | null {
    const known = this.#nearest.get(own) ?? new Map<string, string | null>();
    this.#nearest.set(own, known);
    const before = known.get(name);
    if (before !== undefined) return before;
    this.#compared += 1;
    if (this.#compared > MOST_COMPARED) return null;
    const nearest = likelyName(name, own.members.keys());
    known.set(name, nearest);
    return nearest;
  }
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** The member at a path; of a list the first entry counts. */
function memberAt(body: unknown, names: readonly string[]): unknown {
  let value = body;
  for (const name of names) {
    if (Array.isArray(value)) [value] = value;
    if (!isJsonObject(value)) return undefined;
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** Longer names are cut. */
const LONGEST_NAME = 60;

function pathOf(inside: string, name: string): string {
  const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  if (!/^[\p{L}\p{N}_-]+…?$/u.test(shown)) return `${inside}[${JSON.stringify(shown)}]`;
  return inside === '' ? shown : `${inside}.${shown}`;
}
