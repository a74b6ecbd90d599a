/** X and Z report in the receipt form: one layout for screen and paper. */

import type { MovementKind } from './cashBook.ts';
import { ROUNDING } from './cashRounding.ts';
import { movementName } from './cashSlip.ts';
import { addUp, formatAmount, type Language } from './money.ts';
import { nameValue, nameValueIf, type ReceiptLine, separator, space, textline } from './receipt.ts';
import { methodName } from './saleReceipt.ts';
import { formatRate } from './tax.ts';
import type { Tally, TallyByPerson, ZFigures } from './zReport.ts';

export interface ZSlip extends ZFigures {
  readonly kind: 'X' | 'Z';
  readonly number: number;
  readonly business: readonly string[];
  readonly till_name: string;
  readonly days: readonly string[];
  readonly date: string;
  readonly time: string;
  readonly by: string | null;
  readonly currency: string;
  readonly receipts: ZFigures['receipts'] & { readonly missing: readonly number[] };
  readonly cash: {
    readonly carried: number | null;
    readonly opening_difference: number | null;
    readonly opening: number | null;
    readonly sales: number;
    readonly movements: readonly { kind: string; count: number; in: number; out: number }[];
    readonly expected: number | null;
    readonly counted: number | null;
    readonly difference: number | null;
  };
  readonly loyalty: ZFigures['loyalty'] & { readonly liability: number };
  readonly drawer_openings: readonly { readonly at: string; readonly person: string; readonly reason: string }[];
  readonly terminals: readonly {
    readonly description: string;
    readonly terminal: number | null;
    readonly journal: number;
    readonly own?: number;
    readonly difference: number | null;
  }[];
  readonly lifetime: { readonly before: number; readonly after: number };
  readonly reason: string | null;
}

