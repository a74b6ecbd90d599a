/** The JSON bodies that the calls of the control take, and the schemas that check them. */
import { behaviours } from '../engine/behaviours.ts';
import { type CardName, cards } from '../engine/cards.ts';
import { KEYS, type Key } from '../engine/device.ts';
import { type OrderedFault, orderedFaultSchema } from '../engine/orderedFaults.ts';
import type { Schema } from '../engine/schemaCheck.ts';

export interface Bodies {
  readonly paper: { readonly loaded: boolean };
  readonly card: { readonly card?: CardName };
  readonly pin: { readonly pin: string };
  readonly digits: { readonly digits: string };
  readonly key: { readonly key: Key };
  readonly signature: { readonly signed?: boolean };
  readonly behaviour: {
    /** A name, some with `:N`. */
    readonly behaviour?: string;
    readonly amountRules?: boolean;
    readonly unacknowledged?: 'kept' | 'reversed';
  };
  readonly fault: OrderedFault;
  /** Milliseconds until the terminal is back. */
  readonly restart: { readonly downFor?: number };
  /** The name of a scenario that comes with the product, or a scenario itself. */
  readonly scenario: { readonly name?: string; readonly scenario?: unknown };
}

const FLAG = { type: 'boolean', description: 'true or false' };

/** By the last part of the path; a body may have further members, except for a fault. */
export const bodySchemas: Readonly<Record<keyof Bodies, Schema>> = {
  paper: bodyOf({ loaded: FLAG }, 'loaded'),
  card: bodyOf({ card: oneOf(Object.keys(cards)) }),
  pin: bodyOf({ pin: text('^\\d{4,12}$', '4 to 12 digits') }, 'pin'),
  digits: bodyOf({ digits: text('^\\d{1,20}$', '1 to 20 digits') }, 'digits'),
  key: bodyOf({ key: oneOf(KEYS) }, 'key'),
  signature: bodyOf({ signed: FLAG }),
  behaviour: bodyOf({
    behaviour: behaviourName(Object.keys(behaviours)),
    amountRules: FLAG,
    unacknowledged: { enum: ['kept', 'reversed'], description: 'kept or reversed' },
  }),
  fault: orderedFaultSchema,
  restart: bodyOf({ downFor: { type: 'integer', minimum: 0, description: 'milliseconds' } }),
  scenario: bodyOf({ name: { type: 'string', description: 'a text' } }),
};

function bodyOf(properties: Readonly<Record<string, Schema>>, ...required: readonly string[]): Schema {
  return { type: 'object', description: 'a JSON object', properties, required };
}

function text(pattern: string, description: string): Schema {
  return { type: 'string', pattern, description };
}

function oneOf(names: readonly string[]): Schema {
  return { enum: names, description: `one of: ${names.join(', ')}` };
}

function behaviourName(names: readonly string[]): Schema {
  return text(`^(?:${names.join('|')})(?::\\d+)?$`, `one of: ${names.join(', ')}, some with :N`);
}
