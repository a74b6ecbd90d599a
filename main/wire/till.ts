/** The present state of one till, so that a screen can be shut and opened at any moment: `GET` and `PUT /bridge/v1/till`. */
import Type, { type Static } from 'typebox';
import { Decision, QueueView, RunningPayment, TerminalReason, TerminalView } from './events.ts';
import { IntegerInput, idOf, nullable, openObject, ReceiptLine } from './shapes.ts';
import { SmartTransaction } from './transactions.ts';

/** A sale may be tried at another terminal than that of the till. */
const SaleReason = Type.Object({
  ...TerminalReason.properties,
  device: Type.String({ description: 'SDV_… of the terminal that said so' }),
});
export type SaleReason = Static<typeof SaleReason>;

export const TillView = Type.Object({
  device: Type.Object({ id: idOf('SDV'), description: Type.String() }),
  /** The sale on the screen; null between two customers. */
  transaction: nullable(SmartTransaction),
  /** The card payment that runs, has an unknown outcome, or waits for a decision; at any terminal. */
  payment: nullable(RunningPayment),
  /**
   * Commands of sales that are not on the screen of this till any more, and that still run, have an unknown outcome, or
   * wait for a decision. Oldest first, one for each sale.
   */
  waiting: Type.Array(RunningPayment),
  /** A person has decided how the last command of this sale ended: nobody knows it from the terminal. */
  decision: nullable(Decision),
  /** The reason of the terminal, in its own words, for not taking the money of this sale. */
  reason: nullable(SaleReason),
  /** The one the till is working at; with nothing under way, the one of its routing. */
  terminal: nullable(TerminalView),
  queue: QueueView,
  /** Sequence number of the newest event contained in this view: continue the stream from here. */
  lastEventId: Type.String(),
});
export type TillView = Static<typeof TillView>;

/**
 * `PUT /bridge/v1/till`: puts another sale on the screen, or none (next customer). With `instead_of` only where that sale is
 * still on it: a second window that has not seen the next customer does not take that customer's sale off the till.
 */
export const TillInput = Type.Object({
  transaction: nullable(idOf('STX')),
  instead_of: Type.Optional(nullable(idOf('STX'))),
});
export type TillInput = Static<typeof TillInput>;

/**
 * `POST /bridge/v1/till/abort` asks the terminal to stop; the payment goes on until the terminal says how it ended. One that
 * has not reached the terminal yet ends as aborted (405, 1006).
 */
export const AbortAnswer = Type.Object({ requested: Type.Boolean() });

/** `POST /bridge/v1/till/answer`: what the cashier answers a question of the terminal. Late or double answers are refused (405). */
export const AnswerInput = openObject(
  {
    question: Type.String({ description: 'id of the question' }),
    answer: Type.Enum(['yes', 'no', 'chosen', 'typed']),
    /** For `chosen`. */
    value: Type.Optional(IntegerInput),
    /** For `typed`; an amount in minor units. */
    text: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { examples: [{ question: 'q7f3', answer: 'yes' }] },
);
export type AnswerInput = Static<typeof AnswerInput>;

/**
 * `POST /bridge/v1/till/late`: a payment that is shown with the step `late` or `signature` is kept as paid (the signature is
 * right), or taken back (a reversal with its own intent). Who names the sale (`payment.transaction` of the view) and what
 * was asked (`payment.step`) never decides on the next one by a repeat: that is refused (405, 1094).
 */
export const LateInput = openObject(
  {
    keep: Type.Boolean(),
    /** Left out or null: the one that comes first at the terminal. */
    transaction: Type.Optional(nullable(idOf('STX'))),
    /** Left out: whatever waits. What came late and is kept may have to be signed. */
    about: Type.Optional(Type.Enum(['late', 'signature'])),
  },
  { examples: [{ keep: true, transaction: `STX_${'0'.repeat(30)}`, about: 'late' }] },
);
export type LateInput = Static<typeof LateInput>;

/** `POST /bridge/v1/till/hand-over`: whether the customer got the goods, at a terminal with the option `handOver`. */
export const HandOverInput = openObject({ result: Type.Enum(['done', 'failed']) });
export type HandOverInput = Static<typeof HandOverInput>;

/** `GET /bridge/v1/till/slip`: slips of the payment on the till that is not settled yet, for a reprint. */
export const SlipView = Type.Object({ receipt: Type.Array(ReceiptLine), receipt_merchant: Type.Array(ReceiptLine) });
export type SlipView = Static<typeof SlipView>;
