/**
 * The declarations of the reports that the back office and the till both have: one declaration, from which each makes its
 * address, table, chart, CSV and print. The till leaves out what it does not know.
 */
import type { Texts } from '../domain/texts.ts';
import type { ReportAnswer, ReportDeclaration } from '../wire/office/reports.ts';

type Column = ReportDeclaration['columns'][number];

/** Every filter that a report may have, but the region, which chooses stores. */
export const reportFilters = [
  'store',
  'till',
  'cashier',
  'article',
  'group',
  'tax',
  'method',
] as const satisfies ReportDeclaration['filters'];

export const texts = (de: string, en: string): Texts => ({ de, en });

export const column = (name: string, unit: Column['unit'], de: string, en: string, added = true): Column => ({
  name,
  unit,
  title: texts(de, en),
  added,
});

export const grouping = (name: string, de: string, en: string): { name: string; title: Texts } => ({
  name,
  title: texts(de, en),
});

/**
 * A declaration for one till, without the parts that only the back office knows: other stores, lists of sales to which
 * rows lead, and the columns in `without`.
 */
export const ofTill = (declaration: ReportDeclaration, without: readonly string[] = []): ReportDeclaration => ({
  ...declaration,
  by: declaration.by.filter(({ name }) => name !== 'store' && !without.includes(name)),
  columns: declaration.columns.filter(({ name }) => name !== 'store' && !without.includes(name)),
  filters: declaration.filters.filter(name => name !== 'store' && !without.includes(name)),
  leadsToSales: false,
});

/** Columns that follow from purchase prices. */
const marginDeclared: readonly Column[] = [
  column('cost', 'money', 'Wareneinsatz', 'Cost of goods', false),
  column('margin', 'money', 'Rohertrag', 'Margin', false),
  column('margin_share', 'share', 'Marge', 'Margin in %', false),
  column('cost_known', 'share', 'Einkaufspreis bekannt', 'Cost known', false),
];

const isMarginColumn = (name: string): boolean => marginDeclared.some(hidden => hidden.name === name);

/** A declaration for somebody who may not know purchase prices. */
export const withoutMargin = (declaration: ReportDeclaration): ReportDeclaration =>
  declaration.name === turnoverDeclaration.name
    ? { ...declaration, columns: declaration.columns.filter(({ name }) => !isMarginColumn(name)) }
    : declaration;

/** Its figures. */
export function withoutMarginFigures(answer: ReportAnswer): ReportAnswer {
  if (answer.report !== turnoverDeclaration.name) return answer;
  const cut = <Row extends object>(row: Row): Row =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !isMarginColumn(name))) as Row;
  const { rows, total, before } = answer;
  return {
    ...answer,
    rows: rows.map(cut),
    total: cut(total),
    ...(before ? { before: { ...before, rows: before.rows.map(cut), total: cut(before.total) } } : {}),
  };
}

export const turnoverDeclaration: ReportDeclaration = {
  name: 'turnover',
  title: texts('Umsatz', 'Turnover'),
  about: texts(
    'Abgeschlossene Verkäufe abzüglich Stornos und Rückgaben, am Tag des Ereignisses. Coupons und Boni mindern den Umsatz; Guthaben der Kundenkarte ist ein Zahlungsmittel; Aufladungen und Trinkgelder sind kein Umsatz.',
    'Closed sales less what was cancelled or returned, on the day of the event. Coupons and bonus lines lower it; the balance of a loyalty card is a tender; top-ups and tips are no turnover.',
  ),
  by: [
    grouping('day', 'Tag', 'Day'),
    grouping('hour', 'Stunde', 'Hour'),
    grouping('weekday', 'Wochentag', 'Weekday'),
    grouping('month', 'Monat', 'Month'),
    grouping('store', 'Filiale', 'Store'),
    grouping('till', 'Kasse', 'Till'),
    grouping('cashier', 'Kassenkraft', 'Cashier'),
    grouping('article', 'Artikel', 'Article'),
    grouping('group', 'Warengruppe', 'Article group'),
    grouping('tax', 'Steuersatz', 'Tax rate'),
    grouping('method', 'Zahlungsmittel', 'Method'),
  ],
  columns: [
    column('sales', 'count', 'Verkäufe', 'Sales'),
    column('turnover', 'money', 'Umsatz', 'Turnover'),
    column('average', 'money', 'Durchschnitt', 'Average', false),
    column('discount', 'money', 'Nachlässe', 'Discounts'),
    column('cancellations', 'count', 'Stornos', 'Cancellations'),
    column('cancelled', 'money', 'Storniert', 'Cancelled'),
    column('quantity', 'quantity', 'Stück', 'Pieces'),
    column('measure', 'measure', 'Gewicht oder Maß', 'Weight or measure', false),
    column('unit', 'text', 'Einheit', 'Unit', false),
    column('tax', 'money', 'Steuer', 'Tax'),
    column('net', 'money', 'Netto', 'Net'),
    column('payments', 'count', 'Zahlungen', 'Payments'),
    column('tip', 'money', 'Trinkgeld', 'Tips'),
    ...marginDeclared,
  ],
  filters: ['store', 'till', 'cashier', 'article', 'group', 'tax', 'method'],
  chart: { kind: 'bar', column: 'turnover' },
  hasSpan: true,
  compares: true,
  leadsToSales: true,
};

