/**
 * Everything the bridge refuses, as one table: HTTP status, name and number on the wire, and what the user reads.
 * Status by the specification ("HTTP status of resource endpoints"), names and numbers as existing clients know them.
 */

interface ErrorEntry {
  readonly http: number;
  /** Name on the wire. */
  readonly error: string;
  readonly code: number;
  /** Is it worth trying the same request again later? */
  readonly retry: boolean;
  readonly de: string;
  readonly en: string;
}

const entry = (http: number, error: string, code: number, de: string, en: string, retry = false): ErrorEntry => ({
  http,
  error,
  code,
  retry,
  de,
  en,
});

const format = 'ProductFormatException';
const security = 'ProductSecurityException';
const notAllowed = 'ProductNotAllowedException';
const notFound = 'ProductNotFoundException';
const duplicate = 'ProductDuplicateException';
const backend = 'ProductBackendproviderException';
const internal = 'ProductInternalException';

export const errors = {
  badInput: entry(500, format, 1001, 'Die Anfrage ist fehlerhaft.', 'The request is not valid.'),
  malformedJson: entry(500, format, 1001, 'Die Anfrage ist kein gültiges JSON.', 'The request is not valid JSON.'),
  badQuery: entry(500, format, 1001, 'Die Suchanfrage ist fehlerhaft.', 'The search query is not valid.'),
  negativeSum: entry(500, format, 1010, 'Die Summe des Warenkorbs ist negativ.', 'The basket total is negative.'),
  badBankAccount: entry(500, format, 1004, 'Die Bankverbindung ist ungültig.', 'The bank account is not valid.'),
  internal: entry(500, internal, 1000, 'Es ist ein Fehler aufgetreten.', 'Something went wrong.', true),
  amountFraction: entry(
    500,
    format,
    1153,
    'Beträge sind ganze Zahlen in der kleinsten Währungseinheit: 3,00 EUR ist 300. Es wurde kein Geld bewegt.',
    'Amounts are whole numbers in the smallest currency unit: 3.00 EUR is 300. No money was moved.',
  ),
  priceMissing: entry(
    500,
    format,
    1154,
    'Eine Position des Warenkorbs hat keinen lesbaren Preis oder keine lesbare Menge. Es wurde nichts verkauft.',
    'A line of the basket has no price or quantity that can be read. Nothing was sold.',
  ),
  basketUnread: entry(
    500,
    format,
    1155,
    'Der Warenkorb steht nicht dort, wo er gelesen wird. Es wurde nichts verkauft.',
    'The basket does not stand where it is read. Nothing was sold.',
  ),
  storage: entry(
    500,
    internal,
    1002,
    'Der Speicher ist nicht beschreibbar. Es wurde kein Geld bewegt.',
    'The storage cannot be written. No money was moved.',
    true,
  ),
  readOnly: entry(
    405,
    notAllowed,
    1130,
    'Diese Kasse liest nur: Es fehlen Daten, oder sie können nicht gespeichert werden. Es wurde kein Geld bewegt. Ursache und Abhilfe zeigen der Bildschirm und /healthz.',
    'This till only reads: data is missing or cannot be stored. No money was moved. The screen and /healthz show cause and cure.',
  ),
  queueFull: entry(
    405,
    notAllowed,
    1132,
    'Zu viele Verkäufe warten darauf, an die Zentrale gesendet zu werden. Es wird nichts verkauft, bis die Leitung wieder steht. Es wurde kein Geld bewegt.',
    'Too many sales are waiting to be sent to the head office. Nothing is sold until the line is back. No money was moved.',
    true,
  ),
  recordsWait: entry(
    405,
    notAllowed,
    1210,
    'Die Zentrale hat noch nicht alles bekommen. Es wurde nichts aufgegeben.',
    'The back office has not received everything yet. Nothing was given up.',
  ),
  recordDamaged: entry(
    500,
    internal,
    1131,
    'Dieser Datensatz ist auf dem Datenträger beschädigt und kann nicht gelesen werden. Es wurde kein Geld bewegt. Bitte die letzte Sicherung bereithalten; /healthz zeigt die Abhilfe.',
    'This record is damaged on the disk and cannot be read. No money was moved. Please have the latest backup ready; /healthz shows the cure.',
  ),
  endingUnwritten: entry(
    500,
    internal,
    1022,
    'Der Ausgang der Kartenzahlung konnte nicht gespeichert werden. Bitte nicht noch einmal kassieren.',
    'The ending of the card payment could not be stored. Do not take the card again.',
    true,
  ),
  tokenInvalid: entry(401, notAllowed, 2003, 'Bitte neu anmelden.', 'Please sign in again.'),
  loginRefused: entry(401, security, 2005, 'Die PIN ist nicht richtig.', 'The PIN is not correct.'),
  loginLocked: entry(
    429,
    security,
    2006,
    'Zu viele Fehlversuche. Bitte kurz warten.',
    'Too many attempts. Please wait a moment.',
    true,
  ),
  noProcessor: entry(
    405,
    notAllowed,
    1120,
    'Diese Zahlart braucht einen Zahlungsdienstleister, und hier ist keiner eingerichtet. Es wurde kein Geld bewegt. Bitte mit Karte am Terminal, bar oder mit der Kundenkarte zahlen.',
    'This needs a payment processor, and none is set up here. No money was moved. Pay by card at the terminal, in cash or with the loyalty card.',
  ),
  processorOffline: entry(
    405,
    notAllowed,
    1122,
    'Diese Zahlart läuft über den Dienst, und der ist gerade nicht erreichbar. Es wurde kein Geld bewegt. Bitte mit Karte am Terminal, bar oder mit der Kundenkarte zahlen, oder später noch einmal versuchen.',
    'This method goes through the service, which cannot be reached now. No money was moved. Pay by card at the terminal, in cash or with the loyalty card, or try again later.',
    true,
  ),
  demoInLiveShop: entry(
    405,
    notAllowed,
    1121,
    'Demo-Verkäufe (is_demo) gibt es in einem echten Geschäft nicht. Es wurde kein Geld bewegt. Bitte ohne is_demo anlegen oder die Demo benutzen.',
    'A live shop has no demo sales (is_demo). No money was moved. Create the sale without is_demo, or use the demo.',
  ),
  noContract: entry(403, security, 2001, 'Es liegt kein Vertrag vor.', 'There is no contract.'),
  projectTaken: entry(
    500,
    duplicate,
    2007,
    'Für dieses Projekt gibt es schon einen Vertrag.',
    'There is a contract for this project already.',
  ),
  contractEnded: entry(
    405,
    notAllowed,
    2002,
    'Der Vertrag ist beendet. Es wurde kein Geld bewegt.',
    'The contract has been terminated. No money was moved.',
  ),
  noPermission: entry(404, notAllowed, 2004, 'Dazu fehlt die Berechtigung.', 'You are not permitted to do this.'),
  forbidden: entry(403, notAllowed, 2004, 'Dazu fehlt die Berechtigung.', 'You are not permitted to do this.'),
  approvalNeeded: entry(
    403,
    security,
    2020,
    'Dafür ist die Freigabe einer Leitung nötig. Es wurde kein Geld bewegt.',
    'This needs the approval of a manager. No money was moved.',
    true,
  ),
  reasonNeeded: entry(
    403,
    security,
    2021,
    'Bitte einen Grund angeben. Es wurde kein Geld bewegt.',
    'Please give a reason. No money was moved.',
    true,
  ),
  approvalInvalid: entry(
    403,
    security,
    2022,
    'Die Freigabe gilt hierfür nicht oder nicht mehr. Bitte neu freigeben lassen. Es wurde kein Geld bewegt.',
    'The approval does not cover this, or not any more. Please have it approved again. No money was moved.',
    true,
  ),
  approverRefused: entry(
    403,
    security,
    2023,
    'Die PIN der Leitung ist nicht richtig. Es wurde nichts freigegeben.',
    "The manager's PIN is not correct. Nothing was approved.",
  ),
  approverNoManager: entry(
    403,
    security,
    2024,
    'Diese Person darf nichts freigeben. Bitte eine Leitung wählen.',
    'This person may not approve anything. Please choose a manager.',
  ),
  hostRefused: entry(403, security, 2010, 'Unter dieser Adresse nicht erreichbar.', 'Not available at this address.'),
  originRefused: entry(403, security, 2011, 'Von dieser Seite nicht erlaubt.', 'Not permitted from this page.'),
  passwordBefore: entry(
    403,
    notAllowed,
    2036,
    'Das bisherige Passwort ist nicht richtig. Es wurde nichts geändert.',
    'The password of before is not right. Nothing was changed.',
  ),
  notFound: entry(404, notFound, 3001, 'Nicht gefunden.', 'Not found.'),
  userCodeUnknown: entry(
    404,
    notFound,
    2007,
    'Der Code ist nicht richtig oder nicht mehr gültig.',
    'The code is not correct or no longer valid.',
  ),
  alreadyAssigned: entry(500, duplicate, 3011, 'Bereits vergeben oder zugeordnet.', 'Already taken or assigned.'),
  articleUnknown: entry(404, notFound, 3002, 'Der Artikel ist nicht bekannt.', 'The article is not known.'),
  noDevice: entry(
    405,
    notAllowed,
    3003,
    'Dieser Kasse ist kein Terminal zugeordnet.',
    'No terminal is assigned to this till.',
  ),
  cardUnknown: entry(404, notFound, 14, 'Die Kundenkarte ist nicht bekannt.', 'The loyalty card is not known.'),
  cardMissing: entry(
    405,
    notAllowed,
    1014,
    'Es ist keine Kundenkarte vorgelegt.',
    'No loyalty card has been presented.',
  ),
  cardLocked: entry(405, notAllowed, 41, 'Die Kundenkarte ist gesperrt.', 'The loyalty card is locked.'),
  cardExpired: entry(405, notAllowed, 54, 'Die Kundenkarte ist abgelaufen.', 'The loyalty card has expired.'),
  cardInactive: entry(405, notAllowed, 78, 'Die Kundenkarte ist nicht aktiv.', 'The loyalty card is not active.'),
  cardBalance: entry(
    405,
    notAllowed,
    51,
    'Das Guthaben der Kundenkarte reicht nicht.',
    'The balance of the loyalty card is not sufficient.',
  ),
  cardTooFull: entry(
    405,
    notAllowed,
    52,
    'So viel Guthaben darf nicht auf der Kundenkarte sein. Es wurde kein Geld bewegt.',
    'The loyalty card must not hold that much. No money was moved.',
  ),
  cardOther: entry(405, notAllowed, 15, 'Das ist eine andere Kundenkarte.', 'This is another loyalty card.'),
  passcodeMissing: entry(
    405,
    notAllowed,
    55,
    'Bitte das Passwort der Kundenkarte eingeben. Es wurde kein Geld bewegt.',
    'Please enter the passcode of the loyalty card. No money was moved.',
  ),
  passcodeBlocked: entry(
    405,
    notAllowed,
    75,
    'Zu viele falsche Passwörter für diese Kundenkarte. Bitte kurz warten.',
    'Too many wrong passcodes for this loyalty card. Please wait a moment.',
    true,
  ),
  paymentCard: entry(
    405,
    notAllowed,
    2030,
    'Das ist eine Zahlungskarte. Bitte am Terminal vorlegen. Es wurde kein Geld bewegt und nichts gespeichert.',
    'This is a payment card. Please present it at the terminal. No money was moved and nothing was stored.',
  ),
  paymentCardKey: entry(
    405,
    notAllowed,
    2031,
    'Die Nummer einer Zahlungskarte kann kein Schlüssel sein. Es wurde nichts ausgeführt.',
    'The number of a payment card cannot be a key. Nothing was carried out.',
  ),
  tooManyMembers: entry(
    413,
    format,
    2032,
    'Die Anfrage enthält zu viele Angaben. Es wurde nichts ausgeführt.',
    'The request holds too many values. Nothing was carried out.',
  ),
  hostHeader: entry(
    400,
    format,
    2033,
    'Die Anfrage nennt nicht genau eine Adresse der Kasse. Es wurde nichts ausgeführt.',
    'The request does not name exactly one address of the till. Nothing was carried out.',
  ),
  documentsFull: entry(
    405,
    notAllowed,
    2034,
    'Es sind zu viele Dokumente gespeichert. Bitte erst welche freigeben oder bis morgen warten.',
    'Too many documents are stored. Please free some first, or wait until tomorrow.',
    true,
  ),
  requestTimeout: entry(
    408,
    format,
    2035,
    'Die Anfrage kam zu langsam. Es wurde nichts ausgeführt.',
    'The request came too slowly. Nothing was carried out.',
    true,
  ),
  voucherUnknown: entry(404, notFound, 16, 'Der Gutschein ist nicht bekannt.', 'The voucher is not known.'),
  voucherUsed: entry(
    405,
    notAllowed,
    56,
    'Der Gutschein ist schon eingelöst oder nicht gültig.',
    'The voucher has been redeemed already or is not valid.',
  ),
  voucherOffline: entry(
    405,
    notAllowed,
    1133,
    'Gutscheine werden nur angenommen, wenn der Dienst erreichbar ist. Es wurde nichts eingelöst und kein Geld bewegt. Bitte ohne Gutschein verkaufen oder später noch einmal versuchen.',
    'Vouchers are taken only while the service can be reached. Nothing was redeemed and no money was moved. Please sell without the voucher or try again later.',
    true,
  ),
  cardOffline: entry(
    405,
    notAllowed,
    1134,
    'Ohne den Dienst lässt sich das Guthaben der Kundenkarte nicht prüfen, deshalb wird nichts entladen. Es wurde kein Geld bewegt. Bitte später noch einmal versuchen.',
    'Without the service the balance of the loyalty card cannot be checked, so nothing is discharged. No money was moved. Please try again later.',
    true,
  ),
  stateForbids: entry(
    405,
    notAllowed,
    1003,
    'In diesem Zustand ist das nicht möglich.',
    'This is not possible in the present state.',
  ),
  methodUnavailable: entry(
    405,
    notAllowed,
    1008,
    'Diese Zahlungsart ist nicht verfügbar.',
    'This payment method is not available.',
  ),
  nothingToPay: entry(405, notAllowed, 1009, 'Es ist nichts zu bezahlen.', 'There is nothing to pay.'),
  amountRefused: entry(
    405,
    notAllowed,
    1150,
    'Dieser Betrag ist hier nicht möglich: es geht nur um den ganzen. Es wurde kein Geld bewegt.',
    'This amount is not possible here: only the whole is. No money was moved.',
  ),
  currencyRefused: entry(
    405,
    notAllowed,
    1151,
    'In dieser Währung kann hier nicht bezahlt werden. Es wurde kein Geld bewegt.',
    'It cannot be paid in this currency here. No money was moved.',
  ),
  amountUnused: entry(
    405,
    notAllowed,
    1152,
    'Trinkgeld, Rabatt oder Zuschlag werden an dieser Stelle nicht verrechnet. Es wurde kein Geld bewegt.',
    'A tip, discount or surcharge has no effect here. No money was moved.',
  ),
  somethingMissing: entry(
    405,
    notAllowed,
    1005,
    'Das Kartenguthaben deckt die Summe nicht.',
    'The card balance does not cover the sum.',
  ),
  declined: entry(
    405,
    backend,
    1005,
    'Die Zahlung wurde abgelehnt. Es wurde kein Geld bewegt.',
    'The payment was declined. No money was moved.',
  ),
  aborted: entry(
    405,
    backend,
    1006,
    'Die Zahlung wurde abgebrochen. Es wurde kein Geld bewegt.',
    'The payment was aborted. No money was moved.',
  ),
  terminalUnreachable: entry(
    405,
    backend,
    1013,
    'Das Terminal ist nicht erreichbar. Es wurde kein Geld bewegt. Bitte Strom und Verbindung prüfen und noch einmal versuchen.',
    'The terminal cannot be reached. No money was moved. Please check its power and connection and try again.',
    true,
  ),
  terminalSlow: entry(
    405,
    backend,
    1156,
    'Das Terminal hat nicht rechtzeitig geantwortet. Es wurde nichts gesendet und kein Geld bewegt. Bitte noch einmal versuchen.',
    'The terminal has not answered in time. Nothing was sent and no money was moved. Please try again.',
    true,
  ),
  terminalBusy: entry(
    405,
    notAllowed,
    1016,
    'Das Terminal ist noch beschäftigt. Bitte warten.',
    'The terminal is still busy. Please wait.',
    true,
  ),
  terminalUnsettled: entry(
    405,
    notAllowed,
    1017,
    'Der Ausgang der letzten Kartenzahlung ist noch nicht geklärt. Bitte erst klären; es wurde nichts gesendet.',
    'The ending of the last card payment is not settled yet. Please settle it first; nothing was sent.',
    true,
  ),
  dayEnded: entry(
    405,
    notAllowed,
    1031,
    'Der Kassenschnitt ist gemacht; ein Storno über die Bon-Nummer ist nicht mehr möglich. Es wurde kein Geld bewegt.',
    'The day has been closed; this receipt can no longer be cancelled. No money was moved.',
  ),
  dayEndBlocked: entry(
    405,
    notAllowed,
    1080,
    'Vor dem Kassenschnitt ist noch etwas zu klären. Es wurde nichts abgeschlossen.',
    'Something has to be cleared before the end-of-day. Nothing was closed.',
    true,
  ),
  dayEndRunning: entry(
    405,
    notAllowed,
    1081,
    'Der Kassenschnitt läuft schon an einer anderen Kasse. Bitte warten.',
    'The end-of-day is running already at another till. Please wait.',
    true,
  ),
  paymentBusy: entry(
    405,
    notAllowed,
    1040,
    'An dieser Zahlung wird gerade gearbeitet. Bitte kurz warten.',
    'Something is being done with this payment. Please wait a moment.',
    true,
  ),
  acquirerUnreachable: entry(
    500,
    backend,
    1041,
    'Der Zahlungsdienstleister antwortet nicht. Der Ausgang wird nachgefragt; bitte nicht noch einmal zahlen.',
    'The payment processor does not answer. The ending is being looked up; do not pay again.',
    true,
  ),
  recurringRefused: entry(
    405,
    notAllowed,
    1042,
    'Diese wiederkehrende Zahlung ist nicht erlaubt. Es wurde kein Geld bewegt.',
    'This recurring payment is not permitted. No money was moved.',
  ),
  citUnknown: entry(
    404,
    notFound,
    1043,
    'Die erste Zahlung ist nicht bekannt. Es wurde kein Geld bewegt.',
    'The first payment is not known. No money was moved.',
  ),
  captureFailed: entry(
    405,
    backend,
    1005,
    'Der Betrag konnte nicht eingezogen werden. Es wurde kein Geld bewegt.',
    'The amount could not be captured. No money was moved.',
  ),
  refundFailed: entry(
    405,
    backend,
    1044,
    'Die Erstattung wurde abgelehnt. Es wurde kein Geld bewegt.',
    'The refund was declined. No money was moved.',
  ),
  containerArchived: entry(
    405,
    notAllowed,
    1032,
    'Dieses Zahlungsmittel ist archiviert. Es wurde kein Geld bewegt.',
    'This payment instrument has been archived. No money was moved.',
  ),
  documentTaken: entry(
    405,
    notAllowed,
    1034,
    'Dieses Dokument ist schon vergeben. Bitte noch einmal hochladen.',
    'This document is in use already. Upload it once more.',
  ),
  customerInUse: entry(
    405,
    notAllowed,
    1033,
    'Zu diesem Kunden sind noch Zahlungsmittel gespeichert. Bitte diese zuerst löschen.',
    'This customer still has payment instruments. Delete those first.',
  ),
  reversalFailed: entry(
    405,
    backend,
    1007,
    'Die Zahlung wurde nicht storniert: es ist kein Geld zurückgeflossen. Bitte den Grund beheben und noch einmal stornieren.',
    'The payment was not reversed: no money has gone back. Please mend the cause and cancel again.',
  ),
  terminalGone: entry(
    405,
    backend,
    1007,
    'Die Zahlung wurde nicht storniert: das Terminal, an dem sie kassiert wurde, ist nicht mehr angeschlossen. Es ist kein Geld zurückgeflossen. Bitte das Terminal wieder einrichten oder dem Kunden das Geld anders zurückgeben.',
    'The payment was not reversed: the terminal it was taken at is not connected any more. No money has gone back. Please set the terminal up again, or give the customer the money back in another way.',
  ),
  terminalHeld: entry(
    405,
    notAllowed,
    1070,
    'Ein anderes Programm auf diesem Rechner benutzt das Terminal. Bitte dort beenden. Es wurde kein Geld bewegt.',
    'Another program on this computer is using the terminal. Please close it there. No money was moved.',
    true,
  ),
  terminalPassword: entry(
    405,
    backend,
    1071,
    'Das Terminal nimmt dieses Kassenpasswort nicht an. Es steht in den Unterlagen des Netzbetreibers. Es wurde kein Geld bewegt.',
    'The terminal does not accept this till password. It is in the papers of the network operator. No money was moved.',
  ),
  terminalCurrency: entry(
    405,
    backend,
    1072,
    'Das Terminal rechnet in einer anderen Währung. Bitte die Währung des Terminals angeben. Es wurde kein Geld bewegt.',
    'The terminal works in another currency. Please give the currency of the terminal. No money was moved.',
  ),
  terminalSilent: entry(
    405,
    backend,
    1073,
    'An dieser Adresse antwortet kein Terminal. Bitte Kabel, Adresse, Port und Kassenschnittstelle am Terminal prüfen.',
    'No terminal answers at this address. Please check cable, address, port and the till interface of the terminal.',
    true,
  ),
  terminalConfigured: entry(
    405,
    notAllowed,
    1074,
    'Dieses Terminal steht in der Konfigurationsdatei und wird dort geändert.',
    'This terminal stands in the configuration file and is changed there.',
  ),
  terminalCannot: entry(
    405,
    notAllowed,
    1075,
    'Dieses Terminal kann das nicht. Es wurde nichts gesendet.',
    'This terminal cannot do that. Nothing was sent.',
  ),
  trainingOnly: entry(
    405,
    notAllowed,
    1095,
    'In der Übung gibt es nur das virtuelle Terminal; echte Terminals werden weder gesucht noch verbunden.',
    'In training there is only the virtual terminal; real ones are neither searched for nor paired.',
  ),
  receiptForbids: entry(
    405,
    notAllowed,
    1097,
    'Mit diesem Beleg geht das nicht: schon erledigt, von anderer Art, oder die Zahlung eines Verkaufs, der storniert wird. Es wurde kein Geld bewegt.',
    'This receipt does not allow it: done already, of another kind, or the payment of a sale, which is cancelled instead. No money was moved.',
  ),
  amountExceeds: entry(
    405,
    notAllowed,
    1104,
    'Der Betrag ist höher als das, was von diesem Beleg übrig ist. Es wurde kein Geld bewegt.',
    'The amount is more than what is left of this receipt. No money was moved.',
  ),
  terminalExchanged: entry(
    405,
    notAllowed,
    1096,
    'Bezahlt wurde an einem anderen Terminal, das nicht mehr an dieser Kasse steht. Es wurde kein Geld bewegt; bitte dort stornieren oder anders erstatten.',
    'It was paid at another terminal, which no longer stands at this till. No money was moved; please reverse it there or refund it otherwise.',
  ),
  terminalOther: entry(
    405,
    notAllowed,
    1077,
    'Dort antwortet ein anderes Terminal. Es wurde nichts geändert. Wurde das Gerät ausgetauscht, bitte dieses entfernen und das neue koppeln.',
    'Another terminal answers there. Nothing was changed. If the device was exchanged, remove this one and pair the new one.',
  ),
  tillPortTaken: entry(
    405,
    notAllowed,
    1078,
    'Der Port dieser Kasse, an dem sich das Terminal melden soll, ist schon belegt. Bitte einen anderen Port wählen und denselben am Terminal eintragen. Es wurde kein Geld bewegt.',
    'The port of this till at which the terminal is to call is taken already. Please choose another port and enter the same at the terminal. No money was moved.',
  ),
  searchRuns: entry(
    405,
    notAllowed,
    1076,
    'Es wird schon nach Terminals gesucht.',
    'A search for terminals is already running.',
    true,
  ),
  endOfDayRequired: entry(
    405,
    backend,
    1090,
    'Das Terminal verlangt zuerst einen Kassenschnitt. Es wurde kein Geld bewegt. Bitte jetzt den Kassenschnitt machen.',
    'The terminal demands an end-of-day first. No money was moved. Please run the end-of-day now.',
  ),
  terminalNeedsDiagnosis: entry(
    405,
    backend,
    1110,
    'Das Terminal nimmt keine Karten an, bis seine Diagnose gelaufen ist. Es wurde kein Geld bewegt. Bitte die Leitung rufen oder anders bezahlen.',
    'The terminal takes no cards before its diagnosis has been run. No money was moved. Please call a manager or pay otherwise.',
  ),
  terminalNeedsInitialisation: entry(
    405,
    backend,
    1111,
    'Das Terminal nimmt keine Karten an, bis es initialisiert ist. Es wurde kein Geld bewegt. Bitte die Leitung rufen oder anders bezahlen.',
    'The terminal takes no cards before it has been initialised. No money was moved. Please call a manager or pay otherwise.',
  ),
  terminalUpdating: entry(
    405,
    backend,
    1112,
    'Das Terminal wird gerade gewartet oder aktualisiert. Es wurde kein Geld bewegt. Bitte kurz warten oder anders bezahlen.',
    'The terminal is being maintained or updated. No money was moved. Please wait a moment or pay otherwise.',
    true,
  ),
  terminalOutOfOrder: entry(
    405,
    backend,
    1113,
    'Das Terminal ist gesperrt oder gestört und nimmt keine Karten an. Es wurde kein Geld bewegt. Bitte anders bezahlen und am Terminal nachsehen.',
    'The terminal is locked or out of order and takes no cards. No money was moved. Please pay otherwise and look at the terminal.',
  ),
  notHandedOver: entry(
    405,
    backend,
    1091,
    'Die Ware wurde nicht ausgegeben; das Terminal hat die Zahlung zurückgenommen.',
    'The goods were not handed over; the terminal has taken the payment back.',
  ),
  questionGone: entry(
    405,
    notAllowed,
    1092,
    'Diese Frage ist nicht mehr offen: schon beantwortet, oder die Zeit ist um.',
    'This question is no longer open: it has been answered, or the time is over.',
  ),
  questionElsewhere: entry(
    405,
    notAllowed,
    1093,
    'Diese Frage gehört zu einer anderen Kasse. Sie wird dort beantwortet.',
    'This question belongs to another till. It is answered there.',
  ),
  amountTooLarge: entry(
    405,
    notAllowed,
    1180,
    'Der Betrag ist höher, als diese Kasse an ein Terminal sendet (Einstellung largestAmount). Es wurde kein Geld bewegt; bitte den Betrag prüfen.',
    'The amount is above what this till sends to a terminal (setting largestAmount). No money was moved; please check the amount.',
  ),
  currencyForeign: entry(
    405,
    notAllowed,
    1099,
    'Das Terminal rechnet in einer anderen Währung als dieser Verkauf. Es wurde kein Geld bewegt; bitte anders bezahlen.',
    'The terminal works in another currency than this sale. No money was moved; please pay otherwise.',
  ),
  paymentElsewhere: entry(
    405,
    notAllowed,
    1098,
    'Dieser Vorgang gehört zu einer anderen Kasse. Nur dort oder von der Leitung kann er abgebrochen oder entschieden werden.',
    'This belongs to another till. Only there, or by a manager, can it be stopped or decided on.',
  ),
  refundAtTerminal: entry(
    405,
    notAllowed,
    1140,
    'Diese Zahlung lief über das Kartenterminal. Bitte den Verkauf stornieren: Das Geld geht dort zurück. Es wurde nichts bewegt.',
    'This payment was made at the card terminal. Please cancel the sale: the money goes back there. Nothing was moved.',
  ),
  counterPayment: entry(
    405,
    notAllowed,
    1141,
    'Diese Zahlung wurde an der Kasse angenommen und ändert sich nur mit ihrem Verkauf. Es wurde nichts bewegt.',
    'This payment was taken at the counter and changes with its sale alone. Nothing was moved.',
  ),
  nothingLate: entry(
    405,
    notAllowed,
    1094,
    'Hier wartet keine Zahlung auf eine Entscheidung. Bitte nachsehen, wie der Verkauf steht.',
    'No payment waits for a decision here. Please look how the sale stands.',
  ),
  serviceFailed: entry(
    405,
    backend,
    1018,
    'Das Terminal hat den Vorgang nicht beendet.',
    'The terminal did not complete the operation.',
    true,
  ),
  duplicate: entry(
    500,
    'ProductDuplicateException',
    1024,
    'Das gibt es schon. Es wurde kein Geld bewegt.',
    'This exists already. No money was moved.',
  ),
  rehearsed: entry(500, internal, 1025, 'Dieser Fehler ist eine Übung.', 'This error is a rehearsal.', true),
  keyReused: entry(
    409,
    duplicate,
    1050,
    'Unter diesem Schlüssel wurde schon eine andere Anfrage gestellt. Diese wurde nicht ausgeführt.',
    'Another request was made under this key. This one was not carried out.',
  ),
  preconditionFailed: entry(
    412,
    notAllowed,
    1051,
    'Der Datensatz wurde inzwischen geändert. Bitte neu laden.',
    'The record has been changed meanwhile. Please load it again.',
  ),
  tooLarge: entry(413, format, 1019, 'Die Anfrage ist zu groß.', 'The request is too large.'),
  unsupportedMedia: entry(415, format, 1020, 'Nur JSON wird angenommen.', 'Only JSON is accepted.'),
  scrollUnknown: entry(
    404,
    notFound,
    3010,
    'Diese Liste ist nicht mehr aufgeschlagen. Bitte neu beginnen.',
    'This list is no longer open. Please start again.',
  ),
  officeKeyUnknown: entry(
    401,
    security,
    5001,
    'Die Zentrale kennt diesen Schlüssel oder diese Unterschrift nicht. Die Kasse behält alles; bitte neu anmelden.',
    'The back office knows neither this key nor this signature. The till keeps everything; please enrol it again.',
  ),
  officeRevoked: entry(
    403,
    security,
    5002,
    'Diese Kasse ist in der Zentrale gesperrt. Sie behält alles; bitte dort nachfragen.',
    'This till is revoked in the back office. It keeps everything; please ask there.',
  ),
  officeCode: entry(
    401,
    security,
    5003,
    'Dieser Anmeldecode gilt nicht: falsch, schon benutzt oder abgelaufen. Bitte in der Zentrale einen neuen holen.',
    'This enrolment code is not valid: wrong, used, or expired. Please get a new one from the back office.',
  ),
  officeCloned: entry(
    409,
    duplicate,
    5004,
    'Unter dem Namen dieser Kasse hat eine andere gesendet. Nichts wurde übernommen; bitte die Kopie abmelden.',
    'Another installation has sent in the name of this till. Nothing was taken; please sign out the copy.',
  ),
  officeBatch: entry(500, format, 5005, 'Das Paket ist nicht lesbar.', 'The batch cannot be read.'),
  officeBusy: entry(
    429,
    notAllowed,
    5006,
    'Die Zentrale hat gerade viel zu tun. Die Kasse behält alles und sendet später noch einmal.',
    'The back office is busy. The till keeps everything and sends again later.',
    true,
  ),
  officeDown: entry(
    503,
    backend,
    5007,
    'Die Datenbank der Zentrale ist nicht erreichbar. Nichts ging verloren; bitte später noch einmal.',
    'The database of the back office cannot be reached. Nothing was lost; please try again later.',
    true,
  ),
  setupWaiting: entry(
    403,
    security,
    5050,
    'Hier ist noch kein Geschäft eingerichtet. Bitte an diesem Rechner einrichten: im Browser, oder mit einer Datei (npm run setup). Es wurde kein Geld bewegt.',
    'No shop has been set up here yet. Please set it up at this machine: in the browser, or by a file (npm run setup). No money was moved.',
  ),
  setupDone: entry(
    405,
    notAllowed,
    5051,
    'Hier ist schon ein Geschäft eingerichtet. Geändert wird es von der Leitung am Bildschirm.',
    'A shop has been set up here already. A manager changes it at the screen.',
  ),
  setupElsewhere: entry(
    403,
    security,
    5052,
    'Eingerichtet wird nur an dem Rechner, auf dem Tillbridge läuft. Bitte dort die Adresse mit 127.0.0.1 öffnen.',
    'A shop is set up only at the machine on which Tillbridge runs. Please open the address with 127.0.0.1 there.',
  ),
  setupCode: entry(
    401,
    security,
    5053,
    'Dieser Einmalcode gilt nicht: falsch, schon benutzt, oder Tillbridge wurde neu gestartet. Ein neuer steht nach dem nächsten Start in der Konsole und im Protokoll.',
    'This one-time code is not valid: wrong, used, or Tillbridge was started again. The next start shows a new one in the console and in the log.',
  ),
  setupToken: entry(
    401,
    security,
    5054,
    'Diese Einrichtung läuft in einem anderen Fenster, oder Tillbridge wurde neu gestartet. Was eingegeben ist, bleibt; bitte mit dem Einmalcode weitermachen.',
    'This set-up goes on in another window, or Tillbridge was started again. What was entered stays; please go on with the one-time code.',
  ),
  setupFaults: entry(
    500,
    format,
    5055,
    'Die Einrichtung ist noch nicht vollständig oder enthält Fehler. Es wurde nichts eingerichtet.',
    'The set-up is not complete yet or has faults. Nothing was set up.',
  ),
  setupVersion: entry(
    405,
    notAllowed,
    5056,
    'Diese Einrichtung wurde mit einer anderen Version begonnen und kann hier nicht fortgesetzt werden. Bitte von vorn beginnen; eingerichtet ist noch nichts.',
    'This set-up was begun with another version and cannot be continued here. Please begin again; nothing has been set up yet.',
  ),
  accountFaults: entry(
    500,
    format,
    5060,
    'Eine Angabe ist nicht möglich. Es wurde nichts geändert.',
    'A statement is not possible. Nothing was changed.',
  ),
  lastManager: entry(
    405,
    notAllowed,
    5061,
    'Danach könnte sich keine Leitung mehr anmelden. Bitte zuerst einer anderen Person die Rolle Leitung geben.',
    'After that no manager could sign in any more. Please give another person the role of manager first.',
  ),
  pinChangeNeeded: entry(
    403,
    security,
    5062,
    'Bitte jetzt eine eigene PIN wählen.',
    'Please choose a PIN of your own now.',
  ),
  pinRefused: entry(500, format, 5063, 'Diese PIN ist nicht möglich.', 'This PIN is not possible.'),
  personLocked: entry(
    403,
    security,
    5064,
    'Dieses Konto ist gesperrt. Bitte die Leitung fragen.',
    'This account is locked. Please ask a manager.',
  ),
  personLeft: entry(
    405,
    notAllowed,
    5065,
    'Diese Person ist ausgeschieden. Bitte zuerst zurückholen.',
    'This person has left. Please bring her back first.',
  ),
  clientRevoked: entry(
    405,
    notAllowed,
    5066,
    'Dieser Zugang ist beendet. Bitte einen neuen anlegen.',
    'This client has been ended. Please make a new one.',
  ),
  scopeNotOwn: entry(
    403,
    security,
    5067,
    'Ein Zugang kann nur Rechte geben, die er selbst hat.',
    'A client can give only the rights it has itself.',
  ),
  rightLost: entry(
    403,
    security,
    5068,
    'Ihre Rechte wurden gerade geändert. Es wurde nichts geändert.',
    'Your rights have just been changed. Nothing was changed.',
  ),
  shopInUse: entry(
    405,
    notAllowed,
    5057,
    'Das lässt sich nicht mehr ändern, weil schon verkauft wurde.',
    'This cannot be changed any more, because something has been sold.',
  ),
  tooMany: entry(429, notAllowed, 1021, 'Zu viele Anfragen. Bitte warten.', 'Too many requests. Please wait.', true),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorKey = keyof typeof errors;

const OF_THE_CLIENT: ReadonlySet<string> = new Set([format, duplicate]);

/**
 * Is the request wrong, or did the bridge fail? The specification answers both with 500 ("validation errors and the
 * like"), so the status alone does not decide.
 */
export const faultOf = ({ error }: Pick<ErrorEntry, 'error'>): 'client' | 'server' =>
  OF_THE_CLIENT.has(error) ? 'client' : 'server';

/** Rows of the table the token endpoint answers with instead (specification, "Token endpoint errors"). */
export const tokenErrors = {
  credentialsInvalid: { http: 400, error: 'invalid_client', description: 'client credentials invalid' },
  credentialsMissing: { http: 400, error: 'invalid_client', description: 'credentials not found in headers or body' },
  secretMissing: {
    http: 400,
    error: 'invalid_client',
    description: 'client invalid or must authenticate using a client secret',
  },
  grantUnknown: { http: 400, error: 'unsupported_grant_type', description: 'unknown grant type' },
  grantMissing: { http: 400, error: 'invalid_request', description: 'grant type not specified' },
  userMissing: {
    http: 400,
    error: 'invalid_request',
    description: 'missing parameters: username, password and device required',
  },
  userInvalid: { http: 401, error: 'invalid_grant', description: 'username or password invalid' },
  userLocked: { http: 429, error: 'invalid_grant', description: 'too many attempts, wait before the next one' },
  userBlocked: {
    http: 401,
    error: 'invalid_grant',
    description: 'this person is locked; a manager of the shop can unlock her',
  },
  pinChangeNeeded: {
    http: 401,
    error: 'invalid_grant',
    description: 'this PIN must be changed first: at the screen, or by POST /bridge/v1/session with new_pin',
  },
  deviceMissing: { http: 400, error: 'invalid_request', description: 'missing parameters: uuid or code required' },
  deviceUnknown: { http: 401, error: 'invalid_device', description: 'device with given uuid not configured' },
  codeInvalid: { http: 400, error: 'invalid_code', description: 'the code parameter is not valid' },
  authorizationPending: {
    http: 401,
    error: 'authorization_pending',
    description: 'waiting for the user to enter the correct user_code',
  },
  polledTooFast: {
    http: 401,
    error: 'authorization_pending',
    description: 'waiting for the user to enter the correct user_code; asked again before the interval has passed',
  },
  accessDenied: { http: 401, error: 'access_denied', description: 'the user has refused the device' },
  clientLocked: { http: 429, error: 'invalid_client', description: 'too many attempts, wait before the next one' },
  refreshMissing: { http: 400, error: 'invalid_request', description: 'missing parameters: refresh_token required' },
  unreadable: { http: 400, error: 'invalid_request', description: 'the body is neither a form nor a JSON object' },
  refreshInvalid: { http: 400, error: 'invalid_grant', description: 'the refresh token is not valid' },
} as const satisfies Record<string, { http: number; error: string; description: string }>;

export type TokenErrorKey = keyof typeof tokenErrors;

/** A refusal by the table. `message` is `error_details`: what is wrong and where, for developers. */
export class BridgeError extends Error {
  readonly key: ErrorKey;
  /** Further members of the answer, for example the terminal's receipt of a declined payment. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** HTTP status in place of the row's: for faults that are rehearsed. */
  readonly http: number | null;
  /** Seconds after which it is worth trying again; null when nobody knows. */
  readonly retryAfter: number | null;

  constructor(
    key: ErrorKey,
    details: string,
    options: { cause?: unknown; extra?: Record<string, unknown>; http?: number; retryAfter?: number } = {},
  ) {
    super(details, { cause: options.cause });
    this.retryAfter = options.retryAfter ?? null;
    this.key = key;
    this.http = options.http ?? null;
    this.extra = options.extra ?? {};
  }
}

/** A refusal of the token endpoint. */
export class TokenRefusal extends Error {
  readonly key: TokenErrorKey;
  /** Seconds after which it is worth trying again; null when nobody knows. */
  readonly retryAfter: number | null;

  constructor(key: TokenErrorKey, retryAfter: number | null = null) {
    super(tokenErrors[key].description);
    this.key = key;
    this.retryAfter = retryAfter;
  }
}
