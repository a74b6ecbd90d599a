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
      de: 'Der Händler hat so viele Dokumente oder so viele Bytes davon, wie die Einstellung `documents` erlaubt.',
      en: 'The merchant has as many documents, or as many bytes of them, as the setting `documents` allows.',
    },
    cure: {
      de: 'Warten: Was kein Objekt verwendet, verschwindet nach einem Tag; der Betreiber kann `documents.most` und `documents.megabytes` erhöhen.',
      en: 'Wait: what no object uses goes after a day; the operator may raise `documents.most` and `documents.megabytes`.',
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
} as const;
