/**
 * The simulated acquirer: approves everything except amounts whose last two digits are 05, and keeps books of its own,
 * so that the same key is booked once however often it is sent.
 */
import type { Acquirer, AcquirerAnswer, AcquirerRequest } from './acquirer.ts';

export interface AcquirerBooks {
  find(key: string): AcquirerAnswer | null;
  record(request: AcquirerRequest, operation: string, answer: AcquirerAnswer): Promise<void>;
}

export function createVirtualAcquirer(books: AcquirerBooks, newAuthorisation: () => string): Acquirer {
  async function once(operation: string, request: AcquirerRequest): Promise<AcquirerAnswer> {
    const known = books.find(request.key);
    if (known) return known;
    const approved = operation === 'reverse' || request.amount % 100 !== 5;
    const answer = { approved, authorisation: newAuthorisation(), reason: approved ? '' : 'declined by the issuer' };
    await books.record(request, operation, answer);
    return answer;
  }
  return {
    authorise: request => once('authorise', request),
    capture: request => once('capture', request),
    reverse: request => once('reverse', request),
    lookUp: async key => books.find(key),
  };
}
