/** Limit of the requests that one address sends in a minute. Every request passes here, so it is counted without a promise. */
import { BridgeError } from '../world/errors.ts';

const MINUTE = 60_000;
/** Addresses that are counted at once; beyond them the one whose minute began first is forgotten. */
const MOST = 5000;

interface Minute {
  requests: number;
  /** ms, by a clock that nobody puts back. */
  readonly end: number;
}

/** Counts a request of an address; the function that is returned throws `tooMany` beyond `max` of them. */
export function createRateLimit(max: number): (address: string) => void {
  const minutes = new Map<string, Minute>();
  return address => {
    const now = performance.now();
    const minute = minutes.get(address);
    if (minute === undefined || minute.end <= now) {
      // Put at the end, so that the first one is always the oldest.
      minutes.delete(address);
      const [oldest] = minutes.keys();
      if (minutes.size >= MOST && oldest !== undefined) minutes.delete(oldest);
      minutes.set(address, { requests: 1, end: now + MINUTE });
      return;
    }
    minute.requests += 1;
    if (minute.requests > max)
      throw new BridgeError('tooMany', `more than ${max} requests of this address in a minute`, {
        retryAfter: Math.ceil((minute.end - now) / 1000),
      });
  };
}
