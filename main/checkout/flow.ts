/** Read this first: everything that can be done with a sale, one line each, in the order of a customer at the counter. */
import { prepare } from './acquirer.ts';
import { create, update } from './basket.ts';
import { cancel, cancelByReceipt } from './cancel.ts';
import { preTransaction } from './card.ts';
import { start } from './pay.ts';
import { decideByPerson } from './person.ts';
import { runService } from './terminalService.ts';

export const flow = {
  /** Articles and the loyalty card go in. */
  create,
  update,
  /** The card is applied: bonus lines, balance held, `missing_sum`. */
  preTransaction,
  /** Authorise where somebody outside must be asked first. */
  prepare,
  /** Take the money: cash, loyalty, cashless at the terminal, debit. */
  start,
  /** Give it back. */
  cancel,
  cancelByReceipt,
  /** An ending nobody could find out: a manager decides. */
  decideByPerson,
  /** The terminal by itself: diagnosis, end-of-day. */
  runService,
} as const;