const WORDS = {
  de: {
    X: 'X-BERICHT (Zwischenstand)',
    Z: 'Z-BERICHT',
    number: 'Z-Nr.',
    till: 'Kasse',
    day: 'Geschäftstag',
    made: 'Erstellt',
    by: 'Von',
    schedule: 'Zeitplan',
    receipts: 'Bon-Nr.',
    count: 'Anzahl Bons',
    missing: 'Fehlende Nummern',
    none: 'keine',
    turnover: 'UMSATZ',
    sales: 'Verkäufe',
    gross: 'Brutto',
    net: 'Netto',
    tax: 'Steuer',
    groups: 'WARENGRUPPEN (brutto)',
    noGroup: 'Ohne Gruppe',
    methods: 'ZAHLUNGSMITTEL',
    refunds: 'davon zurückgegeben',
    tipWithin: 'darin Trinkgeld',
    beside: {
      payment: 'Zahlung ohne Verkauf',
      refund: 'Gutschrift ohne Verkauf',
      reversal: 'Storno ohne Verkauf',
      booking: 'Vorautorisierung gebucht',
      tip: 'Trinkgeld nachträglich',
    },
    cards: 'An Terminals zusammen',
    own: 'davon diese Kasse',
    cash: 'BARGELD',
    carried: 'Vom letzten Z-Bericht',
    openingDifference: 'Differenz bei Schichtbeginn',
    opening: 'Anfangsbestand (gezählt)',
    cashSales: 'Bar aus Verkäufen',
    in: 'ein',
    out: 'aus',
    expected: 'Soll',
    counted: 'Gezählt',
    difference: 'Differenz',
    corrections: 'KORREKTUREN',
    cancellations: 'Stornos',
    returns: 'Rückgaben',
    voids: 'Zeilenstornos',
    abandoned: 'Abgebrochene Verkäufe',
    discounts: 'Nachlässe',
    price_changes: 'Preise gesenkt',
    price_raises: 'Preise erhöht',
    openings: 'Schublade ohne Verkauf',
    noTurnover: 'KEIN UMSATZ',
    top_ups: 'Aufladungen',
    vouchersSold: 'Gutscheine verkauft',
    vouchersRedeemed: 'Gutscheine eingelöst',
    tips: 'Trinkgeld',
    depositsTaken: 'Pfand vereinnahmt',
    depositsBack: 'Pfand zurückgegeben',
    loyalty: 'KUNDENKARTEN',
    cash_issued: 'Guthaben geladen',
    cash_redeemed: 'Guthaben eingelöst',
    bonus_issued: 'Bonus ausgegeben',
    bonus_redeemed: 'Bonus eingelöst',
    points: 'Punkte ausgegeben / eingelöst',
    liability: 'Verbindlichkeit (alle Karten)',
    terminals: 'TERMINALS',
    journal: 'Kasse',
    noClose: 'Kein Kassenschnitt',
    unknown: 'UNKLARE AUSGÄNGE',
    ends: { closed: 'bezahlt', notPaid: 'nicht bezahlt', cancelled: 'storniert', notReversed: 'nicht storniert' },
    open: 'noch unklar',
    notCounted: 'Nicht gezählte Datensätze',
    despite: 'Trotz Hinderung abgeschlossen',
    lifetime: 'Umsatz seit Beginn',
  },
  en: {
    X: 'X REPORT (interim)',
    Z: 'Z REPORT',
    number: 'Z no.',
    till: 'Till',
    day: 'Business day',
    made: 'Made',
    by: 'By',
    schedule: 'schedule',
    receipts: 'Receipt no.',
    count: 'Receipts',
    missing: 'Missing numbers',
    none: 'none',
    turnover: 'TURNOVER',
    sales: 'Sales',
    gross: 'Gross',
    net: 'Net',
    tax: 'Tax',
    groups: 'ARTICLE GROUPS (gross)',
    noGroup: 'Without group',
    methods: 'METHODS',
    refunds: 'of it given back',
    tipWithin: 'tip included',
    beside: {
      payment: 'Payment without a sale',
      refund: 'Refund without a sale',
      reversal: 'Reversal without a sale',
      booking: 'Pre-authorisation booked',
      tip: 'Tip added later',
    },
    cards: 'At terminals together',
    own: 'of it this till',
    cash: 'CASH',
    carried: 'From the last Z report',
    openingDifference: 'Difference at the start',
    opening: 'Opening (counted)',
    cashSales: 'Cash of sales',
    in: 'in',
    out: 'out',
    expected: 'Expected',
    counted: 'Counted',
    difference: 'Difference',
    corrections: 'CORRECTIONS',
    cancellations: 'Cancellations',
    returns: 'Returns',
    voids: 'Line voids',
    abandoned: 'Abandoned sales',
    discounts: 'Discounts',
    price_changes: 'Prices lowered',
    price_raises: 'Prices raised',
    openings: 'Drawer without a sale',
    noTurnover: 'NO TURNOVER',
    top_ups: 'Top-ups',
    vouchersSold: 'Vouchers sold',
    vouchersRedeemed: 'Vouchers redeemed',
    tips: 'Tips',
    depositsTaken: 'Deposits taken',
    depositsBack: 'Deposits given back',
    loyalty: 'LOYALTY CARDS',
    cash_issued: 'Balance issued',
    cash_redeemed: 'Balance redeemed',
    bonus_issued: 'Bonus issued',
    bonus_redeemed: 'Bonus redeemed',
    points: 'Points issued / redeemed',
    liability: 'Liability (all cards)',
    terminals: 'TERMINALS',
    journal: 'Till',
    noClose: 'No end-of-day',
    unknown: 'UNKNOWN RESULTS',
    ends: { closed: 'paid', notPaid: 'not paid', cancelled: 'cancelled', notReversed: 'not reversed' },
    open: 'still unknown',
    notCounted: 'Records not counted',
    despite: 'Closed in spite of a blocker',
    lifetime: 'Turnover since the beginning',
  },
} as const;

interface Form {
  readonly words: (typeof WORDS)[Language];
  readonly language: Language;
  money(amount: number): string;
}

