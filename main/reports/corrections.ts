/** What was taken back at the till: cancellations, returns and discounts. */
import { type Counted, column, grouping, isWanted, type TillReport } from './tillReport.ts';

/** A return is a line with a negative amount that is neither coupon nor bonus. */
const returnsOf = ({ figures }: Counted): readonly number[] =>
  figures.lines
    .filter(({ type, amount }) => amount < 0 && !/coupon|bonus|difference/.test(type))
    .map(({ amount }) => amount);

export const corrections: TillReport = {
  declaration: {
    name: 'corrections',
    title: { de: 'Korrekturen', en: 'Corrections' },
    about: {
      de: 'Stornos, Rückgaben und Nachlässe. Eine Rückgabe ist eine Zeile mit negativem Betrag, die weder Coupon noch Bonus ist.',
      en: 'Cancellations, returns and discounts. A return is a line with a negative amount that is neither coupon nor bonus.',
    },
    by: [
      grouping('cashier', 'Kassenkraft', 'Cashier'),
      grouping('till', 'Kasse', 'Till'),
      grouping('day', 'Tag', 'Day'),
    ],
    columns: [
      column('sales', 'count', 'Verkäufe', 'Sales'),
      column('turnover', 'money', 'Umsatz', 'Turnover'),
      column('cancellations', 'count', 'Stornos', 'Cancellations'),
      column('cancelled', 'money', 'Storniert', 'Cancelled'),
      column('returns', 'count', 'Rückgaben', 'Returns'),
      column('returned', 'money', 'Zurückgegeben', 'Returned'),
      column('discount', 'money', 'Nachlässe', 'Discounts'),
      column('share', 'share', 'Anteil am Umsatz', 'Share of turnover', false),
    ],
    filters: ['till', 'cashier'],
    chart: { kind: 'bar', column: 'cancelled' },
    compares: true,
    leadsToSales: false,
  },
  refusal: () => null,
  shares(counted, by, filters) {
    const { sale } = counted.figures;
    if (!sale || sale.sales === 0 || !isWanted(filters.cashier, sale.cashier)) return [];
    const isCancelled = sale.sales < 0;
    const returns = isCancelled ? [] : returnsOf(counted);
    const sums = {
      sales: sale.sales,
      turnover: sale.turnover,
      cancellations: isCancelled ? 1 : 0,
      cancelled: isCancelled ? -sale.turnover : 0,
      returns: returns.length,
      returned: -returns.reduce((sum, amount) => sum + amount, 0) || 0,
      discount: sale.discount,
    };
    return [{ key: by === 'day' ? counted.day : by === 'till' ? counted.till : sale.cashier, name: null, sums }];
  },
  derived: ({ turnover = 0, cancelled = 0, returned = 0, discount = 0 }) => ({
    share: turnover > 0 ? Math.round(((cancelled + returned + discount) * 10_000) / turnover) : null,
  }),
};
