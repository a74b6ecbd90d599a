/** How any object is read by its type name and id: what the parameter `expand` puts in the place of a reference. */

import type { ReadObject } from '../query/expand.ts';
import { missingRight, rightOf } from '../services/auth/rights.ts';
import type { Principal } from '../world/people.ts';

export interface ReadableObject {
  /** The text its own GET answers; undefined where this merchant has none. */
  readonly read: (merchant: string, id: string) => Buffer | string | undefined;
}

/** By type name, for example `payment.customers`. */
export type Objects = Readonly<Record<string, ReadableObject>>;

declare module 'fastify' {
  interface FastifyInstance {
    objects: Objects;
  }
}

/** Reads what this caller may read; each object once, however often it is referred to. */
export function objectReader(objects: Objects, principal: Principal): ReadObject {
  const known = new Map<string, unknown>();

  function read(object: string, id: string): unknown {
    const readable = Object.hasOwn(objects, object) ? objects[object] : undefined;
    if (!readable || missingRight(principal, rightOf('GET', pathOf(object))) !== null) return undefined;
    const text = readable.read(principal.merchant, id)?.toString();
    return text === undefined ? undefined : JSON.parse(text);
  }

  return (object, id) => {
    const key = `${object} ${id}`;
    if (!known.has(key)) known.set(key, read(object, id));
    return known.get(key);
  };
}

/** Where one object of a type is, for example `/api/v2/payment/customers/{id}`. */
const pathOf = (object: string): string => `/api/v2/${object.replace('.', '/')}/{id}`;
