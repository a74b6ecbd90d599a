/** Scenarios as checked data: the steps of customer, host and line, and the messages that the till should send. */
import { packets } from '../../../zvt/codec/packets.ts';
import { behaviourOf } from '../engine/behaviours.ts';
import type { Booking } from '../engine/booking.ts';
import { type CardName, cards } from '../engine/cards.ts';
import { type CustomerAction, KEYS, type Key } from '../engine/device.ts';
import { type OrderedFault, orderedFaultSchema } from '../engine/orderedFaults.ts';
import { schemaCheck } from '../engine/schemaCheck.ts';

export interface Scenario {
  readonly title: string;
  /** The purpose, and the right behaviour of the till. */
  readonly about: string;
  readonly steps: readonly Step[];
}

/** Expected values of fields: numbers, or the two hex digits of a code. */
export type Wanted = Readonly<Record<string, number | string>>;

export type Step =
  /** The till sends this command or answer; `with`: its fields, or `error` for an answer 84 xx. */
  | { readonly expect: string; readonly with?: Wanted; readonly within?: number }
  /** The terminal sends this message. */
  | { readonly says: string; readonly with?: Wanted; readonly within?: number }
  /** The customer acts when the terminal waits for the action, and `after` so many milliseconds more. */
  | { readonly customer: Customer; readonly after?: number; readonly within?: number }
  /** The answer of the host to every command after this step: 00 approves; `after` milliseconds. */
  | { readonly host: string; readonly after?: number }
  /** A fault as in `POST /fault`, or a break at once. */
  | { readonly line: OrderedFault | 'cut' | 'restart' }
  /** Settings of the terminal from this step on. */
  | { readonly terminal: Setting }
  /** The last booking has these members. */
  | { readonly booking: Partial<Booking>; readonly within?: number }
  /** So many authorisations (06 01) arrived since the scenario began. */
  | { readonly authorisations: number };

export type Customer =
  | { readonly card: CardName }
  | { readonly pin: string }
  | { readonly digits: string }
  | { readonly key: Key }
  | { readonly signs: boolean }
  | { readonly takesCard: true };

export interface Setting {
  readonly behaviour?: string;
  readonly unacknowledged?: 'kept' | 'reversed';
  readonly paper?: boolean;
}

/** The fault of a scenario, in one sentence that names the step. */
export class ScenarioError extends Error {}

/** Checks parsed JSON. Throws `ScenarioError`. */
export function readScenario(value: unknown): Scenario {
  if (!isObject(value)) throw new ScenarioError('a scenario must be a JSON object');
  for (const key of ['title', 'about'] as const)
    if (typeof value[key] !== 'string' || value[key] === '') throw new ScenarioError(`${key} must be a text`);
  const { steps } = value;
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > MOST_STEPS)
    throw new ScenarioError(`steps must be a list of 1 to ${MOST_STEPS}`);
  const stray = Object.keys(value).find(key => !['title', 'about', 'steps'].includes(key));
  if (stray) throw new ScenarioError(`there is no ${stray} in a scenario; there are: title, about, steps`);
  steps.forEach(checkStep);
  return value as unknown as Scenario;
}

/** A step as one line of text. */
export function stepText(step: Step): string {
  const kind = KINDS.find(name => name in step)!;
  const { [kind]: content, ...more } = step as unknown as Record<string, unknown>;
  const details = Object.entries(more).map(([key, value]) => `${key} ${plain(value)}`);
  return [`${kind}: ${plain(content)}`, ...details].join(', ');
}

/** The action of a step `customer`. */
export function actionOf(customer: Customer): CustomerAction {
  if ('card' in customer) return { type: 'card', card: customer.card };
  if ('pin' in customer) return { type: 'pin', pin: customer.pin };
  if ('digits' in customer) return { type: 'digits', digits: customer.digits };
  if ('key' in customer) return { type: 'key', key: customer.key };
  if ('signs' in customer) return { type: 'signature', signed: customer.signs };
  return { type: 'removal' };
}

const MOST_STEPS = 200;
const LONGEST_WAIT = 3_600_000;

type Check = (value: unknown) => string | undefined;

