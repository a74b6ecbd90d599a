/**
 * The books of a span as a batch of postings in the format of DATEV (EXTF, Buchungsstapel): for each store and day the revenue of
 * each tax rate, and what was paid with each method, both against one clearing account, so that it ends at zero every day.
 */
import type { DatevSettings } from '../../wire/office/people.ts';
import type { Sql } from '../database/officeDatabase.ts';

export interface DatevSpan {
  readonly stores: readonly string[];
  /** Business days, both included, in one fiscal year. */
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  /** Ms since 1970. */
  readonly now: number;
}

/** One amount of a store and day; signed. */
interface Amount {
  readonly store: string;
  readonly name: string;
  readonly day: string;
  readonly amount: number;
}
type TaxAmount = Amount & { readonly tax: number };
type Payment = Amount & { readonly method: string; readonly tip: number };

export interface Posting {
  readonly day: string;
  readonly store: string;
  readonly text: string;
  /** Minor units; below 0 it is on the other side. */
  readonly amount: number;
  readonly account: string;
  readonly against: string;
}

/** Columns of a posting before those that stay empty here; the format has 125. */
const HEADS = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
]
  .concat(
    'Gegenkonto (ohne BU-Schlüssel)',
    'BU-Schlüssel',
    'Belegdatum',
    'Belegfeld 1',
    'Belegfeld 2',
    'Skonto',
    'Buchungstext',
  )
  .concat('Postensperre', 'Diverse Adressnummer', 'Geschäftspartnerbank', 'Sachverhalt', 'Zinssperre', 'Beleglink')
  .concat(pairs('Beleginfo - Art', 'Beleginfo - Inhalt', 8))
  .concat(
    'KOST1 - Kostenstelle',
    'KOST2 - Kostenstelle',
    'Kost-Menge',
    'EU-Land u. UStID (Bestimmung)',
    'EU-Steuersatz (Bestimmung)',
  )
  .concat('Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L', 'BU 49 Hauptfunktionstyp')
  .concat('BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung')
  .concat(pairs('Zusatzinformation - Art', 'Zusatzinformation- Inhalt', 20))
  .concat(
    'Stück',
    'Gewicht',
    'Zahlweise',
    'Forderungsart',
    'Veranlagungsjahr',
    'Zugeordnete Fälligkeit',
    'Skontotyp',
    'Auftragsnummer',
  )
  .concat('Buchungstyp', 'USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)', 'Sachverhalt L+L (Anzahlungen)')
  .concat('EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', 'Herkunft-Kz', 'Buchungs GUID', 'KOST-Datum')
  .concat(
    'SEPA-Mandatsreferenz',
    'Skontosperre',
    'Gesellschaftername',
    'Beteiligtennummer',
    'Identifikationsnummer',
    'Zeichnernummer',
  )
  .concat(
    'Postensperre bis',
    'Bezeichnung SoBil-Sachverhalt',
    'Kennzeichen SoBil-Buchung',
    'Festschreibung',
    'Leistungsdatum',
  )
  .concat(
    'Datum Zuord. Steuerperiode',
    'Fälligkeit',
    'Generalumkehr (GU)',
    'Steuersatz',
    'Land',
    'Abrechnungsreferenz',
    'BVV-Position',
  )
  .concat('EU-Land u. UStID (Ursprung)', 'EU-Steuersatz (Ursprung)', 'Abw. Skontokonto');

function pairs(art: string, content: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => [`${art} ${index + 1}`, `${content} ${index + 1}`]).flat();
}

const DAY = (table: string): string => `to_char(${table}.business_day, 'YYYY-MM-DD')`;
const OF_SPAN = (table: string): string =>
  `${table}.store = ANY($1::text[]) AND ${table}.business_day BETWEEN $2::date AND $3::date AND ${table}.currency = $4`;

const TAXES = `SELECT figure_tax.store, max(store.name) AS name, ${DAY('figure_tax')} AS day, figure_tax.tax, sum(figure_tax.gross)::bigint AS amount
  FROM figure_tax JOIN store ON store.id = figure_tax.store WHERE ${OF_SPAN('figure_tax')}
  GROUP BY figure_tax.store, figure_tax.business_day, figure_tax.tax`;
const PAYMENTS = `SELECT figure_tender.store, max(store.name) AS name, ${DAY('figure_tender')} AS day, figure_tender.method,
    sum(figure_tender.amount)::bigint AS amount, sum(figure_tender.tip)::bigint AS tip
  FROM figure_tender JOIN store ON store.id = figure_tender.store WHERE ${OF_SPAN('figure_tender')}
  GROUP BY figure_tender.store, figure_tender.business_day, figure_tender.method`;

