/** English texts of receipts and of the screen of a closed sale. */

import type { de } from './de.ts';

export const en: Readonly<Record<keyof typeof de, string>> = {
  'receipt.paidOut': 'Paid out',
  'receipt.title': 'Paid',
  'receipt.reversedTitle': 'Taken back',
  'receipt.reversed': 'The payment was taken back and the sale is cancelled.',
  'receipt.change': 'Change',
  'receipt.handOut': 'Hand out in cash',
  'receipt.given': 'Given',
  'receipt.customer': 'Customer copy',
  'receipt.merchant': 'Merchant copy',
  'receipt.reversal': 'Cancellation receipt',
  'receipt.printReversal': 'Print the cancellation receipt',
  'receipt.printCustomer': 'Print receipt',
  'receipt.printMerchant': 'Print merchant copy',
  'receipt.printAtTerminal': 'Print at the terminal',
  'receipt.printing': 'The terminal is printing …',
  'receipt.mustPrintMerchant': 'Please print the merchant copy and keep it.',
  'receipt.void': 'CANCELLED',
  'receipt.copy': 'Copy',
  'receipt.copyMark': 'COPY {{number}}',
  'receipt.next': 'Next customer',
  'receipt.empty': 'There is no receipt for this sale.',
  'receipt.late': 'The terminal approved the payment although Cancel was pressed. The money has moved.',
  'receipt.reverse': 'Take the payment back',
  'receipt.reverseConfirm': 'Yes, take it back',
  'receipt.reverseKeep': 'No, keep the payment',
};
