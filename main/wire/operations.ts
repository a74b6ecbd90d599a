/**
 * Money moved at a terminal without a sale: `POST` and `GET /bridge/v1/terminals/{device}/operations`. Each is written as an
 * intent before it leaves, ends in one of four ways, and an unknown ending is found out like that of a sale.
 */
import Type, { type Static } from 'typebox';
import { IntegerInput, idOf, nullable, openObject, Texts, Timestamp } from './shapes.ts';

export const OperationKind = Type.Enum(['refund', 'reversal', 'preAuthorisation', 'booking', 'release', 'tip']);
export type OperationKind = Static<typeof OperationKind>;

/** `receipt_number` names the transaction that is reversed, booked, released or tipped; amounts in minor units. */
export const OperationInput = openObject({
  do: OperationKind,
  /** Amount of a release: the unused part; left out, all of it is given back. */
  amount: Type.Optional(IntegerInput),
  receipt_number: Type.Optional(IntegerInput),
});
export type OperationInput = Static<typeof OperationInput>;

export const Operation = Type.Object({
  id: Type.String(),
  device: idOf('SDV'),
  till: nullable(idOf('SDV')),
  do: OperationKind,
  amount: Type.Integer(),
  currency: Type.String(),
  /** Receipt number of the transaction it refers to. */
  receipt_number: nullable(Type.Integer()),
  state: Type.Enum(['open', 'approved', 'declined', 'notSent', 'unknown']),
  /** The reason, in the words of the terminal or of the reconciliation. */
  reason: nullable(Texts),
  /** The person or client who said how it ended, because the terminal could not; else null. */
  decided_by: nullable(Type.String()),
  /** Receipt number the terminal gave this operation. */
  own_receipt_number: nullable(Type.Integer()),
  trace_number: nullable(Type.Integer()),
  authorisation_code: nullable(Type.String()),
  card_name: nullable(Type.String()),
  last_four: nullable(Type.String()),
  started: Timestamp,
  ended: nullable(Timestamp),
  /** The slips, ready to print. */
  receipt: Type.Array(Type.Unknown()),
});
export type Operation = Static<typeof Operation>;

/** `GET /bridge/v1/terminals/{device}/operations`: newest first. */
export const OperationList = Type.Object({ count: Type.Integer(), data: Type.Array(Operation) });
export type OperationList = Static<typeof OperationList>;

/** `GET /bridge/v1/terminals/{device}/pre-authorisations`: asked at the terminal, with what the bridge knows of each. */
export const OpenPreAuthorisationList = Type.Object({
  data: Type.Array(
    Type.Object({
      receipt_number: Type.Integer(),
      /** Null when it was not made by this bridge. */
      amount: nullable(Type.Integer()),
      at: nullable(Timestamp),
      operation: nullable(Type.String()),
      /**
       * Time at which the acquirer gives the amount free by itself, by the setting preAuthorisationDays; null where
       * `at` is not known.
       */
      expires: nullable(Timestamp),
    }),
  ),
});
export type OpenPreAuthorisationList = Static<typeof OpenPreAuthorisationList>;

/** The receipt of the terminal that a decision is about. */
const ShownReceipt = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 999_999_999_999,
    description:
      "receipt number of the terminal's last transaction, as the evidence shows it: by it, it can be cancelled",
  }),
);

/**
 * The reason of a decision, in the words of the person; the journal, the audit log and `reason` of an operation keep
 * it.
 */
const VerdictReason = Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }));

/** `POST /bridge/v1/terminals/{device}/operations/{id}/verdict`: a person decides where the terminal could not. */
export const OperationVerdict = openObject(
  {
    paid: Type.Boolean({ description: 'true: money moved' }),
    receipt_number: ShownReceipt,
    reason: VerdictReason,
  },
  { examples: [{ paid: true }, { paid: false, reason: 'it is not on the list of the terminal' }] },
);
export type OperationVerdict = Static<typeof OperationVerdict>;

/** `POST /bridge/v1/transactions/{id}/verdict`: either `paid`, or `part` where the terminal approved a part only. */
export const SaleVerdict = openObject(
  {
    paid: Type.Optional(Type.Boolean({ description: 'true: the whole amount moved; false: nothing did' })),
    part: Type.Optional(
      Type.Enum(['keep', 'take_back'], {
        description: 'of a smaller approval: keep it as a part of the payment, or reverse it at the terminal',
      }),
    ),
    receipt_number: ShownReceipt,
    reason: VerdictReason,
  },
  { examples: [{ paid: true }, { paid: false }, { part: 'keep' }, { part: 'take_back' }] },
);
export type SaleVerdict = Static<typeof SaleVerdict>;

/** A page of a list, counted from 0. */
export const PageQuery = openObject({
  count: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$', description: 'at most 200; 50 when left out' })),
  offset: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })),
});
export type PageQuery = Static<typeof PageQuery>;

/** One row of the journal of a terminal: a command, an answer or a decision. Of a card the last four digits at most. */
export const TerminalJournalRow = Type.Object({
  number: Type.Integer(),
  at: Timestamp,
  kind: Type.Enum(['intent', 'wire', 'result', 'verdict', 'evidence', 'late', 'slip']),
  /** Id of the command; entries that belong together have the same. */
  intent: Type.String(),
  transaction: nullable(idOf('STX')),
  data: Type.Record(Type.String(), Type.Unknown()),
});

/** `GET /bridge/v1/terminals/{device}/journal`: newest first. */
export const TerminalJournal = Type.Object({ count: Type.Integer(), data: Type.Array(TerminalJournalRow) });
export type TerminalJournal = Static<typeof TerminalJournal>;
