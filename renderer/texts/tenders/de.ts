/** German texts of the dialogs in which the cashier takes money. */

export const de = {
  'parts.title': 'Bezahlt',
  'parts.amount': 'Teilbetrag',
  'parts.shares': 'Gleiche Teile',
  'parts.share': '1/{{count}}',
  'parts.voucher': 'Fremder Gutschein',
  'parts.voucherText': 'Welcher fremde Gutschein?',
  'parts.voucherHint': 'Herausgeber und Nummer, für einen fremden Gutschein',
  'parts.giveBackLong': '{{what}} zurückgeben',
  'parts.giveBackAll': 'Alles zurückgeben',
  'parts.takeCash': '{{amount}} annehmen, Rest anders',
  'cash.title': 'Barzahlung',
  'cash.given': 'Gegeben',
  'cash.exact': 'Passend',
  'cash.change': 'Rückgeld',
  'cash.short': 'Es fehlen noch',
  'cash.confirm': 'Kassieren',
  'cash.odd': '{{given}} gegeben, {{back}} zurück: stimmt das?',
  'cash.oddMeant': 'Nein, {{amount}}',
  'cash.oddNo': 'Nein, ändern',
  'cash.oddYes': 'Ja, {{amount}} gegeben',
} as const;
