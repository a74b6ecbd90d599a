/** English texts of the dialogs in which the cashier takes money. */

import type { de } from './de.ts';

export const en: Readonly<Record<keyof typeof de, string>> = {
  'parts.title': 'Paid',
  'parts.amount': 'Part',
  'parts.shares': 'Equal shares',
  'parts.share': '1/{{count}}',
  'parts.voucher': 'Voucher from another company',
  'parts.voucherText': 'Which company’s voucher?',
  'parts.voucherHint': 'Issuer and number of a voucher from another company',
  'parts.giveBackLong': 'Give back {{what}}',
  'parts.giveBackAll': 'Give everything back',
  'parts.takeCash': 'Take {{amount}}, the rest another way',
  'cash.title': 'Cash payment',
  'cash.given': 'Given',
  'cash.exact': 'Exact',
  'cash.change': 'Change',
  'cash.short': 'Still missing',
  'cash.confirm': 'Take cash',
  'cash.odd': '{{given}} given, {{back}} change: is that right?',
  'cash.oddMeant': 'No, {{amount}}',
  'cash.oddNo': 'No, change it',
  'cash.oddYes': 'Yes, {{amount}} given',
};
