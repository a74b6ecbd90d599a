/** Refusals about a card terminal, and what it answered. */
import { backend, entry, notAllowed } from './entry.ts';

export const terminalsErrors = {
  noDevice: entry(405, notAllowed, 3003, 'state', 'not_moved', {
    de: 'Dieser Kasse ist kein Terminal zugeordnet.',
    en: 'No terminal is assigned to this till.',
    cause: {
      de: 'Die Kasse hat kein Routing zu einem Terminal, oder das Terminal ihres Routings ist nicht mit dieser Bridge verbunden.',
      en: 'The till has no routing to a terminal, or the terminal of its routing is not connected to this bridge.',
    },
    cure: {
      de: 'Der Kasse ein eigenes Routing geben: PUT /bridge/v1/tills/{id} mit {"terminal": "SDV_…"} oder POST /api/v2/Smart/Routings und POST /api/v2/Smart/Routings/{id}/assign/{device} für die Kasse und für das Terminal, das mehreren Kassen dienen kann. GET /api/v2/Smart/Devices zeigt beide; POST /bridge/v1/terminals koppelt ein neues Terminal.',
      en: 'Give the till a routing of its own: PUT /bridge/v1/tills/{id} with {"terminal": "SDV_…"}, or POST /api/v2/Smart/Routings and POST /api/v2/Smart/Routings/{id}/assign/{device} for the till and for the terminal, which may serve several tills. GET /api/v2/Smart/Devices lists both; POST /bridge/v1/terminals pairs a new terminal.',
    },
  }),
  declined: entry(405, backend, 1005, 'terminal', 'not_moved', {
    de: 'Abgelehnt. Es wurde kein Geld bewegt.',
    en: 'Declined. No money was moved.',
    cause: {
      de: 'Karte, Terminal oder Autorisierungsstelle hat die Zahlung oder Rückzahlung abgelehnt; `reason` hat Code und Worte.',
      en: 'The card, the terminal or the host that authorises has declined the payment or refund; `reason` has its code and words.',
    },
    cure: {
      de: '`reason.texts` und `reason.advice` zeigen, den Beleg in `receipt` drucken und mit anderer Karte oder Zahlart neu starten; ein neuer Versuch braucht einen neuen Idempotency-Key.',
      en: 'Show `reason.texts` and `reason.advice`, print the receipt in `receipt`, and start again with another card or method; a new attempt wants a new Idempotency-Key.',
    },
  }),
  aborted: entry(405, backend, 1006, 'terminal', 'not_moved', {
    de: 'Abgebrochen. Es wurde kein Geld bewegt.',
    en: 'Aborted. No money was moved.',
    cause: {
      de: 'Der Kunde hat abgebrochen, jemand hat den Abbruch verlangt, oder das Terminal hat zu lange auf eine Karte oder Antwort gewartet.',
      en: 'The customer pressed stop, somebody asked for an abort, or the terminal waited for a card or an answer too long.',
    },
    cure: {
      de: 'Mit beliebiger Zahlart neu starten; eine Kasse, die Unterschriften und Fragen beantwortet, liest GET /bridge/v1/till und sendet POST /bridge/v1/till/answer.',
      en: 'Start again with any method; a till that answers signatures and questions reads GET /bridge/v1/till and sends POST /bridge/v1/till/answer.',
    },
  }),
  terminalUnreachable: entry(405, backend, 1013, 'terminal', 'not_moved', {
    de: 'Das Terminal ist nicht erreichbar. Es wurde kein Geld bewegt. Bitte Strom und Verbindung prüfen und noch einmal versuchen.',
    en: 'The terminal cannot be reached. No money was moved. Please check its power and connection and try again.',
    cause: {
      de: 'Zum Terminal kam keine Verbindung zustande, oder es hat den Befehl nicht angenommen: Strom, Kabel, Adresse oder Netz.',
      en: 'No connection to the terminal could be made, or it did not take the command: power, cable, address or network.',
    },
    cure: {
      de: 'Strom und Leitung prüfen; GET /bridge/v1/terminals/{device} zeigt Adresse und Zustand, PUT /bridge/v1/terminals/{device} ändert die Adresse. Neu starten, wenn es wieder da ist, oder bar kassieren.',
      en: 'Check power and line; GET /bridge/v1/terminals/{device} shows address and state, PUT /bridge/v1/terminals/{device} changes the address. Start again when it is back, or pay in cash.',
    },
    retry: true,
  }),
  terminalSlow: entry(405, backend, 1156, 'terminal', 'not_moved', {
    de: 'Das Terminal hat nicht rechtzeitig geantwortet. Es wurde nichts gesendet und kein Geld bewegt. Bitte noch einmal versuchen.',
    en: 'The terminal has not answered in time. Nothing was sent and no money was moved. Please try again.',
    cause: {
      de: 'Das Terminal war in der Zeit der Einstellung `answerWithin` nicht bereit, deshalb wurde der Zahlungsbefehl nicht gesendet.',
      en: 'The terminal was not ready within the time of the setting `answerWithin`, so the payment command was not sent.',
    },
    cure: {
      de: 'Neu starten; kommt es oft vor, GET /bridge/v1/terminals/{device}/trace ansehen.',
      en: 'Start again; if it happens often, look at GET /bridge/v1/terminals/{device}/trace.',
    },
    retry: true,
  }),
  terminalBusy: entry(405, notAllowed, 1016, 'terminal', 'not_moved', {
    de: 'Das Terminal ist noch beschäftigt. Bitte warten.',
    en: 'The terminal is still busy. Please wait.',
    cause: {
      de: 'Das Terminal arbeitet für einen anderen Verkauf, eine andere Kasse oder eine Wartung; `error_details` sagt, wofür.',
      en: 'The terminal is working for another sale, another till or a service task; `error_details` says for which.',
    },
    cure: {
      de: 'Warten, bis GET /bridge/v1/till oder das Ereignis `terminal` es als frei zeigt, dann neu starten.',
      en: 'Wait until GET /bridge/v1/till or the event `terminal` shows it as free, then start again.',
    },
    retry: true,
  }),
  terminalUnsettled: entry(405, notAllowed, 1017, 'terminal', 'not_moved', {
    de: 'Der Ausgang der letzten Kartenzahlung ist noch nicht geklärt. Bitte erst klären; es wurde nichts gesendet.',
    en: 'The ending of the last card payment is not settled yet. Please settle it first; nothing was sent.',
    cause: {
      de: 'Wie die letzte Kartenzahlung an diesem Terminal ausging, ist noch nicht bekannt, und eine neue könnte das verdecken.',
      en: 'How the last card payment at this terminal ended is not known yet, and a new one could cover it up.',
    },
    cure: {
      de: 'Den Aufruf aus `next` senden: Die Bridge fragt das Terminal von selbst, POST /bridge/v1/till/recover fragt sofort, und ein Mensch entscheidet mit POST /bridge/v1/transactions/{id}/verdict.',
      en: 'Send the call in `next`: the bridge asks the terminal by itself, POST /bridge/v1/till/recover asks at once, and a person decides by POST /bridge/v1/transactions/{id}/verdict.',
    },
    retry: true,
  }),
  paymentFound: entry(405, notAllowed, 1265, 'terminal', 'not_moved', {
    de: 'Das Terminal zeigt eine frühere Zahlung, die als nicht bezahlt galt. Bitte zuerst entscheiden, ob sie gilt; es wurde nichts gesendet.',
    en: 'The terminal shows an earlier payment that was called not paid. Please decide first whether it is kept; nothing was sent.',
    cause: {
      de: 'Das Terminal hat eine Zahlung ausgeführt, nachdem sie als nicht bezahlt gemeldet war (`found`: Verkauf, Betrag, Beleg). Ihr Verkauf ist wieder offen oder bezahlt; eine zweite Zahlung könnte denselben Kunden noch einmal belasten.',
      en: 'The terminal carried out a payment after it had been reported as not paid (`found`: sale, amount, receipt). Its sale is paid or open again; a second payment could charge the same customer once more.',
    },
    cure: {
      de: 'Den Aufruf aus `next` senden: POST /bridge/v1/till/late behält die gefundene Zahlung oder nimmt sie zurück, POST /bridge/v1/transactions/{id}/verdict entscheidet, wo es nicht sicher ist. Danach die Zahlung wiederholen.',
      en: 'Send the call in `next`: POST /bridge/v1/till/late keeps the payment that was found or takes it back, POST /bridge/v1/transactions/{id}/verdict decides where it is not certain. Then repeat the payment.',
    },
    retry: true,
  }),
  dayEnded: entry(405, notAllowed, 1031, 'state', 'not_moved', {
    de: 'Der Kassenschnitt ist gemacht; ein Storno über die Bon-Nummer ist nicht mehr möglich. Es wurde kein Geld bewegt.',
    en: 'The day has been closed; this receipt can no longer be cancelled. No money was moved.',
    cause: {
      de: 'Das Terminal hat seinen Tag inzwischen abgeschlossen, und ein abgeschlossener Beleg lässt sich nicht über seine Nummer stornieren.',
      en: 'The terminal has closed its day since, and a closed receipt cannot be reversed by its number.',
    },
    cure: {
      de: 'Die Ware mit POST /bridge/v1/returns zurücknehmen und auszahlen oder am Terminal gutschreiben (POST /bridge/v1/terminals/{device}/operations mit do=refund).',
      en: 'Take the goods back by POST /bridge/v1/returns and pay out, or refund at the terminal (POST /bridge/v1/terminals/{device}/operations with do=refund).',
    },
  }),
  dayEndBlocked: entry(405, notAllowed, 1080, 'state', 'none_involved', {
    de: 'Vor dem Kassenschnitt ist noch etwas zu klären. Es wurde nichts abgeschlossen.',
    en: 'Something has to be cleared before the end-of-day. Nothing was closed.',
    cause: {
      de: 'Vor dem Kassenschnitt ist noch etwas zu klären; `blockers` nennt jedes mit seinen Verkäufen.',
      en: 'Something has to be settled before the terminal closes its day; `blockers` names each with its sales.',
    },
    cure: {
      de: 'Klären, was in `blockers` mit `stops` wahr steht; GET /bridge/v1/terminals/{device}/day-end zeigt den Rest, dann wiederholen.',
      en: 'Settle what stands in `blockers` with `stops` true; GET /bridge/v1/terminals/{device}/day-end shows what is left, then repeat.',
    },
    retry: true,
  }),
  dayEndRunning: entry(405, notAllowed, 1081, 'state', 'none_involved', {
    de: 'Der Kassenschnitt läuft schon an einer anderen Kasse. Bitte warten.',
    en: 'The end-of-day is running already at another till. Please wait.',
    cause: {
      de: 'Eine andere Kasse macht gerade den Kassenschnitt dieses Terminals.',
      en: 'Another till is running the end-of-day of this terminal.',
    },
    cure: {
      de: 'Warten und GET /bridge/v1/day-ends lesen; das Ergebnis gilt für alle Kassen des Terminals.',
      en: 'Wait and read GET /bridge/v1/day-ends; the result is the same for all tills of the terminal.',
    },
    retry: true,
  }),
  reversalFailed: entry(405, backend, 1007, 'terminal', 'not_moved', {
    de: 'Die Zahlung wurde nicht storniert: es ist kein Geld zurückgeflossen. Bitte den Grund beheben und noch einmal stornieren.',
    en: 'The payment was not reversed: no money has gone back. Please mend the cause and cancel again.',
    cause: {
      de: 'Terminal oder Zahlungsdienstleister hat die Rückgabe des Gelds abgelehnt; der Verkauf bleibt bezahlt.',
      en: 'Terminal or payment processor has refused to give the money back; the sale stays paid.',
    },
    cure: {
      de: 'Beheben, was `error_details` nennt (oft Karte oder Beleg des Stornos), und POST /api/v2/Smart/Transactions/{id}/cancel wiederholen oder die Ware mit POST /bridge/v1/returns zurücknehmen. `reason` nennt den Grund in beiden Sprachen. Hat das Terminal das Geld einer Teilzahlung nicht mehr: POST /bridge/v1/transactions/{id}/parts/{part}/verdict {"held": false, "reason": …}.',
      en: 'Mend what `error_details` names (often the card or receipt of the reversal) and repeat POST /api/v2/Smart/Transactions/{id}/cancel, or take the goods back by POST /bridge/v1/returns. `reason` names the cause in both languages. Where the terminal holds the money of a part no more: POST /bridge/v1/transactions/{id}/parts/{part}/verdict {"held": false, "reason": …}.',
    },
  }),
  reversalImpossible: entry(405, backend, 1266, 'terminal', 'not_moved', {
    de: 'Diese Zahlung kann am Terminal nicht storniert werden: es hat keine Nummer dafür gemeldet. Es ist kein Geld zurückgeflossen. Bitte das Geld mit einer Gutschrift auf die Karte oder bar zurückgeben.',
    en: 'This payment cannot be reversed at the terminal: it reported no number for it. No money has gone back. Please give the money back by a refund to the card, or in cash.',
    cause: {
      de: 'Ein Storno nennt die Belegnummer oder die Spurnummer der Zahlung. Das Terminal hat bei dieser Zahlung keine Nummer gemeldet, mit der es sie wiederfindet.',
      en: 'A reversal names the receipt number or the trace number of the payment. The terminal reported no number of this payment by which it would find it again.',
    },
    cure: {
      de: 'Die Ware mit POST /bridge/v1/returns zurücknehmen, oder eine Gutschrift mit POST /bridge/v1/terminals/{device}/operations {"do": "refund"} auslösen. Eine Wiederholung hilft nicht.',
      en: 'Take the goods back by POST /bridge/v1/returns, or make a refund by POST /bridge/v1/terminals/{device}/operations {"do": "refund"}. Repeating the call does not help.',
    },
  }),
  terminalUnreadable: entry(405, backend, 1267, 'terminal', 'not_moved', {
    de: 'Das Terminal hat geantwortet, aber so, dass seine Antwort nicht zu deuten ist. Es wurde kein Geld bewegt. Bitte am Terminal nachsehen.',
    en: 'The terminal has answered, but its answer cannot be understood. No money was moved. Please look at the terminal.',
    cause: {
      de: 'Verbindung und Adresse stimmen. In der Antwort fehlt, was sie aussagen müsste, oder sie widerspricht sich; `error_details` nennt sie.',
      en: 'Connection and address are right. The answer lacks what it would have to say, or contradicts itself; `error_details` names it.',
    },
    cure: {
      de: 'Am Terminal nachsehen, ob es etwas anzeigt, und es neu starten. Bleibt es dabei, hilft dem Hersteller die Aufzeichnung (GET /bridge/v1/terminals/{device}/trace).',
      en: 'Look whether the terminal shows something, and restart it. If it stays like that, the trace (GET /bridge/v1/terminals/{device}/trace) helps its vendor.',
    },
    retry: true,
  }),
  terminalGone: entry(405, backend, 1114, 'state', 'not_moved', {
    de: 'Die Zahlung wurde nicht storniert: das Terminal, an dem sie kassiert wurde, ist nicht mehr angeschlossen. Es ist kein Geld zurückgeflossen. Bitte das Terminal wieder einrichten oder dem Kunden das Geld anders zurückgeben.',
    en: 'The payment was not reversed: the terminal it was taken at is not connected any more. No money has gone back. Please set the terminal up again, or give the customer the money back in another way.',
    cause: {
      de: 'Die Zahlung lief an einem Terminal, das von dieser Bridge entfernt wurde, und nur dieses kann sie stornieren.',
      en: 'The payment was made at a terminal that was removed from this bridge, and only that terminal can reverse it.',
    },
    cure: {
      de: 'Das Terminal wieder koppeln (POST /bridge/v1/terminals) und stornieren oder die Ware mit POST /bridge/v1/returns und Auszahlung in bar zurücknehmen.',
      en: 'Pair the terminal again (POST /bridge/v1/terminals) and cancel, or take the goods back by POST /bridge/v1/returns with a pay-out in cash.',
    },
  }),
  terminalExchanged: entry(405, notAllowed, 1096, 'state', 'not_moved', {
    de: 'Bezahlt wurde an einem anderen Terminal, das nicht mehr an dieser Kasse steht. Es wurde kein Geld bewegt; bitte dort stornieren oder anders erstatten.',
    en: 'It was paid at another terminal, which no longer stands at this till. No money was moved; please reverse it there or refund it otherwise.',
    cause: {
      de: 'Das Gerät wurde ausgetauscht: Eine andere Terminal-ID (TID) hat diese Zahlung genommen, und ihre Belege sind im alten Gerät.',
      en: 'The device was exchanged: another terminal id (TID) took this payment, and its receipts are in the old device.',
    },
    cure: {
      de: 'Am alten Gerät stornieren oder die Ware mit POST /bridge/v1/returns und anderer Auszahlung zurücknehmen.',
      en: 'Reverse at the old device, or take the goods back by POST /bridge/v1/returns with another pay-out.',
    },
  }),
  terminalHeld: entry(405, notAllowed, 1070, 'terminal', 'not_moved', {
    de: 'Ein anderes Programm auf diesem Rechner benutzt das Terminal. Bitte dort beenden. Es wurde kein Geld bewegt.',
    en: 'Another program on this computer is using the terminal. Please close it there. No money was moved.',
    cause: {
      de: 'Ein anderes Programm auf diesem Rechner hat Anschluss oder Verbindung des Terminals geöffnet.',
      en: 'Another program on this computer has opened the port or the connection of the terminal.',
    },
    cure: {
      de: 'Dieses Programm beenden (ein zweites Tillbridge, eine alte Kasse, ein Service-Werkzeug); dann verbindet sich die Bridge von selbst.',
      en: 'Close that program (a second Tillbridge, an old cash register, a service tool); the bridge connects by itself then.',
    },
    retry: true,
  }),
  terminalPassword: entry(405, backend, 1071, 'client', 'not_moved', {
    de: 'Das Terminal nimmt dieses Kassenpasswort nicht an. Es steht in den Unterlagen des Netzbetreibers. Es wurde kein Geld bewegt.',
    en: 'The terminal does not accept this till password. It is in the papers of the network operator. No money was moved.',
    cause: {
      de: 'Das Terminal hat die Anmeldung wegen des Passworts abgelehnt (ZVT-Ergebniscode 55).',
      en: 'The terminal refused the registration because of the password (ZVT result code 55).',
    },
    cure: {
      de: 'Die sechs Ziffern des Kassenpassworts als `password` in POST /bridge/v1/terminals oder PUT /bridge/v1/terminals/{device} senden; sie stehen in den Unterlagen des Netzbetreibers.',
      en: 'Send the six digits of the till password as `password` in POST /bridge/v1/terminals or PUT /bridge/v1/terminals/{device}; they are in the papers of the network operator.',
    },
  }),
  terminalCurrency: entry(405, backend, 1072, 'client', 'not_moved', {
    de: 'Das Terminal rechnet in einer anderen Währung. Bitte die Währung des Terminals angeben. Es wurde kein Geld bewegt.',
    en: 'The terminal works in another currency. Please give the currency of the terminal. No money was moved.',
    cause: {
      de: 'Das Terminal hat die Anmeldung abgelehnt, weil es in einer anderen Währung rechnet (ZVT-Ergebniscode 6F).',
      en: 'The terminal refused the registration because it works in another currency (ZVT result code 6F).',
    },
    cure: {
      de: 'Die Währung des Terminals als `currency` in POST /bridge/v1/terminals oder PUT /bridge/v1/terminals/{device} senden.',
      en: 'Send the currency of the terminal as `currency` in POST /bridge/v1/terminals or PUT /bridge/v1/terminals/{device}.',
    },
  }),
  terminalSilent: entry(405, backend, 1073, 'terminal', 'not_moved', {
    de: 'An dieser Adresse antwortet kein Terminal. Bitte Kabel, Adresse, Port und Kassenschnittstelle am Terminal prüfen.',
    en: 'No terminal answers at this address. Please check cable, address, port and the till interface of the terminal.',
    cause: {
      de: 'An dieser Adresse nimmt etwas die Verbindung an, spricht aber nicht das Protokoll eines Terminals oder antwortet nicht.',
      en: 'Something takes the connection at this address but does not speak the protocol of a terminal, or does not answer.',
    },
    cure: {
      de: 'Adresse und Port prüfen, im Menü des Terminals die Kassenschnittstelle (ZVT oder O.P.I.) einschalten oder suchen: POST /bridge/v1/terminals/search.',
      en: 'Check address and port, switch on the till interface (ZVT or O.P.I.) in the menu of the terminal, or search: POST /bridge/v1/terminals/search.',
    },
    retry: true,
  }),
  terminalConfigured: entry(405, notAllowed, 1074, 'state', 'none_involved', {
    de: 'Dieses Terminal steht in der Konfigurationsdatei und wird dort geändert.',
    en: 'This terminal stands in the configuration file and is changed there.',
    cause: {
      de: 'Das Terminal steht in der Einstellung `terminals`, und die API schreibt keine Konfiguration.',
      en: 'The terminal stands in the setting `terminals`, and the API does not write configuration.',
    },
    cure: {
      de: 'Die Konfigurationsdatei ändern und die Bridge neu starten oder das Terminal dort entfernen und mit POST /bridge/v1/terminals koppeln.',
      en: 'Change the configuration file and start the bridge again, or take the terminal out of it and pair it by POST /bridge/v1/terminals.',
    },
  }),
  terminalCannot: entry(405, notAllowed, 1075, 'terminal', 'not_moved', {
    de: 'Dieses Terminal kann das nicht. Es wurde nichts gesendet.',
    en: 'This terminal cannot do that. Nothing was sent.',
    cause: {
      de: 'Das Terminal hat gemeldet, dass es diesen Befehl nicht kennt, oder sein Profil sagt es; `error_details` nennt ihn.',
      en: 'The terminal has reported that it does not have this command, or its profile says so; `error_details` names it.',
    },
    cure: {
      de: 'Ohne ihn auskommen; GET /bridge/v1/terminals/{device} zeigt die `features` des Terminals.',
      en: 'Do without it; GET /bridge/v1/terminals/{device} lists the `features` of the terminal.',
    },
  }),
  trainingOnly: entry(405, notAllowed, 1095, 'state', 'none_involved', {
    de: 'In der Übung gibt es nur das virtuelle Terminal; echte Terminals werden weder gesucht noch verbunden.',
    en: 'In training there is only the virtual terminal; real ones are neither searched for nor paired.',
    cause: {
      de: 'Die Bridge läuft als Übung, die nie ein echtes Terminal berührt.',
      en: 'The bridge runs as a training, which never touches a real terminal.',
    },
    cure: {
      de: 'Das virtuelle Terminal benutzen oder die Bridge ohne --training starten.',
      en: 'Use the virtual terminal, or start the bridge without --training.',
    },
  }),
  receiptForbids: entry(405, notAllowed, 1097, 'state', 'not_moved', {
    de: 'Mit diesem Beleg geht das nicht: schon erledigt, von anderer Art, oder die Zahlung eines Verkaufs, der storniert wird. Es wurde kein Geld bewegt.',
    en: 'This receipt does not allow it: done already, of another kind, or the payment of a sale, which is cancelled instead. No money was moved.',
    cause: {
      de: 'Die Operation passt nicht zum genannten Beleg: schon storniert, von anderer Art oder die Zahlung eines Verkaufs.',
      en: 'The operation does not fit the receipt it names: reversed already, of another kind, or the payment of a sale.',
    },
    cure: {
      de: 'GET /bridge/v1/terminals/{device}/journal ansehen; die Zahlung eines Verkaufs geht mit POST /api/v2/Smart/Transactions/{id}/cancel zurück, ein Trinkgeld allein mit `amount` bis zu seiner Höhe.',
      en: 'Look at GET /bridge/v1/terminals/{device}/journal; the payment of a sale goes back by POST /api/v2/Smart/Transactions/{id}/cancel, a tip alone by an `amount` up to the tip.',
    },
  }),
  tipNotAlone: entry(405, notAllowed, 1107, 'terminal', 'not_moved', {
    de: 'Dieses Terminal storniert kein Trinkgeld allein. Es wurde kein Geld bewegt. Bitte den Verkauf stornieren: Damit geht auch das Trinkgeld zurück. Danach ohne Trinkgeld neu kassieren.',
    en: 'This terminal does not reverse a tip alone. No money was moved. Please cancel the sale, which gives back the tip, too, and take the payment again without a tip.',
    cause: {
      de: 'Das Trinkgeld steckt in der Zahlung eines Verkaufs, und dem Terminal fehlt `partialReversal`. Eine Gutschrift (`refund`) ließe das Trinkgeld in den Büchern.',
      en: 'The tip is within the payment of a sale, and the terminal lacks `partialReversal`. A `refund` would leave the tip in the books.',
    },
    cure: {
      de: 'POST /api/v2/Smart/Transactions/{id}/cancel des Verkaufs, den `error_details` und `next` nennen, dann ein neuer Verkauf.',
      en: 'POST /api/v2/Smart/Transactions/{id}/cancel of the sale that `error_details` and `next` name, then a new sale.',
    },
  }),
  amountExceeds: entry(405, notAllowed, 1104, 'client', 'not_moved', {
    de: 'Der Betrag ist höher als das, was von diesem Beleg übrig ist. Es wurde kein Geld bewegt.',
    en: 'The amount is more than what is left of this receipt. No money was moved.',
    cause: {
      de: 'Die Operation nennt mehr, als von ihrem Beleg übrig ist; `error_details` hat beide Beträge.',
      en: 'The operation names more than is left of its receipt; `error_details` has both amounts.',
    },
    cure: { de: 'Höchstens den Rest als `amount` senden.', en: 'Send an `amount` of at most what is left.' },
  }),
  terminalOther: entry(405, notAllowed, 1077, 'client', 'none_involved', {
    de: 'Dort antwortet ein anderes Terminal. Es wurde nichts geändert. Wurde das Gerät ausgetauscht, bitte dieses entfernen und das neue koppeln.',
    en: 'Another terminal answers there. Nothing was changed. If the device was exchanged, remove this one and pair the new one.',
    cause: {
      de: 'Unter der neuen Adresse antwortet ein anderes Terminal (andere Terminal-ID) als das, das geändert werden soll.',
      en: 'At the new address another terminal answers (another terminal id) than the one that is to be changed.',
    },
    cure: {
      de: 'Die Adresse berichtigen; bei einem ausgetauschten Gerät DELETE /bridge/v1/terminals/{device} und das neue mit POST /bridge/v1/terminals koppeln.',
      en: 'Correct the address; for an exchanged device DELETE /bridge/v1/terminals/{device} and pair the new one by POST /bridge/v1/terminals.',
    },
  }),
  tillPortTaken: entry(405, notAllowed, 1078, 'client', 'not_moved', {
    de: 'Der Port dieser Kasse, an dem sich das Terminal melden soll, ist schon belegt. Bitte einen anderen Port wählen und denselben am Terminal eintragen. Es wurde kein Geld bewegt.',
    en: 'The port of this till at which the terminal is to call is taken already. Please choose another port and enter the same at the terminal. No money was moved.',
    cause: {
      de: 'An dem Port der Kasse, an dem sich das Terminal melden soll, lauscht schon ein anderes Programm.',
      en: 'Another program listens at the port of the till at which the terminal is to call.',
    },
    cure: {
      de: 'Einen anderen Port wählen (`free_port` schlägt einen vor), in `connection` senden und denselben im Terminal eintragen.',
      en: 'Choose another port (`free_port` proposes one), send it in `connection` and enter the same in the terminal.',
    },
  }),
  terminalVirtual: entry(405, notAllowed, 1079, 'client', 'not_moved', {
    de: 'Das ist ein virtuelles Terminal. Es bewegt kein Geld, und dieser Laden nimmt echtes. Bitte das Kartenterminal des Ladens koppeln. Es wurde kein Geld bewegt.',
    en: 'This is a virtual terminal. It moves no money, and this shop takes real money. Please pair the card terminal of the shop. No money was moved.',
    cause: {
      de: 'Das Terminal hat bei der Anmeldung gesagt, dass es ein virtuelles ist, und der Laden ist weder Demo noch Übung.',
      en: 'When it registered, the terminal said that it is a virtual one, and the shop is neither a demo nor a training.',
    },
    cure: {
      de: 'Ein echtes Terminal koppeln (`POST /bridge/v1/terminals`), mit `--training` üben, oder für einen Probelauf die Einstellung `virtualTerminals` einschalten: dann sagt jeder Beleg, dass kein Geld echt ist.',
      en: 'Pair a real terminal (`POST /bridge/v1/terminals`), practise with `--training`, or for a trial switch the setting `virtualTerminals` on: every slip then says that no money is real.',
    },
  }),
  searchRuns: entry(405, notAllowed, 1076, 'state', 'none_involved', {
    de: 'Es wird schon nach Terminals gesucht.',
    en: 'A search for terminals is already running.',
    cause: {
      de: 'Eine Suche nach Terminals läuft, und es gibt nur eine zugleich.',
      en: 'A search for terminals is running, and there is one at a time.',
    },
    cure: {
      de: 'GET /bridge/v1/terminals/search lesen, bis sie beendet ist, oder sie mit DELETE /bridge/v1/terminals/search abbrechen.',
      en: 'Read GET /bridge/v1/terminals/search until it has ended, or stop it by DELETE /bridge/v1/terminals/search.',
    },
    retry: true,
  }),
  endOfDayRequired: entry(405, backend, 1090, 'terminal', 'not_moved', {
    de: 'Das Terminal verlangt zuerst einen Kassenschnitt. Es wurde kein Geld bewegt. Bitte jetzt den Kassenschnitt machen.',
    en: 'The terminal demands an end-of-day first. No money was moved. Please run the end-of-day now.',
    cause: {
      de: 'Der Speicher des Terminals ist voll, oder sein Betreiber verlangt vor der nächsten Zahlung einen Kassenschnitt.',
      en: 'The memory of the terminal is full, or its operator demands a closed day before the next payment.',
    },
    cure: {
      de: 'POST /bridge/v1/terminals/{device}/day-end, dann neu starten.',
      en: 'POST /bridge/v1/terminals/{device}/day-end, then start again.',
    },
  }),
  terminalNeedsDiagnosis: entry(405, backend, 1110, 'terminal', 'not_moved', {
    de: 'Das Terminal nimmt keine Karten an, bis seine Diagnose gelaufen ist. Es wurde kein Geld bewegt. Bitte die Leitung rufen oder anders bezahlen.',
    en: 'The terminal takes no cards before its diagnosis has been run. No money was moved. Please call a manager or pay otherwise.',
    cause: {
      de: 'Das Terminal meldet, dass es vor einer Diagnose mit seinem Host keine Karten nimmt.',
      en: 'The terminal reports that it takes no cards before a diagnosis with its host.',
    },
    cure: {
      de: 'POST /bridge/v1/terminals/{device}/tasks mit einer Diagnose, dann neu starten; inzwischen anders kassieren.',
      en: 'POST /bridge/v1/terminals/{device}/tasks with a diagnosis, then start again; pay otherwise meanwhile.',
    },
  }),
  terminalNeedsInitialisation: entry(405, backend, 1111, 'terminal', 'not_moved', {
    de: 'Das Terminal nimmt keine Karten an, bis es initialisiert ist. Es wurde kein Geld bewegt. Bitte die Leitung rufen oder anders bezahlen.',
    en: 'The terminal takes no cards before it has been initialised. No money was moved. Please call a manager or pay otherwise.',
    cause: {
      de: 'Das Terminal meldet, dass es vor einer Initialisierung durch seinen Host keine Karten nimmt.',
      en: 'The terminal reports that it takes no cards before it has been initialised by its host.',
    },
    cure: {
      de: 'POST /bridge/v1/terminals/{device}/tasks mit einer Initialisierung, dann neu starten; inzwischen anders kassieren.',
      en: 'POST /bridge/v1/terminals/{device}/tasks with an initialisation, then start again; pay otherwise meanwhile.',
    },
  }),
  terminalUpdating: entry(405, backend, 1112, 'terminal', 'not_moved', {
    de: 'Das Terminal wird gerade gewartet oder aktualisiert. Es wurde kein Geld bewegt. Bitte kurz warten oder anders bezahlen.',
    en: 'The terminal is being maintained or updated. No money was moved. Please wait a moment or pay otherwise.',
    cause: {
      de: 'Das Terminal hat angekündigt, dass es wegen Wartung oder Aktualisierung weg ist.',
      en: 'The terminal has announced that it is away for maintenance or an update.',
    },
    cure: {
      de: 'Warten, bis GET /bridge/v1/terminals/{device} es als bereit zeigt, oder anders kassieren.',
      en: 'Wait until GET /bridge/v1/terminals/{device} shows it as ready, or pay otherwise.',
    },
    retry: true,
  }),
  terminalOutOfOrder: entry(405, backend, 1113, 'terminal', 'not_moved', {
    de: 'Das Terminal ist gesperrt oder gestört und nimmt keine Karten an. Es wurde kein Geld bewegt. Bitte anders bezahlen und am Terminal nachsehen.',
    en: 'The terminal is locked or out of order and takes no cards. No money was moved. Please pay otherwise and look at the terminal.',
    cause: {
      de: 'Das Terminal meldet, dass es gesperrt, geöffnet oder defekt ist; das behebt kein Befehl.',
      en: 'The terminal reports that it is locked, opened or defective, which no command mends.',
    },
    cure: {
      de: 'Anders kassieren, die Anzeige des Terminals lesen und den Betreiber anrufen.',
      en: 'Pay otherwise, read the display of the terminal and call its operator.',
    },
  }),
  notHandedOver: entry(405, backend, 1091, 'terminal', 'not_moved', {
    de: 'Die Ware wurde nicht ausgegeben; das Terminal hat die Zahlung zurückgenommen.',
    en: 'The goods were not handed over; the terminal has taken the payment back.',
    cause: {
      de: 'Die Kasse hat die Ausgabe der Ware verneint oder nicht rechtzeitig bestätigt, deshalb hat das Terminal die Zahlung zurückgenommen.',
      en: 'The till said, or did not say in time, that the goods were handed over, so the terminal took the payment back.',
    },
    cure: {
      de: 'Neu starten; eine Kasse mit Warenausgabe antwortet rechtzeitig mit POST /bridge/v1/till/hand-over, andere schalten `handOver` des Terminals aus.',
      en: 'Start again; a till that hands goods over by machine answers POST /bridge/v1/till/hand-over in time, others switch `handOver` of the terminal off.',
    },
  }),
  signatureRefused: entry(405, backend, 1260, 'terminal', 'not_moved', {
    de: 'Die Unterschrift wurde abgelehnt; das Terminal hat die Zahlung zurückgenommen.',
    en: 'The signature was refused; the terminal has taken the payment back.',
    cause: {
      de: 'Die Kasse hat auf die Frage nach der Unterschrift mit no geantwortet, deshalb hat das Terminal die Zahlung zurückgenommen.',
      en: 'The till answered the question about the signature with no, so the terminal took the payment back.',
    },
    cure: {
      de: 'Den Beleg in `receipt` drucken und mit anderer Karte oder Zahlart neu starten; ein neuer Versuch braucht einen neuen Idempotency-Key.',
      en: 'Print the receipt in `receipt` and start again with another card or method; a new attempt wants a new Idempotency-Key.',
    },
  }),
  slipUnwritten: entry(405, backend, 1268, 'server', 'not_moved', {
    de: 'Tillbridge konnte den Beleg nicht speichern, deshalb hat das Terminal den Vorgang zurückgenommen. Es wurde kein Geld bewegt. Bitte Speicherplatz schaffen und den Vorgang wiederholen; an der Karte liegt es nicht.',
    en: 'Tillbridge could not store the slip, so the terminal took it back. No money was moved. Please free disk space, then do it again; it is not because of the card.',
    cause: {
      de: 'Ein Beleg liegt auf der Platte, bevor das Terminal hört, dass er angenommen ist. Der Datenträger ist voll oder gestört, also hat die Kasse den Beleg abgelehnt.',
      en: 'A slip is on disk before the terminal hears that it was taken. The disk is full or failing, so the till refused the slip.',
    },
    cure: {
      de: 'GET /healthz nennt den Zustand des Datenträgers. Platz schaffen oder den Datenträger ersetzen, dann mit einem neuen Idempotency-Key neu starten.',
      en: 'GET /healthz names the state of the disk. Free space or replace the disk, then start again with a new Idempotency-Key.',
    },
    retry: true,
  }),
  partApproved: entry(405, notAllowed, 1269, 'state', 'moved', {
    de: 'Das Terminal hat nur einen Teil des Betrags genehmigt und behält dieses Geld. Weder „bezahlt“ noch „nicht bezahlt“ stimmt: Bitte als Teilzahlung behalten oder am Terminal zurücknehmen.',
    en: 'The terminal approved only a part of the amount, and keeps that money. Neither "paid" nor "not paid" is true: keep it as a part payment, or take it back at the terminal.',
    cause: {
      de: 'Das Terminal hat weniger genehmigt, als verlangt war, zum Beispiel weil auf der Karte nicht mehr Guthaben ist; `approved` nennt Betrag und Beleg.',
      en: 'The terminal approved less than it was asked for, for example because the card holds no more; `approved` names amount and receipt.',
    },
    cure: {
      de: 'POST /bridge/v1/transactions/{id}/verdict mit {"part": "keep"} behält den Betrag, der Rest kann anders bezahlt werden; {"part": "take_back"} storniert ihn am Terminal.',
      en: 'POST /bridge/v1/transactions/{id}/verdict with {"part": "keep"} keeps the amount, and the rest may be paid otherwise; {"part": "take_back"} reverses it at the terminal.',
    },
  }),
  questionGone: entry(405, notAllowed, 1092, 'state', 'none_involved', {
    de: 'Diese Frage ist nicht mehr offen: schon beantwortet, oder die Zeit ist um.',
    en: 'This question is no longer open: it has been answered, or the time is over.',
    cause: {
      de: 'Die Frage des Terminals ist schon beantwortet, oder ihre Zeit ist um.',
      en: 'The question of the terminal was answered already, or its time is over.',
    },
    cure: {
      de: '`payment.question` aus GET /bridge/v1/till lesen und mit ihrer `id` vor `until` antworten.',
      en: 'Read `payment.question` of GET /bridge/v1/till and answer with its `id` before `until`.',
    },
  }),
  questionElsewhere: entry(405, notAllowed, 1093, 'client', 'none_involved', {
    de: 'Diese Frage gehört zu einer anderen Kasse. Sie wird dort beantwortet.',
    en: 'This question belongs to another till. It is answered there.',
    cause: {
      de: 'Die Frage gehört zum Befehl einer anderen Kasse.',
      en: 'The question belongs to the command of another till.',
    },
    cure: {
      de: 'Mit dem Token der Kasse antworten, die die Zahlung gestartet hat.',
      en: 'Answer with the token of the till that started the payment.',
    },
  }),
  paymentElsewhere: entry(405, notAllowed, 1098, 'client', 'not_moved', {
    de: 'Dieser Vorgang gehört zu einer anderen Kasse. Nur dort oder von der Leitung kann er abgebrochen oder entschieden werden.',
    en: 'This belongs to another till. Only there, or by a manager, can it be stopped or decided on.',
    cause: {
      de: 'Eine andere Kasse hat diese Zahlung gestartet, und nur sie oder eine Leitung hält sie an oder entscheidet darüber.',
      en: 'Another till started this payment, and only it or a manager stops it or decides about it.',
    },
    cure: {
      de: 'Das Token der Kasse verwenden, die `error_details` nennt, oder das einer Leitung (manager).',
      en: 'Use the token of the till that `error_details` names, or of a person of the role manager.',
    },
  }),
  amountTooLarge: entry(405, notAllowed, 1180, 'client', 'not_moved', {
    de: 'Der Betrag ist höher, als diese Kasse an ein Terminal sendet (Einstellung largestAmount). Es wurde kein Geld bewegt; bitte den Betrag prüfen.',
    en: 'The amount is above what this till sends to a terminal (setting largestAmount). No money was moved; please check the amount.',
    cause: {
      de: 'Der Betrag ist höher als die Einstellung `largestAmount`, die Tippfehler von Karten fernhält.',
      en: 'The amount is above the setting `largestAmount`, which stops typing errors from reaching a card.',
    },
    cure: {
      de: 'Den Betrag prüfen; der Betreiber kann `largestAmount` (kleinste Einheit) erhöhen, zum Beispiel TILLBRIDGE_LARGEST_AMOUNT=99999999.',
      en: 'Check the amount; the operator may raise `largestAmount` (minor units), for example TILLBRIDGE_LARGEST_AMOUNT=99999999.',
    },
  }),
  currencyForeign: entry(405, notAllowed, 1099, 'state', 'not_moved', {
    de: 'Das Terminal rechnet in einer anderen Währung als dieser Verkauf. Es wurde kein Geld bewegt; bitte anders bezahlen.',
    en: 'The terminal works in another currency than this sale. No money was moved; please pay otherwise.',
    cause: {
      de: 'Das Terminal rechnet in einer anderen Währung als der Verkauf.',
      en: 'The terminal works in another currency than the sale.',
    },
    cure: {
      de: 'Anders kassieren oder die Kasse zu einem Terminal dieser Währung leiten (PUT /api/v2/Smart/Routings/{id}).',
      en: 'Pay by another method, or route the till to a terminal of this currency (PUT /api/v2/Smart/Routings/{id}).',
    },
  }),
  nothingToDecide: entry(405, notAllowed, 1185, 'state', 'not_moved', {
    de: 'Hier ist nichts zu entscheiden: Das Ergebnis ist bekannt. Es wurde nichts geändert.',
    en: 'There is nothing to decide here: the outcome is known. Nothing was changed.',
    cause: {
      de: 'Ein Urteil über eine Zahlung, einen anderen Befehl oder einen Kassenschnitt kam, obwohl dessen Ergebnis bekannt ist: vom Terminal, oder weil schon jemand entschieden hat.',
      en: 'A verdict on a payment, another command or an end-of-day came although its outcome is known: from the terminal, or because somebody has decided already.',
    },
    cure: {
      de: 'Das Objekt lesen, etwa GET /api/v2/Smart/Transactions/{id}; es sagt, wie es ausging. Ein falsches Urteil nimmt man durch Storno oder neue Zahlung zurück.',
      en: 'Read the object, for example GET /api/v2/Smart/Transactions/{id}; it says how it ended. A wrong verdict is mended by a cancellation or a new payment.',
    },
  }),
  handOverNotAwaited: entry(405, notAllowed, 1186, 'state', 'not_moved', {
    de: 'Es wartet keine Zahlung darauf, dass Ware übergeben wird.',
    en: 'No payment waits for goods to be handed over.',
    cause: {
      de: 'Die Meldung über die Warenausgabe kam, als keine Zahlung an diesem Terminal darauf wartete: zu früh, zu spät oder zum zweiten Mal.',
      en: 'The report about the goods came while no payment at this terminal waited for it: too early, too late, or a second time.',
    },
    cure: {
      de: 'In GET /bridge/v1/till warten, bis `payment.step` handOver ist, und dann einmal melden; ist die Zahlung zu Ende, sagt der Verkauf, wie.',
      en: 'Wait until `payment.step` of GET /bridge/v1/till is handOver, and report once; where the payment has ended, the sale says how.',
    },
  }),
  receiptMissing: entry(405, notAllowed, 1187, 'state', 'none_involved', {
    de: 'Zu diesem Verkauf gibt es diesen Beleg nicht.',
    en: 'This sale has no such receipt.',
    cause: {
      de: 'Der Beleg eines Verkaufs sollte gedruckt werden, der noch keinen hat, oder ein Händlerbeleg, den das Terminal nicht lieferte.',
      en: 'A receipt was to be printed of a sale that has none yet, or a merchant receipt that the terminal did not send.',
    },
    cure: {
      de: 'Den Verkauf zuerst bezahlen oder stornieren; `receipt` und `receipt_merchant` von GET /api/v2/Smart/Transactions/{id} zeigen, was es gibt.',
      en: 'Pay or cancel the sale first; `receipt` and `receipt_merchant` of GET /api/v2/Smart/Transactions/{id} show what there is.',
    },
  }),
  serviceStands: entry(405, notAllowed, 1188, 'client', 'none_involved', {
    de: 'Eine Diagnose oder ein Kassenschnitt lässt sich nicht stornieren.',
    en: 'A diagnosis or an end-of-day cannot be cancelled.',
    cause: {
      de: 'Das Storno nennt die Transaktion einer Diagnose oder eines Kassenschnitts; dort wurde nichts bezahlt, und das Terminal hat seine Arbeit getan.',
      en: 'The cancellation names the transaction of a diagnosis or an end-of-day; nothing was paid there, and the terminal has done its work.',
    },
    cure: {
      de: 'Die Id eines Verkaufs senden; `product` der Transaktion sagt diagnosis oder endOfDay.',
      en: 'Send the id of a sale; `product` of the transaction says diagnosis or endOfDay.',
    },
  }),
  nothingLate: entry(405, notAllowed, 1094, 'state', 'not_moved', {
    de: 'Hier wartet keine Zahlung auf eine Entscheidung. Bitte nachsehen, wie der Verkauf steht.',
    en: 'No payment waits for a decision here. Please look how the sale stands.',
    cause: {
      de: 'An dieser Kasse wartet keine verspätete Zahlung und keine Unterschrift auf eine Entscheidung, oder jemand hat schon entschieden.',
      en: 'No late approval and no signature waits for a decision at this till, or somebody else has decided.',
    },
    cure: {
      de: 'GET /api/v2/Smart/Transactions/{id}: `outcome` sagt, wie der Verkauf steht.',
      en: 'GET /api/v2/Smart/Transactions/{id}: `outcome` says how the sale stands.',
    },
  }),
  serviceFailed: entry(405, backend, 1018, 'terminal', 'none_involved', {
    de: 'Das Terminal hat den Vorgang nicht beendet.',
    en: 'The terminal did not complete the operation.',
    cause: {
      de: 'Das Terminal hat Diagnose, Kassenschnitt, Kopplung oder einen anderen Dienst ohne Erfolg beendet; `reason` oder `error_details` hat seine Worte.',
      en: 'The terminal ended a diagnosis, an end-of-day, a pairing or another service command without success; `reason` or `error_details` has its words.',
    },
    cure: {
      de: 'Tun, was die Worte des Terminals sagen, und noch einmal versuchen; GET /bridge/v1/terminals/{device}/trace/text zeigt den Ablauf.',
      en: 'Do what the words of the terminal say and try again; GET /bridge/v1/terminals/{device}/trace/text shows the exchange.',
    },
    retry: true,
  }),
} as const;
