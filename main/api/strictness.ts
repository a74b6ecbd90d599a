/**
 * Unknown members of bodies and unknown query parameters: kept and ignored, named in a header, or refused, as the setting
 * `strict` or the header `Tillbridge-Strict` of a request wants it. What is known says the schema of the route.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { isJsonObject } from '../domain/jsonObject.ts';
import { likelyName } from '../domain/likelyName.ts';
import {
  type MemberCheck,
  type MemberTree,
  memberCheck,
  memberTree,
  type UnknownMember,
  unknownMembers,
} from '../domain/memberTree.ts';
import { misreadLine } from '../domain/misreadLines.ts';
import { isMoneyName, type MoneyRule, misplacedBasket, moneyRuleOf } from '../domain/moneyMembers.ts';
import { type KnownProperties, unknownProperty } from '../domain/unknownProperty.ts';
import { type WantedProperty, wantedProperties } from '../query/listParameters.ts';
import { segmentsOf } from '../query/property.ts';
import { type Config, strictModes } from '../world/config.ts';
import { BridgeError, TokenRefusal } from '../world/errors.ts';
import type { ResourceDeclaration } from './resourceDeclaration.ts';

export const STRICT_HEADER = 'tillbridge-strict';
export const UNKNOWN_HEADER = 'tillbridge-unknown-members';

export type StrictMode = Config['strict'];

interface Check {
  readonly body: (() => MemberCheck) | null;
  readonly query: (() => MemberCheck) | null;
  /** Names that `q`, `aggregate`, `sort`, `fields` and `expand` of a list may use. */
  readonly properties: (() => KnownProperties) | null;
  readonly money: MoneyRule | undefined;
  readonly isToken: boolean;
  /** Makes or changes a sale. */
  readonly readsBasket: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The resource that a list holds. */
    listed?: Pick<ResourceDeclaration, 'item' | 'queries'>;
    /** The check of a route whose members are declared. */
    membersKnown?: Check;
  }
  interface FastifyRequest {
    /** For the journal: unknown members, each with the known one that was probably meant. */
    unknownMembers: readonly string[] | null;
    /** The refusal of an unknown member; it comes after the repeated answer of a key and before anything is done. */
    memberRefusal: Error | null;
  }
}

