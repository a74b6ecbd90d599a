/**
 * The figures of a till's business day as each paper has them, by the same names, so that they can be held against each other. A
 * family of figures (the part of a name before the first point) is in a source as a whole or not at all; what a source does not
 * name within a family is 0. Whoever adds a figure adds it to every source that has it.
 */
import type { ReportAnswer, ReportRow } from '../../main/wire/office/reports.ts';
import type { ZReport } from '../../main/wire/zReports.ts';
import type { Archive, Rows } from './bar.fixture.ts';

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
    ...(z.terminal_operations ?? []).map(({ amount }) => ['payment.cashless', amount] as const),
    ...movedBeside(z),
    ...CORRECTIONS.flatMap(([name, count, amount]) =>
      (z[name]?.by_person ?? []).flatMap(one => [
        [`person.${one.person}.${amount}`, one.amount] as const,
        ...(count === null ? [] : [[`person.${one.person}.${count}`, one.count] as const]),
      ]),
    ),
    ['deposits.taken', z.deposits.taken.amount],
    ['deposits.back', -z.deposits.given_back.amount],
    ['tips.staff', z.tips.amount + movementsOf(z, ['tipPayout'])],
    ['owed.issued', z.loyalty.cash_issued],
    ['owed.redeemed', -z.loyalty.cash_redeemed],
    ['given.discount', z.discounts.amount],
    ['priced.lowered', z.price_changes.amount],
    ['priced.raised', z.price_raises?.amount],
    ['drawer.cash', z.cash.expected],
  ]);
}

/** Movements of the drawer by hand, of these kinds; negative where cash went out. */
const movementsOf = ({ cash }: ZReport, kinds: readonly string[]): number =>
  cash.movements.filter(({ kind }) => kinds.includes(kind)).reduce((sum, one) => sum + one.in - one.out, 0);