/** The batch as text; the caller writes it in the character set of the format. */
export async function datevBatch(sql: Sql, settings: DatevSettings, span: DatevSpan): Promise<string> {
  const values = [span.stores, span.from, span.to, span.currency];
  const taxes = await sql.query<TaxAmount>(TAXES, values);
  const payments = await sql.query<Payment>(PAYMENTS, values);
  const rows = postings(settings, taxes, payments).map(posting => rowOf(posting, span.currency));
  return [headOf(settings, span), HEADS.join(';'), ...rows].map(line => `${line}\r\n`).join('');
}

/** Each side of a day in the order of store and day; what was paid beyond the revenue is tips, and value loaded on cards. */
export function postings(
  settings: DatevSettings,
  taxes: readonly TaxAmount[],
  payments: readonly Payment[],
): readonly Posting[] {
  const { clearing, tips, loyalty } = settings;
  const days = Map.groupBy([...taxes, ...payments], ({ day, name, store }) => `${day} ${name} ${store}`);
  return [...days]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, amounts]) => {
      const { day, name: store } = amounts[0] as Amount;
      const ofTaxes = amounts.filter((one): one is TaxAmount => 'tax' in one).sort((one, other) => other.tax - one.tax);
      const paid = amounts
        .filter((one): one is Payment => 'method' in one)
        .sort((one, other) => (one.method < other.method ? -1 : 1));
      const tip = sumOf(paid.map(one => one.tip));
      const loaded = sumOf(paid.map(one => one.amount)) - sumOf(ofTaxes.map(one => one.amount)) - tip;
      const posting = (text: string, amount: number, account: string, against: string): Posting => ({
        ...{ day, store, text, amount, account, against },
      });
      return [
        ...ofTaxes.map(({ tax, amount }) =>
          posting(
            `Erlöse ${String(tax).replace('.', ',')} %`,
            amount,
            clearing,
            settings.revenue[String(tax)] ?? settings.other_revenue,
          ),
        ),
        posting('Trinkgeld', tip, clearing, tips),
        posting('Guthaben geladen', loaded, clearing, loyalty),
        ...paid.map(({ method, amount }) =>
          posting(PAID[method] ?? method, amount, accountOf(settings, method), clearing),
        ),
      ].filter(({ amount }) => amount !== 0);
    });
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

const PAID: Readonly<Record<string, string>> = {
  ...{ cash: 'Bar', cashless: 'Karte', loyalty: 'Kundenkarte', voucher: 'Gutschein', invoice: 'Rechnung' },
};

function accountOf({ cash, card, loyalty, voucher, other }: DatevSettings, method: string): string {
  const accounts: Readonly<Record<string, string>> = { cash, loyalty, voucher, cashless: card, cashless_direct: card };
  return accounts[method] ?? other;
}

const quoted = (text: string): string => `"${text.replace(/\p{Cc}/gu, ' ').replaceAll('"', '""')}"`;
const compact = (day: string): string => day.replaceAll('-', '');

/** The 31 fields of the head, which name the batch. */
function headOf(
  { consultant, client, account_length, year_start }: DatevSettings,
  { from, to, currency, now }: DatevSpan,
): string {
  const made = new Date(now).toISOString().replace(/\D/g, '').slice(0, 17);
  const batch = [quoted('EXTF'), '700', '21', quoted('Buchungsstapel'), '13', made, '', quoted('TB'), '""', '""'];
  const books = [consultant, client, compact(yearOf(from, year_start)), account_length, compact(from), compact(to)].map(
    String,
  );
  return [...batch, ...books, quoted('Kasse'), '""', '1', '0', '0', quoted(currency)]
    .concat('', '""', '', '', '""', '', '', '""', '""')
    .join(';');
}

/** The first day of the fiscal year that contains the day; `start` is MM-DD. */
export function yearOf(day: string, start: string): string {
  const year = Number(day.slice(0, 4));
  return `${day.slice(5) < start ? year - 1 : year}-${start}`;
}

function rowOf({ day, store, text, amount, account, against }: Posting, currency: string): string {
  const sum = (Math.abs(amount) / 100).toFixed(2).replace('.', ',');
  const cells: string[] = Array.from({ length: HEADS.length }, () => '');
  const set = (head: string, value: string) => {
    cells[HEADS.indexOf(head)] = value;
  };
  set('Umsatz (ohne Soll/Haben-Kz)', sum);
  set('Soll/Haben-Kennzeichen', quoted(amount < 0 ? 'H' : 'S'));
  set('WKZ Umsatz', quoted(currency));
  set('Konto', account);
  set('Gegenkonto (ohne BU-Schlüssel)', against);
  set('Belegdatum', `${day.slice(8)}${day.slice(5, 7)}`);
  set('Belegfeld 1', quoted(`K${compact(day)}`));
  set('Buchungstext', quoted(`${store}: ${text}`.slice(0, 60)));
  return cells.join(';');
}
