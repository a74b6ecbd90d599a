/** The events that a reader of the stream selects: `?events=transaction,payment`, `?sale=STX_…`. */

import { type Caller, missingRight, rightOf } from '../../services/auth/rights.ts';
import type { EventName, StreamQuery } from '../../wire/events.ts';
import { streamEventNames } from '../../wire/eventTable.ts';
import { BridgeError } from '../../world/errors.ts';

/** Events about something of which only some may read; everybody who may open the stream gets all others. */
const READ_BY: Partial<Record<EventName, string>> = {
  search: '/bridge/v1/terminals/search',
};

/** Says which events a caller may receive: those about objects that she may also read. */
export const mayReceive =
  (caller: Caller) =>
  (name: EventName): boolean => {
    const path = READ_BY[name];
    return path === undefined || missingRight(caller, rightOf('GET', path)) === null;
  };

/** Says whether an event goes to the reader; `data` is its JSON text. */
export type StreamFilter = (name: EventName, data: string) => boolean;

/** A reader always gets the event that it has missed something. Throws `badInput` for an event that does not exist. */
export function streamFilter({ events, sale }: StreamQuery): StreamFilter {
  const names = (events ?? '').split(',').filter(name => name !== '');
  const unknown = names.find(name => !(streamEventNames as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new BridgeError('badInput', `events: there is no event ${unknown}; there are ${streamEventNames.join(', ')}`);
  const wanted = new Set(names);
  return (name, data) => {
    if (name === 'reset') return true;
    if (wanted.size > 0 && !wanted.has(name)) return false;
    return sale === undefined || isAbout(name, data, sale);
  };
}

function isAbout(name: EventName, data: string, sale: string): boolean {
  if (name === 'transaction') return HEAD.exec(data)?.[1] === sale;
  if (name === 'payment') {
    const { payment } = JSON.parse(data) as { payment: { transaction: string | null } | null };
    // The end of a payment names no sale.
    return payment === null || payment.transaction === sale;
  }
  return name === 'parked' && (JSON.parse(data) as { sale: string }).sale === sale;
}

/** A whole sale stands behind it, so it is not parsed. */
const HEAD = /^\{"object":"smart\.transactions","id":"([^"]*)"/;