export function zReportSlip(report: ZSlip, language: Language): readonly ReceiptLine[] {
  const form: Form = {
    words: WORDS[language],
    language,
    money: amount => formatAmount(amount, report.currency, language),
  };
  return [
    ...headLines(report, form),
    ...turnoverLines(report, form),
    ...methodLines(report, form),
    ...cashLines(report, form),
    ...correctionLines(report, form),
    ...besideLines(report, form),
    ...terminalLines(report, form),
    ...unknownLines(report, form),
    space,
    nameValue(form.words.lifetime, form.money(report.lifetime.after), 'important'),
  ];
}

const headline = (text: string): readonly ReceiptLine[] => [space, textline(text, 'important')];

function headLines(report: ZSlip, { words }: Form): readonly ReceiptLine[] {
  const { kind, number, business, till_name, days, date, time, by, receipts, reason } = report;
  const { first, last, count, missing } = receipts;
  return [
    separator(words[kind]),
    ...business.map((line, index) => textline(line, ...(index === 0 ? (['important'] as const) : []), 'align-center')),
    space,
    ...(kind === 'Z' ? [nameValue(words.number, String(number), 'important')] : []),
    nameValue(words.till, till_name),
    nameValue(words.day, days.join(' – ')),
    nameValue(words.made, `${date} ${time}`),
    nameValue(words.by, by ?? words.schedule),
    nameValue(words.receipts, first === null ? words.none : `${first} – ${last}`),
    nameValue(words.count, String(count)),
    nameValue(words.missing, missing.length === 0 ? words.none : missing.join(', ')),
    ...nameValueIf(words.despite, reason ?? undefined),
  ];
}

function turnoverLines({ turnover }: ZSlip, { words, money, language }: Form): readonly ReceiptLine[] {
  return [
    ...headline(words.turnover),
    nameValue(words.sales, String(turnover.sales)),
    nameValue(words.gross, money(turnover.gross), 'important'),
    nameValue(words.net, money(turnover.net)),
    nameValue(words.tax, money(turnover.tax)),
    ...turnover.by_tax.flatMap(({ rate, gross, net, tax }) => [
      nameValue(`${formatRate(rate, language)} % ${words.gross}`, money(gross)),
      nameValue(`   ${words.net} / ${words.tax}`, `${money(net)} / ${money(tax)}`),
    ]),
    ...(turnover.by_group.length === 0 ? [] : headline(words.groups)),
    ...turnover.by_group.map(({ name, group, gross }) => nameValue(name || group || words.noGroup, money(gross))),
  ];
}

function methodLines(report: ZSlip, { words, money, language }: Form): readonly ReceiptLine[] {
  const { tenders } = report;
  return [
    ...headline(words.methods),
    ...(tenders.length === 0 ? [textline(words.none)] : []),
    ...tenders.flatMap(({ method, payments, refunds, refunded, net, tips }) => [
      nameValue(`${methodName(method, language)} (${payments})`, money(net)),
      ...(tips ? [nameValue(`   ${words.tipWithin}`, money(tips))] : []),
      // A rounding up is no money that was given back.
      ...(refunds === 0 || method === ROUNDING
        ? []
        : [nameValue(`   ${words.refunds} (${refunds})`, money(-refunded))]),
    ]),
    ...operationLines(report, { words, money, language }),
  ];
}

/** Money that terminals moved without a sale, and the sum of all that they moved: their closing has it for this till. */
function operationLines(
  { tenders, terminal_operations: operations }: ZSlip,
  { words, money }: Form,
): readonly ReceiptLine[] {
  if (operations.length === 0) return [];
  const names: Readonly<Record<string, string>> = words.beside;
  const paid = tenders.filter(({ method }) => method === 'cashless').map(({ net }) => net);
  return [
    ...operations.map(({ operation, count, amount }) =>
      nameValue(`${names[operation] ?? operation} (${count})`, money(amount)),
    ),
    nameValue(words.cards, money(addUp([...paid, ...operations.map(({ amount }) => amount)])), 'important'),
  ];
}