export const correctionsDeclaration: ReportDeclaration = {
  name: 'corrections',
  title: texts('Korrekturen', 'Corrections'),
  about: texts(
    'Stornos, Rückgaben, Nachlässe und von Hand geänderte Preise, und was vor dem Bezahlen aus Verkäufen genommen oder mit ihnen abgebrochen wurde. Eine Rückgabe ist eine Zeile mit negativem Betrag, die weder Coupon noch Bonus ist.',
    'Cancellations, returns, discounts and prices changed by hand, and what was taken out of sales or given up with them before they were paid. A return is a line with a negative amount that is neither coupon nor bonus.',
  ),
  by: [
    grouping('cashier', 'Kassenkraft', 'Cashier'),
    grouping('till', 'Kasse', 'Till'),
    grouping('store', 'Filiale', 'Store'),
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
    column('discount_share', 'share', 'Nachlass in Prozent', 'Discount rate', false),
    column('lowered', 'money', 'Preise gesenkt', 'Prices lowered'),
    column('raised', 'money', 'Preise erhöht', 'Prices raised'),
    column('voids', 'count', 'Zeilenstornos', 'Line voids'),
    column('voided', 'money', 'Wert der Zeilenstornos', 'Value of line voids'),
    column('abandonments', 'count', 'Abgebrochene Verkäufe', 'Abandoned sales'),
    column('abandoned', 'money', 'Wert der abgebrochenen Verkäufe', 'Value of abandoned sales'),
    column('share', 'share', 'Anteil am Umsatz', 'Share of turnover', false),
  ],
  filters: ['store', 'till', 'cashier'],
  chart: { kind: 'bar', column: 'cancelled' },
  hasSpan: true,
  compares: true,
  leadsToSales: true,
};

export const loyaltyDeclaration: ReportDeclaration = {
  name: 'loyalty',
  title: texts('Kundenkarten', 'Loyalty'),
  about: texts(
    'Ausgegebenes und eingelöstes Guthaben, Bonus und Punkte. Verbindlichkeit: was an Guthaben und Bonus bis zum Ende des Zeitraums ausgegeben und noch nicht eingelöst ist. Kosten: was Aktionen nachgelassen haben.',
    'Balance, bonus and points issued and redeemed. Liability: cash and bonus balance issued and not redeemed up to the end of the span. Cost: what campaigns took off.',
  ),
  by: [
    grouping('day', 'Tag', 'Day'),
    grouping('store', 'Filiale', 'Store'),
    grouping('campaign', 'Aktion', 'Campaign'),
  ],
  columns: [
    column('cash_issued', 'money', 'Guthaben geladen', 'Balance issued'),
    column('cash_redeemed', 'money', 'Guthaben eingelöst', 'Balance redeemed'),
    column('bonus_issued', 'money', 'Bonus ausgegeben', 'Bonus issued'),
    column('bonus_redeemed', 'money', 'Bonus eingelöst', 'Bonus redeemed'),
    column('points_issued', 'quantity', 'Punkte ausgegeben', 'Points issued'),
    column('points_redeemed', 'quantity', 'Punkte eingelöst', 'Points redeemed'),
    column('expired', 'money', 'Davon verfallen (Guthaben und Bonus)', 'Of it expired (balance and bonus)'),
    column('cost', 'money', 'Kosten der Aktionen', 'Cost of campaigns'),
    column('liability', 'money', 'Verbindlichkeit', 'Liability', false),
  ],
  filters: ['store'],
  chart: { kind: 'bar', column: 'cash_redeemed' },
  hasSpan: true,
  compares: true,
  leadsToSales: true,
};

