/** Refusals about payments through a payment processor, instruments, customers and documents. */
import { backend, entry, format, notAllowed, notFound } from './entry.ts';

export const paymentsErrors = {
  badBankAccount: entry(500, format, 1004, 'client', 'not_moved', {
    de: 'Die Bankverbindung ist ungültig.',
    en: 'The bank account is not valid.',
    cause: {
      de: 'IBAN, BIC oder Inhaber einer Bankverbindung fehlt oder ist nicht gültig; `error_details` nennt das Feld.',
      en: 'The IBAN, the BIC or the owner of a bank account is missing or not valid; `error_details` names the member.',
    },
    cure: {
      de: 'Die IBAN wie auf der Bankkarte (Leerzeichen erlaubt) mit `owner` senden; POST /api/v2/Payment/Containers/me/validateSingleIban prüft eine.',
      en: 'Send the IBAN as on the bank card (spaces are allowed) with `owner`; POST /api/v2/Payment/Containers/me/validateSingleIban checks one.',
    },
  }),
  noProcessor: entry(405, notAllowed, 1120, 'server', 'not_moved', {
    de: 'Diese Zahlart braucht einen Zahlungsdienstleister, und hier ist keiner eingerichtet. Es wurde kein Geld bewegt. Bitte mit Karte am Terminal, bar oder mit der Kundenkarte zahlen.',
    en: 'This needs a payment processor, and none is set up here. No money was moved. Pay by card at the terminal, in cash or with the loyalty card.',
    cause: {
      de: 'Die Zahlart läuft über einen Zahlungsdienstleister, und ein echtes Geschäft hat ohne verbundenen Dienst keinen.',
      en: 'The method goes through a payment processor, and a live shop has none unless an upstream service is configured.',
    },
    cure: {
      de: 'start/cash, start/cashless oder start/loyalty verwenden, oder der Betreiber richtet `upstream` ein; Demo und Übung simulieren einen Dienstleister.',
      en: 'Use start/cash, start/cashless or start/loyalty, or let the operator configure `upstream`; demo and training simulate a processor.',
    },
  }),
  processorOffline: entry(405, notAllowed, 1122, 'server', 'not_moved', {
    de: 'Diese Zahlart läuft über den Dienst, und der ist gerade nicht erreichbar. Es wurde kein Geld bewegt. Bitte mit Karte am Terminal, bar oder mit der Kundenkarte zahlen, oder später noch einmal versuchen.',
    en: 'This method goes through the service, which cannot be reached now. No money was moved. Pay by card at the terminal, in cash or with the loyalty card, or try again later.',
    cause: {
      de: 'Die Zahlart läuft über den verbundenen Dienst, der gerade nicht erreichbar ist.',
      en: 'The method goes through the upstream service, which cannot be reached now.',
    },
    cure: {
      de: 'Eine Zahlart der Theke verwenden oder wiederholen, wenn GET /bridge/v1/queue den Dienst als erreicht zeigt.',
      en: 'Use a method of the counter, or repeat when GET /bridge/v1/queue shows the upstream service as reached.',
    },
    retry: true,
  }),
  captureFailed: entry(405, backend, 1005, 'terminal', 'not_moved', {
    de: 'Der Betrag konnte nicht eingezogen werden. Es wurde kein Geld bewegt.',
    en: 'The amount could not be captured. No money was moved.',
    cause: {
      de: 'Der Zahlungsdienstleister hat den Einzug eines genehmigten Betrags abgelehnt; `error_details` hat seine Worte.',
      en: 'The payment processor refused to collect an amount that was authorised; `error_details` has its words.',
    },
    cure: {
      de: 'GET /api/v2/Payment/Transactions/{id} ansehen; mit prepare neu genehmigen lassen oder höchstens einziehen, was noch gehalten wird.',
      en: 'Look at GET /api/v2/Payment/Transactions/{id}; authorise anew by prepare, or capture at most what is still held.',
    },
  }),
  refundFailed: entry(405, backend, 1044, 'terminal', 'not_moved', {
    de: 'Die Erstattung wurde abgelehnt. Es wurde kein Geld bewegt.',
    en: 'The refund was declined. No money was moved.',
    cause: {
      de: 'Der Zahlungsdienstleister hat die Erstattung abgelehnt; `error_details` hat seine Worte, und die Zahlung bleibt, wie sie war.',
      en: 'The payment processor refused the refund; `error_details` has its words, and the payment stays as it was.',
    },
    cure: {
      de: 'Später oder weniger erstatten oder das Geld anders zurückgeben.',
      en: 'Refund later or less, or give the money back in another way.',
    },
  }),
  paymentBusy: entry(405, notAllowed, 1040, 'state', 'not_moved', {
    de: 'An dieser Zahlung wird gerade gearbeitet. Bitte kurz warten.',
    en: 'Something is being done with this payment. Please wait a moment.',
    cause: {
      de: 'Ein Einzug, eine Erstattung oder Stornierung dieser Zahlung läuft, und es gibt nur eine zugleich.',
      en: 'A capture, refund or cancellation of this payment is under way, and there is one at a time.',
    },
    cure: {
      de: 'GET /api/v2/Payment/Transactions/{id}, bis sie beendet ist, dann wiederholen, wenn es noch nötig ist.',
      en: 'GET /api/v2/Payment/Transactions/{id} until it has ended, then repeat if it is still wanted.',
    },
    retry: true,
  }),
  acquirerUnreachable: entry(500, backend, 1041, 'server', 'unknown', {
    de: 'Der Zahlungsdienstleister antwortet nicht. Der Ausgang wird nachgefragt; bitte nicht noch einmal zahlen.',
    en: 'The payment processor does not answer. The ending is being looked up; do not pay again.',
    cause: {
      de: 'Der Zahlungsdienstleister hat nicht geantwortet; er kann die Anfrage ausgeführt haben.',
      en: 'The payment processor did not answer; it may have carried out the request.',
    },
    cure: {
      de: 'Nicht noch einmal zahlen: GET /api/v2/Payment/Transactions/{id} (oder den Verkauf), bis `outcome.final` wahr ist; die Bridge fragt selbst nach.',
      en: 'Do not pay again: GET /api/v2/Payment/Transactions/{id} (or the sale) until `outcome.final` is true; the bridge asks by itself.',
    },
    retry: true,
  }),
  recurringRefused: entry(405, notAllowed, 1042, 'state', 'not_moved', {
    de: 'Diese wiederkehrende Zahlung ist nicht erlaubt. Es wurde kein Geld bewegt.',
    en: 'This recurring payment is not permitted. No money was moved.',
    cause: {
      de: 'Eine Zahlung ohne den Zahler geht hier nicht: Vertrag, erste Zahlung oder deren Zahlungsmittel erlaubt es nicht; `error_details` sagt, was.',
      en: 'A payment without the payer is not possible here: the contract, the first payment or its container does not allow it; `error_details` says which.',
    },
    cure: {
      de: 'Eine erste Zahlung mit dem Zahler machen, die ihr Zahlungsmittel speichert, und sie als `cit_reference` nennen.',
      en: 'Make a first payment with the payer that stores its container, and name it as `cit_reference`.',
    },
  }),
  citUnknown: entry(404, notFound, 1043, 'client', 'not_moved', {
    de: 'Die erste Zahlung ist nicht bekannt. Es wurde kein Geld bewegt.',
    en: 'The first payment is not known. No money was moved.',
    cause: {
      de: '`cit_reference` nennt eine Zahlung, die dieser Händler nicht hat.',
      en: '`cit_reference` names a payment that this merchant does not have.',
    },
    cure: {
      de: 'Die Id der ersten Zahlung senden (GET /api/v2/Payment/Transactions).',
      en: 'Send the id of the first payment (GET /api/v2/Payment/Transactions).',
    },
  }),
  containerArchived: entry(405, notAllowed, 1032, 'state', 'not_moved', {
    de: 'Dieses Zahlungsmittel ist archiviert. Es wurde kein Geld bewegt.',
    en: 'This payment instrument has been archived. No money was moved.',
    cause: {
      de: 'Das Zahlungsmittel ist archiviert und nur noch für die Vorgeschichte da.',
      en: 'The payment instrument was archived and is kept for its history only.',
    },
    cure: {
      de: 'Den Zahler ein neues angeben lassen: POST /api/v2/Payment/Containers.',
      en: 'Let the payer give a new one: POST /api/v2/Payment/Containers.',
    },
  }),
  tokenFailed: entry(405, notAllowed, 1273, 'state', 'not_moved', {
    de: 'Für diese Karte gibt es kein Netzwerk-Token. Es wurde kein Geld bewegt.',
    en: 'This card has no network token. No money was moved.',
    cause: {
      de: 'Das Kartennetz hat das Token dieses Zahlungsmittels verweigert (`token_status.status` ist `failed`); seine Daten dürfen nicht weiter verwendet werden.',
      en: 'The card network refused the token of this container (`token_status.status` is `failed`); its details must not be used any further.',
    },
    cure: {
      de: 'Den Zahler die Karte noch einmal angeben lassen, oder mit `container_instructions.request_token` ein neues Token verlangen.',
      en: 'Let the payer give the card again, or ask for a new token with `container_instructions.request_token`.',
    },
  }),
  documentTaken: entry(405, notAllowed, 1034, 'state', 'none_involved', {
    de: 'Dieses Dokument ist schon vergeben. Bitte noch einmal hochladen.',
    en: 'This document is in use already. Upload it once more.',
    cause: {
      de: 'Das hochgeladene Dokument gehört schon zu einem anderen Objekt, und ein Dokument gehört zu einem.',
      en: 'The uploaded document belongs to another object already, and a document belongs to one.',
    },
    cure: {
      de: 'Es mit POST /api/v2/Document/Uploads noch einmal hochladen und die neue Id verwenden.',
      en: 'Upload it once more by POST /api/v2/Document/Uploads and use the new id.',
    },
  }),
  documentsFull: entry(405, notAllowed, 2034, 'state', 'none_involved', {
    de: 'Es sind zu viele Dokumente gespeichert. Bitte erst welche freigeben oder bis morgen warten.',
    en: 'Too many documents are stored. Please free some first, or wait until tomorrow.',
    cause: {
      de: 'Der Händler, oder diese Person oder dieser Client allein, hat so viele Dokumente oder so viele Bytes davon, wie die Einstellung `documents` erlaubt.',
      en: 'The merchant, or this person or client alone, has as many documents, or as many bytes of them, as the setting `documents` allows.',
    },
    cure: {
      de: 'Warten: Was kein Objekt verwendet, verschwindet nach einem Tag; der Betreiber kann `documents.most`, `documents.megabytes` und `documents.megabytesEach` erhöhen.',
      en: 'Wait: what no object uses goes after a day; the operator may raise `documents.most`, `documents.megabytes` and `documents.megabytesEach`.',
    },
    retry: true,
  }),
  documentRefused: entry(405, notAllowed, 2039, 'client', 'none_involved', {
    de: 'Dieses Dokument wird nicht angenommen: Der Virenscanner hat darin etwas gefunden.',
    en: 'This document is not taken: the virus scanner found something in it.',
    cause: {
      de: 'Das Programm der Einstellung `documents.scanner` hat das Dokument abgelehnt.',
      en: 'The program of the setting `documents.scanner` refused the document.',
    },
    cure: {
      de: 'Ein anderes Dokument mit POST /api/v2/Document/Uploads senden; was gefunden wurde, sagt das Protokoll des Scanners.',
      en: 'Send another document by POST /api/v2/Document/Uploads; the log of the scanner says what it found.',
    },
  }),
  documentNotScanned: entry(405, notAllowed, 2040, 'server', 'none_involved', {
    de: 'Dieses Dokument konnte nicht auf Viren geprüft werden und wurde darum nicht gespeichert. Bitte später noch einmal senden.',
    en: 'This document could not be scanned for viruses, so it was not stored. Please send it again later.',
    cause: {
      de: 'Das Programm der Einstellung `documents.scanner` lässt sich nicht starten, ist abgebrochen oder hat länger als eine Minute gebraucht; `error_details` sagt, was davon.',
      en: 'The program of the setting `documents.scanner` cannot be started, broke off, or took longer than a minute; `error_details` says which.',
    },
    cure: {
      de: 'Der Betreiber bringt den Scanner zum Laufen; danach POST /api/v2/Document/Uploads wiederholen.',
      en: 'Let the operator get the scanner to work, then repeat POST /api/v2/Document/Uploads.',
    },
    retry: true,
  }),
  customerInUse: entry(405, notAllowed, 1033, 'state', 'none_involved', {
    de: 'Zu diesem Kunden sind noch Zahlungsmittel gespeichert. Bitte diese zuerst löschen.',
    en: 'This customer still has payment instruments. Delete those first.',
    cause: {
      de: 'Der Kunde hat noch gespeicherte Zahlungsmittel.',
      en: 'The customer still has stored payment instruments.',
    },
    cure: {
      de: 'Jedes mit DELETE /api/v2/Payment/Containers/{id} löschen, dann den Kunden.',
      en: 'DELETE /api/v2/Payment/Containers/{id} for each of them, then delete the customer.',
    },
  }),
  refundAtTerminal: entry(405, notAllowed, 1140, 'state', 'not_moved', {
    de: 'Diese Zahlung lief über das Kartenterminal. Bitte den Verkauf stornieren: Das Geld geht dort zurück. Es wurde nichts bewegt.',
    en: 'This payment was made at the card terminal. Please cancel the sale: the money goes back there. Nothing was moved.',
    cause: {
      de: 'Das Geld hat ein Kartenterminal genommen, und nur dieses kann es zurückgeben.',
      en: 'The money was taken by a card terminal, which alone can give it back.',
    },
    cure: {
      de: 'POST /api/v2/Smart/Transactions/{id}/cancel des Verkaufs, den `error_details` nennt.',
      en: 'POST /api/v2/Smart/Transactions/{id}/cancel of the sale that `error_details` names.',
    },
  }),
  counterPayment: entry(405, notAllowed, 1141, 'state', 'not_moved', {
    de: 'Diese Zahlung wurde an der Kasse angenommen und ändert sich nur mit ihrem Verkauf. Es wurde nichts bewegt.',
    en: 'This payment was taken at the counter and changes with its sale alone. Nothing was moved.',
    cause: {
      de: 'Die Zahlung wurde an der Kasse angenommen; sie folgt ihrem Verkauf und wird nicht für sich geändert.',
      en: 'The payment was taken at the counter; it follows its sale and is not changed by itself.',
    },
    cure: {
      de: 'Den Verkauf ändern oder stornieren: POST /api/v2/Smart/Transactions/{id}/cancel oder POST /bridge/v1/returns für einzelne Waren.',
      en: 'Change or cancel the sale: POST /api/v2/Smart/Transactions/{id}/cancel, or POST /bridge/v1/returns for some of its goods.',
    },
  }),
  containerHasToken: entry(405, notAllowed, 1241, 'state', 'none_involved', {
    de: 'Dieses Zahlungsmittel hat noch ein Token und bleibt deshalb.',
    en: 'This payment means still has a token, so it stays.',
    cause: {
      de: 'Ein Zahlungsmittel sollte gelöscht werden, dessen Netzwerk-Token noch gilt oder beantragt ist.',
      en: 'A payment means was to be deleted whose network token is in force or asked for.',
    },
    cure: {
      de: 'Es mit PUT /api/v2/Payment/Containers/{id}/archive archivieren; das Token geht im Hintergrund zurück, und dann lässt es sich löschen.',
      en: 'Archive it by PUT /api/v2/Payment/Containers/{id}/archive; the token is returned in the background, and then it can be deleted.',
    },
  }),
  mandateSigned: entry(405, notAllowed, 1242, 'state', 'none_involved', {
    de: 'Dieses Mandat ist schon unterschrieben.',
    en: 'This mandate has been signed already.',
    cause: {
      de: 'Ein Mandat sollte angelegt werden, und das Zahlungsmittel hat eines, das unterschrieben eingereicht oder schon gültig ist.',
      en: 'A mandate was to be made, and the payment means has one that was sent in signed or is in force.',
    },
    cure: {
      de: '`mandate` in GET /api/v2/Payment/Containers/{id} lesen; ein anderes Mandat braucht ein anderes Zahlungsmittel.',
      en: 'Read `mandate` of GET /api/v2/Payment/Containers/{id}; another mandate needs another payment means.',
    },
  }),
  mandateNotAwaited: entry(405, notAllowed, 1243, 'state', 'none_involved', {
    de: 'Zu diesem Zahlungsmittel wartet kein Mandat auf eine Unterschrift.',
    en: 'No mandate of this payment means waits for a signature.',
    cause: {
      de: 'Ein unterschriebenes Formular kam für ein Zahlungsmittel ohne Mandat, oder dessen Mandat ist schon eingereicht.',
      en: 'A signed form came for a payment means without a mandate, or whose mandate has been sent in already.',
    },
    cure: {
      de: 'Das Mandat zuerst mit POST /api/v2/Payment/Containers/{id}/mandate anlegen; `mandate.status` in GET /api/v2/Payment/Containers/{id} ist created, solange auf die Unterschrift gewartet wird.',
      en: 'Make the mandate by POST /api/v2/Payment/Containers/{id}/mandate first; `mandate.status` of GET /api/v2/Payment/Containers/{id} is created while the signature is awaited.',
    },
  }),
  issueClosed: entry(405, notAllowed, 1244, 'state', 'none_involved', {
    de: 'Dieser Vorgang ist schon abgeschlossen.',
    en: 'This service issue is closed already.',
    cause: {
      de: 'Über das eingereichte Formular wurde schon entschieden.',
      en: 'The form that was sent in has been decided about already.',
    },
    cure: {
      de: '`mandate.status` in GET /api/v2/Payment/Containers/{id} sagt, wie entschieden wurde; ein neues Formular öffnet einen neuen Vorgang.',
      en: '`mandate.status` of GET /api/v2/Payment/Containers/{id} says how it was decided; a new form opens a new issue.',
    },
  }),
  noBankAccount: entry(405, notAllowed, 1245, 'client', 'none_involved', {
    de: 'Ein Mandat braucht eine Bankverbindung.',
    en: 'A mandate needs a bank account.',
    cause: {
      de: 'Das Mandat wurde für ein Zahlungsmittel verlangt, das keine Bankverbindung ist, etwa eine Karte.',
      en: 'The mandate was asked for a payment means that is no bank account, for example a card.',
    },
    cure: {
      de: 'Ein Zahlungsmittel vom Typ bank_account anlegen (POST /api/v2/Payment/Containers) und dessen Id senden.',
      en: 'Make a payment means of the type bank_account (POST /api/v2/Payment/Containers), and send its id.',
    },
  }),
  captureNotPossible: entry(405, notAllowed, 1246, 'state', 'not_moved', {
    de: 'So viel kann von dieser Zahlung nicht eingezogen werden. Es wurde kein Geld bewegt.',
    en: 'So much of this payment cannot be captured. No money was moved.',
    cause: {
      de: 'Bei dieser Zahlung ist nichts genehmigt, oder weniger als der verlangte Betrag; `error_details` sagt, was möglich ist.',
      en: 'Nothing of this payment is authorised, or less than what was asked for; `error_details` says what is possible.',
    },
    cure: {
      de: '`amount` auf das verringern, was `error_details` nennt; GET /api/v2/Payment/Transactions/{id} zeigt den Status der Zahlung.',
      en: 'Lower `amount` to what `error_details` names; GET /api/v2/Payment/Transactions/{id} shows the status of the payment.',
    },
  }),
  paymentMoveForbidden: entry(405, notAllowed, 1247, 'state', 'not_moved', {
    de: 'Dieser Schritt ist bei dieser Zahlung nicht möglich. Es wurde kein Geld bewegt.',
    en: 'This step is not possible for this payment. No money was moved.',
    cause: {
      de: 'Von der Zahlung ist nicht so viel gehalten oder eingezogen, wie der Schritt freigeben, einziehen oder erstatten sollte; `error_details` nennt die Beträge.',
      en: 'Not so much of the payment is held or captured as the step was to void, capture or refund; `error_details` has the amounts.',
    },
    cure: {
      de: 'GET /api/v2/Payment/Transactions/{id} lesen und höchstens den Betrag senden, der noch gehalten oder nicht erstattet ist.',
      en: 'Read GET /api/v2/Payment/Transactions/{id}, and send at most the amount that is still held or not refunded.',
    },
  }),
  nothingLeftOfPayment: entry(405, notAllowed, 1248, 'state', 'not_moved', {
    de: 'Von dieser Zahlung ist nichts mehr übrig. Es wurde kein Geld bewegt.',
    en: 'Nothing of this payment is left. No money was moved.',
    cause: {
      de: 'Die Zahlung ist abgelehnt, freigegeben oder ganz erstattet, und es sollte etwas von ihr zurückgehen oder ihr Warenkorb sich ändern.',
      en: 'The payment was declined, voided or refunded whole, and something of it was to go back, or its basket was to be changed.',
    },
    cure: {
      de: 'Nichts mehr senden; `related_transactions` in GET /api/v2/Payment/Transactions/{id} zeigt, wohin das Geld ging.',
      en: 'Send nothing more; `related_transactions` of GET /api/v2/Payment/Transactions/{id} show where the money went.',
    },
  }),
  noTransferWaits: entry(405, notAllowed, 1249, 'state', 'not_moved', {
    de: 'Es gibt keine Überweisung, die zu dieser Zahlung passt.',
    en: 'There is no transfer that fits this payment.',
    cause: {
      de: 'Es kam keine noch freie Überweisung in der Währung und bis zur Höhe dieser Zahlung an, oder die Zahlung wartet auf keine.',
      en: 'No unassigned transfer in the currency and up to the amount of this payment has come in, or the payment waits for none.',
    },
    cure: {
      de: 'Wiederholen, wenn das Geld angekommen ist; GET /api/v2/Payment/Transactions/{id} zeigt, ob die Zahlung noch wartet.',
      en: 'Repeat when the money has come in; GET /api/v2/Payment/Transactions/{id} shows whether the payment still waits.',
    },
  }),
  planNotActive: entry(405, notAllowed, 1250, 'state', 'not_moved', {
    de: 'Dieses Abonnement wird gerade nicht verkauft.',
    en: 'This subscription is not on sale now.',
    cause: {
      de: 'Der Plan, den der Warenkorb nennt, ist nicht aktiv; `error_details` nennt seinen Status.',
      en: 'The plan that the basket names is not active; `error_details` has its status.',
    },
    cure: {
      de: 'Einen Plan verwenden, der active ist, oder diesen aktivieren: PUT /api/v2/Payment/Plans/{id} mit `status`.',
      en: 'Use a plan that is active, or activate this one: PUT /api/v2/Payment/Plans/{id} with `status`.',
    },
  }),
  planAgreed: entry(405, notAllowed, 1251, 'state', 'none_involved', {
    de: 'Dieser Plan gilt schon und lässt sich so nicht mehr ändern.',
    en: 'This plan is in force and cannot be changed like this any more.',
    cause: {
      de: 'Währung oder Zahl der Zyklen eines aktiven Plans sollte sich ändern, oder er sollte wieder ein Entwurf werden; Kunden haben ihn so vereinbart.',
      en: 'The currency or the number of cycles of an active plan was to be changed, or the plan was to become a draft again; customers have agreed to it as it is.',
    },
    cure: {
      de: 'Einen neuen Plan anlegen (POST /api/v2/Payment/Plans) und diesen auslaufen lassen.',
      en: 'Make a new plan (POST /api/v2/Payment/Plans), and sell this one no more.',
    },
  }),
  subscriptionWithoutSale: entry(405, notAllowed, 1252, 'state', 'not_moved', {
    de: 'Dieses Abonnement kann kein anderes Zahlungsmittel bekommen.',
    en: 'This subscription cannot get another payment means.',
    cause: {
      de: 'Das Abonnement wurde nicht mit einem Verkauf begonnen, und nur ein solches kann hier ein anderes Zahlungsmittel bekommen.',
      en: 'The subscription was not begun by a Smart Transaction, and only such a one can get another payment means here.',
    },
    cure: {
      de: 'Das Abonnement beenden und mit einem Verkauf und dem neuen Zahlungsmittel ein anderes beginnen.',
      en: 'End the subscription, and begin another one by a sale with the new payment means.',
    },
  }),
  subscriptionEnded: entry(405, notAllowed, 1253, 'state', 'not_moved', {
    de: 'Dieses Abonnement ist zu Ende.',
    en: 'This subscription has ended.',
    cause: {
      de: 'Das Abonnement ist gekündigt oder alle Zyklen sind vorbei; `error_details` nennt den Status.',
      en: 'The subscription was cancelled, or all of its cycles are over; `error_details` has the status.',
    },
    cure: {
      de: 'Mit einem neuen Verkauf ein anderes beginnen; GET /api/v2/Payment/Subscriptions/{id} zeigt dieses.',
      en: 'Begin another one by a new sale; GET /api/v2/Payment/Subscriptions/{id} shows this one.',
    },
  }),
} as const;
