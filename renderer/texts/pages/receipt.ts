/** Texts of receipts and of the screen of a closed sale; loaded with them. */

import { addTexts } from '../context.tsx';

export const receiptTexts = {
  'receipt.paidOut': ['Ausgezahlt', 'Paid out'],
  'receipt.title': ['Bezahlt', 'Paid'],
  'receipt.reversedTitle': ['Zurückgenommen', 'Taken back'],
  'receipt.reversed': [
    'Die Zahlung ist zurückgenommen, der Verkauf storniert.',
    'The payment was taken back and the sale is cancelled.',
  ],
  'receipt.change': ['Rückgeld', 'Change'],
  'receipt.pieces': ['Scheine und Münzen des Rückgelds', 'Notes and coins of the change'],
  'receipt.handOut': ['Bar herausgeben', 'Hand out in cash'],
  'receipt.tipWithin': ['darin Trinkgeld', 'tip included'],
  'receipt.back.cash': ['Bar zurück', 'Back in cash'],
  'receipt.back.card': ['Auf die Karte zurück', 'Back to the card'],
  'receipt.back.foreignCard': ['Am anderen Kartenterminal zurückzugeben', 'To give back at the other card terminal'],
  'receipt.back.loyalty': ['Auf die Kundenkarte zurück', 'Back to the loyalty card'],
  'receipt.back.voucher': ['Gutschein zurück', 'Voucher back'],
  'receipt.back.other': ['Auf dem Zahlungsweg zurück', 'Back the way it was paid'],
  'receipt.given': ['Gegeben', 'Given'],
  'receipt.customer': ['Kundenbeleg', 'Customer copy'],
  'receipt.merchant': ['Händlerbeleg', 'Merchant copy'],
  'receipt.reversal': ['Stornobeleg', 'Cancellation receipt'],
  'receipt.printReversal': ['Stornobeleg drucken', 'Print the cancellation receipt'],
  'receipt.printCustomer': ['Beleg drucken', 'Print receipt'],
  'receipt.printMerchant': ['Händlerbeleg drucken', 'Print merchant copy'],
  'receipt.printAtTerminal': ['Am Terminal drucken', 'Print at the terminal'],
  'receipt.printing': ['Das Terminal druckt …', 'The terminal is printing …'],
  'receipt.mustPrintMerchant': [
    'Bitte den Händlerbeleg drucken und aufbewahren.',
    'Please print the merchant copy and keep it.',
  ],
  'receipt.void': ['STORNIERT', 'CANCELLED'],
  'receipt.copy': ['Kopie', 'Copy'],
  'receipt.copyMark': ['KOPIE {{number}}', 'COPY {{number}}'],
  'receipt.next': ['Nächster Kunde', 'Next customer'],
  'receipt.wrongTender': ['Falsche Zahlart', 'Wrong tender'],
  'receipt.wrongTenderHow': [
    'Der Verkauf wird storniert ({{paid}}), und sein Warenkorb kommt zurück, um richtig kassiert zu werden. Beide Belege stehen im Kassenbuch. Nur herausgeben, was wirklich angenommen wurde.',
    'The sale is cancelled ({{paid}}), and its basket comes back to be paid as it really was. Both receipts are in the books. Only hand out what was really taken.',
  ],
  'receipt.wrongTenderReason': ['Falsche Zahlart gebucht', 'Booked with the wrong tender'],
  'receipt.wrongYes': ['Stornieren und neu kassieren', 'Cancel and take the money again'],
  'receipt.wrongNo': ['So lassen', 'Leave it'],
  'receipt.payAgain': [
    'Storniert. Der Warenkorb ist wieder da: bitte mit der richtigen Zahlart kassieren.',
    'Cancelled. The basket is back: please take the money with the right tender.',
  ],
  'receipt.empty': ['Zu diesem Verkauf gibt es keinen Beleg.', 'There is no receipt for this sale.'],
  'receipt.late': [
    'Das Terminal hat die Zahlung angenommen, obwohl Abbrechen gedrückt war. Das Geld ist geflossen.',
    'The terminal approved the payment although Cancel was pressed. The money has moved.',
  ],
  'receipt.reverse': ['Zahlung zurücknehmen', 'Take the payment back'],
  'receipt.reverseConfirm': ['Ja, Zahlung zurücknehmen', 'Yes, take it back'],
  'receipt.reverseKeep': ['Nein, Zahlung behalten', 'No, keep the payment'],
} as const;

export const useReceiptTexts = addTexts(receiptTexts);
