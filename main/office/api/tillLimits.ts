/**
 * Limits of tills by their keys: the tills of a shop share one address, and none of them takes from the others. Requests that no key
 * has signed rightly count for their address, whose tills with a right key go on.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BridgeError } from '../../world/errors.ts';
import { placeOf } from './place.ts';

/** Requests of one key in a minute; a till that catches up sends one batch after the other. */
const BY_KEY = 1200;
/** Requests of one address in a minute whose signature is wrong or missing. */
const WRONG = 600;

export interface TillLimits {
  /** Runs `verify`, which throws where the signature is wrong. Throws `tooMany` beyond a limit. */
  admit<T extends { readonly key: string }>(request: FastifyRequest, verify: () => Promise<T>): Promise<T>;
}

export const noLimits: TillLimits = { admit: (_, verify) => verify() };

/** After the registration of the limits of requests. `factor`: the demo is measured with a thousand tills. */
export function createTillLimits(app: FastifyInstance, factor: number): TillLimits {
  // Requests of tills are left out of the limits of addresses alone.
  const limits = { timeWindow: 60_000, allowList: () => false } as const;
  const byKey = app.createRateLimit({
    ...limits,
    max: BY_KEY * factor,
    keyGenerator: request => `key ${keyOf(request)}`,
  });
  const wrong = app.createRateLimit({
    ...limits,
    max: WRONG * factor,
    keyGenerator: request => `wrong ${placeOf(request)}`,
  });
  return {
    async admit(request, verify) {
      const [key, place] = [await byKey(request, { increment: false }), await wrong(request, { increment: false })];
      // A key that was right within this minute is no guess, whatever else comes from its address.
      const isKnown = !key.isAllowed && key.remaining < key.max;
      if (!isKnown) refuse(place, 'requests of this address without a right signature');
      refuse(key, 'requests of this till');
      try {
        const signer = await verify();
        await byKey(request);
        return signer;
      } catch (error) {
        await wrong(request);
        throw error;
      }
    },
  };
}

type Count = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

function refuse(count: Count, what: string): void {
  if (count.isAllowed || count.remaining > 0) return;
  throw new BridgeError('tooMany', `${what}: more than ${count.max} in a minute`, {
    retryAfter: count.ttlInSeconds || 1,
  });
}

/** The key that the request names, whoever signed it. */
const keyOf = ({ headers }: FastifyRequest): string =>
  /keyid="([^"]{1,100})"/.exec(String(headers['signature-input'] ?? ''))?.[1] ?? '';
