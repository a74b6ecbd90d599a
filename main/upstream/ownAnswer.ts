/**
 * Is an answer of the service about our own request? A proxy in between may give the answer of another request: then nothing of it is
 * kept, and nothing is released, cancelled or changed by it. What became of our own request is looked up.
 */

import { type UpstreamList, upstreamSale } from './answers.ts';
import type { Json } from './client.ts';
import { foreignAnswer, UpstreamError } from './failures.ts';
import type { UpstreamSale } from './replay.ts';

/** By what an answer shows that it is ours. */
export interface OwnSale {
  /** Id there; null until it is known. */
  readonly upstream: string | null;
  /** Our id in the text that the service returns, and behind it the mark of a draft. */
  readonly marker: string;
  readonly draft: string | null;
  /** transactionRef as it was sent. */
  readonly reference: string;
}

/** A text of the service itself in the place of our mark says nothing. */
const MARK = /^[A-Z]{3}_./;

export const isMarked = ({ marker, draft }: Pick<UpstreamSale, 'marker' | 'draft'>): boolean =>
  draft !== null || (marker !== null && MARK.test(marker));

/** By the id, where it is known, and by the mark; where the service does not return the mark, by the reference that was sent. */
export function isOwn(body: Json, remote: UpstreamSale, own: OwnSale): boolean {
  if (typeof body.id !== 'string' || body.id === '') return false;
  if (own.upstream !== null && body.id !== own.upstream) return false;
  if (isMarked(remote)) return remote.marker === own.marker && remote.draft === own.draft;
  return own.upstream !== null || remote.reference === own.reference;
}

/** A list for our reference holds it, or nothing: other references alone, and what is no sale, answer another question. */
export function isForeignList({ hits, areSales }: UpstreamList, reference: string): boolean {
  const asked = reference.toLowerCase();
  if (!areSales) return true;
  return hits.length > 0 && hits.every(hit => hit.reference !== null && hit.reference.toLowerCase() !== asked);
}

/** The sale of the answer. Throws `UpstreamError` where it is another one's, or does not say whose. */
export function ownSale(body: Json, own: OwnSale): UpstreamSale {
  const remote = upstreamSale(body);
  if (isOwn(body, remote, own)) return remote;
  throw foreignAnswer();
}

/** Once more where the answer was another one's: `ask` moves no money, or carries a key. */
export async function askedAgain<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof UpstreamError) || !error.isForeign) throw error;
    return ask();
  }
}
