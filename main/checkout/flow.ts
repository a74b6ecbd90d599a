/** Read this first: everything that can be done with a sale, one line each, in the order of a customer at the counter. */
import { prepare } from '../acquirer/sale/salePayment.ts';
import { create, update } from '../sale/basket.ts';
import { setDelivery } from '../sale/delivery.ts';
import { preTransaction } from '../sale/loyaltyCard.ts';
import { diagnose } from '../terminal/payment/diagnosis.ts';
import { operate } from '../terminal/payment/operations.ts';
import { decideByPerson } from '../terminal/payment/reconciliation/personDecision.ts';
import { answerQuestion, askToStop, handOver, stop } from '../terminal/payment/tillInput.ts';
import { abort, cancel, cancelByReceipt } from './cancel.ts';
import { decideLateApproval } from './lateApproval.ts';
import { start } from './pay.ts';

export const flow = {
  /** Articles and the loyalty card go in. */
  create,
  update,
  /** The card is applied: bonus lines, balance held, `missing_sum`. */
  preTransaction,
  /** Authorise where somebody outside must be asked first. */
  prepare,
  /** Take the money: booked, at the terminal, or at the acquirer, as `payments/index.ts` says of the method. */
  start,
  /** While the terminal works: stop, an answer to its question, what became of the goods. */
  stop,
  askToStop,
  answerQuestion,
  handOver,
  /** Approved although the till had given up, or to be signed: kept, or taken back. */
  decideLateApproval: decideLateApproval,
  /** What was sold is on its way or has been fetched. */
  setDelivery,
  /** Give it back; abort gives up what has not been executed. */
  cancel,
  cancelByReceipt,
  abort,
  /** An ending nobody could find out: a manager decides. */
  decideByPerson,
  /** Money at the terminal without a sale; its end-of-day stands in `dayEnds/`. */
  operate,
  diagnose,
} as const;
