/** Objects of the service that this till cannot use: each is left out and named, and keeps no other one from flowing. */
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { DownPart } from '../../world/down.ts';
import type { QueueCases } from '../../world/queue.ts';

export interface Unusable {
  readonly id: string;
  /** The fault in English, for the person who looks after the service. */
  readonly reason: string;
}

/** Named in one case; there may be as many as the service has objects. */
const MOST_NAMED = 20;

/** Inside a job: one case for each part, until a person has closed it. */
export function nameUnusable(
  { merchant, cases }: { readonly merchant: string; readonly cases: QueueCases },
  part: DownPart,
  unusable: readonly Unusable[],
): void {
  if (unusable.length === 0) return;
  const examples = unusable.slice(0, MOST_NAMED).map(({ id, reason }) => ({ id: id.slice(0, 100), reason }));
  cases.open({
    ...{ merchant, kind: 'notUsable', object: part, amount: null, currency: null },
    facts: { part, examples },
  });
}

const validators = new WeakMap<TSchema, Validator>();

/** The fault of an object of the service, with the name of the member; null: it has this shape. */
export function problemWith(schema: TSchema, content: unknown): string | null {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  if (validator.Check(content)) return null;
  const [first] = validator.Errors(content);
  return first ? `${first.instancePath.slice(1) || 'it'} ${first.message}` : 'it has another shape';
}

/** Rows that the tables refuse. A full disk, or a table that is gone, says nothing about an object. */
const REFUSED_ROW = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/;

/** The fault of the object that was written; null where the error is about something else. */
export function unusableFor(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { readonly code?: unknown };
  const isRefused = typeof code === 'string' && REFUSED_ROW.test(code);
  const isOdd = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
  return isRefused || isOdd ? error.message.slice(0, 300) : null;
}
