/** Read this first: every action on a sale, one line each, in the order of a customer at the counter. */

import { create, update } from '../sale/basket.ts';
import { setDelivery } from '../sale/delivery.ts';
import { openReturn } from '../sale/goodsReturn.ts';
import { preTransaction } from '../sale/loyaltyCard.ts';
import { diagnose } from '../terminal/payment/diagnosis.ts';
import { operate } from '../terminal/payment/operations.ts';
import { decideByPerson } from '../terminal/payment/reconciliation/personDecision.ts';
import { answerQuestion, askToStop, handOver, stop } from '../terminal/payment/tillInput.ts';
import { prepare } from './acquirer/salePayment.ts';
import { abort, cancel, cancelByReceipt } from './cancel.ts';
import { decidePart, giveBackInCash, giveBackPart, writeOffPart } from './giveBack.ts';
import { decideLateApproval } from './lateApproval.ts';
import { start } from './pay.ts';
import { payOut } from './payOut.ts';

export const flow = {
  /** Opens the sale and changes its basket and cards. */
  create,
  update,
  /** Applies the loyalty card: bonus lines, held balance, `missing_sum`. */
  preTransaction,
  /** Authorises at the payment processor. */
  prepare,
  /**
   * Takes the money: booked, at the terminal, or at the acquirer, as the method table `acquirer/payments/methods.ts`
   * says.
   */
  start,
  /** While the terminal works: stop, answer its question, report the hand-over of the goods. */
  stop,
  askToStop,
  answerQuestion,
  handOver,
  /** Decides about an approval that came after the till gave up, or that needs a signature: keep it or take it back. */
  decideLateApproval: decideLateApproval,
  /** Records that the goods were shipped or fetched. */
  setDelivery,
  /** Gives the money back; abort gives up a sale that has not been executed. */
  cancel,
  cancelByReceipt,
  abort,
  /** Gives back one of several payments of a sale that is not paid whole yet. */
  giveBackPart,
  /** Gives a card part of a half cancelled sale back in cash. */
  giveBackInCash,
  /** Takes goods of closed sales back: a sale of its own, with lines below 0; then pays out what is due. */
  openReturn,
  payOut,
  /** A manager decides about an unknown outcome. */
  decideByPerson,
  /** Keeps an approval of less than was asked for as a part of the payment, or takes it back at the terminal. */
  decidePart,
  writeOffPart,
  /** Terminal operations without a sale; the end-of-day is in `terminal/dayEnd/`. */
  operate,
  diagnose,
} as const;
