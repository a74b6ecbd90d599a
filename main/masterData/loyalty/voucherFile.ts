/** Vouchers as a CSV file: `code;value;name;name_en;valid_to`, a value in major units or per cent. Each line is a voucher, or what is wrong in it. */
import { readListedAmount } from '../../domain/writtenAmount.ts';
import { LARGEST_BALANCE } from '../../wire/limits.ts';
import type { CsvColumns, LineProblem } from '../fileHead.ts';
import { isTotal, totalLine } from '../listedNumbers.ts';
import { FOREIGN_LAST_DAYS, FOREIGN_STATES, LAST_DAY_NAMES, lastDayIn, readState, stateBelow } from './listedState.ts';

export const VOUCHER_COLUMNS: CsvColumns = {
  aliases: {
    code: ['voucher', 'gutschein', 'coupon', 'gutscheincode', 'couponcode', 'voucher_code', 'coupon_code', 'nummer'],
    value: ['wert', 'betrag', 'amount', 'gutscheinwert', 'coupon_amount'],
    kind: ['discount_type', 'rabattart', 'wertart', 'value_type'],
    name: ['name_de', 'bezeichnung', 'title'],
    name_en: ['english'],
    valid_to: LAST_DAY_NAMES,
    state: ['status', 'zustand'],
  },
  foreign: {
    code: [
      ...[
        'gutscheinnummer',
        'gutschein_nr',
        'gutscheinnr',
        'gutschein_no',
        'gutschein_code',
        'voucher_number',
        'voucher_no',
      ],
      ...['voucher_id', 'coupon_no', 'coupon_number', 'coupon_nr', 'promo_code', 'promotion_code', 'discount_code'],
      ...[
        'rabattcode',
        'aktionscode',
        'couponnummer',
        'gift_card_code',
        'gift_card_number',
        'gift_card_no',
        'card_code',
      ],
      ...['number', 'no', 'nr', 'barcode', 'post_name'],
    ],
    value: [
      ...['restwert', 'restguthaben', 'remaining_balance', 'current_balance', 'balance', 'guthaben', 'saldo', 'rabatt'],
      ...['discount', 'discount_value', 'initial_value', 'nennwert'],
    ],
    kind: ['type', 'art', 'typ', 'discount_kind'],
    name: ['description', 'beschreibung', 'titel', 'post_title', 'aktion'],
    valid_to: FOREIGN_LAST_DAYS,
    state: FOREIGN_STATES,
  },
  meant: { state: stateBelow },
  amounts: ['value'],
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
  readonly isLocked: boolean;
}

type Cells = Readonly<Record<string, string>>;
type Note = (column: string, de: string, en: string) => void;

const PERCENT = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*(?:%|prozent|percent)$/i;
const PERCENT_WORD = /prozent|percent|%/i;
const AMOUNT_WORD = /^(|amount|betrag|fixed\w*|fest\w*|value|wert|gift_?card|gutschein|voucher|eur|euro|chf)$/i;

/** The code as coupons are found by it. */
export const plainCode = ({ code = '' }: Cells): string => code.replace(/^'/, '').trim().toUpperCase();

/** The voucher of one line, and everything that is wrong in it. */
export function readVoucher(
  cells: Cells,
  currency: string,
  code = plainCode(cells),
): { readonly voucher: FileVoucher; readonly problems: readonly LineProblem[] } {
  const problems: LineProblem[] = [];
  const note: Note = (column, de, en) => void problems.push({ column, texts: { de, en } });
  return { voucher: voucherIn({ ...cells, code }, currency, note), problems };
}

function voucherIn(
  { code = '', value = '', kind = '', name = '', name_en = '', valid_to = '', state = '' }: Cells,
  currency: string,
  problem: Note,
): FileVoucher {
  if (/^\d*[.,]?\d+E\+?\d+$/.test(code) && /[.,+]/.test(code))
    problem(
      'code',
      'Der Code wurde von der Tabellenkalkulation gekürzt; bitte die Spalte als Text formatieren.',
      'The code was shortened by the spreadsheet; please format the column as text.',
    );
  else if (isTotal(code)) problem('code', ...totalLine(code));
  else if (!/^[A-Z0-9][A-Z0-9-]{3,39}$/.test(code))
    problem(
      'code',
      'Ein Code hat 4 bis 40 Buchstaben von A bis Z, Ziffern und Striche.',
      'A code has 4 to 40 letters from A to Z, digits and hyphens.',
    );
  const plain = name.trim() || 'Gutschein';
  if (plain.length > 255) problem('name', 'Der Name ist zu lang.', 'The name is too long.');
  const read = readState(state);
  if (read === null)
    problem('state', `"${state}" ist kein Stand: offen oder gesperrt.`, `"${state}" is no state: open or locked.`);
  if (read?.isUsed) problem('state', 'Der Coupon ist schon eingelöst.', 'The coupon has been used already.');
  return {
    ...{ code, name: plain, validTo: lastDayIn(valid_to, problem), isLocked: read?.lock !== undefined },
    nameEn: name_en.trim() || (name.trim() === '' ? 'Voucher' : ''),
    effect: effectIn(value, kind, currency, problem),
  };
}

/** Some systems write what a coupon takes off below zero. */
function effectIn(written: string, kind: string, currency: string, problem: Note): FileVoucher['effect'] {
  const value = written.replace(/^[-\u2212]\s*/, '');
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
