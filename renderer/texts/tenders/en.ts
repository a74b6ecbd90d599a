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
  'parts.refused': 'The terminal did not give back {{what}}.',
  'parts.gone': 'The terminal holds this money no more',
  'parts.goneSure':
    'Please look at the list of the terminal first. {{amount}} then counts as given back; nothing happens at the terminal.',
  'parts.goneYes': 'Yes, its list does not show the payment',
  'parts.goneNo': 'No',
  'parts.goneReason': 'The list of the terminal does not show the payment any more',
  'parts.goneManager': 'A manager decides this.',
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
