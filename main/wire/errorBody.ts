/** The body of a refusal: the members that every one has, and those that a refusal of one kind has beside them. */
import Type, { type Static } from 'typebox';
import { Needs } from './approvals.ts';
import { Blocker } from './dayEnds.ts';
import { TerminalReason } from './events.ts';
import { Operation } from './operations.ts';
import {
  Fault,
  NextCall,
  nullable,
  Outcome,
  openObject,
  ReceiptLine,
  Reference,
  SalePayment,
  Texts,
  Timestamp,
} from './shapes.ts';
import { DayStep } from './zReports.ts';

/** Members of refusals about a sale or a payment at a terminal. */
const aboutPayments = {
  outcome: Type.Optional(Outcome),
  payments: Type.Optional(Type.Array(SalePayment)),
  next: Type.Optional(nullable(NextCall)),
  reason: Type.Optional(
    Type.Union(
      [
        Type.Object({
          ...TerminalReason.properties,
          texts: Type.Optional(Texts),
          advice: Type.Optional(TerminalReason.properties.advice),
        }),
        Type.String(),
      ],
      {
        description: 'why the terminal did not do it; of the back office a word for what is wrong with a signature',
      },
    ),
  ),
  receipt: Type.Optional(Type.Array(ReceiptLine, { description: 'what the terminal printed about it' })),
  transaction: Type.Optional(
    Type.Object(
      { object: Type.String(), id: Type.String(), status: Type.String() },
      { description: 'the sale that was not paid, and its status now' },
    ),
  ),
  at: Type.Optional(Type.String({ ...Timestamp, description: 'when it was declined' })),
  operation: Type.Optional(Operation),
  payment: Type.Optional(Type.Object(Reference.properties, { description: 'the payment that was declined' })),
  unsettled: Type.Optional(
    Type.Object(
      {
        transaction: nullable(Type.String({ description: 'STX_… of the sale' })),
        operation: nullable(Type.String({ description: 'id of the operation without a sale' })),
        kind: Type.String(),
        amount: Type.Integer({ description: 'minor units' }),
        currency: Type.String(),
      },
      { description: 'the command whose ending is not known yet' },
    ),
  ),
  found: Type.Optional(
    Type.Object(
      {
        transaction: nullable(Type.String({ description: 'STX_… of its sale' })),
        operation: nullable(Type.String({ description: 'id of the operation without a sale' })),
        kind: Type.String(),
        amount: Type.Integer({ description: 'minor units' }),
        currency: Type.String(),
        receipt_number: nullable(Type.Integer({ description: 'of the terminal' })),
      },
      { description: 'the earlier command that was called not carried out, and that the terminal shows' },
    ),
  ),
  approved: Type.Optional(
    Type.Object(
      {
        amount: Type.Integer({ description: 'minor units' }),
        currency: Type.String(),
        receipt_number: nullable(
          Type.Integer({ description: 'null: the terminal names its payments by the trace number alone' }),
        ),
      },
      { description: 'what the terminal approved of a larger amount, and keeps' },
    ),
  ),
  terminal: Type.Optional(
    Type.Object({ ...Reference.properties, description: Type.String() }, { description: 'the terminal it is about' }),
  ),
  holder: Type.Optional(
    Type.Object(
      {
        till: Type.Optional(nullable(Type.Object({ ...Reference.properties, description: nullable(Type.String()) }))),
        transaction: Type.Optional(nullable(Type.String({ description: 'STX_… of its sale' }))),
        task: Type.Optional(Type.String({ description: 'what the terminal does without a sale' })),
      },
      { description: 'who has the terminal now' },
    ),
  ),
} as const;

