/** Reads the file of a bank into card payments; a row that cannot be read is refused with its line and its reason. Pure. */
import { isCardNumber, withoutCardNumbers } from '../../domain/pan.ts';
import {
  type BankField,
  type BankPayment,
  type BankRefusal,
  bankFields,
  mostBankRows,
} from '../../wire/office/bank.ts';
import { type BankColumns, headOf, neededFields } from './bankColumns.ts';
import { type BankRefusalCode, bankRefusalTexts } from './bankRefusals.ts';
import { type BankCharset, BankFileRefusal, type BankRow, readRows } from './bankText.ts';
import {
  type DayOrder,
  type DecimalMark,
  dayOrderOf,
  decimalMarkOf,
  readAmount,
  readDay,
  readTime,
} from './bankValues.ts';

export type ReadPayment = Omit<BankPayment, 'store'>;

export interface BankFile {
  readonly charset: BankCharset;
  readonly separator: string;
  /** Line of the heads. */
  readonly head: number;
  readonly decimal: DecimalMark | null;
  readonly dayOrder: DayOrder;
  readonly columns: readonly { readonly head: string; readonly field: BankField | null }[];
  readonly missing: readonly BankField[];
  readonly payments: readonly ReadPayment[];
  readonly refused: readonly BankRefusal[];
}

export interface BankReading {
  /** Of the merchant: counts where the file names none. */
  readonly currency: string;
  /** Digits behind the decimal mark of a currency. */
  digitsOf(currency: string): number;
  /** Heads of the columns that the person has chosen. */
  readonly wanted: Readonly<Partial<Record<BankField, string>>>;
}

/** Throws BankFileRefusal where the file as a whole cannot be read. */
export function readBankFile(bytes: Uint8Array, reading: BankReading): BankFile {
  const { charset, separator, rows } = readRows(bytes);
  const head = headOf(rows, reading.wanted);
  if (!head) throw new BankFileRefusal('the file has no row with the heads of its columns');
  checkChoices(head.row.cells, reading.wanted, head.columns);
  const body = rows.slice(rows.indexOf(head.row) + 1);
  if (body.length > mostBankRows)
    throw new BankFileRefusal(`the file has more than ${mostBankRows} rows: export a shorter span`);
  const { columns } = head;
  const column = (field: BankField) => body.map(({ cells }) => cells[columns[field] ?? -1] ?? '').filter(Boolean);
  const decimal = decimalMarkOf([...column('amount'), ...column('fee'), ...column('net')]);
  const dayOrder = dayOrderOf(column('day'));
  const missing = neededFields.filter(field => columns[field] === undefined);
  const facts = { charset, separator, head: head.row.line, decimal, dayOrder, missing };
  const named = head.row.cells.map((text, place) => ({
    head: withoutCardNumbers(text),
    field: bankFields.find(field => columns[field] === place) ?? null,
  }));
  if (missing.length > 0) return { ...facts, columns: named, payments: [], refused: [] };
  const read: readonly (ReadPayment | BankRefusal)[] = body
    .filter(row => !isSummary(row, columns))
    .map(row => readPayment(row, { columns, width: head.row.cells.length, decimal, dayOrder, reading }));
  return {
    ...facts,
    columns: named,
    payments: read.flatMap(each => ('code' in each ? [] : [each])),
    refused: read.flatMap(each => ('code' in each ? [each] : [])),
  };
}

/** A chosen column has to be there. */
function checkChoices(heads: readonly string[], wanted: BankReading['wanted'], columns: BankColumns): void {
  for (const [field, name] of Object.entries(wanted) as readonly [BankField, string][])
    if (name !== '-' && columns[field] === undefined)
      throw new BankFileRefusal(
        `no column for ${field} is called "${withoutCardNumbers(name).slice(0, 60)}", or another field has it; the heads are ${heads.map(withoutCardNumbers).join(', ').slice(0, 300)}`,
      );
}

/** The last rows of many files are sums: they name neither terminal nor trace. */
const isSummary = ({ cells }: BankRow, { terminal = -1, trace = -1 }: BankColumns): boolean =>
  !cells[terminal] && !cells[trace];

interface RowFacts {
  readonly columns: BankColumns;
  readonly width: number;
  readonly decimal: DecimalMark | null;
  readonly dayOrder: DayOrder;
  readonly reading: BankReading;
}

function readPayment({ line, cells }: BankRow, facts: RowFacts): ReadPayment | BankRefusal {
  const { columns, width, decimal, dayOrder, reading } = facts;
  const refuse = (code: BankRefusalCode): BankRefusal => ({ line, code, texts: bankRefusalTexts[code] });
  const cell = (field: BankField): string => cells[columns[field] ?? -1] ?? '';
  if (cells.length > width) return refuse('width');
  const [terminal, traceText] = [cell('terminal'), cell('trace').replace(/^0+(?=\d)/, '')];
  if ([terminal, traceText].some(text => isCardNumber(text.replace(/[\s-]/g, '')))) return refuse('cardNumber');
  if (!/^[A-Za-z0-9-]{1,30}$/.test(terminal)) return refuse('terminal');
  if (!/^\d{1,12}$/.test(traceText)) return refuse('trace');
  const currency = (cell('currency') || reading.currency).toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) return refuse('currency');
  if (currency !== reading.currency) return refuse('otherCurrency');
  const amountOf = (text: string) => (decimal === null ? null : readAmount(text, decimal, reading.digitsOf(currency)));
  const gross = amountOf(cell('amount'));
  if (gross === null) return refuse(decimal === null ? 'ambiguousAmount' : 'amount');
  const day = readDay(cell('day'), dayOrder);
  if (day === null) return refuse('day');
  const amount = isTakenBack(cell('kind')) ? -Math.abs(gross) || 0 : gross;
  const fee = feeOf(amountOf(cell('fee')), amountOf(cell('net')), amount);
  return {
    ...{ line, terminal, trace: Number(traceText), amount, fee, currency, day },
    time: readTime(cell('time')) ?? readTime(/[T\s](\d{1,2}[:.]\d{2}.*)$/.exec(cell('day'))?.[1] ?? ''),
    card_type: withoutCardNumbers(cell('card_type')).slice(0, 50),
  };
}

/** Words for money that goes back to the customer. `Gutschrift` and `credit` may mean either side, so the sign of the amount counts there. */
const isTakenBack = (kind: string): boolean =>
  /storno|r(ü|ue|u)ck|refund|reversal|return|chargeback|^s(oll)?$/i.test(kind.trim());

/** Banks write a fee with either sign; it is what they keep. */
function feeOf(fee: number | null, net: number | null, gross: number): number | null {
  if (fee !== null) return Math.abs(fee);
  return net === null ? null : Math.abs(gross) - Math.abs(net);
}
