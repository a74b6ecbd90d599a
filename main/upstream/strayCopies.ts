/** Cancels copies of our sales that a repeated create left at the upstream service: created, never paid, and not the one we know. */
import type { UpstreamDeliveries } from '../world/upstream.ts';
import { upstreamList } from './answers.ts';
import type { UpstreamClient } from './client.ts';

interface StrayParts {
  readonly client: Pick<UpstreamClient, 'get' | 'post'>;
  readonly store: Pick<UpstreamDeliveries, 'object'>;
}

const PAGE = 100;
const MOST_PAGES = 20;
/** Steps after which no other copy of the sale is wanted. */
const OVER: ReadonlySet<string> = new Set(['closed', 'cancelled', 'refused']);

/** Gives the number of copies that were cancelled. Throws `UpstreamError`. */
export async function cancelStrays({ client, store }: StrayParts): Promise<number> {
  const strays: string[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({
      q: 'status:created',
      sort: 'created:desc',
      count: String(PAGE),
      offset: String(page * PAGE),
    });
    const { hits, count } = upstreamList(await client.get(`/Smart/Transactions?${query}`));
    for (const { id, marker, status, wasPaid } of hits) {
      const own = marker === null ? null : store.object(marker);
      if (own && own.upstream !== id && OVER.has(own.step) && status === 'created' && !wasPaid) strays.push(id);
    }
    if (hits.length < PAGE || (page + 1) * PAGE >= count) break;
  }
  for (const id of strays) await client.post(`/Smart/Transactions/${id}/cancel`);
  return strays.length;
}
