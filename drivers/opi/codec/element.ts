/** An XML element of a message: names without prefixes, values as text. */

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Always empty in an element with children. */
  readonly text: string;
}

type Attributes = Readonly<Record<string, string | undefined>>;

/** Attributes and children that are undefined are left out. */
export function element(
  name: string,
  attributes: Attributes = {},
  content: string | readonly (Element | undefined)[] = [],
): Element {
  const given = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const children = typeof content === 'string' ? [] : content.filter(child => child !== undefined);
  return { name, attributes: Object.fromEntries(given), children, text: typeof content === 'string' ? content : '' };
}

/** The first child on each step of the path. */
export function find(from: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | undefined>((at, name) => at?.children.find(child => child.name === name), from);
}

export function all(from: Element | undefined, name: string): readonly Element[] {
  return from?.children.filter(child => child.name === name) ?? [];
}

/** Without the blanks around it; undefined when there is nothing else. */
export function textOf(from: Element | undefined, ...path: readonly string[]): string | undefined {
  return find(from, ...path)?.text.trim() || undefined;
}

/** Without the blanks around it; undefined when there is nothing else. */
export function attributeOf(of: Element | undefined, name: string): string | undefined {
  return of?.attributes[name]?.trim() || undefined;
}
