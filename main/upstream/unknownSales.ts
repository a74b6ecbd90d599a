/** Paid sales at the upstream service that carry our mark and that this database does not know: it is older than they are. */

import { upstreamList } from './answers.ts';
import type { UpstreamClient } from './client.ts';

const PAGE = 100;
/** The newest ones are enough to say how much is missing. */
const MOST_PAGES = 10;

export interface UnknownSalesParts {
  readonly client: Pick<UpstreamClient, 'get'>;
  /** Does this database have the sale with this id (STX_…)? */
  isKnown(sale: string): boolean;
}

/**
 * Counts them from the newest one back, until a page holds none. Other installations of the merchant may have made some of them, so
 * the number is a hint. Throws `UpstreamError`.
 */
export async function countUnknownSales({ client, isKnown }: UnknownSalesParts): Promise<number> {
  let unknown = 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ sort: 'created:desc', count: String(PAGE), offset: String(page * PAGE) });
    const { hits } = upstreamList(await client.get(`/Smart/Transactions?${query}`));
    const found = hits.filter(
      ({ marker, wasPaid }) => wasPaid && marker !== null && SALE.test(marker) && !isKnown(marker),
    );
    unknown += found.length;
    if (hits.length < PAGE || found.length === 0) break;
  }
  return unknown;
}

/** Movements of cards have a further part behind the id, and are no receipt. */
const SALE = /^STX_\w+$/;
