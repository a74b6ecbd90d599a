/** Where a shop is set up, and what answers before that: rules of every request, so they load nothing of the set-up itself. */
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../http/listen.ts';
import { isFromThisMachine } from '../../services/auth/signInPlaces.ts';
import { BridgeError } from '../../world/errors.ts';
import { connectionOf } from '../requestSource.ts';
import type { Services } from '../services.ts';

/** Is the caller at this machine, by the address it comes from and by the name it calls? */
export function isHere(request: FastifyRequest): boolean {
  const { headers } = request;
  const name = (headers.host ?? '').replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  return isFromThisMachine(connectionOf(request)) && isLoopback(name);
}

/** Paths that answer before a shop has been set up. */
const BEFORE = /^\/+(bridge\/v1\/(setup|screen)(\/|\?|$)|healthz|metrics|docs|oauth\/?$)/i;

/** Null where the route may be called; else the refusal of everything that needs a shop. */
export function waitingRefusal(request: FastifyRequest, firstRun: Services['firstRun']): BridgeError | null {
  const { url } = request;
  // The list of paths is looked at last, because nearly every bridge has a shop.
  if (!/^\/+(bridge|api|oauth)(\/|$)/i.test(url) || !firstRun.isWaiting() || BEFORE.test(url)) return null;
  return new BridgeError('setupWaiting', 'no shop has been set up in this data directory');
}
