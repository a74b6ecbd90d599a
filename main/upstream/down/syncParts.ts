/** Parts that a round reads with and writes to, and how often it reads each list. */
import type { Down, DownCatalogue, DownPart, DownShop } from '../../world/down.ts';
import type { UpstreamClient } from '../client.ts';
import type { WritingParts } from './writing.ts';

export interface SyncParts {
  readonly client: Pick<UpstreamClient, 'get' | 'dated' | 'list' | 'read'>;
  readonly down: Down;
  readonly catalogue: DownCatalogue;
  readonly shop: DownShop;
  readonly writing: WritingParts;
  write<T>(job: () => T): Promise<T>;
  /** Inside a job: throws where another worker has taken over. */
  guard(): void;
  /** ms since 1970 */
  now(): number;
  /** A page of this part was stored. */
  stored(part: DownPart): void;
}

/** All in ms. */
export interface SyncSettings {
  /** Between two comparisons of all ids. */
  readonly compareEvery: number;
  /** The same for a list that cannot be followed because its objects have no `updated`, and for what is said about the shop. */
  readonly wholeEvery: number;
}
