/** Texts of the dialogs in which the cashier takes money; loaded with them. */

import { addTexts } from '../context.tsx';

export const tenderTexts = {
  'parts.title': ['Bezahlt', 'Paid'],
  'parts.folded': ['{{count}} Teile bezahlt', '{{count}} parts paid'],
  'parts.amount': ['Teilbetrag', 'Part'],
  'parts.shares': ['Gleiche Teile', 'Equal shares'],
  'parts.share': ['1/{{count}}', '1/{{count}}'],
  'parts.voucher': ['Fremder Gutschein', 'Voucher from another company'],
  'parts.voucherText': ['Welcher fremde Gutschein?', 'Which company’s voucher?'],
  'parts.voucherHint': [
    'Herausgeber und Nummer, für einen fremden Gutschein',
    'Issuer and number of a voucher from another company',
  ],
  'parts.giveBackLong': ['{{what}} zurückgeben', 'Give back {{what}}'],
  'parts.giveBackAll': ['Alles zurückgeben', 'Give everything back'],
  'parts.refused': ['Das Terminal hat {{what}} nicht zurückgegeben.', 'The terminal did not give back {{what}}.'],
  'parts.gone': ['Das Terminal hat dieses Geld nicht mehr', 'The terminal holds this money no more'],
  'parts.goneSure': [
    'Bitte zuerst die Liste des Terminals ansehen. {{amount}} zählen dann als zurückgegeben; am Terminal geschieht nichts.',
    'Please look at the list of the terminal first. {{amount}} then counts as given back; nothing happens at the terminal.',
  ],
  'parts.goneYes': ['Ja, in seiner Liste fehlt die Zahlung', 'Yes, its list does not show the payment'],
  'parts.goneNo': ['Nein', 'No'],
  'parts.goneReason': [
    'Die Liste des Terminals zeigt die Zahlung nicht mehr',
    'The list of the terminal does not show the payment any more',
  ],
  'parts.goneManager': ['Das entscheidet die Leitung.', 'A manager decides this.'],
  'giveBack.title': ['Geld zurückgeben?', 'Give money back?'],
  'giveBack.text': [
    'Der Kunde bekommt {{amount}} zurück. Der Verkauf bleibt offen.',
    'The customer gets {{amount}} back. The sale stays open.',
  ],
  'giveBack.card': ['geht am Terminal auf die Karte zurück', 'goes back to the card at the terminal'],
  'giveBack.cash': ['aus der Lade geben', 'from the drawer'],
  'giveBack.shopVoucher': ['steht danach wieder auf dem Gutschein', 'will be on the voucher again'],
  'giveBack.voucher': ['den Gutschein dem Kunden zurückgeben', 'hand the voucher back to the customer'],
  'giveBack.yes': ['Ja, {{amount}} zurückgeben', 'Yes, give {{amount}} back'],
  'giveBack.no': ['Nein, bezahlt lassen', 'No, leave it paid'],
  'giveBack.done': ['Zurückgegeben: {{amount}}', 'Given back: {{amount}}'],
  'giveBack.handOut': ['Bar herausgeben', 'Hand out in cash'],
  'giveBack.doneText': [
    'Das zählt nicht mehr als bezahlt. Der Verkauf ist noch offen.',
    'This no longer counts as paid. The sale is still open.',
  ],
  'giveBack.cardDone': ['ist am Terminal zurückgebucht', 'is reversed at the terminal'],
  'giveBack.cashDone': ['bitte aus der Lade geben', 'please hand it out of the drawer'],
  'giveBack.shopVoucherDone': ['steht wieder auf dem Gutschein', 'is on the voucher again'],
  'giveBack.slip': ['Beleg der Rückgabe', 'Slip of the reversal'],
  'giveBack.print': ['Beleg drucken', 'Print the slip'],
  'giveBack.back': ['Zurück zum Warenkorb', 'Back to the basket'],
  'parts.takeCash': ['{{amount}} annehmen, Rest anders', 'Take {{amount}}, the rest another way'],
  'cash.title': ['Barzahlung', 'Cash payment'],
  'cash.given': ['Gegeben', 'Given'],
  'cash.noteBack': ['zurück {{back}}', 'change {{back}}'],
  'cash.exact': ['Passend', 'Exact'],
  'cash.change': ['Rückgeld', 'Change'],
  'cash.short': ['Es fehlen noch', 'Still missing'],
  'cash.confirm': ['Kassieren', 'Take cash'],
  'cash.odd': ['{{given}} gegeben, {{back}} zurück: stimmt das?', '{{given}} given, {{back}} change: is that right?'],
  'cash.oddMeant': ['Nein, {{amount}}', 'No, {{amount}}'],
  'cash.oddNo': ['Nein, ändern', 'No, change it'],
  'cash.oddYes': ['Ja, {{amount}} gegeben', 'Yes, {{amount}} given'],
} as const;

export const useTenderTexts = addTexts(tenderTexts);
