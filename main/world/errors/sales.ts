/** Refusals about a sale: its basket, its amounts, its state, and what comes back of it. */
import { entry, format, notAllowed, notFound } from './entry.ts';

export const salesErrors = {
  negativeSum: entry(500, format, 1010, 'client', 'not_moved', {
    de: 'Die Summe des Warenkorbs ist negativ.',
    en: 'The basket total is negative.',
    cause: {
      de: 'Die Positionen des Warenkorbs oder `basket_info.sum` ergeben weniger als 0: Die Rabatte sind höher als die Waren.',
      en: 'The lines of the basket, or `basket_info.sum`, add up to less than 0: discounts are higher than the goods.',
    },
    cure: {
      de: 'Die negativen `priceOne` verringern, bis die Summe 0 oder mehr ist; zurückgegebene Ware nimmt POST /bridge/v1/returns an.',
      en: 'Lower the negative `priceOne` until the sum is 0 or more; goods that come back are taken by POST /bridge/v1/returns.',
    },
  }),
  otherDevice: entry(405, notAllowed, 1274, 'client', 'not_moved', {
    de: '`device_source` nennt ein anderes Gerät. Es wurde kein Geld bewegt.',
    en: '`device_source` names another device. No money was moved.',
    cause: {
      de: 'Ein Verkauf gehört zur Kasse seines Tokens. `device_source` nennt weder diese Kasse noch ihr Terminal.',
      en: 'A sale belongs to the till of its token. `device_source` names neither this till nor its terminal.',
    },
    cure: {
      de: '`device_source` weglassen, mit dem Token jener Kasse senden, oder den Client mit PUT /bridge/v1/clients/{id} {"till": "SDV_…"} an sie binden.',
      en: 'Leave `device_source` out, send with the token of that till, or bind the client to it with PUT /bridge/v1/clients/{id} {"till": "SDV_…"}.',
    },
  }),
  cardPaymentUsed: entry(405, notAllowed, 1275, 'client', 'not_moved', {
    de: 'Diese Kartenzahlung ist schon gebucht. Es wurde nichts noch einmal gebucht.',
    en: 'This card payment has been booked already. Nothing was booked again.',
    cause: {
      de: 'In den letzten 24 Stunden hat ein Verkauf dieselbe `tid` und `trace` genannt; eine Kartenzahlung bezahlt einen Verkauf.',
      en: 'A sale of the last 24 hours named the same `tid` and `trace`; one card payment pays one sale.',
    },
    cure: {
      de: '`tid` und `trace` vom Beleg dieser Zahlung senden. Wenn der frühere Verkauf gemeint ist: ihn lesen (`error_details` nennt ihn oder seine Zahlung), nicht noch einmal bezahlen.',
      en: 'Send `tid` and `trace` of the slip of this payment. Where the earlier sale is meant: read it (`error_details` names it or its payment), and do not pay again.',
    },
  }),
  amountFraction: entry(500, format, 1153, 'client', 'not_moved', {
    de: 'Beträge sind ganze Zahlen in der kleinsten Währungseinheit: 3,00 EUR ist 300. Es wurde kein Geld bewegt.',
    en: 'Amounts are whole numbers in the smallest currency unit: 3.00 EUR is 300. No money was moved.',
    cause: {
      de: 'Ein Betrag hat Nachkommastellen oder ist ein Text mit Punkt oder Komma; Beträge sind ganze Zahlen in der kleinsten Einheit.',
      en: 'An amount has decimals or is a text with a point or comma; amounts are integers in minor units.',
    },
    cure: {
      de: '300 für 3,00 EUR senden, in dem Feld, das `error_details` nennt.',
      en: 'Send 300 for 3.00 EUR, in the member that `error_details` names.',
    },
  }),
  priceMissing: entry(500, format, 1154, 'client', 'not_moved', {
    de: 'Eine Position des Warenkorbs hat keinen lesbaren Preis, keine lesbare Menge oder keinen Steuersatz. Es wurde nichts verkauft.',
    en: 'A line of the basket has no price, quantity or tax rate that can be read. Nothing was sold.',
    cause: {
      de: 'Eine Position hat kein lesbares `priceOne`, `quantity` oder `tax`, oft weil der Wert unter einem anderen Namen wie `price` steht.',
      en: 'A line of the basket has no readable `priceOne`, `quantity` or `tax`, often because the value stands under another name such as `price`.',
    },
    cure: {
      de: 'Für jede Position `priceOne` (kleinste Einheit, für ein Stück, 0 für Kostenloses), `quantity` und `tax` senden (oder `tax_rate` des Verkaufs); `member` nennt die Position.',
      en: 'Send for each line `priceOne` (minor units, for one piece, 0 for what is free), `quantity` and `tax` (or `tax_rate` of the sale); `member` names the line.',
    },
  }),
  basketUnread: entry(500, format, 1155, 'client', 'not_moved', {
    de: 'Der Warenkorb steht nicht dort, wo er gelesen wird. Es wurde nichts verkauft.',
    en: 'The basket does not stand where it is read. Nothing was sold.',
    cause: {
      de: 'Ein Warenkorb steht unter einem Feld, das nicht gelesen wird, etwa `baskets`, und der Verkauf würde nichts kosten.',
      en: 'A basket stands under a member that is not read, such as `baskets`, and the sale would cost nothing.',
    },
    cure: {
      de: 'Die Positionen in `basket.products` senden; `member` nennt, wo sie gefunden wurden.',
      en: 'Put the lines into `basket.products`; `member` names where they were found.',
    },
  }),
  sumDiffers: entry(500, format, 1158, 'client', 'not_moved', {
    de: 'Die Summe ist nicht die der Positionen. Es wurde nichts verkauft.',
    en: 'The sum is not that of the lines. Nothing was sold.',
    cause: {
      de: '`basket_info.sum` ist eine andere als die Summe der Positionen (und des Trinkgelds), und die Einstellung `strictSums` lehnt das ab; eine Demo beginnt damit.',
      en: '`basket_info.sum` is another than that of the lines (and the tip), and the setting `strictSums` refuses that; a demo begins with it.',
    },
    cure: {
      de: '`basket_info.sum` weglassen, oder die Positionen ergänzen: Rabatte sind Positionen mit negativem `priceOne`. Ein Geschäft ohne `strictSums` verlangt die gesendete Summe und kennzeichnet den Verkauf mit `sum_differs`; eine Demo ebenso bei `Tillbridge-Strict: off`.',
      en: 'Leave `basket_info.sum` out, or complete the lines: discounts are lines with a negative `priceOne`. A shop without `strictSums` charges the sum that was sent and marks the sale by `sum_differs`; so does a demo with `Tillbridge-Strict: off`.',
    },
  }),
  amountRefused: entry(405, notAllowed, 1150, 'client', 'not_moved', {
    de: 'Dieser Betrag ist hier nicht möglich: es geht nur um den ganzen. Es wurde kein Geld bewegt.',
    en: 'This amount is not possible here: only the whole is. No money was moved.',
    cause: {
      de: 'Die Anfrage nennt einen Betrag, den dieser Aufruf übergehen würde, weil er immer das Ganze nimmt oder zurückgibt.',
      en: 'The request names an amount that this call would ignore, because it always takes or gives back the whole.',
    },
    cure: {
      de: 'Den Betrag weglassen; einen Teil zahlt start mit `{"part": {"amount": 500, "reference": "a"}}`, zurück geht er mit POST /bridge/v1/transactions/{id}/parts/{part}/return.',
      en: 'Leave the amount out; pay a part with `{"part": {"amount": 500, "reference": "a"}}` at start, and give a part back by POST /bridge/v1/transactions/{id}/parts/{part}/return.',
    },
  }),
  currencyRefused: entry(405, notAllowed, 1151, 'client', 'not_moved', {
    de: 'In dieser Währung kann hier nicht bezahlt werden. Es wurde kein Geld bewegt.',
    en: 'It cannot be paid in this currency here. No money was moved.',
    cause: {
      de: 'Die Anfrage nennt eine andere Währung als die, in der das Geschäft verkauft.',
      en: 'The request names another currency than the shop sells in.',
    },
    cure: {
      de: '`basket_info.currency` so senden, wie GET /bridge/v1/shop sie nennt, oder weglassen.',
      en: 'Send `basket_info.currency` as GET /bridge/v1/shop names it, or leave it out.',
    },
  }),
  amountUnused: entry(405, notAllowed, 1152, 'client', 'not_moved', {
    de: 'Trinkgeld, Rabatt oder Zuschlag werden an dieser Stelle nicht verrechnet. Es wurde kein Geld bewegt.',
    en: 'A tip, discount or surcharge has no effect here. No money was moved.',
    cause: {
      de: 'Trinkgeld, Rabatt oder Zuschlag steht in einem Feld, das nicht verrechnet wird; der Kunde würde etwas anderes zahlen, als die Kasse zeigt.',
      en: 'A tip, discount or surcharge stands in a member that is not added up, so the customer would pay something else than the till shows.',
    },
    cure: {
      de: 'Eine Position in `basket.products` daraus machen (Rabatt mit negativem `priceOne`, item_type coupon) oder in die Summe nehmen; `error_details` nennt das Feld.',
      en: 'Make it a line of `basket.products` (a discount with a negative `priceOne`, item_type coupon), or put it into the sum; `error_details` names the member.',
    },
  }),
  partRefused: entry(405, notAllowed, 1157, 'client', 'not_moved', {
    de: 'Dieser Teilbetrag geht hier nicht. Es wurde kein Geld bewegt; was schon bezahlt ist, bleibt bezahlt.',
    en: 'This part cannot be paid here. No money was moved; what is paid already stays paid.',
    cause: {
      de: 'Der Teilbetrag ist höher als das, was fehlt, oder diese Zahlart oder dieser Verkauf lässt sich nicht in Teilen zahlen.',
      en: 'The part is more than is missing, or this method or sale cannot be paid in parts.',
    },
    cure: {
      de: 'Ein `part.amount` von höchstens `basket_info.missing_sum` senden, mit start/cash, start/cashless, start/cashless_direct oder start/voucher.',
      en: 'Send a `part.amount` of at most `basket_info.missing_sum`, by start/cash, start/cashless, start/cashless_direct or start/voucher.',
    },
  }),
  stateForbids: entry(405, notAllowed, 1003, 'state', 'not_moved', {
    de: 'In diesem Zustand des Verkaufs ist das nicht möglich.',
    en: 'This is not possible in the present state of the sale.',
    cause: {
      de: 'Der Verkauf ist weder bezahlt noch storniert, und es läuft keine Zahlung, aber dieser Schritt ist jetzt nicht dran: Es ist noch nichts genehmigt, eine Genehmigung oder ein Teil ist schon da, oder der Zahler muss erst geprüft werden.',
      en: 'The sale is neither paid nor cancelled, and no payment runs, but this step is not its turn: nothing is authorised yet, an authorisation or a part is there already, or the payer has to pass a check first.',
    },
    cure: {
      de: 'GET /api/v2/Smart/Transactions/{id} lesen: `error_details` nennt den Zustand, und `outcome.next` den möglichen Aufruf.',
      en: 'Read GET /api/v2/Smart/Transactions/{id}: `error_details` names the state, and `outcome.next` the call that is possible.',
    },
  }),
  salePaid: entry(405, notAllowed, 1181, 'state', 'not_moved', {
    de: 'Dieser Verkauf ist schon bezahlt.',
    en: 'This sale is paid already.',
    cause: {
      de: 'Der Verkauf ist ausgeführt; `outcome` und `payments` sagen, was womit bezahlt ist. Der Aufruf hat nichts bewegt.',
      en: 'The sale is executed; `outcome` and `payments` say what was paid and how. This call moved nothing.',
    },
    cure: {
      de: 'Nicht noch einmal bezahlen. `…/cancel` des Verkaufs gibt das Geld zurück, `POST /bridge/v1/returns` nimmt Ware zurück.',
      en: 'Do not pay again. `…/cancel` of the sale gives the money back, `POST /bridge/v1/returns` takes goods back.',
    },
  }),
  paymentUnderWay: entry(405, notAllowed, 1182, 'state', 'not_moved', {
    de: 'Die Zahlung läuft noch.',
    en: 'The payment is still under way.',
    cause: {
      de: 'Ein anderer Aufruf bewegt gerade Geld dieses Verkaufs; dieser Aufruf hat nichts bewegt.',
      en: 'Another call is moving money of this sale; this call moved nothing.',
    },
    cure: {
      de: 'Den Verkauf lesen, bis `outcome.final` wahr ist; eine Kartenzahlung bricht `POST …/abort` des Verkaufs ab (`outcome.next`).',
      en: 'Read the sale until `outcome.final` is true; `POST …/abort` of the sale asks the terminal to stop a card payment (`outcome.next`).',
    },
  }),
  saleCancelled: entry(405, notAllowed, 1183, 'state', 'not_moved', {
    de: 'Dieser Verkauf ist storniert.',
    en: 'This sale is cancelled.',
    cause: {
      de: 'Der Verkauf wurde abgebrochen oder storniert, und was bezahlt war, ging zurück.',
      en: 'The sale was given up or cancelled, and what had been paid went back.',
    },
    cure: {
      de: 'Für dieselbe Ware einen neuen Verkauf anlegen.',
      en: 'Create a new sale for the same goods.',
    },
  }),
  outcomeUnclear: entry(405, notAllowed, 1184, 'state', 'unknown', {
    de: 'Noch ist nicht bekannt, wie die Zahlung ausging. Bitte die Karte nicht noch einmal belasten.',
    en: 'It is not known yet how the payment ended. Please do not take the card again.',
    cause: {
      de: 'Die Verbindung zum Terminal brach ab, bevor das Ergebnis kam; die Brücke fragt das Terminal, oder eine Person muss entscheiden.',
      en: 'The line to the terminal broke before the result came; the bridge asks the terminal, or a person has to decide.',
    },
    cure: {
      de: 'Den Aufruf in `outcome.next` ausführen: den Verkauf wieder lesen, oder `…/verdict` mit dem, was das Terminal zeigt.',
      en: 'Make the call in `outcome.next`: read the sale again, or `…/verdict` with what the terminal shows.',
    },
  }),
  cardHoldOutdated: entry(405, notAllowed, 1189, 'state', 'not_moved', {
    de: 'Der Warenkorb wurde geändert, während die Kundenkarte geprüft wurde. Bitte noch einmal versuchen.',
    en: 'The basket was changed while the loyalty card was being checked. Please try again.',
    cause: {
      de: 'Ein anderer Aufruf hat den Verkauf geändert, während seine Kundenkarte beim Dienst reserviert wurde.',
      en: 'Another call changed the sale while its loyalty card was being held at the service.',
    },
    cure: {
      de: 'POST /api/v2/Smart/Transactions/{id}/preTransaction wiederholen, wenn die Änderung beantwortet ist.',
      en: 'Repeat POST /api/v2/Smart/Transactions/{id}/preTransaction when the change has been answered.',
    },
    retry: true,
  }),
  dischargeLines: entry(405, notAllowed, 1159, 'client', 'not_moved', {
    de: 'Positionen, die eine Karte entladen, schließt nur start/loyalty ab. Es wurde nichts gebucht.',
    en: 'Lines that discharge a card are settled by start/loyalty alone. Nothing was booked.',
    cause: {
      de: 'preTransaction oder eine Zahlung wurde für einen Warenkorb mit einer Position aufgerufen, die eine Karte entlädt.',
      en: 'preTransaction or a payment was called for a basket with a line that discharges a card.',
    },
    cure: {
      de: 'POST /api/v2/Smart/Transactions/{id}/start/loyalty aufrufen; andere Waren in einem Verkauf für sich verkaufen.',
      en: 'Call POST /api/v2/Smart/Transactions/{id}/start/loyalty; sell other goods in a sale of their own.',
    },
  }),
  methodUnavailable: entry(405, notAllowed, 1008, 'state', 'not_moved', {
    de: 'Diese Zahlungsart ist nicht verfügbar.',
    en: 'This payment method is not available.',
    cause: {
      de: 'Die Zahlart ist unbekannt, im Vertrag nicht vereinbart oder passt nicht zu diesem Verkauf; `error_details` sagt, was.',
      en: 'The payment method is unknown, not agreed in the contract, or does not suit this sale; `error_details` says which.',
    },
    cure: {
      de: 'Eine Zahlart verwenden, die POST /api/v2/General/Contracts/{id}/getAvailablePaymentMethods nennt, oder eine der Theke: start/cash, start/cashless, start/loyalty.',
      en: 'Use a method that POST /api/v2/General/Contracts/{id}/getAvailablePaymentMethods lists, or one of the counter: start/cash, start/cashless, start/loyalty.',
    },
  }),
  nothingToPay: entry(405, notAllowed, 1009, 'state', 'not_moved', {
    de: 'Es ist nichts zu bezahlen.',
    en: 'There is nothing to pay.',
    cause: {
      de: 'Der Warenkorb ist leer, oder eine Kundenkarte deckt ihn schon ganz (`basket_info.missing_sum` ist 0).',
      en: 'The basket is empty, or a loyalty card already covers all of it (`basket_info.missing_sum` is 0).',
    },
    cure: {
      de: 'Mit PUT einen Warenkorb mit einer Summe über 0 senden oder den gedeckten Verkauf mit POST /api/v2/Smart/Transactions/{id}/start/loyalty abschließen.',
      en: 'PUT a basket with a sum above 0, or close a sale that the card covers by POST /api/v2/Smart/Transactions/{id}/start/loyalty.',
    },
  }),
  somethingMissing: entry(405, notAllowed, 1045, 'state', 'not_moved', {
    de: 'Das Kartenguthaben deckt die Summe nicht.',
    en: 'The card balance does not cover the sum.',
    cause: {
      de: 'start/loyalty schließt einen Verkauf nur, wenn die Kundenkarte ihn ganz deckt; `basket_info.missing_sum` ist über 0.',
      en: 'start/loyalty closes a sale only where the loyalty card covers all of it; `basket_info.missing_sum` is above 0.',
    },
    cure: {
      de: 'Den fehlenden Betrag anders kassieren, zum Beispiel POST /api/v2/Smart/Transactions/{id}/start/cash; die Karte wird dabei mit belastet.',
      en: 'Take the missing sum by another method, for example POST /api/v2/Smart/Transactions/{id}/start/cash; the card is charged with it.',
    },
  }),
  demoInLiveShop: entry(405, notAllowed, 1121, 'client', 'not_moved', {
    de: 'Demo-Verkäufe (is_demo) gibt es in einem echten Geschäft nicht. Es wurde kein Geld bewegt. Bitte ohne is_demo anlegen oder die Demo benutzen.',
    en: 'A live shop has no demo sales (is_demo). No money was moved. Create the sale without is_demo, or use the demo.',
    cause: {
      de: 'Der Verkauf wurde mit `is_demo` angelegt, und ein echtes Geschäft simuliert keine Zahlungen.',
      en: 'The sale was made with `is_demo`, and a live shop simulates no payments.',
    },
    cure: {
      de: 'Den Verkauf ohne `is_demo` anlegen oder eine Bridge aufrufen, die mit --demo gestartet ist.',
      en: 'Create the sale without `is_demo`, or call a bridge that was started with --demo.',
    },
  }),
  priceByHand: entry(405, notAllowed, 1170, 'client', 'not_moved', {
    de: 'Dieser Preis oder Rabatt ist nicht freigegeben: Er steht weder so im Sortiment noch wurde er von Hand gegeben. Es wurde kein Geld bewegt. Bitte die Position entfernen und neu erfassen oder den Preis über „Preis ändern“ setzen.',
    en: 'This price or discount is not approved: it neither stands in the catalogue nor was given by hand. No money was moved. Please remove the line and enter it again, or set the price with "Change price".',
    cause: {
      de: 'Eine Position hat einen anderen Preis als das Sortiment oder einen Rabatt ohne Aktion, und keine Preisänderung dieses Verkaufs erlaubt ihn.',
      en: 'A line has another price than the catalogue, or a discount of no campaign, and no adjustment of this sale allows it.',
    },
    cure: {
      de: 'Den Preis aus GET /bridge/v1/catalogue senden oder den anderen mit POST /bridge/v1/transactions/{id}/adjustments setzen.',
      en: 'Send the price of GET /bridge/v1/catalogue, or set the other one by POST /bridge/v1/transactions/{id}/adjustments.',
    },
  }),
  adjustmentRefused: entry(405, notAllowed, 1174, 'client', 'not_moved', {
    de: 'So lässt sich dieser Preis nicht ändern. Es wurde nichts geändert und kein Geld bewegt.',
    en: 'The price cannot be changed like this. Nothing was changed and no money was moved.',
    cause: {
      de: 'Dieser Preis oder Rabatt ist nicht möglich: unter 0, höher als die Position, an einer festen Position oder ohne Wirkung; `error_details` sagt, was.',
      en: 'This price or discount is not possible: below 0, above the line, on a line that may not be changed, or without effect; `error_details` says which.',
    },
    cure: {
      de: 'In POST /bridge/v1/transactions/{id}/adjustments `amount` oder `percent` berichtigen oder eine andere `line` nennen.',
      en: 'Correct `amount` or `percent`, or name another `line`, in POST /bridge/v1/transactions/{id}/adjustments.',
    },
  }),
  basketParked: entry(405, notAllowed, 1171, 'state', 'not_moved', {
    de: 'Dieser Warenkorb ist geparkt oder wird an einer anderen Kasse weitergeführt. Es wurde kein Geld bewegt. Bitte unter „Geparkt“ zurückholen.',
    en: 'This basket is parked, or another till goes on with it. No money was moved. Please take it back under "Parked".',
    cause: {
      de: 'Der Warenkorb ist geparkt, oder eine andere Kasse hat ihn geholt und macht damit weiter.',
      en: 'The basket is parked, or another till has taken it and goes on with it.',
    },
    cure: {
      de: 'Ihn mit POST /bridge/v1/parked/{id}/take zurückholen, bevor er geändert oder bezahlt wird.',
      en: 'Take it back by POST /bridge/v1/parked/{id}/take before it is changed or paid.',
    },
  }),
  basketTaken: entry(405, notAllowed, 1172, 'state', 'not_moved', {
    de: 'Diesen geparkten Warenkorb hat schon jemand zurückgeholt, oder er wurde verworfen. Es wurde nichts geändert und kein Geld bewegt.',
    en: 'Somebody has taken this parked basket already, or it was discarded. Nothing was changed and no money was moved.',
    cause: {
      de: 'Der Warenkorb ist nicht mehr geparkt: Jemand hat ihn zurückgeholt oder verworfen.',
      en: 'The basket is parked no more: somebody took it back or discarded it.',
    },
    cure: {
      de: 'GET /bridge/v1/parked zeigt, was jetzt geparkt ist.',
      en: 'GET /bridge/v1/parked lists what is parked now.',
    },
  }),
  basketInTheWay: entry(405, notAllowed, 1173, 'state', 'not_moved', {
    de: 'An dieser Kasse ist noch ein Warenkorb offen. Bitte erst kassieren, parken oder leeren. Es wurde nichts geändert und kein Geld bewegt.',
    en: 'A basket is still open at this till. Please take the payment, park it or empty it first. Nothing was changed and no money was moved.',
    cause: {
      de: 'An dieser Kasse ist ein Warenkorb offen, und eine Kasse hat immer nur einen.',
      en: 'This till has an open basket, and a till has one at a time.',
    },
    cure: {
      de: 'Den offenen Warenkorb bezahlen, parken (POST /bridge/v1/parked) oder leeren, dann den anderen holen.',
      en: 'Pay the open basket, park it (POST /bridge/v1/parked) or empty it, then take the other one.',
    },
  }),
  articleUnknown: entry(404, notFound, 3002, 'client', 'not_moved', {
    de: 'Der Artikel ist nicht bekannt.',
    en: 'The article is not known.',
    cause: {
      de: 'Kein Artikel des Sortiments hat diese Nummer oder diesen Code.',
      en: 'No article of the catalogue has this number or code.',
    },
    cure: {
      de: 'Ihn in GET /bridge/v1/catalogue suchen oder mit POST /bridge/v1/articles anlegen; eine Position kann auch mit eigenem `desc` und `priceOne` verkauft werden.',
      en: 'Look it up in GET /bridge/v1/catalogue, or make it by POST /bridge/v1/articles; a line may also be sold with its own `desc` and `priceOne`.',
    },
  }),
  returnRefused: entry(405, notAllowed, 1160, 'state', 'not_moved', {
    de: 'Das kann nicht zurückgenommen werden. Es wurde kein Geld bewegt.',
    en: 'This cannot be returned. No money was moved.',
    cause: {
      de: 'Der Verkauf ist nicht abgeschlossen, in anderer Währung oder hat keine solche Position, die zurückkommen kann; `error_details` sagt, was.',
      en: 'The sale is not closed, is in another currency, or has no such line that can come back; `error_details` says which.',
    },
    cure: {
      de: 'GET /bridge/v1/sales/{id}/returnable zeigt Positionen und Stückzahlen, die zurückkommen können.',
      en: 'GET /bridge/v1/sales/{id}/returnable lists the lines and pieces that can come back.',
    },
  }),
  moreThanSold: entry(405, notAllowed, 1161, 'client', 'not_moved', {
    de: 'So viel ist von diesem Verkauf nicht mehr da: Es wurde schon zurückgenommen, oder es wird gerade zurückgenommen. Es wurde kein Geld bewegt.',
    en: 'There is not so much left of this sale: it has come back already, or is coming back now. No money was moved.',
    cause: {
      de: 'Von einer Position sollte mehr zurückkommen, als verkauft und noch nicht zurückgegeben ist.',
      en: 'More of a line was to come back than was sold and has not come back yet.',
    },
    cure: {
      de: 'Höchstens die Menge senden, die GET /bridge/v1/sales/{id}/returnable als übrig zeigt.',
      en: 'Send at most the quantity that GET /bridge/v1/sales/{id}/returnable shows as left.',
    },
  }),
  payOutRefused: entry(405, notAllowed, 1162, 'client', 'not_moved', {
    de: 'So kann das Geld nicht zurückgehen: An ein Zahlungsmittel geht nie mehr zurück, als es gegeben hat. Was schon ausgezahlt ist, bleibt ausgezahlt.',
    en: 'The money cannot go back this way: no means of payment gets more than it gave. What is paid out already stays paid out.',
    cause: {
      de: 'Ein Schritt der Auszahlung ist höher als fällig oder als das, was dieses Zahlungsmittel gegeben hat; `member` nennt den Schritt.',
      en: 'A step of the pay-out is more than is due, or more than its means of payment gave; `member` names the step.',
    },
    cure: {
      de: '`back` weglassen, dann geht es wie vorgeschlagen zurück, oder den Schritt in POST /bridge/v1/returns/{id}/pay-out berichtigen; GET /bridge/v1/returns/{id} zeigt, was fällig ist.',
      en: 'Leave `back` out to pay out as proposed, or correct the step in POST /bridge/v1/returns/{id}/pay-out; GET /bridge/v1/returns/{id} shows what is due.',
    },
  }),
  returnStands: entry(405, notAllowed, 1163, 'state', 'not_moved', {
    de: 'Hier wurde schon etwas zurückgenommen. Das Übrige bitte auch als Rückgabe annehmen; es wurde nichts geändert.',
    en: 'Something of this has come back already. Please take the rest back as a return, too; nothing was changed.',
    cause: {
      de: 'Waren dieses Verkaufs sind schon zurück, deshalb lässt er sich nicht mehr als Ganzes stornieren; eine ausgezahlte Rückgabe ebenso wenig.',
      en: 'Goods of this sale have come back already, so it cannot be cancelled as a whole any more; a return that has paid out cannot be cancelled either.',
    },
    cure: {
      de: 'Auch den Rest als Rückgabe annehmen: POST /bridge/v1/returns.',
      en: 'Take the rest back as a return, too: POST /bridge/v1/returns.',
    },
  }),
  payOutDue: entry(405, notAllowed, 1164, 'state', 'not_moved', {
    de: 'Dieser Kunde bekommt Geld: Bitte auszahlen statt kassieren. Es wurde kein Geld bewegt.',
    en: 'This customer gets money: please pay out and do not charge. No money was moved.',
    cause: {
      de: '`basket_info.missing_sum` ist unter 0: Der Kunde bekommt Geld, und start würde kassieren.',
      en: '`basket_info.missing_sum` is below 0: the customer gets money, and start would charge.',
    },
    cure: {
      de: 'Mit POST /bridge/v1/returns/{id}/pay-out auszahlen.',
      en: 'Pay out by POST /bridge/v1/returns/{id}/pay-out.',
    },
  }),
  ageNotConfirmed: entry(405, notAllowed, 1197, 'state', 'not_moved', {
    de: 'Im Warenkorb ist ein Artikel mit Altersgrenze, und niemand hat das Alter bestätigt. Bitte den Artikel entfernen und neu eingeben. Es wurde kein Geld bewegt.',
    en: 'The basket holds an article with an age limit, and nobody has confirmed the age. Please remove the article and enter it again. No money was moved.',
    cause: {
      de: 'Ein Verkauf des Bildschirms der Kasse enthält einen Artikel mit `minimumAge`, zu dem keine Bestätigung des Alters aufgezeichnet ist.',
      en: "A sale of the till's own screen has an article with `minimumAge`, and no confirmation of the age is recorded for it.",
    },
    cure: {
      de: 'Den Artikel entfernen und neu eingeben: Der Bildschirm fragt dann nach dem Alter. Verkäufe von API-Clients sind frei davon.',
      en: 'Remove the article and enter it again: the screen then asks for the age. Sales of API clients are free of it.',
    },
  }),
} as const;
