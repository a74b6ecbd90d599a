/** The bank's file for the reconciliation of card payments: its preview, its import, and the files that were imported. */
import Type, { type Static } from 'typebox';
import { Money, nullable, Texts, Timestamp } from '../shapes.ts';

/** Meanings of the columns of the file. `day` may hold the time, too; `net` gives the fee where the file names none. */
export const bankFields = [
  'terminal',
  'trace',
  'amount',
  'fee',
  'net',
  'day',
  'time',
  'card_type',
  'kind',
  'currency',
] as const;
export type BankField = (typeof bankFields)[number];

/** `csv`: a table of payments; `mt940` and `camt` (camt.053, 052, 054): entries of an account whose text names a terminal. */
export const bankFormats = ['csv', 'mt940', 'camt'] as const;
export type BankFormat = (typeof bankFormats)[number];

/** Bytes of one file. */
export const largestBankFile = 8 * 1024 * 1024;
/** Payments of one file. */
export const mostBankRows = 100_000;

const Head = Type.Optional(
  Type.String({ maxLength: 200, description: 'head of the column that holds this; - for none; left out: by its name' }),
);
const choices = {
  terminal: Head,
  trace: Head,
  amount: Head,
  fee: Head,
  net: Head,
  day: Head,
  time: Head,
  card_type: Head,
  kind: Head,
  currency: Head,
} satisfies Record<BankField, typeof Head>;

/** `POST /office/v1/bank/preview` and `POST /office/v1/bank/files`; the body is the file. */
export const BankFileQuery = Type.Object(
  { ...choices, name: Type.Optional(Type.String({ maxLength: 200, description: 'of the file, for the list' })) },
  { additionalProperties: false },
);
export type BankFileQuery = Static<typeof BankFileQuery>;

/** A row that is not taken. The content of the row is not repeated: it may hold what nobody should read. */
export const BankRefusal = Type.Object({
  line: Type.Integer({ description: 'of the file, from 1' }),
  code: Type.String({
    description:
      'terminal, trace, amount, ambiguousAmount, day, currency, otherCurrency, unknownTerminal, cardNumber, width, severalTerminals, broken',
  }),
  texts: Texts,
});
export type BankRefusal = Static<typeof BankRefusal>;

export const BankPayment = Type.Object({
  line: Type.Integer(),
  terminal: Type.String(),
  trace: nullable(Type.Integer({ description: 'null: the settlement of a whole end-of-day' })),
  amount: Money,
  fee: nullable({ ...Money, description: 'what the bank kept; negative: given back with a refund' }),
  currency: Type.String(),
  day: Type.String({ format: 'date' }),
  time: nullable(Type.String({ description: 'HH:MM:SS by the clock of the store' })),
  card_type: Type.String(),
  store: nullable(Type.String({ description: 'null: the terminal belongs to no store that you see' })),
});
export type BankPayment = Static<typeof BankPayment>;

export const BankPreview = Type.Object({
  format: Type.Enum(bankFormats, {
    description: 'how the file is read: as a table, or as an account statement (MT940, CAMT.053)',
  }),
  charset: Type.String(),
  separator: Type.String(),
  /** Line of the heads. */
  head: Type.Integer(),
  decimal: nullable(Type.Enum([',', '.'])),
  day_order: Type.Enum(['dmy', 'mdy', 'ymd']),
  columns: Type.Array(Type.Object({ head: Type.String(), field: nullable(Type.Enum(bankFields)) })),
  /** Fields that no column has although the import needs them. */
  missing: Type.Array(Type.Enum(bankFields)),
  from: nullable(Type.String({ format: 'date' })),
  to: nullable(Type.String({ format: 'date' })),
  payments: Type.Integer({ description: 'that the import would take, or knows' }),
  amount: Money,
  /** The first payments. */
  sample: Type.Array(BankPayment),
  /** How many rows are refused, and the first of them. */
  refused: Type.Integer(),
  refusals: Type.Array(BankRefusal),
  ignored: Type.Integer({ description: 'entries of a statement that name no terminal, or that are only announced' }),
});
export type BankPreview = Static<typeof BankPreview>;

export const BankImport = Type.Object({
  file: Type.String(),
  taken: Type.Integer({ description: 'payments that were new' }),
  repeated: Type.Integer({ description: 'payments that were imported before' }),
  from: nullable(Type.String({ format: 'date' })),
  to: nullable(Type.String({ format: 'date' })),
  refused: Type.Integer(),
  refusals: Type.Array(BankRefusal),
});
export type BankImport = Static<typeof BankImport>;

/** `GET /office/v1/bank/files`: newest first. */
export const BankFileList = Type.Object({
  count: Type.Integer(),
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      imported: Timestamp,
      person: nullable(Type.String()),
      rows: Type.Integer({ description: 'payments that it brought to stores that you see' }),
      from: nullable(Type.String({ format: 'date' })),
      to: nullable(Type.String({ format: 'date' })),
    }),
  ),
});
export type BankFileList = Static<typeof BankFileList>;
