/**
 * The numbers of a till that never arrived, as a multirange, for a row `head` of till_head. A number that was refused did
 * arrive: it is shown among the refused records, and sending it again would change nothing before the moment at which it is due.
 */
export const gapRanges = (head: string): string =>
  `(int8multirange(int8range(1, ${head}.highest + 1)) - ${head}.got - coalesce((SELECT range_agg(int8range(refused.sequence, refused.sequence + 1))
      FROM refused_record AS refused WHERE refused.store = ${head}.store AND refused.till = ${head}.till AND refused.epoch = ${head}.epoch
       AND (refused.due IS NULL OR refused.due > now()) AND refused.sequence BETWEEN 1 AND ${head}.highest), '{}'::int8multirange))`;
