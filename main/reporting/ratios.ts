/** Columns of a report that follow from the sums of its row. */

type Sums = Readonly<Record<string, number | null | undefined>>;

/** Average of a sale, and what is left without tax; null where the sums do not say it. */
export const turnoverRatios = ({ sales, turnover, tax }: Sums) => ({
  average: typeof sales === 'number' && sales > 0 ? Math.round((turnover ?? 0) / sales) : null,
  net: typeof tax === 'number' ? (turnover ?? 0) - tax : null,
});

/** What was taken back or off, as hundredths of a per cent of what would have been sold without. */
export function correctionRatios({ turnover, cancelled, returned, discount }: Sums) {
  const taken = (cancelled ?? 0) + (returned ?? 0) + (discount ?? 0);
  const without = (turnover ?? 0) + taken;
  return { share: without > 0 ? Math.round((taken * 10_000) / without) : null };
}
