/**
 * The figures of a till's business day as each paper has them, by the same names, so that they can be held against each other. A
 * family of figures (the part of a name before the first point) is in a source as a whole or not at all; what a source does not
 * name within a family is 0. Whoever adds a figure adds it to every source that has it.
 */
import type { ReportAnswer, ReportRow } from '../../main/wire/office/reports.ts';
import type { ZReport } from '../../main/wire/zReports.ts';
import type { Archive } from './bar.fixture.ts';

/** Minor units and counts by name, without those that are 0. */
export type Figures = Readonly<Record<string, number>>;

const figuresOf = (entries: readonly (readonly [string, unknown])[]): Figures => {
  const sums: Record<string, number> = {};
  for (const [name, value] of entries) if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value;
  return Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0));
};

/** Names of the Z report and of the report of corrections for the same thing. */
const CORRECTIONS = [
  ['cancellations', 'cancellations', 'cancelled'],
  ['returns', 'returns', 'returned'],
  ['voids', 'voids', 'voided'],
  ['abandoned', 'abandonments', 'abandoned'],
  ['discounts', null, 'discount'],
  ['price_changes', null, 'lowered'],
  ['price_raises', null, 'raised'],
] as const;

/** Redeeming what the shop owes is no payment in DSFinV-K; cash is held against the drawer, which holds movements, too. */
const UNPAID: ReadonlySet<string> = new Set(['cash', 'loyalty', 'voucher']);

/** X and Z report of a till. */
export function ofZ(z: ZReport): Figures {
  return figuresOf([
    ...([
      ['turnover.gross', z.turnover.gross],
      ['turnover.tax', z.turnover.tax],
      ['turnover.net', z.turnover.net],
    ] as const),
    ['turnover.sales', z.turnover.sales],
    ...z.turnover.by_tax.flatMap(({ rate, gross, tax }) => [
      [`gross.${rate}`, gross] as const,
      [`tax.${rate}`, tax] as const,
    ]),
    ...z.turnover.by_group.map(({ group, gross }) => [`group.${group}`, gross] as const),
    ...z.tenders.map(({ method, net }) => [`method.${method}`, net] as const),
    ...z.tenders
      .filter(({ method }) => !UNPAID.has(method))
      .map(({ method, net }) => [`payment.${method}`, net] as const),
    ...CORRECTIONS.flatMap(([name, count, amount]) =>
      (z[name]?.by_person ?? []).flatMap(one => [
        [`person.${one.person}.${amount}`, one.amount] as const,
        ...(count === null ? [] : [[`person.${one.person}.${count}`, one.count] as const]),
      ]),
    ),
    ['deposits.taken', z.deposits.taken.amount],
    ['deposits.back', -z.deposits.given_back.amount],
    ['tips.staff', z.tips.amount],
    ['owed.issued', z.loyalty.cash_issued],
    ['owed.redeemed', -z.loyalty.cash_redeemed],
    ['given.discount', z.discounts.amount],
    ['priced.lowered', z.price_changes.amount],
    ['priced.raised', z.price_raises?.amount],
    ['drawer.cash', z.cash.expected],
  ]);
}

type AskReport = (path: string) => Promise<ReportAnswer>;

