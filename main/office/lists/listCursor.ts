/** The place behind the last row of a page, as a client hands it back: the order and the values of that row. */
import { createHash } from 'node:crypto';
import { BridgeError } from '../../world/errors.ts';
import { type OrderKey, orderText } from './listSql.ts';

type Values = readonly (string | null)[];

export const afterText = (order: readonly OrderKey[], values: Values): string =>
  Buffer.from(JSON.stringify([orderPrint(order), ...values])).toString('base64url');

/** Null where nothing was handed back. Throws `badQuery` for anything that `afterText` of this order did not give. */
export function readAfter(order: readonly OrderKey[], after: unknown): Values | null {
  if (after === undefined || after === '') return null;
  const [print, ...values] = parsed(after);
  if (print !== orderPrint(order) || values.length !== order.length || !values.every(isValue))
    throw new BridgeError('badQuery', 'after: it is not `next` of a page with the same sort', { http: 400 });
  return values;
}

const isValue = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && !value.includes('\0'));

function parsed(after: unknown): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(String(after), 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

const orderPrint = (order: readonly OrderKey[]): string =>
  createHash('sha256').update(orderText(order)).digest('base64url').slice(0, 8);