/** Before the keys of repeated requests are looked at: what was carried out once is answered again, however strict. */
export function checkMembers(app: FastifyInstance, setting: StrictMode): void {
  app.decorateRequest('unknownMembers', null);
  app.decorateRequest('memberRefusal', null);
  const bodies = new Map<string, object>();
  const resources = new Map<string, () => MemberTree>();
  const typed = (object: string): MemberTree | null => resources.get(object)?.() ?? null;
  app.addHook('onRoute', route => {
    const { method, url, schema } = route;
    if (method === 'POST' && schema?.body) bodies.set(url, schema.body as object);
    noteResource(resources, schema?.response as Described['response']);
    const check = checkOf(app, route, bodies, typed);
    if (check) route.config = { ...route.config, membersKnown: check };
  });
  app.addHook('preValidation', (request, reply, done) => {
    try {
      const wanted = request.headers[STRICT_HEADER];
      const mode = wanted === undefined ? setting : modeNamed(wanted);
      const check = request.routeOptions.config.membersKnown;
      if (check && mode !== 'off') hold(app, request, reply, check, mode, unknownIn(request, check));
      // A search for a misspelt property finds nothing, which would be a false answer to "was it paid?".
      else if (check && wanted === undefined)
        hold(app, request, reply, check, 'misspelt', misspeltSearches(request, check));
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

function modeNamed(wanted: string | readonly string[]): StrictMode {
  const mode = strictModes.find(name => name === wanted);
  if (mode) return mode;
  const meant = typeof wanted === 'string' ? likelyName(wanted, strictModes) : null;
  throw new BridgeError(
    'badInput',
    `Tillbridge-Strict must be one of ${strictModes.join(', ')}${meant ? `; did you mean ${meant}?` : ''}`,
  );
}

/** Null for pages, files and streams: only what the description shows is held against it. */
function checkOf(
  app: FastifyInstance,
  { method, url, schema, config }: RouteOptions,
  bodies: ReadonlyMap<string, object>,
  typed: (object: string) => MemberTree | null,
): Check | null {
  const isToken = url === '/oauth/token';
  const { body, querystring, response, hide } = (schema ?? {}) as Described;
  const listed = config?.listed;
  if (hide || (config?.public && !isToken)) return null;
  const [verb = ''] = [method].flat();
  const isRead = verb === 'GET';
  const mayEcho = () => verb === 'PUT' || verb === 'PATCH' || app.hasRoute({ method: 'GET', url });
  return {
    // A route without a declared body ignores the body that it is sent.
    body: isRead
      ? null
      : once(() => memberCheck(body ?? NO_MEMBERS, mayEcho() ? (response?.[200] ?? null) : null, typed)),
    query: querystring ? once(() => memberCheck(querystring, null)) : null,
    properties: listed ? once(() => propertiesOf(listed, bodies.get(url))) : null,
    money: moneyRuleOf(verb, url),
    isToken,
    readsBasket: !isRead && READS_BASKET.test(url),
  };
}

/** Answers have what the resource was made with, too; `body` is that of the call that makes one. */
const propertiesOf = (
  { item, queries }: Pick<ResourceDeclaration, 'item' | 'queries'>,
  body: object | undefined,
): KnownProperties => ({
  tree: memberTree({ anyOf: [item, body] }),
  declared: new Set(Object.keys(queries.fields)),
});

/** Keeps the members of an answer that says its type; the tree is made once somebody asks. */
function noteResource(resources: Map<string, () => MemberTree>, response: Described['response']): void {
  const answer = response?.[200];
  const object = isJsonObject(answer) && isJsonObject(answer.properties) ? answer.properties.object : null;
  if (isJsonObject(object) && typeof object.const === 'string')
    resources.set(
      object.const,
      once(() => memberTree(answer)),
    );
}

const READS_BASKET = /\/Smart\/Transactions(\/:id)?$/;

interface Described {
  readonly body?: object;
  readonly querystring?: object;
  readonly response?: Readonly<Record<number, object>>;
  readonly hide?: boolean;
}

const NO_MEMBERS = { type: 'object', properties: {}, additionalProperties: false };

function once<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

const unknownIn = (request: FastifyRequest, check: Check): readonly Named[] => [
  ...unknownParameters(request, check),
  ...unknownProperties(request, check),
  ...unknownInBody(request, check),
];

const misspeltSearches = (request: FastifyRequest, check: Check): readonly Named[] =>
  unknownProperties(request, check).filter(({ searches, meant }) => searches && meant !== null);

function hold(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  check: Check,
  mode: StrictMode,
  unknown: readonly Named[],
) {
  if (unknown.length === 0) return;
  const shown = unknown
    .slice(0, MOST_NAMED)
    .map(({ path, meant }) => ({ path: app.shared.cards.cutText(path), meant }));
  const more = unknown.length - shown.length;
  reply.header(UNKNOWN_HEADER, headerOf(shown, more));
  request.unknownMembers = [
    ...shown.map(({ path, meant }) => (meant === null ? path : `${path} (${meant}?)`)),
    ...(more > 0 ? [`+${more}`] : []),
  ];
  const refused = unknown.find(({ meant }) => mode === 'all' || meant !== null);
  if (refused && !isRefusedAnyway(request.body, check))
    request.memberRefusal = refusal(check, { ...refused, path: app.shared.cards.cutText(refused.path) }, shown);
}

function unknownParameters({ query }: FastifyRequest, { query: known }: Check): readonly UnknownMember[] {
  if (!known || !isJsonObject(query)) return [];
  const names = Object.keys(query);
  if (names.length === 0) return [];
  const base = names.map(name => [name.split('[', 1)[0] ?? '', query[name]] as const);
  return unknownMembers(Object.fromEntries(base), known()).map(one => ({ ...one, path: `?${one.path}` }));
}

/** With a name that the resource does not have, `q` finds nothing, `sort` orders nothing, `fields` leaves everything out. */
function unknownProperties({ query }: FastifyRequest, { properties }: Check): readonly (Named & WantedProperty)[] {
  if (!properties || !isJsonObject(query)) return [];
  return wantedProperties(query).flatMap(wanted => {
    const { parameter, property } = wanted;
    // No query looks for members that `expand` has put in.
    const isExpanded = query.expand !== undefined && !wanted.searches;
    const unknown = unknownProperty(segmentsOf(property), properties(), isExpanded);
    return unknown ? [{ ...wanted, path: `?${parameter}=${property}`, meant: unknown.meant }] : [];
  });
}

function unknownInBody({ body, sent }: FastifyRequest, { body: known, money, isToken }: Check) {
  // Files have no members.
  if (!known || sent === '' || typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return [];
  if (isToken) return unknownMembers(withoutBrackets(body), known());
  const unknown = unknownMembers(body, known());
  return money && unknown.length > 0 ? unknown.filter(member => !isMoney(member)) : unknown;
}

/** Fields such as `deviceinfo[name]`. */
const withoutBrackets = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.split('[', 1)[0] ?? '', value]));

/** The call itself holds amounts in these places against what it does, and refuses others (1150 to 1152). */
const isMoney = ({ name, inside }: UnknownMember): boolean => MONEY_PLACES.has(inside) && isMoneyName(name);

const MONEY_PLACES: ReadonlySet<string> = new Set(['', 'basket', 'basket_info']);

/** A basket that would be sold for nothing has refusals of its own (1154, 1155), in every mode. */
function isRefusedAnyway(body: unknown, { readsBasket }: Check): boolean {
  if (!readsBasket || !isJsonObject(body)) return false;
  const { basket, basket_info: info } = body;
  const lines = isJsonObject(basket) && Array.isArray(basket.products) ? basket.products : [];
  const isFree = lines.length === 0 && !(isJsonObject(info) && Number(info.sum));
  return (
    misreadLine(lines) !== null || (isFree && (misplacedBasket(body) ?? misplacedBasket(basket, 'basket.')) !== null)
  );
}

type Named = Pick<UnknownMember, 'path' | 'meant'>;

/** Names members in the header beside the unknown ones: what a request should have said. */
export function nameMembers(reply: FastifyReply, paths: readonly string[]): void {
  const before = reply.getHeader(UNKNOWN_HEADER);
  const shown = paths.slice(0, MOST_NAMED).map(path => ({ path, meant: null }));
  const named = headerOf(shown, paths.length - shown.length);
  reply.header(UNKNOWN_HEADER, typeof before === 'string' ? `${before}, ${named}` : named);
}

/** Most members that the header and the refusal name. */
const MOST_NAMED = 20;
const LONGEST_HEADER = 2000;

/** A list of strings as RFC 9651 writes it: `"basket.products[0].price";meant="basket.products[0].priceOne", "colour"`. */
function headerOf(shown: readonly Named[], more: number): string {
  let text = '';
  let left = more;
  for (const { path, meant } of shown) {
    const entry = meant === null ? quoted(path) : `${quoted(path)};meant=${quoted(meant)}`;
    if (text.length + entry.length > LONGEST_HEADER) left += 1;
    else text += text === '' ? entry : `, ${entry}`;
  }
  return left > 0 ? `${text}${text === '' ? '' : ', '}"+${left}"` : text;
}

/** Letters beyond ASCII and control characters are percent-encoded. */
const quoted = (text: string): string =>
  `"${text.replace(/[^\x20-\x7e]|%/gu, encoded).replace(/["\\]/g, sign => `\\${sign}`)}"`;

const encoded = (sign: string): string =>
  [...Buffer.from(sign)].map(byte => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');

const ON_PURPOSE =
  'To send it on purpose: header Tillbridge-Strict: off with this request, or setting strict: off for all of them.';

function refusal({ isToken }: Check, { path, meant }: Named, shown: readonly Named[]): Error {
  const question = meant === null ? '.' : `; did you mean ${meant}?`;
  const text = `${path} is not known here${question} Nothing was done. ${ON_PURPOSE}`;
  if (isToken) return new TokenRefusal('memberUnknown', null, text);
  return new BridgeError('memberUnknown', text, { extra: { member: path, meant, unknown: shown } });
}
