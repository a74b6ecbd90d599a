/** Columns of a report that follow from the sums of its row. */

type Sums = Readonly<Record<string, number | null | undefined>>;

/**
 * Average of a sale, and what is left without tax; null where the sums do not say it. Sales in which nothing was bought, which only
 * load a card or bring goods back, stand in `other_sales` and `other_turnover` and are no sales in the average.
 */
export const turnoverRatios = ({ sales, turnover, tax, other_sales: others, other_turnover: ofOthers }: Sums) => ({
  average:
    typeof sales === 'number' && sales > (others ?? 0)
      ? Math.round(((turnover ?? 0) - (ofOthers ?? 0)) / (sales - (others ?? 0)))
      : null,
  net: typeof tax === 'number' ? (turnover ?? 0) - tax : null,
});

/**
 * Quantities of pieces and of measured goods, which never add up: a sum exists for one unit only, in ten-thousandths of
 * it. `units` are those of the weighed goods. Without pieces their column is empty.
 */
export function quantityColumns({ pieces, measured }: Sums, units: readonly string[]) {
  const [unit = null, ...others] = units;
  if (unit === null) return { quantity: pieces ?? null, measure: null, unit: null };
  const isOne = others.length === 0;
  return {
    quantity: pieces || null,
    measure: isOne ? (measured ?? null) : null,
    unit: isOne ? unit : null,
  };
}

/**
 * Cost of the goods, the margin, its share of their net turnover, and the part of the net turnover whose purchase prices are known. All are
 * null where none is known: nothing is taken as free.
 */
export function marginColumns({ goods_net: net, costed_net: costed, goods_cost: cost }: Sums) {
  if (typeof costed !== 'number' || typeof cost !== 'number' || (costed === 0 && cost === 0)) return NO_MARGIN;
  const margin = costed - cost;
  return {
    ...{ cost, margin },
    margin_share: costed > 0 ? Math.round((margin * 10_000) / costed) : null,
    cost_known: typeof net === 'number' && net > 0 ? Math.round((costed * 10_000) / net) : null,
  };
}

const NO_MARGIN = { cost: null, margin: null, margin_share: null, cost_known: null };

/**
 * Sums taken back or off, as hundredths of a per cent of the turnover that there would have been without them; discounts alone against
 * the turnover before discounts.
 */
export function correctionRatios({ turnover, cancelled, returned, discount }: Sums) {
  const [sold, off] = [turnover ?? 0, discount ?? 0];
  const taken = (cancelled ?? 0) + (returned ?? 0) + off;
  const without = sold + taken;
  return {
    // Nobody and people who only take back have sold nothing that their discounts could be a part of.
    discount_share: sold > 0 ? Math.round((off * 10_000) / (sold + off)) : null,
    share: without > 0 ? Math.round((taken * 10_000) / without) : null,
  };
}