/** The fault of a value, or undefined. */
const STEPS: Readonly<Record<string, { readonly check: Check; readonly more: readonly string[] }>> = {
  expect: { check: message, more: ['with', 'within'] },
  says: { check: message, more: ['with', 'within'] },
  customer: { check: customer, more: ['after', 'within'] },
  host: { check: matching(/^[0-9A-Fa-f]{2}$/, 'two hex digits, 00 approves'), more: ['after'] },
  line: { check: line, more: [] },
  terminal: { check: setting, more: [] },
  booking: { check: value => (isObject(value) ? undefined : 'must be an object'), more: ['within'] },
  authorisations: { check: whole, more: [] },
};
const KINDS = Object.keys(STEPS);

const MORE: Readonly<Record<string, Check>> = {
  with: wanted,
  within: milliseconds,
  after: milliseconds,
};

function checkStep(step: unknown, index: number): void {
  const place = `step ${index + 1}`;
  const kinds = isObject(step) ? KINDS.filter(kind => kind in step) : [];
  const kind = kinds[0];
  if (!isObject(step) || kind === undefined || kinds.length > 1)
    throw new ScenarioError(`${place} must be one of: ${KINDS.join(', ')}`);
  const { check, more } = STEPS[kind]!;
  const wrong = check(step[kind]);
  if (wrong) throw new ScenarioError(`${place}: ${kind} ${wrong}`);
  for (const [key, value] of Object.entries(step)) {
    if (key === kind) continue;
    if (!more.includes(key)) throw new ScenarioError(`${place}: ${kind} takes no ${key}`);
    const reason = MORE[key]!(value);
    if (reason) throw new ScenarioError(`${place}: ${key} ${reason}`);
  }
}

function message(value: unknown): string | undefined {
  if (typeof value === 'string' && Object.hasOwn(packets, value)) return undefined;
  return 'must be the name of a message, for example authorisation, completion or negative';
}

const CUSTOMER: Readonly<Record<string, Check>> = {
  card: oneOf(Object.keys(cards)),
  pin: matching(/^\d{4,12}$/, '4 to 12 digits'),
  digits: matching(/^\d{1,20}$/, '1 to 20 digits'),
  key: oneOf(KEYS),
  signs: value => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  takesCard: value => (value === true ? undefined : 'must be true'),
};

function customer(value: unknown): string | undefined {
  const [[key, content] = ['', undefined], ...others] = isObject(value) ? Object.entries(value) : [];
  if (!Object.hasOwn(CUSTOMER, key) || others.length > 0)
    return `must have one of: ${Object.keys(CUSTOMER).join(', ')}`;
  const wrong = CUSTOMER[key]!(content);
  return wrong && `${key} ${wrong}`;
}

const checkFault = schemaCheck(orderedFaultSchema);

function line(value: unknown): string | undefined {
  if (value === 'cut' || value === 'restart') return undefined;
  return isObject(value) ? checkFault(value) : 'must be cut, restart or a fault';
}

const SETTING: Readonly<Record<string, Check>> = {
  behaviour: value =>
    typeof value === 'string' && behaviourOf(value) ? undefined : 'must be the name of a behaviour, some with :N',
  unacknowledged: oneOf(['kept', 'reversed']),
  paper: value => (typeof value === 'boolean' ? undefined : 'must be true or false'),
};

function setting(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object';
  for (const [key, content] of Object.entries(value)) {
    if (!Object.hasOwn(SETTING, key)) return `takes no ${key}, only ${Object.keys(SETTING).join(', ')}`;
    const wrong = SETTING[key]!(content);
    if (wrong) return `${key} ${wrong}`;
  }
  return undefined;
}

function wanted(value: unknown): string | undefined {
  const isPlain = (field: unknown) => typeof field === 'number' || typeof field === 'string';
  return isObject(value) && Object.values(value).every(isPlain) ? undefined : 'must hold numbers and texts';
}

function milliseconds(value: unknown): string | undefined {
  const isTime = Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LONGEST_WAIT;
  return isTime ? undefined : `must be milliseconds, at most ${LONGEST_WAIT}`;
}

function whole(value: unknown): string | undefined {
  return Number.isInteger(value) && (value as number) >= 0 ? undefined : 'must be a whole number';
}

function oneOf(names: readonly string[]): Check {
  return value => (names.includes(value as string) ? undefined : `must be one of: ${names.join(', ')}`);
}

function matching(pattern: RegExp, description: string): Check {
  return value => (typeof value === 'string' && pattern.test(value) ? undefined : `must be ${description}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `{"card":"visa"}` as `card visa`. */
function plain(value: unknown): string {
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([key, field]) => `${key} ${plain(field)}`)
    .join(' ');
}
