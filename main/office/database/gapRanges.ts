/**
 * The numbers of a till that never arrived. A number that was refused did arrive: it is shown among the refused records, and sending it
 * again would change nothing before the moment at which it is due.
 */

const REFUSED = `(SELECT store, till, epoch, range_agg(int8range(sequence, sequence + 1)) AS numbers FROM refused_record
    WHERE sequence >= 1 AND (due IS NULL OR due > now()) GROUP BY store, till, epoch) AS refused`;

/** The ranges of a row `head` beside its `refused` of `heads`. */
const RANGES = `(int8multirange(int8range(1, head.highest + 1)) - head.got - coalesce(refused.numbers, '{}'::int8multirange))`;

/** Rows of till_head, as a source of FROM, each with its `gaps`. */
export const heads = `(SELECT head.store, head.till, head.epoch, head.last_seen, ${RANGES} AS gaps FROM till_head AS head
    LEFT JOIN ${REFUSED} ON refused.store = head.store AND refused.till = head.till AND refused.epoch = head.epoch)`;

/** A row for each range, as a source of FROM: `store`, `till`, `epoch`, `gap`. */
export const gapRows = `(SELECT store, till, epoch, unnest(gaps) AS gap FROM ${heads} AS head)`;