/** Members of refusals about a body or a query, beside `errors`. */
const aboutRequests = {
  member: Type.Optional(Type.String({ description: 'the member that is refused' })),
  meant: Type.Optional(nullable(Type.String({ description: 'the member or payment method that was probably meant' }))),
  methods: Type.Optional(Type.Array(Type.String(), { description: 'payment methods that the call knows' })),
  unknown: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String(),
        meant: nullable(Type.String({ description: 'the member that was probably meant' })),
      }),
      {
        description: 'every unknown member of the request',
      },
    ),
  ),
  faults: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.Optional(Type.String({ description: 'the member' })),
        line: Type.Optional(Type.Integer({ description: 'of the file' })),
        column: Type.Optional(nullable(Type.String({ description: 'of the file' }))),
        texts: Texts,
        expected: Type.Optional(nullable(Type.String({ description: 'what would be right' }))),
        received: Type.Optional(Type.String({ description: 'type and, where it is no secret, the value that came' })),
      }),
      { description: 'what is wrong, each with its place' },
    ),
  ),
  versions: Type.Optional(Type.Array(Type.String(), { description: 'versions of the API that there are' })),
  parameter: Type.Optional(Type.String({ description: 'the query parameter that is wrong' })),
  position: Type.Optional(Type.Integer({ description: 'where in its text, from 0' })),
  minimum: Type.Optional(Type.Integer({ description: 'the age that is asked for, years' })),
  balance: Type.Optional(Type.Integer({ description: 'what the voucher still has, minor units' })),
  left: Type.Optional(
    Type.Integer({
      description: 'how much of the line can still come back: pieces, or steps of the last decimal of its measure',
    }),
  ),
  missing: Type.Optional(Type.Integer({ description: 'what the customer owes, minor units' })),
  due: Type.Optional(Type.Integer({ description: 'what is to be given back, minor units' })),
  why: Type.Optional(Type.String({ description: 'word for the rule that the adjustment breaks' })),
  needs: Type.Optional(Needs),
} as const;

/** Members of refusals about the day, the set-up and the queue. */
const aboutOperation = {
  blockers: Type.Optional(Type.Array(Blocker, { description: 'what stands in the way of the end-of-day' })),
  steps: Type.Optional(Type.Array(DayStep, { description: 'what is still to be done before the day is closed' })),
  till: Type.Optional(nullable(Type.String({ description: 'SDV_… of the till that runs the end-of-day' }))),
  day_end: Type.Optional(Type.String({ description: 'id of the end-of-day' })),
  terminal_id: Type.Optional(nullable(Type.String({ description: 'that answered; null where it names none' }))),
  expected: Type.Optional(Type.String({ description: 'id of the terminal that should have answered' })),
  port: Type.Optional(Type.Integer({ description: 'of this till, and taken' })),
  free_port: Type.Optional(nullable(Type.Integer({ description: 'one that is free' }))),
  waiting: Type.Optional(Type.Integer({ description: 'records that have not been delivered' })),
  refused: Type.Optional(
    Type.Union([Type.Integer(), Type.String()], {
      description: 'records that the back office has refused; of a return a word for why the sale cannot come back',
    }),
  ),
} as const;

/** The body of every refusal of a resource endpoint; what else some of them say is declared below. */
export const ErrorBody = openObject({
  status: Type.Literal('error'),
  error: Type.String({ description: 'name of the error, see the error table' }),
  error_details: Type.String({ description: 'what is wrong and where, for developers' }),
  error_user: Type.String({ description: 'what to tell the user, in German or English by Accept-Language' }),
  code: Type.Integer(),
  supportId: Type.String({ description: 'finds the request in the journal' }),
  error_code: Type.String({
    description: 'unique for each entry of /docs/errors, and stays; some entries share a code',
  }),
  fault: Fault,
  money: Type.Enum(['not_moved', 'moved', 'unknown', 'none_involved'], {
    description:
      'what this call did to money. none_involved: it never moves any; unknown: the sale or the payment says it later. What happened before it to the same sale stands in outcome',
  }),
  cause: Type.String({ description: 'what leads to this refusal, in German or English by Accept-Language' }),
  cure: Type.String({ description: 'the call, the member or the setting that mends it, by Accept-Language' }),
  doc_url: Type.String({ format: 'uri', description: 'the entry of /docs/errors' }),
  errors: Type.Optional(
    Type.Array(
      openObject({
        path: Type.String({ description: 'the member, for example basket.products[0].priceOne' }),
        message: Type.String({ description: 'what is wrong, in German or English by Accept-Language' }),
        expected: nullable(Type.String({ description: 'what would be right' })),
        received: Type.String({ description: 'type and, where it is short and no secret, the value that came' }),
      }),
      { description: 'of a request that does not have the published shape: every wrong member' },
    ),
  ),
  ...aboutPayments,
  ...aboutRequests,
  ...aboutOperation,
});
export type ErrorBody = Static<typeof ErrorBody>;
