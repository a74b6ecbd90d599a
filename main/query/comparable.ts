/** The comparable form of a value: what indexed columns hold, and what SQL and the evaluator both compare. */

/** `id` is a text written in capitals by us and compared without folding, so that it can be a primary key as it is. */
export type FieldType = 'text' | 'id' | 'number' | 'boolean' | 'timestamp';
export type Comparable = string | number;

/** Folded text, an id as it is, a number, 0 or 1, or milliseconds since 1970; `null` when the value has no such form. */
export function comparable(type: FieldType, value: unknown): Comparable | null {
  return FORMS[type](value);
}

/** Text without regard to case, in every script; composed and decomposed umlauts are one. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

const FORMS = {
  text: value => (typeof value === 'string' ? fold(value) : null),
  id: value => (typeof value === 'string' ? value : null),
  number: value => (typeof value === 'number' ? value : numberIn(value)),
  boolean: value => (typeof value === 'boolean' ? Number(value) : null),
  timestamp: instantIn,
} as const satisfies Record<FieldType, (value: unknown) => Comparable | null>;

/** A literal of a query as the lowest and highest comparable value it stands for: a date without time is its whole day. */
export function literal(type: FieldType, text: string): readonly [Comparable, Comparable] | null {
  const value = LITERALS[type](text);
  if (value === null) return null;
  return type === 'timestamp' && DAY.test(text) ? [value, (value as number) + DAY_MS - 1] : [value, value];
}

const LITERALS = {
  text: fold,
  id: text => text.toUpperCase(),
  number: numberIn,
  boolean: text => ({ true: 1, false: 0 })[fold(text)] ?? null,
  timestamp: instantIn,
} as const satisfies Record<FieldType, (text: string) => Comparable | null>;

/** Functions that the store gives to SQLite, deterministic, under these names: undeclared properties need them. */
export const sqlFunctions = {
  query_text: FORMS.text,
  query_number: numberIn,
  query_instant: instantIn,
  query_order: (value: unknown) => instantIn(value) ?? FORMS.text(value) ?? value,
} as const;

// Longer digit strings are references, not amounts: as doubles two different ones would be equal.
const NUMBER = /^-?(?=[\d.]{1,16}$)(?:\d{1,15}|\d+\.\d+)$/;

function numberIn(value: unknown): number | null {
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : null;
}

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d\d-\d\d$/;
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|([+-]\d\d):?(\d\d))?)?$/i;

/** ISO 8601; without an offset it is UTC, so that the answer does not hang on the machine's time zone. */
function instantIn(value: unknown): number | null {
  const match = typeof value === 'string' && TIMESTAMP.exec(value);
  if (!match) return null;
  const [, day, time = '00:00', hours = '+00', minutes = '00'] = match;
  const instant = Date.parse(`${day}T${time}${hours}:${minutes}`);
  return Number.isNaN(instant) ? null : instant;
}
