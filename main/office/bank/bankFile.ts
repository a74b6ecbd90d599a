/** Reads the file of a bank into card payments and settlements; a row that cannot be read is refused with its line and its reason. Pure. */
import { isCardNumber, withoutCardNumbers } from '../../domain/pan.ts';
import { type BankField, type BankFormat, type BankRefusal, bankFields, mostBankRows } from '../../wire/office/bank.ts';
import { type BankColumns, headOf, neededFields, plainName } from './bankColumns.ts';
import { type BankRefusalCode, bankRefusalTexts } from './bankRefusals.ts';
import { type BankCharset, BankFileRefusal, type BankRow, type BankText, decodedText, readRows } from './bankText.ts';
import {
  type DayOrder,
  type DecimalMark,
  dayOrderOf,
  decimalMarkOf,
  readAmount,
  readDay,
  readTime,
} from './bankValues.ts';
import { camtEntries, isCamt } from './camt.ts';
import { isMt940, mt940Entries } from './mt940.ts';
import { type ReadPayment, settlementsOf } from './statement.ts';

export interface BankFile {
  readonly format: BankFormat;
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
  /** Entries of a statement that are no settlement of a terminal. */
  readonly ignored: number;
}

export interface BankReading {
  /** Currency of the merchant: counts where the file names none. */
  readonly currency: string;
  /** Digits behind the decimal mark of a currency. */
  digitsOf(currency: string): number;
  /** Heads of the columns that the person has chosen. */
  readonly wanted: Readonly<Partial<Record<BankField, string>>>;
  /** Terminal ids of the stores, for statements whose texts hold an id without a word before it. */
  readonly terminals: ReadonlySet<string>;
}

/** Throws BankFileRefusal where the file as a whole cannot be read. */
export function readBankFile(bytes: Uint8Array, reading: BankReading): BankFile {
  const text = decodedText(bytes);
  const format = isMt940(text.text) ? 'mt940' : isCamt(text.text) ? 'camt' : 'csv';
  return format === 'csv' ? readTable(text, reading) : readStatement(text, format, reading);
}

function readStatement(
  { charset, text }: BankText,
  format: Exclude<BankFormat, 'csv'>,
  { currency, digitsOf, terminals }: BankReading,
): BankFile {
  const digits = digitsOf(currency);
  const entries = format === 'mt940' ? mt940Entries(text, digits) : camtEntries(text, digits);
  if (entries.length > mostBankRows) throw tooManyRows();
  const settlements = settlementsOf(entries, { currency, digits, terminals });
  return {
    ...{ format, charset, separator: '', head: 0, decimal: null, dayOrder: 'ymd', columns: [], missing: [] },
    ...settlements,
  };
}

const tooManyRows = () => new BankFileRefusal(`the file has more than ${mostBankRows} rows: export a shorter span`);

