/** Refusals about loyalty cards, their balances and vouchers. */
import { entry, format, notAllowed, notFound } from './entry.ts';

export const cardsErrors = {
  cardUnknown: entry(404, notFound, 14, 'client', 'not_moved', {
    de: 'Die Kundenkarte ist nicht bekannt.',
    en: 'The loyalty card is not known.',
    cause: {
      de: 'Keine Kundenkarte dieses Händlers hat diese Nummer oder Id.',
      en: 'No loyalty card of this merchant has this number or id.',
    },
    cure: {
      de: 'Prüfen, ob der Scanner die ganze Nummer liest; POST /bridge/v1/counter/cards legt eine neue Karte an.',
      en: 'Check that the scanner reads the whole number; POST /bridge/v1/counter/cards makes a new card.',
    },
  }),
  cardMissing: entry(405, notAllowed, 1014, 'client', 'not_moved', {
    de: 'Es ist keine Kundenkarte vorgelegt.',
    en: 'No loyalty card has been presented.',
    cause: {
      de: 'Der Schritt lädt oder belastet eine Kundenkarte, und `idents` des Verkaufs enthält keine.',
      en: 'The step charges or discharges a loyalty card, and `idents` of the sale holds none.',
    },
    cure: {
      de: 'Vor preTransaction oder start den Verkauf mit `idents` der Karte senden (PUT).',
      en: 'PUT the sale with `idents` of the card before preTransaction or start.',
    },
  }),
  cardLocked: entry(405, notAllowed, 41, 'state', 'not_moved', {
    de: 'Die Kundenkarte ist gesperrt.',
    en: 'The loyalty card is locked.',
    cause: {
      de: 'Die Kundenkarte wurde gesperrt, zum Beispiel als verloren.',
      en: 'The loyalty card was locked, for example as lost.',
    },
    cure: {
      de: 'Ohne die Karte verkaufen; GET /api/v2/Loyalty/MerchantCards/{id}/lock nennt den Grund, POST /api/v2/Loyalty/MerchantCards/{id}/unlock entsperrt sie.',
      en: 'Sell without the card; GET /api/v2/Loyalty/MerchantCards/{id}/lock says why, POST /api/v2/Loyalty/MerchantCards/{id}/unlock unlocks it.',
    },
  }),
  cardExpired: entry(405, notAllowed, 54, 'state', 'not_moved', {
    de: 'Die Kundenkarte ist abgelaufen.',
    en: 'The loyalty card has expired.',
    cause: {
      de: 'Das Datum, bis zu dem die Kundenkarte gilt, ist vorbei.',
      en: 'The date until which the loyalty card is valid has passed.',
    },
    cure: {
      de: 'Ohne die Karte verkaufen; eine Leitung kann eine neue ausgeben und die alte mit POST /bridge/v1/loyalty/cards/{id}/merge zusammenlegen.',
      en: 'Sell without the card; a manager may give the customer a new one and merge the old one by POST /bridge/v1/loyalty/cards/{id}/merge.',
    },
  }),
  cardInactive: entry(405, notAllowed, 78, 'state', 'not_moved', {
    de: 'Die Kundenkarte ist nicht aktiv.',
    en: 'The loyalty card is not active.',
    cause: {
      de: 'Die Kundenkarte liegt im Vorrat und wurde nie aktiviert.',
      en: 'The loyalty card is in stock and was never activated.',
    },
    cure: {
      de: 'Sie mit POST /bridge/v1/counter/cards/{cardnumber}/activation aktivieren.',
      en: 'Activate it by POST /bridge/v1/counter/cards/{cardnumber}/activation.',
    },
  }),
  cardBalance: entry(405, notAllowed, 51, 'state', 'not_moved', {
    de: 'Das Guthaben der Kundenkarte reicht nicht. Es wurde kein Geld bewegt.',
    en: 'The balance of the loyalty card is not sufficient. No money was moved.',
    cause: {
      de: 'Das freie Guthaben der Kundenkarte ist kleiner als der Betrag, oder es hat sich inzwischen geändert.',
      en: 'The balance that is free on the loyalty card is below the amount, or it changed meanwhile.',
    },
    cure: {
      de: 'Höchstens das Guthaben verlangen, das GET /bridge/v1/cards/{cardnumber} zeigt, und den Rest anders kassieren.',
      en: 'Ask for at most the balance that GET /bridge/v1/cards/{cardnumber} shows, and take the rest by another method.',
    },
  }),
  cardTooFull: entry(405, notAllowed, 52, 'client', 'not_moved', {
    de: 'So viel Guthaben darf nicht auf der Kundenkarte sein. Es wurde kein Geld bewegt.',
    en: 'The loyalty card must not hold that much. No money was moved.',
    cause: {
      de: 'Karte oder Gutschein enthielte mehr als erlaubt; `error_details` nennt die Grenze.',
      en: 'The card or voucher would hold more than the most that is allowed; `error_details` names it.',
    },
    cure: { de: 'Weniger laden oder mehrere Karten.', en: 'Load less, or several cards.' },
  }),
  cardOther: entry(405, notAllowed, 15, 'client', 'not_moved', {
    de: 'Das ist eine andere Kundenkarte.',
    en: 'This is another loyalty card.',
    cause: {
      de: '`cardnumber` im Rumpf gehört zu einer anderen Karte als die Id im Pfad.',
      en: '`cardnumber` of the body belongs to another card than the id in the path.',
    },
    cure: {
      de: 'Die Nummer der Karte im Pfad senden oder weglassen.',
      en: 'Send the number of the card in the path, or leave it out.',
    },
  }),
  passcodeMissing: entry(405, notAllowed, 55, 'client', 'not_moved', {
    de: 'Bitte das Passwort der Kundenkarte eingeben. Es wurde kein Geld bewegt.',
    en: 'Please enter the passcode of the loyalty card. No money was moved.',
    cause: {
      de: 'Die Karte verlangt vor dieser Aktion ihr Passwort (oder den aufgedruckten Code), und es kam keines oder ein falsches.',
      en: 'The card asks for its passcode (or the code printed on it) before this action, and none or a wrong one was sent.',
    },
    cure: {
      de: 'Den Kunden fragen und `passcode` senden (`csc` für den aufgedruckten Code).',
      en: 'Ask the customer and send `passcode` (`csc` for the printed code).',
    },
  }),
  passcodeBlocked: entry(405, notAllowed, 75, 'client', 'not_moved', {
    de: 'Zu viele falsche Passwörter für diese Kundenkarte. Bitte kurz warten.',
    en: 'Too many wrong passcodes for this loyalty card. Please wait a moment.',
    cause: {
      de: 'Für diese Kundenkarte kamen zu viele falsche Passwörter; weitere werden erst nach der Wartezeit geprüft.',
      en: 'Too many wrong passcodes were sent for this loyalty card; further ones are not looked at before the wait is over.',
    },
    cure: {
      de: 'Die Sekunden aus `Retry-After` warten oder ohne die Karte verkaufen; POST /api/v2/Loyalty/MerchantCards/{id}/resetPasscode setzt ein neues Passwort.',
      en: 'Wait the seconds in `Retry-After`, or sell without the card; POST /api/v2/Loyalty/MerchantCards/{id}/resetPasscode sets a new passcode.',
    },
    retry: true,
    waits: true,
  }),
  cardOffline: entry(405, notAllowed, 1134, 'server', 'not_moved', {
    de: 'Ohne den Dienst lässt sich das Guthaben der Kundenkarte nicht prüfen, deshalb wird nichts entladen. Es wurde kein Geld bewegt. Bitte später noch einmal versuchen.',
    en: 'Without the service the balance of the loyalty card cannot be checked, so nothing is discharged. No money was moved. Please try again later.',
    cause: {
      de: 'Die Guthaben gehören dem verbundenen Dienst, der nicht erreichbar ist; niemand kann sagen, was auf der Karte ist.',
      en: 'The balances belong to the upstream service, which cannot be reached, so nobody can say what is left on the card.',
    },
    cure: {
      de: 'Mit einer anderen Zahlart verkaufen; GET /bridge/v1/queue zeigt, wann die Leitung wieder steht.',
      en: 'Sell by another method; GET /bridge/v1/queue shows when the line is back.',
    },
    retry: true,
  }),
  cardHeld: entry(405, notAllowed, 5080, 'state', 'not_moved', {
    de: 'Ein offener Verkauf hält gerade Guthaben dieser Karte. Bitte den Verkauf erst abschließen oder abbrechen. Es wurde nichts geändert.',
    en: 'An open sale holds balance of this card. Please finish or abandon the sale first. Nothing was changed.',
    cause: {
      de: 'Ein offener Verkauf hält Guthaben dieser Karte, bis er bezahlt, abgebrochen oder älter als `reservationMinutes` ist.',
      en: 'An open sale holds balance of this card until it is paid, cancelled or older than `reservationMinutes`.',
    },
    cure: {
      de: 'Den Verkauf abschließen oder abbrechen, den `error_details` nennt, dann wiederholen.',
      en: 'Finish or cancel the sale that `error_details` names, then repeat.',
    },
  }),
  noBookingToCancel: entry(405, notAllowed, 5090, 'state', 'not_moved', {
    de: 'Diese Karte hat keine Buchung, die hier storniert werden kann.',
    en: 'This card has no booking that can be cancelled here.',
    cause: {
      de: 'Auf der Karte steht keine Buchung ohne Verkauf, die noch gilt: Sie hat keine, oder die letzte ist schon storniert.',
      en: 'The card has no standing booking without a sale: there is none, or the last one has been cancelled already.',
    },
    cure: {
      de: 'Buchungen in GET /api/v2/Loyalty/Transactions ansehen; was ein Verkauf gebucht hat, nimmt sein Storno zurück.',
      en: 'Look at the bookings in GET /api/v2/Loyalty/Transactions; what a sale has booked is taken back by cancelling it.',
    },
  }),
  lastBookingOnly: entry(405, notAllowed, 5091, 'client', 'not_moved', {
    de: 'Auf Karten dieser Gruppe lässt sich nur die letzte Buchung stornieren.',
    en: 'On cards of this group only the last booking can be cancelled.',
    cause: {
      de: 'cancel_last nennt mit `trans_id` eine Buchung, und die Gruppe der Karte erlaubt nur die letzte (`cancel_selected` ist false).',
      en: 'cancel_last names a booking by `trans_id`, and the group of the card allows only the last one (`cancel_selected` is false).',
    },
    cure: {
      de: '`trans_id` weglassen oder `cancel_selected` der Gruppe setzen: PUT /api/v2/Loyalty/Cardgroups/{id}.',
      en: 'Leave `trans_id` out, or set `cancel_selected` of the group: PUT /api/v2/Loyalty/Cardgroups/{id}.',
    },
  }),
  cardMerged: entry(405, notAllowed, 5081, 'state', 'not_moved', {
    de: 'Diese Karte wurde mit einer anderen zusammengelegt. Bitte die andere Karte nehmen.',
    en: 'This card was merged with another one. Please use the other card.',
    cause: {
      de: 'Diese Karte wurde mit einer anderen zusammengelegt und hat nur noch ihre Vorgeschichte.',
      en: 'This card was merged into another one and keeps its history only.',
    },
    cure: { de: 'Die Karte verwenden, die `error_details` nennt.', en: 'Use the card that `error_details` names.' },
  }),
  cardNotNew: entry(405, notAllowed, 1196, 'state', 'not_moved', {
    de: 'Diese Karte ist keine unbenutzte Karte aus dem Vorrat. Es wurde nichts geändert und kein Geld bewegt.',
    en: 'This card is no unused card of the stock. Nothing was changed and no money was moved.',
    cause: {
      de: 'Nur eine unbenutzte Karte aus dem Vorrat lässt sich aktivieren; diese ist aktiv, gesperrt oder hat Guthaben.',
      en: 'Only an unused card of the stock can be activated; this one is active, locked, or has a balance.',
    },
    cure: {
      de: 'Eine andere Karte nehmen oder diese mit einer Lade-Position aufladen.',
      en: 'Take another card, or load this one by a line that charges it.',
    },
  }),
  balancesUpstream: entry(405, notAllowed, 5082, 'state', 'not_moved', {
    de: 'Guthaben und Gutscheine gehören dem verbundenen Dienst und werden dort geändert. Hier wurde nichts geändert.',
    en: 'Balances and vouchers belong to the connected service and are changed there. Nothing was changed here.',
    cause: {
      de: 'Ein Dienst ist verbunden, und Guthaben und Gutscheine werden nur dort geändert.',
      en: 'An upstream service is configured, and balances and vouchers are changed there only.',
    },
    cure: {
      de: 'Die Änderung in jenem Dienst vornehmen; die Bridge liest sie von selbst.',
      en: 'Make the change in that service; the bridge reads it by itself.',
    },
  }),
  balanceChanged: entry(412, notAllowed, 5083, 'state', 'not_moved', {
    de: 'Das Guthaben hat sich inzwischen geändert. Bitte neu ansehen und noch einmal entscheiden. Es wurde nichts gebucht.',
    en: 'The balance has changed meanwhile. Please look again and decide anew. Nothing was booked.',
    cause: {
      de: 'Das Guthaben ist nicht mehr das aus `seen`: Nach dem Lesen der Karte wurde etwas gebucht.',
      en: 'The balance is not any more what `seen` says: something was booked after the card was read.',
    },
    cure: {
      de: 'GET /bridge/v1/loyalty/cards/{id}, neu entscheiden und die Guthaben als `seen` senden.',
      en: 'GET /bridge/v1/loyalty/cards/{id}, decide again, and send its balances as `seen`.',
    },
  }),
  correctionBelowZero: entry(405, notAllowed, 5087, 'client', 'not_moved', {
    de: 'So viel ist auf der Karte nicht frei: Das Guthaben würde unter null fallen. Es wurde nichts gebucht.',
    en: 'The card does not have so much to spare: the balance would fall below zero. Nothing was booked.',
    cause: {
      de: 'Die Korrektur nimmt mehr von der Karte, als frei ist; was offene Verkäufe halten, ist nicht frei.',
      en: 'The correction takes more off the card than is free on it; what open sales hold is not free.',
    },
    cure: {
      de: 'Höchstens um das korrigieren, was `error_details` nennt, oder zuerst den offenen Verkauf abschließen.',
      en: 'Correct by at most what `error_details` names, or finish the open sale first.',
    },
  }),
  cardNumbersUsedUp: entry(405, notAllowed, 5086, 'client', 'none_involved', {
    de: 'So viele freie Nummern hat dieser Nummernkreis nicht. Es wurde keine Karte angelegt.',
    en: 'The range does not have so many free numbers. No card was made.',
    cause: {
      de: 'Der Nummernkreis hat weniger freie Nummern, als Karten verlangt wurden.',
      en: 'The range has fewer free numbers than cards were asked for.',
    },
    cure: {
      de: 'Weniger Karten verlangen oder in POST /bridge/v1/loyalty/batches/range einen kürzeren Anfang oder mehr Stellen nennen.',
      en: 'Ask for fewer cards, or name a shorter prefix or more digits in POST /bridge/v1/loyalty/batches/range.',
    },
  }),
  cardFile: entry(500, format, 5089, 'client', 'none_involved', {
    de: 'Die Datei hat fehlerhafte Zeilen. Es wurde nichts eingelesen; bitte die Zeilen berichtigen, oder ohne sie einlesen.',
    en: 'The file has faulty lines. Nothing was imported; please correct the lines, or import without them.',
    cause: {
      de: 'Zeilen der Datei lassen sich nicht einlesen: Eine Spalte fehlt, oder eine Nummer ist keine Kartennummer oder steht doppelt.',
      en: 'Lines of the file cannot be imported: a column is missing, or a number is no card number or stands twice.',
    },
    cure: {
      de: 'GET /bridge/v1/loyalty/batches/{id} nennt jede fehlerhafte Zeile; sie berichtigen oder den Vorgang ohne sie anwenden.',
      en: 'GET /bridge/v1/loyalty/batches/{id} names each faulty line; correct them, or apply the batch without them.',
    },
  }),
  batchState: entry(405, notAllowed, 5085, 'state', 'none_involved', {
    de: 'Das geht mit diesem Vorgang nicht mehr: Er läuft schon, ist zu Ende oder wurde verworfen.',
    en: 'This cannot be done any more: the batch is running, has ended or was discarded.',
    cause: {
      de: 'Der Vorgang läuft, ist beendet oder verworfen und lässt sich nicht mehr anwenden oder anhalten.',
      en: 'The batch is running, has ended or was discarded, so it cannot be applied or stopped any more.',
    },
    cure: {
      de: 'GET /bridge/v1/loyalty/batches/{id} sagt, wie er steht; für Fehlendes einen neuen beginnen.',
      en: 'GET /bridge/v1/loyalty/batches/{id} says how it stands; begin a new one for what is still missing.',
    },
  }),
  voucherUnknown: entry(404, notFound, 16, 'client', 'not_moved', {
    de: 'Der Gutschein ist nicht bekannt. Es wurde nichts eingelöst und kein Geld bewegt.',
    en: 'The voucher is not known. Nothing was redeemed and no money was moved.',
    cause: {
      de: 'Kein Gutschein oder Coupon dieses Händlers hat diesen Code.',
      en: 'No voucher or coupon of this merchant has this code.',
    },
    cure: {
      de: 'Den Code mit GET /bridge/v1/counter/vouchers/{code} prüfen; einen fremden Gutschein nimmt start/voucher mit `text`.',
      en: 'Check the code with GET /bridge/v1/counter/vouchers/{code}; a voucher of somebody else is taken by start/voucher with `text`.',
    },
  }),
  voucherUsed: entry(405, notAllowed, 56, 'state', 'not_moved', {
    de: 'Der Gutschein ist schon eingelöst oder nicht gültig. Es wurde nichts eingelöst und kein Geld bewegt.',
    en: 'The voucher has been redeemed already or is not valid. Nothing was redeemed and no money was moved.',
    cause: {
      de: 'Der Gutschein ist eingelöst, liegt in einem anderen Verkauf oder gilt heute nicht.',
      en: 'The voucher has been redeemed, lies in another sale, or is outside its dates.',
    },
    cure: {
      de: 'Ohne ihn verkaufen; GET /bridge/v1/counter/vouchers/{code} zeigt seinen Stand.',
      en: 'Sell without it; GET /bridge/v1/counter/vouchers/{code} shows its state.',
    },
  }),
  voucherOffline: entry(405, notAllowed, 1133, 'server', 'not_moved', {
    de: 'Gutscheine werden nur angenommen, wenn der Dienst erreichbar ist. Es wurde nichts eingelöst und kein Geld bewegt. Bitte ohne Gutschein verkaufen oder später noch einmal versuchen.',
    en: 'Vouchers are taken only while the service can be reached. Nothing was redeemed and no money was moved. Please sell without the voucher or try again later.',
    cause: {
      de: 'Gutscheine gehören dem verbundenen Dienst, der nicht erreichbar ist; niemand kann sagen, ob dieser eingelöst ist.',
      en: 'Vouchers belong to the upstream service, which cannot be reached, so nobody can say whether this one is used.',
    },
    cure: {
      de: 'Ohne den Gutschein verkaufen oder es noch einmal versuchen, wenn GET /bridge/v1/queue die Leitung als gut zeigt.',
      en: 'Sell without the voucher, or try again when GET /bridge/v1/queue shows the line as well.',
    },
    retry: true,
  }),
  voucherLocked: entry(405, notAllowed, 5084, 'state', 'not_moved', {
    de: 'Der Gutschein ist gesperrt. Es wurde nichts eingelöst und kein Geld bewegt.',
    en: 'The voucher is locked. Nothing was redeemed and no money was moved.',
    cause: { de: 'Eine Leitung hat diesen Gutschein gesperrt.', en: 'A manager has locked this voucher.' },
    cure: {
      de: 'Ohne ihn verkaufen; POST /bridge/v1/loyalty/vouchers/{id}/unlock entsperrt ihn.',
      en: 'Sell without it; POST /bridge/v1/loyalty/vouchers/{id}/unlock unlocks it.',
    },
  }),
  voucherHeld: entry(405, notAllowed, 5088, 'state', 'none_involved', {
    de: 'Der Gutschein ist eingelöst oder liegt gerade in einem Verkauf. Es wurde nichts geändert.',
    en: 'The voucher has been redeemed or lies in a sale at this moment. Nothing was changed.',
    cause: {
      de: 'Der Gutschein ist eingelöst, oder ein offener Verkauf hält ihn; er lässt sich jetzt nicht ändern.',
      en: 'The voucher is redeemed, or an open sale holds it, so it cannot be changed now.',
    },
    cure: {
      de: 'Den Verkauf abschließen oder abbrechen, den `error_details` nennt, oder mit POST /bridge/v1/loyalty/vouchers einen neuen Gutschein anlegen.',
      en: 'Finish or cancel the sale that `error_details` names, or make a new voucher by POST /bridge/v1/loyalty/vouchers.',
    },
  }),
  voucherGroupMissing: entry(405, notAllowed, 1190, 'server', 'not_moved', {
    de: 'Dieses Geschäft hat noch keine Gutscheine. Die Leitung legt unter Kundenkarten eine Gruppe für Gutscheine an. Es wurde kein Geld bewegt.',
    en: 'This shop has no vouchers yet. A manager makes a group of vouchers on the page of loyalty cards. No money was moved.',
    cause: {
      de: 'Gutscheine werden als Karten einer Gutscheingruppe verkauft, und dieses Geschäft hat keine.',
      en: 'Vouchers are sold as cards of a group for vouchers, and this shop has none.',
    },
    cure: {
      de: 'Eine Leitung legt die Gruppe mit POST /bridge/v1/loyalty/card-groups an und kennzeichnet sie als Gutscheine.',
      en: 'A manager makes the group by POST /bridge/v1/loyalty/card-groups and marks it as vouchers.',
    },
  }),
  voucherLine: entry(405, notAllowed, 1191, 'client', 'not_moved', {
    de: 'So lässt sich kein Gutschein verkaufen: Er braucht einen Wert über null und ist beim Verkauf ohne Steuer; höchstens 50 in einem Verkauf. Es wurde kein Geld bewegt.',
    en: 'A voucher cannot be sold like this: it needs a value above zero and is untaxed when it is sold; 50 in one sale at the most. No money was moved.',
    cause: {
      de: 'Eine Gutschein-Position hat keinen Wert über 0, einen Steuersatz ungleich 0, oder der Verkauf hat mehr als 50 davon.',
      en: 'A line that sells a voucher has no value above 0, has a tax rate other than 0, or the sale has more than 50 of them.',
    },
    cure: {
      de: 'Den Wert als `priceOne` mit `tax` 0 senden und höchstens 50 Gutscheine in einem Verkauf.',
      en: 'Send the value as `priceOne` with `tax` 0, and at most 50 vouchers in a sale.',
    },
  }),
  voucherBalance: entry(405, notAllowed, 1192, 'state', 'not_moved', {
    de: 'So viel ist auf dem Gutschein nicht mehr. Es wurde nichts eingelöst und kein Geld bewegt.',
    en: 'The voucher does not hold so much any more. Nothing was redeemed and no money was moved.',
    cause: {
      de: 'start/voucher verlangt mehr, als der Gutschein noch enthält, oder der Verkauf eines Gutscheins sollte storniert werden, der schon eingelöst ist.',
      en: 'start/voucher asks for more than the voucher still holds, or the sale of a voucher was to be cancelled that has been redeemed.',
    },
    cure: {
      de: 'Höchstens sein Guthaben (GET /bridge/v1/counter/vouchers/{code}) als `part` zahlen und den Rest mit einer anderen Zahlart.',
      en: 'Pay at most its balance (GET /bridge/v1/counter/vouchers/{code}) as a `part`, and the rest by another method.',
    },
  }),
  voucherElsewhere: entry(405, notAllowed, 1193, 'state', 'not_moved', {
    de: 'Gutscheine verkauft und nimmt nur ein Geschäft, das seine Guthaben selbst führt; hier gehören sie dem verbundenen Dienst. Es wurde nichts eingelöst und kein Geld bewegt.',
    en: 'Only a shop that keeps its own balances sells and takes vouchers; here they belong to the connected service. Nothing was redeemed and no money was moved.',
    cause: {
      de: 'Gutscheine mit Guthaben verkauft und nimmt nur ein Geschäft mit eigenen Guthaben; hier führt sie der verbundene Dienst.',
      en: 'Vouchers with a balance are sold and taken only by a shop that keeps its own balances; here an upstream service keeps them.',
    },
    cure: {
      de: 'Gutscheine in jenem Dienst verkaufen und einlösen oder einen als fremden Gutschein mit start/voucher und `text` nehmen.',
      en: 'Sell and redeem vouchers in that service, or take one as a foreign voucher by start/voucher with `text`.',
    },
  }),
  balancePayOutRefused: entry(405, notAllowed, 1194, 'client', 'not_moved', {
    de: 'Auszahlen geht nur allein und genau in der Höhe, die von der Kundenkarte abgebucht wird. Es wurde kein Geld bewegt.',
    en: 'A pay-out stands alone and is exactly what is taken off the loyalty card. No money was moved.',
    cause: {
      de: 'Auszahlungs-Positionen stehen neben anderer Ware, oder ihre Summe ist nicht genau das, was von der Karte abgeht.',
      en: 'Lines that pay out a balance stand with other goods, or their sum is not exactly what is taken off the card.',
    },
    cure: {
      de: 'Für die Auszahlung einen eigenen Verkauf anlegen, genau über den Betrag, der von der Karte abgeht.',
      en: 'Make a sale of its own for the pay-out, with exactly the amount that leaves the card.',
    },
  }),
  balancePayOutElsewhere: entry(405, notAllowed, 1195, 'state', 'not_moved', {
    de: 'Guthaben zahlt nur ein Geschäft aus, das seine Guthaben selbst führt; hier gehören sie dem verbundenen Dienst. Es wurde kein Geld bewegt.',
    en: 'Only a shop that keeps its own balances pays them out; here they belong to the connected service. No money was moved.',
    cause: {
      de: 'Nur ein Geschäft mit eigenen Guthaben zahlt sie aus; hier führt sie der verbundene Dienst.',
      en: 'Only a shop that keeps its own balances pays them out; here an upstream service keeps them.',
    },
    cure: { de: 'Das Guthaben in jenem Dienst auszahlen.', en: 'Pay the balance out in that service.' },
  }),
} as const;