function cashLines({ cash }: ZSlip, { words, money, language }: Form): readonly ReceiptLine[] {
  const movements = cash.movements.flatMap(({ kind, count, in: put, out }) => {
    const name = movementName(kind as MovementKind, language);
    return [
      ...(put === 0 ? [] : [nameValue(`${name} ${words.in} (${count})`, money(put))]),
      ...(out === 0 ? [] : [nameValue(`${name} ${words.out} (${count})`, money(-out))]),
    ];
  });
  const known = (name: string, amount: number | null) => nameValueIf(name, amount === null ? undefined : money(amount));
  return [
    ...headline(words.cash),
    ...(cash.opening_difference ? known(words.carried, cash.carried) : []),
    ...(cash.opening_difference ? known(words.openingDifference, cash.opening_difference) : []),
    ...known(words.opening, cash.opening),
    nameValue(words.cashSales, money(cash.sales)),
    ...movements,
    ...known(words.expected, cash.expected),
    ...known(words.counted, cash.counted),
    ...known(words.difference, cash.difference),
  ];
}

const CORRECTIONS = [
  'cancellations',
  'returns',
  'voids',
  'abandoned',
  'discounts',
  'price_changes',
  'price_raises',
] as const;

function correctionLines(report: ZSlip, { words, money }: Form): readonly ReceiptLine[] {
  const tally = (name: string, { count, amount, by_person }: TallyByPerson) => [
    nameValue(`${name} (${count})`, money(amount)),
    ...(by_person.length === 0 ? [] : by_person.map(one => textline(`   ${one.person || '–'}: ${one.count}`))),
  ];
  return [
    ...headline(words.corrections),
    ...CORRECTIONS.flatMap(name => tally(words[name], report[name])),
    nameValue(words.openings, String(report.drawer_openings.length)),
    ...report.drawer_openings.map(({ person, reason }) => textline(`   ${person}: ${reason}`)),
  ];
}

function besideLines({ loyalty, ...report }: ZSlip, { words, money }: Form): readonly ReceiptLine[] {
  const tally = (name: string, { count, amount }: Tally) => nameValue(`${name} (${count})`, money(amount));
  return [
    ...headline(words.noTurnover),
    tally(words.top_ups, report.top_ups),
    tally(words.vouchersSold, report.vouchers.sold),
    tally(words.vouchersRedeemed, report.vouchers.redeemed),
    tally(words.tips, report.tips),
    tally(words.depositsTaken, report.deposits.taken),
    tally(words.depositsBack, report.deposits.given_back),
    ...headline(words.loyalty),
    nameValue(words.cash_issued, money(loyalty.cash_issued)),
    nameValue(words.cash_redeemed, money(loyalty.cash_redeemed)),
    nameValue(words.bonus_issued, money(loyalty.bonus_issued)),
    nameValue(words.bonus_redeemed, money(loyalty.bonus_redeemed)),
    nameValue(words.points, `${loyalty.points_issued} / ${loyalty.points_redeemed}`),
    nameValue(words.liability, money(loyalty.liability)),
  ];
}

function terminalLines({ terminals }: ZSlip, { words, money }: Form): readonly ReceiptLine[] {
  if (terminals.length === 0) return [...headline(words.terminals), textline(words.noClose)];
  return [
    ...headline(words.terminals),
    ...terminals.flatMap(({ description, terminal, journal, own, difference }) => [
      nameValue(description, terminal === null ? '–' : money(terminal)),
      nameValue(`   ${words.journal}`, money(journal)),
      ...(own === undefined || own === journal ? [] : [nameValue(`   ${words.own}`, money(own))]),
      ...(difference ? [nameValue(`   ${words.difference}`, money(difference))] : []),
    ]),
  ];
}

function unknownLines({ unknown, not_counted }: ZSlip, { words, money }: Form): readonly ReceiptLine[] {
  const ends: Readonly<Record<string, string>> = words.ends;
  return [
    ...(unknown.length === 0 ? [] : headline(words.unknown)),
    ...unknown.map(({ sale, amount, end }) =>
      nameValue(`…${sale.slice(-6)}: ${end === null ? words.open : (ends[end] ?? end)}`, money(amount)),
    ),
    ...(not_counted === 0 ? [] : [space, nameValue(words.notCounted, String(not_counted))]),
  ];
}