/** A table of payments, one a row. */
function readTable({ charset, text }: BankText, reading: BankReading): BankFile {
  const { separator, rows } = readRows(text);
  const head = headOf(rows, reading.wanted);
  if (!head) throw new BankFileRefusal('the file has no row with the heads of its columns');
  checkChoices(head.row.cells, reading.wanted, head.columns);
  const body = rows.slice(rows.indexOf(head.row) + 1);
  if (body.length > mostBankRows) throw tooManyRows();
  const { columns } = head;
  refuseTwins(head.row.cells, columns, body);
  const column = (field: BankField) => body.map(({ cells }) => cells[columns[field] ?? -1] ?? '').filter(Boolean);
  const decimal = decimalMarkOf([...column('amount'), ...column('fee'), ...column('net')]);
  const dayOrder = dayOrderOf(column('day'));
  // A file without a trace number has a line for each end-of-day of a terminal; the person says so.
  const missing = neededFields.filter(
    field => columns[field] === undefined && !(field === 'trace' && reading.wanted.trace === '-'),
  );
  const facts = {
    format: 'csv' as const,
    ignored: 0,
    charset,
    separator,
    head: head.row.line,
    decimal,
    dayOrder,
    missing,
  };
  const named = head.row.cells.map((text, place) => ({
    head: withoutCardNumbers(text),
    field: bankFields.find(field => columns[field] === place) ?? null,
  }));
  if (missing.length > 0) return { ...facts, columns: named, payments: [], refused: [] };
  const rowFacts = { columns, width: head.row.cells.length, decimal, dayOrder, reading };
  const feeSign = feeSignOf(body, rowFacts);
  const read: readonly (ReadPayment | BankRefusal)[] = body
    .filter(row => row.isBroken || !isSummary(row, columns))
    .map(row => readPayment(row, { ...rowFacts, feeSign }));
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

/** Fields by which a payment is found and compared. */
const COMPARED = ['terminal', 'trace', 'amount'] as const satisfies readonly BankField[];

/** Two columns of one name that say different things: the first one is as likely as the second to be the wrong one. */
function refuseTwins(heads: readonly string[], columns: BankColumns, body: readonly BankRow[]): void {
  const names = heads.map(plainName);
  const rows = body.filter(row => !row.isBroken && !isSummary(row, columns));
  for (const field of COMPARED) {
    const place = columns[field] ?? -1;
    const isTwin = (name: string, other: number) =>
      place >= 0 &&
      other !== place &&
      name === names[place] &&
      rows.some(({ cells }) => cells[other] && cells[other] !== cells[place]);
    if (names.some(isTwin))
      throw new BankFileRefusal(
        `two columns are called "${withoutCardNumbers(heads[place]?.trim() ?? '').slice(0, 60)}" and differ: give the one that is not meant another name`,
      );
  }
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

function readPayment(
  { line, cells, isBroken }: BankRow,
  facts: RowFacts & { readonly feeSign: 1 | -1 },
): ReadPayment | BankRefusal {
  const { columns, width, decimal, dayOrder, reading, feeSign } = facts;
  const refuse = (code: BankRefusalCode): BankRefusal => ({ line, code, texts: bankRefusalTexts[code] });
  const cell = (field: BankField): string => cells[columns[field] ?? -1] ?? '';
  if (isBroken) return refuse('broken');
  if (cells.length > width) return refuse('width');
  const [terminal, traceText] = [cell('terminal'), cell('trace').replace(/^0+(?=\d)/, '')];
  if ([terminal, traceText].some(text => isCardNumber(text.replace(/[\s-]/g, '')))) return refuse('cardNumber');
  if (!/^[A-Za-z0-9-]{1,30}$/.test(terminal)) return refuse('terminal');
  // A line of a terminal without a trace is that of a whole end-of-day.
  if (traceText !== '' && !/^\d{1,12}$/.test(traceText)) return refuse('trace');
  const currency = (cell('currency') || reading.currency).toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) return refuse('currency');
  if (currency !== reading.currency) return refuse('otherCurrency');
  const amountOf = (text: string) => (decimal === null ? null : readAmount(text, decimal, reading.digitsOf(currency)));
  const gross = amountOf(cell('amount'));
  if (gross === null) return refuse(decimal === null ? 'ambiguousAmount' : 'amount');
  const day = readDay(cell('day'), dayOrder);
  if (day === null) return refuse('day');
  const amount = isTakenBack(cell('kind')) ? -Math.abs(gross) || 0 : gross;
  const fee = feeOf(amountOf(cell('fee')), amountOf(cell('net')), { amount, feeSign });
  return {
    ...{ line, terminal, trace: traceText === '' ? null : Number(traceText), amount, fee, currency, day },
    time: readTime(cell('time')) ?? readTime(/[T\s](\d{1,2}[:.]\d{2}.*)$/.exec(cell('day'))?.[1] ?? ''),
    card_type: withoutCardNumbers(cell('card_type')).slice(0, 50),
  };
}

/** Words for money that goes back to the customer. `Gutschrift` and `credit` may mean either side, so the sign of the amount counts there. */
const isTakenBack = (kind: string): boolean =>
  /storno|r(ü|ue|u)ck|refund|reversal|return|chargeback|^s(oll)?$/i.test(kind.trim());

/**
 * Positive for what the bank kept, negative for what it gave back with a refund. Gross and net say it by themselves; a column of
 * fees has a sign that the file decides.
 */
function feeOf(
  fee: number | null,
  net: number | null,
  { amount, feeSign }: { readonly amount: number; readonly feeSign: 1 | -1 },
): number | null {
  // Files that name the kind of a payment write the net amount of a refund without a sign.
  if (net !== null) return amount - (amount < 0 ? -Math.abs(net) : net);
  return fee === null ? null : fee * feeSign || 0;
}

/** -1 where the bank writes what it kept of sales with a minus, as most statements do. */
function feeSignOf(body: readonly BankRow[], { columns, decimal, reading }: RowFacts): 1 | -1 {
  if (decimal === null || columns.fee === undefined) return 1;
  const digits = reading.digitsOf(reading.currency);
  const ofSales = body.flatMap(({ cells }) => {
    const [amount, fee] = [columns.amount, columns.fee].map(place =>
      readAmount(cells[place ?? -1] ?? '', decimal, digits),
    );
    const isSale = (amount ?? 0) > 0 && !isTakenBack(cells[columns.kind ?? -1] ?? '');
    return isSale && fee ? [Math.sign(fee)] : [];
  });
  return ofSales.reduce((sum, sign) => sum + sign, 0) < 0 ? -1 : 1;
}