export const unknownDeclaration: ReportDeclaration = {
  name: 'unknown',
  title: texts('Unklare Ausgänge', 'Unknown results'),
  about: texts(
    'Zahlungen, deren Ausgang die Kasse nicht kannte, und wie sie endeten. Sie zählen erst zum Umsatz, wenn feststeht, dass bezahlt wurde.',
    'Payments whose result the till did not know, and how they ended. They count as turnover only once it is certain that they were paid.',
  ),
  by: [grouping('sale', 'Verkauf', 'Sale')],
  columns: [
    column('at', 'time', 'Seit', 'Since', false),
    column('store', 'text', 'Filiale', 'Store', false),
    column('till', 'text', 'Kasse', 'Till', false),
    column('cashier', 'text', 'Kassenkraft', 'Cashier', false),
    column('amount', 'money', 'Betrag', 'Amount'),
    column('open', 'money', 'Noch offen', 'Still open'),
    column('end', 'state', 'Ende', 'End', false),
    column('ended', 'time', 'Geklärt', 'Settled', false),
    column('minutes', 'count', 'Minuten', 'Minutes', false),
  ],
  filters: ['store', 'till', 'cashier'],
  chart: null,
  hasSpan: true,
  compares: false,
  leadsToSales: true,
};

/** Events that end an unknown result. */
export const unknownEnds: readonly string[] = ['closed', 'notPaid', 'cancelled', 'notReversed'];

export const reconciliationDeclaration: ReportDeclaration = {
  name: 'reconciliation',
  title: texts('Kartenabgleich', 'Reconciliation of cards'),
  about: texts(
    'Für jeden Kassenschnitt: Summe des Terminals, Summe des Journals der Kasse, was davon in der Zentrale steht, und was die Bank gezahlt hat, sobald ihre Datei eingelesen ist. Jede Abweichung hat einen Namen.',
    'For every end-of-day: the total of the terminal, that of the journal of the till, what of it the back office has, and what the bank paid once its file is imported. Every difference has a name.',
  ),
  by: [
    grouping('dayEnd', 'Kassenschnitt', 'End-of-day'),
    grouping('difference', 'Abweichung', 'Difference'),
    grouping('bank', 'Bank, je Terminal und Tag', 'Bank, by terminal and day'),
  ],
  columns: [
    column('at', 'time', 'Zeit', 'Time', false),
    column('store', 'text', 'Filiale', 'Store', false),
    column('terminal', 'money', 'Terminal', 'Terminal'),
    column('journal', 'money', 'Journal', 'Journal'),
    column('synced', 'money', 'Zentrale', 'Back office'),
    column('bank', 'money', 'Bank', 'Bank'),
    column('fee', 'money', 'Gebühren', 'Fees'),
    column('difference', 'money', 'Abweichung', 'Difference'),
    column('state', 'state', 'Zustand', 'State', false),
    column('sale', 'text', 'Verkauf', 'Sale', false),
  ],
  filters: ['store', 'till'],
  chart: null,
  hasSpan: true,
  compares: false,
  leadsToSales: true,
};

export const cashDeclaration: ReportDeclaration = {
  name: 'cash',
  title: texts('Bargeldabgleich', 'Reconciliation of cash'),
  about: texts(
    'Für jeden Z-Bericht: was nach dem Kassenbuch in der Schublade liegen soll, was gezählt wurde, und die Differenz; dazu Öffnungen der Schublade ohne Verkauf.',
    'For every Z report: what the drawer should hold by the cash book, what was counted, and the difference; and openings of the drawer without a sale.',
  ),
  by: [grouping('zReport', 'Z-Bericht', 'Z report')],
  columns: [
    column('at', 'time', 'Zeit', 'Time', false),
    column('store', 'text', 'Filiale', 'Store', false),
    column('till', 'text', 'Kasse', 'Till', false),
    column('turnover', 'money', 'Umsatz', 'Turnover'),
    column('sales', 'money', 'Bar aus Verkäufen', 'Cash of sales'),
    column('expected', 'money', 'Soll', 'Expected', false),
    column('counted', 'money', 'Gezählt', 'Counted', false),
    column('difference', 'money', 'Differenz', 'Difference'),
    column('openings', 'count', 'Schublade ohne Verkauf', 'Drawer without a sale'),
    column('state', 'state', 'Zustand', 'State', false),
  ],
  filters: ['store', 'till'],
  chart: { kind: 'bar', column: 'difference' },
  hasSpan: true,
  compares: false,
  leadsToSales: false,
};
