/** A chain of many tills by calculation: what it writes and keeps, from the measured size of a sale. */

export interface Chain {
  readonly tills: number;
  /** Sales of a till in a day. */
  readonly sales: number;
  /** Share of a day's sales in its busiest hour. */
  readonly peak: number;
  /** Records that one sale sends, with its share of shifts, closings and cash. */
  readonly records: number;
}

export const largeChain: Chain = { tills: 100_000, sales: 300, peak: 0.25, records: 1.2 };

/** Shards hold this much at most, so that moving one takes minutes, bytes. */
const SHARD = 50e9;

/** `bytes`: of one sale with its keys, its document and its share of the figures. */
export function sizingOf({ tills, sales, peak, records }: Chain, bytes: number) {
  const day = tills * sales;
  const year = day * 365 * bytes;
  return {
    salesOfDay: day,
    recordsOfSecond: Math.round((day * records) / 86_400),
    peakOfSecond: Math.round((day * peak * records) / 3600),
    terabytesOfYear: Math.round(year / 1e11) / 10,
    /** A power of two, so that shards spread evenly over nodes that double. */
    shards: 2 ** Math.ceil(Math.log2(Math.max(32, year / SHARD))),
  };
}
