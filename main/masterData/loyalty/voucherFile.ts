/** Vouchers as a CSV file: `code;value;name;name_en;valid_to`, a value in major units or per cent. Each line is a voucher, or what is wrong in it. */
import { readListedAmount } from '../../domain/writtenAmount.ts';
import { LARGEST_BALANCE } from '../../wire/limits.ts';
import type { CsvReading } from '../csvFile.ts';
import type { CsvColumns, LineProblem } from '../fileHead.ts';
import { type FaultyLine, listLines } from '../listReading.ts';

export const VOUCHER_COLUMNS: CsvColumns = {
  aliases: {
    code: ['voucher', 'gutschein', 'coupon', 'gutscheincode', 'couponcode', 'voucher_code', 'coupon_code', 'nummer'],
    value: ['wert', 'betrag', 'amount', 'gutscheinwert', 'coupon_amount'],
    kind: ['discount_type', 'rabattart', 'wertart', 'value_type'],
    name: ['name_de', 'bezeichnung', 'title'],
    name_en: ['english'],
    valid_to: ['gultig_bis', 'ablaufdatum', 'expiry_date', 'expires', 'valid_until', 'expiration_date'],
  },
  foreign: {
    code: [
      ...['gutscheinnummer', 'gutschein_nr', 'gutschein_code', 'voucher_number', 'gift_card_code', 'gift_card_number'],
      ...['discount_code', 'rabattcode', 'aktionscode', 'couponnummer', 'number', 'barcode'],
    ],
    value: [
      ...['restwert', 'restguthaben', 'remaining_balance', 'current_balance', 'balance', 'guthaben', 'saldo', 'rabatt'],
      ...['discount', 'discount_value', 'initial_value', 'nennwert'],
    ],
    kind: ['type', 'art', 'typ', 'discount_kind'],
    name: ['description', 'beschreibung', 'titel', 'post_title', 'aktion'],
    valid_to: [
      ...['date_expires', 'expires_at', 'expires_on', 'end_date', 'ends_at', 'ablauf', 'lauft_ab', 'gueltig_bis'],
      ...['enddatum', 'valid_to', 'verfallsdatum'],
    ],
  },
  required: [['code'], ['value']],
};

export interface FileVoucher {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  readonly effect:
    | { readonly type: 'amount'; readonly amount: number }
    | { readonly type: 'percent'; readonly percent: number };
  /** Last day, YYYY-MM-DD; null: it has none. */
  readonly validTo: string | null;
}

export type VoucherLine = { readonly line: number; readonly voucher: FileVoucher } | FaultyLine;

/** A file that is refused as a whole gives one problem and no voucher. */
export async function* readVoucherFile(
  source: AsyncIterable<Uint8Array>,
  currency: string,
  reading: CsvReading,
): AsyncGenerator<VoucherLine> {
  for await (const read of listLines(source, VOUCHER_COLUMNS, reading)) {
    if ('problems' in read) {
      yield read;
      continue;
    }
    const { line } = read;
    const problems: LineProblem[] = [];
    const voucher = voucherIn(read.cells, currency, (column, de, en) => problems.push({ column, texts: { de, en } }));
    yield problems.length > 0 ? { line, problems } : { line, voucher };
  }
}

type Note = (column: string, de: string, en: string) => void;

const PERCENT = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*(?:%|prozent|percent)$/i;
const PERCENT_WORD = /prozent|percent|%/i;
const AMOUNT_WORD = /^(|amount|betrag|fixed\w*|fest\w*|value|wert|gift_?card|gutschein|voucher|eur|euro|chf)$/i;

function voucherIn(
  { code = '', value = '', kind = '', name = '', name_en = '', valid_to = '' }: Readonly<Record<string, string>>,
  currency: string,
  problem: Note,
): FileVoucher {
  const own = code.replace(/^'/, '').trim().toUpperCase();
  if (/^\d*[.,]?\d+E\+?\d+$/.test(own) && /[.,+]/.test(own))
    problem(
      'code',
      'Der Code wurde von der Tabellenkalkulation gekürzt; bitte die Spalte als Text formatieren.',
      'The code was shortened by the spreadsheet; please format the column as text.',
    );
  else if (!/^[A-Z0-9][A-Z0-9-]{3,39}$/.test(own))
    problem(
      'code',
      'Ein Code hat 4 bis 40 Buchstaben von A bis Z, Ziffern und Striche.',
      'A code has 4 to 40 letters from A to Z, digits and hyphens.',
    );
  const plain = name.trim() || 'Gutschein';
  if (plain.length > 255) problem('name', 'Der Name ist zu lang.', 'The name is too long.');
  const validTo = valid_to === '' ? null : writtenDayIn(valid_to);
  if (valid_to !== '' && validTo === null)
    problem(
      'valid_to',
      `${valid_to} ist kein Tag, oder es könnten zwei sein (zum Beispiel 2027-12-31).`,
      `${valid_to} is no day, or could be two (for example 2027-12-31).`,
    );
  return {
    ...{ code: own, name: plain, validTo },
    nameEn: name_en.trim() || (name.trim() === '' ? 'Voucher' : ''),
    effect: effectIn(value, kind, currency, problem),
  };
}

function effectIn(value: string, kind: string, currency: string, problem: Note): FileVoucher['effect'] {
  const nothing = { type: 'amount', amount: 0 } as const;
  const isPercent = PERCENT_WORD.test(kind);
  if (!isPercent && !AMOUNT_WORD.test(kind)) {
    problem('kind', `${kind} ist weder Betrag noch Prozent.`, `${kind} is neither an amount nor per cent.`);
    return nothing;
  }
  const share = PERCENT.exec(isPercent && !PERCENT_WORD.test(value) ? `${value}%` : value);
  if (share) {
    const percent = Number(share[1]?.replace(',', '.'));
    if (percent > 0 && percent <= 100) return { type: 'percent', percent };
    problem('value', `${value} ist kein Nachlass.`, `${value} is no discount.`);
    return nothing;
  }
  const read = readListedAmount(value, currency);
  if (!isPercent && read.ok && read.amount > 0 && read.amount <= LARGEST_BALANCE)
    return { type: 'amount', amount: read.amount };
  if (!read.ok) problem('value', read.texts.de, read.texts.en);
  else problem('value', `${value || 'Nichts'} ist kein Wert.`, `${value || 'Nothing'} is no value.`);
  return nothing;
}

/** `2026-12-31`, `31.12.2026`, `31/12/26`, `12/31/2026` as YYYY-MM-DD; null for what is no day, or could be two of them. */
function writtenDayIn(text: string): string | null {
  const [date = ''] = text.trim().split(/[T\s]+/);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date);
  if (iso) return dayFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const own = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(date);
  if (!own) return null;
  const year = Number(own[4]) + (own[4]?.length === 2 ? 2000 : 0);
  const [first, second] = [Number(own[1]), Number(own[3])];
  // With points the day stands first everywhere; with slashes an American month may.
  if (own[2] !== '/' || first === second) return dayFrom(year, second, first);
  const [european, american] = [dayFrom(year, second, first), dayFrom(year, first, second)];
  return european !== null && american !== null ? null : (european ?? american);
}

function dayFrom(year: number, month: number, day: number): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
