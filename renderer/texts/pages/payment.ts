/** Texts of a running and a failed payment by card, and of a terminal that takes no cards; loaded with them. */

import { addTexts } from '../context.tsx';

export const paymentTexts = {
  'payment.lines': ['Artikel dieses Verkaufs', 'Articles of this sale'],
  'payment.title.payment': ['Kartenzahlung', 'Card payment'],
  'payment.title.preAuthorisation': ['Betrag vormerken', 'Pre-authorisation'],
  'payment.title.booking': ['Vorgemerkten Betrag buchen', 'Charging the pre-authorised amount'],
  'payment.title.release': ['Vormerkung freigeben', 'Releasing the pre-authorised amount'],
  'payment.title.refund': ['Gutschrift auf die Karte', 'Refund to the card'],
  'payment.title.tip': ['Trinkgeld nachtragen', 'Adding a tip'],
  'payment.title.reversal': ['Zahlung wird zurückgenommen', 'Taking the payment back'],
  'payment.elapsed': ['Dauer', 'Elapsed'],
  'payment.says': ['Das Terminal zeigt', 'The terminal shows'],
  'moneyLine.title': ['Stand des Geldes', 'Where the money is'],
  'moneyLine.none': ['Noch nichts abgebucht', 'Nothing charged yet'],
  'moneyLine.noneNow': ['Jetzt nichts abgebucht', 'Nothing charged now'],
  'moneyLine.noneBack': ['Nichts zurückgezahlt', 'Nothing paid back'],
  'moneyLine.someBack': ['Nur zum Teil zurückgezahlt', 'Only partly paid back'],
  'moneyLine.card': ['Kundenkarte zahlt {{amount}}', 'Loyalty card pays {{amount}}'],
  'moneyLine.paid': ['{{amount}} schon bezahlt', '{{amount}} already paid'],
  'moneyLine.terminal': ['{{amount}} am Terminal, noch nicht bezahlt', '{{amount}} at the terminal, not paid yet'],
  'payment.acts.customer': ['Der Kunde ist dran', 'Customer’s turn'],
  'payment.acts.cashier': ['Sie sind dran', 'Your turn'],
  'payment.acts.terminal': ['Das Terminal arbeitet', 'The terminal is working'],
  'payment.step.preparing': ['Zahlung wird vorbereitet', 'Preparing the payment'],
  'payment.step.settling': [
    'Das Terminal wird noch nach der vorigen Zahlung gefragt',
    'The terminal is still being asked about the previous payment',
  ],
  'payment.step.connecting': ['Verbindung zum Terminal wird aufgebaut', 'Connecting to the terminal'],
  'payment.step.registering': ['Kasse meldet sich am Terminal an', 'Signing on to the terminal'],
  'payment.step.sent': ['Betrag ist am Terminal', 'The terminal has the amount'],
  'payment.step.prompt': ['Bitte dem Terminal folgen', 'Please follow the terminal'],
  'payment.step.abortRequested': ['Abbruch angefragt', 'Cancel requested'],
  'payment.step.abortRefused': ['Das Terminal kann jetzt nicht abbrechen', 'The terminal cannot cancel now'],
  'payment.step.question': ['Das Terminal fragt etwas.', 'The terminal has a question.'],
  'payment.step.handOver': ['Genehmigt. Die Ware wird ausgegeben.', 'Approved. The goods are being given out.'],
  'payment.step.late': ['Genehmigt. Eine Entscheidung fehlt noch.', 'Approved. A decision is needed.'],
  'payment.step.signature': [
    'Genehmigt. Die Unterschrift wird verglichen.',
    'Approved. The signature is being compared.',
  ],
  'payment.step.deciding': ['Das Terminal wird gefragt, wie es ausging', 'Asking the terminal how it ended'],
  'payment.step.person': ['Bitte von Hand klären', 'Please settle this by hand'],
  'payment.reversing': [
    'Das Geld geht zurück. Bitte warten, bis das Terminal fertig ist.',
    'The money is going back. Please wait until the terminal has finished.',
  ],
  'payment.cancel': ['Abbrechen', 'Cancel'],
  'payment.cancellingShort': ['Wird abgebrochen …', 'Cancelling …'],
  'payment.cancelling': ['Wird abgebrochen … warten auf das Terminal', 'Cancelling … waiting for the terminal'],
  'payment.cancellingHelp': [
    'Abbrechen ist eine Bitte an das Terminal. Bis es antwortet, kann die Zahlung noch durchgehen.',
    'Cancel is a request to the terminal. Until it answers, the payment may still go through.',
  ],
  'silence.since': ['Seit {{seconds}} s nichts Neues vom Terminal', 'Nothing new from the terminal for {{seconds}} s'],
  'silence.tip.look': [
    'Das ist normal, solange der Kunde Karte oder PIN eingibt. Sonst bitte aufs Terminal sehen.',
    'This is normal while the customer presents the card or types the PIN. Otherwise, please check the terminal.',
  ],
  'silence.tip.line': [
    'Zeigt das Terminal etwas anderes? Dann Kabel und Netz des Terminals prüfen.',
    'Does the terminal show something else? Then check its cable and its network.',
  ],
  'silence.tip.leave': [
    'Vom Terminal kommt nichts Neues. Weiter geht es mit „Nächster Kunde“: Diese Zahlung bleibt oben stehen.',
    'The terminal has gone quiet. Continue with “Next customer”: this payment stays at the top.',
  ],
  'silence.next': ['Nächster Kunde', 'Next customer'],
  'silence.money': [
    'Das Terminal wird um Abbruch gebeten. Nimmt es die Zahlung trotzdem an, wird oben gefragt, was gelten soll. Die Karte bis dahin nicht noch einmal belasten.',
    'The terminal is asked to stop. If it still approves the payment, you will be asked at the top what to do. Do not take the card again until then.',
  ],
  'declined.title': ['Nicht bezahlt', 'Not paid'],
  'declined.title.part': ['Teil nicht bezahlt', 'Part not paid'],
  'declined.title.giveBack': ['Rückzahlung abgelehnt', 'Refund declined'],
  'declined.title.payOut': ['Rückzahlung abgelehnt', 'Refund declined'],
  'declined.noMoneyBack': ['Es wurde kein Geld zurückgezahlt.', 'No money was paid back.'],
  'declined.amountOf.part': ['Dieser Teil: {{amount}}', 'This part: {{amount}}'],
  'declined.amountOf.giveBack': ['Weiter bezahlt: {{amount}}', 'Still paid: {{amount}}'],
  'declined.amountOf.payOut': ['Auszuzahlen bleiben {{amount}}', '{{amount}} is still to be paid out'],
  'declined.unknownReasonBack': [
    'Die Rückzahlung wurde abgelehnt oder abgebrochen.',
    'The refund was declined or cancelled.',
  ],
  'declined.doBack.giveBack': [
    'Bitte noch einmal versuchen, oder den Teil bezahlt lassen und den Rest kassieren.',
    'Please try again, or leave this part paid and take the rest.',
  ],
  'declined.doBack.payOut': [
    'Bitte noch einmal versuchen oder bar auszahlen.',
    'Please try again or pay it out in cash.',
  ],
  'declined.restNotBack': [
    'Der Rest ging nicht zurück. Schon zurückgezahlt: {{amount}}',
    'The rest did not go back. Paid back already: {{amount}}',
  ],
  'declined.again': ['Noch einmal', 'Try again'],
  'declined.cashOut': ['Bar auszahlen', 'Pay out in cash'],
  'declined.keep': ['Bezahlt lassen', 'Leave it paid'],
  'declined.tip': ['darin Trinkgeld {{amount}}', 'including a tip of {{amount}}'],
  'declined.noMoney': ['Es wurde kein Geld bewegt.', 'No money was moved.'],
  'declined.amount': ['Zu zahlen bleiben {{amount}}', '{{amount}} is still to be paid'],
  'declined.decided': [
    'Das Terminal konnte nicht sagen, ob Geld geflossen ist.',
    'The terminal could not tell whether money moved.',
  ],
  'declined.decidedBy': [
    '{{by}} hat um {{time}} Uhr entschieden: nicht bezahlt.',
    '{{by}} decided at {{time}}: not paid.',
  ],
  'declined.known': ['Das war bekannt: {{because}}', 'What was known: {{because}}'],
  'declined.last': [
    'Letzter Beleg am Terminal: Nr. {{number}} über {{amount}}',
    'Last receipt at the terminal: no. {{number}} for {{amount}}',
  ],
  'declined.lastUnknown': ['nicht bekannt', 'not known'],
  'declined.check': [
    'Wurde doch gebucht, nennt der Kassenschnitt die Abweichung.',
    'If it was charged after all, the end of day shows the difference.',
  ],
  'declined.unknownReason': ['Die Zahlung wurde abgelehnt oder abgebrochen.', 'The payment was declined or cancelled.'],
  'declined.says': ['Das Terminal meldet: {{text}}', 'The terminal says: {{text}}'],
  'declined.do.otherCard': [
    'Bitte eine andere Karte nehmen oder anders bezahlen.',
    'Please use another card or another way to pay.',
  ],
  'declined.do.again': [
    'Bitte die Karte noch einmal versuchen, sonst eine andere nehmen oder anders bezahlen.',
    'Please try the card again, use another card, or pay another way.',
  ],
  'declined.do.pin': [
    'Bitte noch einmal mit der richtigen Geheimzahl, sonst eine andere Karte nehmen.',
    'Please try again with the right PIN, or use another card.',
  ],
  'declined.do.otherTender': [
    'So geht es an diesem Terminal nicht. Bitte anders bezahlen.',
    'This terminal cannot do that. Please pay another way.',
  ],
  'declined.do.retain': [
    'Bitte die Leitung rufen: diese Karte darf nicht benutzt werden. Anders bezahlen geht.',
    'Please call a manager: this card must not be used. Any other way to pay is fine.',
  ],
  'declined.do.wait': [
    'Bitte kurz warten und noch einmal versuchen oder anders bezahlen.',
    'Please wait a moment and try again, or pay another way.',
  ],
  'declined.do.disk': [
    'Das liegt am Speicher der Kasse, nicht an Karte oder Terminal. Bitte Speicherplatz schaffen, dann noch einmal kassieren.',
    'The problem is the storage of the till, not the card or the terminal. Please free disk space, then take the payment again.',
  ],
  'declined.do.person': [
    'Das liegt am Terminal, nicht an der Karte. Bitte anders bezahlen und am Terminal nachsehen.',
    'The problem is the terminal, not the card. Please pay another way and check the terminal.',
  ],
  'declined.what': ['Wie weiter?', 'What next?'],
  'declined.repeat': ['Karte noch einmal', 'Try the card again'],
  'declined.cash': ['Bar bezahlen', 'Pay cash'],
  'declined.other': ['Zurück zum Warenkorb', 'Back to the basket'],
  'declined.otherTerminal': ['Karte an einem anderen Terminal', 'Card at another terminal'],
  'declined.fullTitle': ['Das Terminal ist voll', 'The terminal is full'],
  'declined.full': [
    'Es nimmt erst nach dem Kassenschnitt wieder Karten an. Der Warenkorb bleibt, wie er ist.',
    'It takes no cards until its end of day has been run. The basket stays as it is.',
  ],
  'declined.cureTitle.diagnosis': ['Das Terminal braucht eine Diagnose', 'The terminal needs a diagnosis'],
  'declined.cureTitle.initialisation': [
    'Das Terminal braucht eine Initialisierung',
    'The terminal needs an initialisation',
  ],
  'declined.cure': [
    'Erst danach nimmt es wieder Karten an. Der Warenkorb bleibt, wie er ist.',
    'It takes cards again only after that. The basket stays as it is.',
  ],
  'declined.curedTitle': ['Das Terminal ist wieder bereit', 'The terminal is ready again'],
  'declined.cured': ['Die Karte kann noch einmal versucht werden.', 'The card can be tried again.'],
  'condition.asks': ['Das Terminal verlangt etwas: {{why}}', 'The terminal asks for something: {{why}}'],
  'condition.do.diagnosis': [
    'Nach einer Diagnose nimmt das Terminal wieder Karten an.',
    'The terminal takes cards again after a diagnosis.',
  ],
  'condition.do.initialisation': [
    'Nach einer Initialisierung nimmt das Terminal wieder Karten an.',
    'The terminal takes cards again after an initialisation.',
  ],
  'condition.do.endOfDay': [
    'Nach dem Kassenschnitt nimmt das Terminal wieder Karten an.',
    'The terminal takes cards again after its end-of-day.',
  ],
  'condition.do.wait': [
    'Das geht von selbst vorbei. Bis dahin bitte anders bezahlen.',
    'This will pass by itself. Until then, please pay another way.',
  ],
  'condition.do.person': [
    'Bitte am Terminal nachsehen. Bis dahin anders bezahlen.',
    'Please check the terminal. Until then, pay another way.',
  ],
  'condition.mayFail': ['Bis dahin können Karten abgelehnt werden.', 'Until then cards may be declined.'],
  'cure.diagnosis': ['Diagnose starten', 'Run the diagnosis'],
  'cure.initialisation': ['Initialisierung starten', 'Run the initialisation'],
  'cure.endOfDay': ['Zum Kassenschnitt', 'Go to the end-of-day'],
  'cure.running': ['Läuft am Terminal …', 'Running at the terminal …'],
  'declined.slip': ['Beleg des Terminals', 'Terminal receipt'],
} as const;

export const usePaymentTexts = addTexts(paymentTexts);
export type PaymentTexts = ReturnType<typeof usePaymentTexts>;