/** Money without a sale, by the business case that it has in DSFinV-K: of cards all that is no tip. */
function movedBeside(z: ZReport): readonly (readonly [string, number])[] {
  const atTerminals = (z.terminal_operations ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const tipsOfSales = z.tenders.reduce((sum, { tips = 0 }) => sum + tips, 0);
  const withoutTips = atTerminals - (z.tips.amount - tipsOfSales);
  return [
    ['moved.inAndOut', withoutTips + movementsOf(z, ['refund', 'expense'])],
    ['moved.Geldtransit', movementsOf(z, ['float', 'bank'])],
    ['moved.Lohnzahlung', movementsOf(z, ['wage'])],
    ['moved.private', movementsOf(z, ['private'])],
    ['moved.DifferenzSollIst', (z.cash.difference ?? 0) + (z.cash.opening_difference ?? 0)],
  ];
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

const LOYALTY = ['cash', 'bonus', 'points'].flatMap(account => [`${account}_issued`, `${account}_redeemed`]);

/** Movements on loyalty cards of all tills of the shop. */
export const ofLoyalty = (reports: readonly ZReport[]): Figures =>
  figuresOf(
    reports.flatMap(({ loyalty }) =>
      LOYALTY.map(name => [name, (loyalty as Readonly<Record<string, number>>)[name]] as const),
    ),
  );

/** The same of the report of the back office, which has no till. */
export async function ofLoyaltyReport(ask: AskReport, day: string): Promise<Figures> {
  const { total } = await ask(`loyalty?from=${day}&to=${day}&by=day`);
  return figuresOf(LOYALTY.map(name => [name, total[name]]));
}

const RATES: Readonly<Record<string, number>> = { '1': 19, '2': 7, '5': 0, '6': 0 };
/** Minor units, with the parts of them that a file of five digits has. */
const minor = (text = '0', digits = 2): number =>
  Math.round(Number(text.replace(',', '.')) * 10 ** digits) / 10 ** (digits - 2);
/** Sums of parts of minor units, without what binary numbers add. */
const addUp = (amounts: readonly number[]): number =>
  Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 1000) / 1000 || 0;
const OWED: Readonly<Record<string, string>> = {
  MehrzweckgutscheinEinloesung: 'redeemed',
  MehrzweckgutscheinKauf: 'issued',
};
/** Business cases that belong to the turnover of the shop (DSFinV-K, appendix of business cases). */
const TURNOVER: ReadonlySet<string> = new Set(['Umsatz', 'Rabatt', 'Pfand', 'PfandRueckzahlung']);

const ofTill = (archive: Archive, till: string, number: number) => (file: string) =>
  (archive[file] ?? []).filter(row => row.Z_KASSE_ID === till && row.Z_NR === String(number));

/** 1 of a receipt that is a sale, -1 of one that cancels a sale, else 0. */
const saleOf = (row: Archive[string][number]): number =>
  row.BON_TYP === 'Beleg' && row.BON_NOTIZ?.startsWith('STX_') ? 1 - 2 * Number(row.BON_STORNO) : 0;

/** Sums of a column by a key, without those that are 0. */
function sumsBy(rows: Rows, keys: readonly string[], column: string, digits: number): Figures {
  const key = (row: Rows[number]) => keys.map(name => row[name]).join(' ');
  return Object.fromEntries(
    [...Map.groupBy(rows, key)]
      .map(([name, own]) => [name, addUp(own.map(row => minor(row[column], digits)))] as const)
      .filter(([, sum]) => sum !== 0),
  );
}

/**
 * The sums that files of a closing have in common, each as two or more of them have it: of every receipt, of every business case and
 * rate, and of the closing. A closing is right where both sides of each pair are the same.
 */
export function closingPairs(archive: Archive, till: string, number: number): readonly (readonly [Figures, Figures])[] {
  const own = ofTill(archive, till, number);
  const place = (row: Rows[number]) => `${row.BON_ID} ${row.POS_ZEILE}`;
  const types = new Map(own('lines').map(row => [place(row), row.GV_TYP ?? '']));
  const positions = own('lines_vat').map(row => ({ ...row, GV_TYP: types.get(place(row)) ?? 'unknown' }));
  const amounts = ['BRUTTO', 'NETTO', 'UST'] as const;
  const ofCase = { BRUTTO: 'Z_UMS_BRUTTO', NETTO: 'Z_UMS_NETTO', UST: 'Z_UST' } as const;
  const [closing = {}] = own('cashpointclosing');
  const cash = own('payment').filter(row => row.ZAHLART_TYP === 'Bar');
  const all = (amount: number): Figures => (amount === 0 ? {} : { all: amount });
  const total = (rows: Rows, column: string, digits = 2) => all(addUp(rows.map(row => minor(row[column], digits))));
  return [
    ...amounts.flatMap(amount => [
      [
        sumsBy(positions, ['BON_ID', 'UST_SCHLUESSEL'], `POS_${amount}`, 5),
        sumsBy(own('transactions_vat'), ['BON_ID', 'UST_SCHLUESSEL'], `BON_${amount}`, 5),
      ] as const,
      [
        sumsBy(positions, ['GV_TYP', 'UST_SCHLUESSEL'], `POS_${amount}`, 5),
        sumsBy(own('businesscases'), ['GV_TYP', 'UST_SCHLUESSEL'], ofCase[amount], 5),
      ] as const,
    ]),
    [sumsBy(positions, ['BON_ID'], 'POS_BRUTTO', 5), sumsBy(own('datapayment'), ['BON_ID'], 'BASISWAEH_BETRAG', 2)],
    [sumsBy(positions, ['BON_ID'], 'POS_BRUTTO', 5), sumsBy(own('transactions'), ['BON_ID'], 'UMS_BRUTTO', 2)],
    [total(own('datapayment'), 'BASISWAEH_BETRAG'), total([closing], 'Z_SE_ZAHLUNGEN')],
    [total(own('businesscases'), 'Z_UMS_BRUTTO', 5), total([closing], 'Z_SE_ZAHLUNGEN')],
    [total(own('payment'), 'Z_ZAHLART_BETRAG'), total([closing], 'Z_SE_ZAHLUNGEN')],
    [total(cash, 'Z_ZAHLART_BETRAG'), total([closing], 'Z_SE_BARZAHLUNGEN')],
    [total(own('cash_per_currency'), 'ZAHLART_BETRAG_WAEH'), total([closing], 'Z_SE_BARZAHLUNGEN')],
  ];
}

/** One closing of a till in the layout of DSFinV-K, by the number of its Z report. */
export function ofClosing(archive: Archive, till: string, number: number): Figures {
  const own = ofTill(archive, till, number);
  const cases = own('businesscases').map(row => ({
    type: row.GV_TYP ?? '',
    rate: RATES[row.UST_SCHLUESSEL ?? ''] ?? -1,
    gross: minor(row.Z_UMS_BRUTTO, 5),
    net: minor(row.Z_UMS_NETTO, 5),
    tax: minor(row.Z_UST, 5),
  }));
  const sumOf = (type: string) => cases.filter(one => one.type === type).reduce((sum, { gross }) => sum + gross, 0);
  const sold = cases.filter(({ type }) => TURNOVER.has(type));
  const [closing] = own('cashpointclosing');
  return figuresOf([
    ['turnover.gross', addUp(sold.map(({ gross }) => gross))],
    ['turnover.tax', addUp(sold.map(({ tax }) => tax))],
    ['turnover.net', addUp(sold.map(({ net }) => net))],
    ['turnover.sales', addUp(own('transactions').map(saleOf))],
    ...sold.flatMap(({ rate, gross, tax }) => [[`gross.${rate}`, gross] as const, [`tax.${rate}`, tax] as const]),
    ...own('payment')
      .filter(row => !UNPAID.has(row.ZAHLART_NAME ?? ''))
      .map(row => [`payment.${row.ZAHLART_NAME}`, minor(row.Z_ZAHLART_BETRAG)] as const),
    ['deposits.taken', sumOf('Pfand')],
    ['deposits.back', sumOf('PfandRueckzahlung')],
    ['tips.staff', sumOf('TrinkgeldAN')],
    ...Object.entries(OWED).map(([type, name]) => [`owed.${name}`, sumOf(type)] as const),
    ['given.discount', -sumOf('Rabatt')],
    ['drawer.cash', minor(closing?.Z_SE_BARZAHLUNGEN)],
    ['moved.inAndOut', sumOf('Einzahlung') + sumOf('Auszahlung')],
    ['moved.Geldtransit', sumOf('Geldtransit')],
    ['moved.Lohnzahlung', sumOf('Lohnzahlung')],
    ['moved.private', sumOf('Privateinlage') + sumOf('Privatentnahme')],
    ['moved.DifferenzSollIst', sumOf('DifferenzSollIst')],
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
  closing: ['turnover', 'gross', 'tax', 'payment', 'deposits', 'tips', 'owed', 'given', 'drawer', 'moved'],
} as const;