/** Reports of one business day and till, from the till itself or from the back office: both have the same shape. */
export async function ofReports(ask: AskReport, day: string, till: string): Promise<Figures> {
  const report = (name: string, by: string) => ask(`${name}?from=${day}&to=${day}&by=${by}&till=${till}`);
  const [days, rates, groups, methods, people] = [
    await report('turnover', 'day'),
    await report('turnover', 'tax'),
    await report('turnover', 'group'),
    await report('turnover', 'method'),
    await report('corrections', 'cashier'),
  ];
  const rows = ({ rows: all }: ReportAnswer) => all as readonly ReportRow[];
  return figuresOf([
    ['turnover.gross', days.total.turnover],
    ['turnover.sales', days.total.sales],
    ['turnover.tax', rates.total.tax],
    ['turnover.net', rates.total.net],
    ...rows(rates).flatMap(({ key, turnover, tax }) => [
      [`gross.${key}`, turnover] as const,
      [`tax.${key}`, tax] as const,
    ]),
    ...rows(groups).map(({ key, turnover }) => [`group.${key}`, turnover] as const),
    ...rows(methods)
      .filter(({ key }) => key !== 'noTurnover')
      .map(({ key, turnover }) => [`method.${key}`, turnover] as const),
    ...rows(people).flatMap(row =>
      CORRECTIONS.flatMap(([, count, amount]) => [
        [`person.${row.key}.${amount}`, row[amount]] as const,
        ...(count === null ? [] : [[`person.${row.key}.${count}`, row[count]] as const]),
      ]),
    ),
    ['given.discount', people.total.discount],
    ['priced.lowered', people.total.lowered],
    ['priced.raised', people.total.raised],
  ]);
}

const RATES: Readonly<Record<string, number>> = { '1': 19, '2': 7, '5': 0, '6': 0 };
const minor = (text = '0', digits = 2): number =>
  Math.round(Number(text.replace(',', '.')) * 10 ** digits) / 10 ** (digits - 2);
const OWED: Readonly<Record<string, string>> = {
  MehrzweckgutscheinEinloesung: 'redeemed',
  MehrzweckgutscheinKauf: 'issued',
};
/** Business cases that belong to the turnover of the shop (DSFinV-K, appendix of business cases). */
const TURNOVER: ReadonlySet<string> = new Set(['Umsatz', 'Rabatt', 'Pfand', 'PfandRueckzahlung']);

/** One closing of a till in the layout of DSFinV-K, by the number of its Z report. */
export function ofClosing(archive: Archive, till: string, number: number): Figures {
  const own = (file: string) =>
    (archive[file] ?? []).filter(row => row.Z_KASSE_ID === till && row.Z_NR === String(number));
  const cases = own('businesscases').map(row => ({
    type: row.GV_TYP ?? '',
    rate: RATES[row.UST_SCHLUESSEL ?? ''] ?? -1,
    gross: minor(row.Z_UMS_BRUTTO, 5),
  }));
  const sumOf = (type: string) => cases.filter(one => one.type === type).reduce((sum, { gross }) => sum + gross, 0);
  const sold = cases.filter(({ type }) => TURNOVER.has(type));
  const [closing] = own('cashpointclosing');
  return figuresOf([
    ...sold.map(({ rate, gross }) => [`gross.${rate}`, gross] as const),
    ...own('payment')
      .filter(row => !UNPAID.has(row.ZAHLART_NAME ?? ''))
      .map(row => [`payment.${row.ZAHLART_NAME}`, minor(row.Z_ZAHLART_BETRAG)] as const),
    ['deposits.taken', sumOf('Pfand')],
    ['deposits.back', sumOf('PfandRueckzahlung')],
    ['tips.staff', sumOf('TrinkgeldAN')],
    ...Object.entries(OWED).map(([type, name]) => [`owed.${name}`, sumOf(type)] as const),
    ['given.discount', -sumOf('Rabatt')],
    ['drawer.cash', minor(closing?.Z_SE_BARZAHLUNGEN)],
  ]);
}

const familyOf = (name: string): string => name.split('.')[0] ?? '';

/** The figures of the families that both sources have. */
export function shared(figures: Figures, families: readonly string[]): Figures {
  return Object.fromEntries(Object.entries(figures).filter(([name]) => families.includes(familyOf(name))));
}

/** The figures that each kind of paper has. */
export const FAMILIES = {
  reports: ['turnover', 'gross', 'tax', 'group', 'method', 'person', 'given', 'priced'],
  closing: ['gross', 'payment', 'deposits', 'tips', 'owed', 'given', 'drawer'],
} as const;
