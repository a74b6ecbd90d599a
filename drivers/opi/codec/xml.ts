/** Reads and writes XML; the only file that knows the library. Entities and document types of a message are refused. */
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import { type Element, element } from './element.ts';
import { NAMESPACE } from './messages.ts';

export type Charset = 'utf-8' | 'iso-8859-1';

/** Not the XML of a message: malformed, of an unknown encoding, with a document type, or nested too deep. */
export class XmlError extends Error {}

const DEEPEST = 32;
const TEXT = '#text';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  processEntities: false, // a document may define none; the five of XML and the numbered ones are `unescaped` below
  cdataPropName: CDATA,
  maxNestedTags: DEEPEST,
});

const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

/** The one element of a document; throws an XmlError. */
export function parseXml(bytes: Buffer): Element {
  const text = writable(decoded(bytes)).trim(); // here, so that no number is parted by what is left out when it is written
  if (/<!\s*(DOCTYPE|ENTITY)/i.test(text)) throw new XmlError('a document type is not accepted');
  if (!text.endsWith('>')) throw new XmlError('something follows the message'); // the library would let it pass
  const [root, ...more] = nodesOf(text).filter(node => nameOf(node) !== undefined || textIn(node).trim() !== '');
  if (!root || nameOf(root) === undefined || more.length > 0) throw new XmlError('a message is one element');
  return elementOf(root);
}

/** The bytes of a document; characters that the charset lacks are written by their number. */
export function writeXml(root: Element, charset: Charset): Buffer {
  const text = `<?xml version="1.0" encoding="${charset.toUpperCase()}"?>${xmlText(root)}`;
  if (charset === 'utf-8') return Buffer.from(text, 'utf8');
  const numbered = text.replace(/[^\0-\x7f\xa0-\xff]/gu, character => `&#${character.codePointAt(0)};`);
  return Buffer.from(numbered, 'latin1');
}

/** An element as text, without a declaration. */
export function xmlText(root: Element): string {
  return builder.build([nodeOf(root)]);
}

/** As the library keeps a node in order: its name with its content, its attributes beside it. */
type Node = Readonly<Record<string, unknown>>;

function nodesOf(text: string): readonly Node[] {
  try {
    const fits = XMLValidator.validate(text);
    if (fits !== true) throw new XmlError(fits.err.msg);
    return parser.parse(text) as Node[];
  } catch (error) {
    // An error of the library may quote the document, and with it a card number.
    throw error instanceof XmlError ? new XmlError('malformed XML') : new XmlError('XML that is not accepted');
  }
}

function nameOf(node: Node): string | undefined {
  return Object.keys(node).find(key => key !== TEXT && key !== CDATA && key !== ATTRIBUTES);
}

/** Namespaces by their prefix; the empty one is the default. A prefix that nobody declared stands for itself. */
type Scope = Readonly<Record<string, string>>;

/**
 * Names lose their prefixes. What stands in a namespace of others is left out: their OverallResult is none of this message.
 * The own ones are that of the root, that of O.P.I., and none, in which schemas leave inner elements.
 */
function elementOf(node: Node, outer: Scope = {}, root?: string): Element {
  const attributes = Object.entries((node[ATTRIBUTES] ?? {}) as Record<string, string>);
  const scope = scopeOf(attributes, outer);
  const { name, namespace } = qualified(nameOf(node)!, scope);
  const own = root ?? namespace;
  const content = node[nameOf(node)!] as readonly Node[];
  const elements = content.filter(inner => nameOf(inner) !== undefined);
  const children = elements.filter(inner => isOwn(inner, scope, own)).map(inner => elementOf(inner, scope, own));
  return element(name, plain(attributes, scope, own), elements.length > 0 ? children : content.map(textIn).join(''));
}

function scopeOf(attributes: readonly [string, string][], outer: Scope): Scope {
  const declared = attributes.flatMap(([key, value]) => {
    const [, prefix] = /^xmlns(?::(.+))?$/.exec(key) ?? [key, null];
    return prefix === null ? [] : [[prefix ?? '', unescaped(value)]];
  });
  return declared.length > 0 ? { ...outer, ...Object.fromEntries(declared) } : outer;
}

function qualified(name: string, scope: Scope) {
  const [prefix, local] = name.includes(':') ? (name.split(/:(.*)/s) as [string, string]) : ['', name];
  return { prefix, name: local, namespace: scope[prefix] ?? prefix };
}

function isOwn(node: Node, outer: Scope, root: string): boolean {
  const attributes = Object.entries((node[ATTRIBUTES] ?? {}) as Record<string, string>);
  return ['', root, NAMESPACE].includes(qualified(nameOf(node)!, scopeOf(attributes, outer)).namespace);
}

function plain(attributes: readonly [string, string][], scope: Scope, root: string): Record<string, string> {
  const kept = new Map<string, string>();
  for (const [key, raw] of attributes) {
    const { prefix, name, namespace } = qualified(key, scope);
    if (prefix !== '' && (prefix === 'xmlns' || ![root, NAMESPACE].includes(namespace))) continue;
    const value = unescaped(raw);
    if ((kept.get(name) ?? value) !== value) throw new XmlError('an attribute has two values');
    kept.set(name, value);
  }
  return Object.fromEntries(kept);
}

function textIn(node: Node): string {
  const raw = (node[CDATA] as readonly Node[] | undefined)?.map(inner => String(inner[TEXT] ?? '')).join('');
  return raw ?? unescaped(String(node[TEXT] ?? ''));
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, named, decimal, hex) => {
    if (named) return NAMED[named.toLowerCase()]!;
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return point > 0 && point <= 0x10ffff ? writable(String.fromCodePoint(point)) : whole;
  });
}

function nodeOf({ name, attributes, children, text }: Element): Node {
  const content = children.length > 0 ? children.map(nodeOf) : text === '' ? [] : [{ [TEXT]: writable(text) }];
  const written = Object.entries(attributes).map(([key, value]) => [key, writable(value).replace(/\s/g, ' ')]);
  return { [name]: content, ...(written.length > 0 ? { [ATTRIBUTES]: Object.fromEntries(written) } : {}) };
}

/** XML cannot hold control characters, not even by their number. */
function writable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '');
}

/**
 * By the encoding that is declared; without one UTF-8, and ISO 8859-1 where it cannot be that, with the € that Windows puts
 * among its control characters.
 */
function decoded(bytes: Buffer): string {
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,20})["']/i.exec(
    bytes.toString('latin1', 0, 200),
  )?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (declared === undefined || /^utf-?8$/i.test(declared)) return new TextDecoder('iso-8859-1').decode(bytes);
    throw new XmlError('an encoding that is not known');
  }
}
