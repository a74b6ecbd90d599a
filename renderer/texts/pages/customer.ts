/** Texts of what a customer wants at the counter beside goods. */

import { addTexts } from '../context.tsx';

export const customerTexts = {
  'card.noNumber': [
    'Das Terminal hat keine Kundennummer auf dieser Karte gefunden.',
    'The terminal found no customer number on this card.',
  ],
  'card.isPayment': [
    'Das ist eine Zahlungskarte ({{card}}), keine Kundenkarte.',
    'This is a payment card ({{card}}), not a loyalty card.',
  ],
  'customer.title': ['Karte und Gutschein', 'Card and voucher'],
  'customer.back': ['Zurück zur Auswahl', 'Back to the choice'],
  'customer.newCard': ['Neue Kundenkarte', 'New loyalty card'],
  'customer.topUp': ['Karte aufladen', 'Top up the card'],
  'customer.payOut': ['Guthaben auszahlen', 'Pay out the balance'],
  'customer.redeem': ['Gutschein oder Coupon einlösen', 'Redeem a voucher or coupon'],
  'customer.sell': ['Gutschein verkaufen', 'Sell a voucher'],
  'customer.checkins': ['Wer ist da? ({{count}})', 'Who is here? ({{count}})'],
  'customer.deposit': ['Kaution am Terminal', 'Deposit at the terminal'],
  'customer.needsCard': ['Erst die Kundenkarte scannen.', 'Scan the loyalty card first.'],
  'customer.needsTerminal': ['Dieses Terminal kann keine Beträge vormerken.', 'This terminal cannot hold amounts.'],
  'customer.paidAlready': [
    'Ein Teil ist schon bezahlt. Erst danach wieder möglich.',
    'Part of this sale is already paid. This is possible again after it.',
  ],
  'customer.needsEmpty': ['Nur mit leerem Warenkorb.', 'Only with an empty basket.'],
  'customer.noBalance': ['Auf der Karte ist kein Guthaben.', 'The card has no balance.'],
  'customer.noCheckins': ['Niemand ist eingecheckt.', 'Nobody has checked in.'],

  'customer.whichGroup': ['Welche Karte?', 'Which card?'],
  'customer.newCardInSale': [
    'Die Karte entsteht, sobald der Verkauf bezahlt ist. Ihre Nummer steht auf dem Beleg.',
    'The card is made once the sale is paid. Its number is on the receipt.',
  ],
  'customer.stockHint': [
    'Liegt eine unbenutzte Karte bereit? Einfach scannen, dann „Freischalten“.',
    'Is there an unused card at hand? Just scan it, then “Activate”.',
  ],
  'customer.activate': ['Freischalten', 'Activate'],
  'customer.willBeMade': ['Neue Karte: {{name}}', 'New card: {{name}}'],
  'customer.willBeMadeDrop': ['Keine neue Karte', 'No new card'],

  'customer.topUpOn': ['Auf die Karte {{number}}', 'To card {{number}}'],
  'customer.topUpNew': ['Auf die neue Karte', 'To the new card'],
  'customer.amount': ['Betrag', 'Amount'],
  'customer.badAmount': [
    'Bitte einen Betrag über null eingeben, höchstens {{most}}.',
    'Please enter an amount above zero, {{most}} at the most.',
  ],
  'customer.addTopUp': ['{{amount}} in den Warenkorb', 'Add {{amount}} to the basket'],
  'customer.topUpWhy': [
    'Bezahlt wird wie Ware: bar, mit Karte oder geteilt. Keine Steuer, keine Punkte.',
    'It is paid like goods: in cash, by card or split. No tax, no points.',
  ],
  'customer.payOutDo': ['{{amount}} auszahlen', 'Pay out {{amount}}'],
  'customer.payOutWhy': [
    'Das Guthaben geht von der Karte, das Geld kommt bar aus der Lade. Die Leitung gibt es frei.',
    'The balance leaves the card, and the cash comes from the drawer. A manager approves.',
  ],
  'customer.payOutMost': ['Auf der Karte: {{amount}}', 'On the card: {{amount}}'],

  'customer.code': ['Code des Gutscheins oder Coupons', 'Code of the voucher or coupon'],
  'customer.codeHint': ['Scannen oder eintippen', 'Scan or type it'],
  'customer.look': ['Prüfen', 'Check'],
  'customer.codeUnknown': [
    'Diesen Code gibt es hier nicht. Es wurde nichts eingelöst. Ist es ein Gutschein eines anderen Hauses?',
    'There is no such code here. Nothing was redeemed. Is it a voucher from another company?',
  ],
  'customer.foreign': ['Fremden Gutschein annehmen', 'Take a voucher from another company'],
  'customer.isVoucher': ['{{name}}: {{amount}} sind drauf.', '{{name}}: it holds {{amount}}.'],
  'customer.isCouponAmount': [
    'Coupon „{{name}}“: {{amount}} Rabatt, einmal.',
    'Coupon “{{name}}”: {{amount}} discount, once.',
  ],
  'customer.isCouponPercent': [
    'Coupon „{{name}}“: {{percent}} % Rabatt, einmal.',
    'Coupon “{{name}}”: {{percent}}% discount, once.',
  ],
  'customer.pays': ['{{amount}} damit bezahlen', 'Pay {{amount}} with it'],
  'customer.paysNothing': [
    'Es ist noch nichts zu bezahlen. Bitte erst die Artikel scannen.',
    'There is nothing to pay yet. Please scan the articles first.',
  ],
  'customer.left': ['Danach noch auf dem Gutschein: {{amount}}', 'Left on the voucher after that: {{amount}}'],
  'customer.useCoupon': ['In den Warenkorb', 'Add to the basket'],
  'customer.refused.locked': [
    'Dieser Code ist gesperrt. Es wurde nichts eingelöst.',
    'This code is locked. Nothing was redeemed.',
  ],
  'customer.refused.used': [
    'Dieser Code ist schon eingelöst oder liegt in einem anderen Verkauf. Es wurde nichts eingelöst.',
    'This code has already been redeemed or is in another sale. Nothing was redeemed.',
  ],
  'customer.refused.notBegun': [
    'Dieser Coupon gilt noch nicht. Es wurde nichts eingelöst.',
    'This coupon is not valid yet. Nothing was redeemed.',
  ],
  'customer.refused.ended': [
    'Dieser Coupon ist abgelaufen. Es wurde nichts eingelöst.',
    'This coupon has expired. Nothing was redeemed.',
  ],
  'customer.refused.empty': [
    'Auf diesem Gutschein ist nichts mehr. Es wurde nichts eingelöst.',
    'Nothing is left on this voucher. Nothing was redeemed.',
  ],
  'customer.refused.elsewhere': [
    'Gutscheine gehören hier dem verbundenen Dienst und gehen an dieser Kasse nicht. Es wurde nichts eingelöst.',
    'Here vouchers belong to the connected service and do not work at this till. Nothing was redeemed.',
  ],
  'customer.coupon': ['Coupon', 'Coupon'],
  'customer.couponPart': [
    'Zieht {{took}} von {{value}} ab, {{lost}} verfallen.',
    'Takes off {{took}} of {{value}}, {{lost}} are lost.',
  ],
  'customer.couponWhole': [
    'Zieht nichts ab, bleibt gültig: {{reason}}.',
    'Takes nothing off, stays valid: {{reason}}.',
  ],
  'customer.whole.cardGroup': ['nur mit bestimmter Kundenkarte', 'only with certain loyalty cards'],
  'customer.whole.notBegun': ['gilt noch nicht', 'not valid yet'],
  'customer.whole.ended': ['abgelaufen', 'it has ended'],
  'customer.whole.minBasketSum': ['Einkauf zu klein', 'the basket is too small'],
  'customer.whole.articles': ['kein passender Artikel', 'no article that it is for'],
  'customer.whole.minQuantity': ['zu wenige passende Artikel', 'too few articles that it is for'],
  'customer.whole.nothingLeft': ['nichts mehr abzuziehen', 'nothing is left to take off'],
  'customer.whole.elsewhere': ['der Dienst gab nichts', 'the service gave nothing'],
  'customer.whole.notApplied': ['nicht angewendet', 'not applied'],
  'customer.couponDrop': ['Coupon {{name}} entfernen', 'Remove coupon {{name}}'],
  'customer.sellWhy': [
    'Der Code steht nach dem Bezahlen auf dem Beleg. Ein Gutschein ist Geld: ohne Steuer, ohne Rabatt.',
    'The code is on the receipt once it is paid. A voucher is money: no tax, no discount.',
  ],
  'customer.noVouchers': ['Dieses Geschäft verkauft noch keine Gutscheine.', 'This shop sells no vouchers yet.'],
  'customer.noVouchersHelp': [
    'Das richtet die Leitung hier oder unter Kundenkarten ein.',
    'A manager sets that up here or on the page of loyalty cards.',
  ],
  'customer.setUpVouchers': ['Gutscheine einrichten', 'Set up vouchers'],

  'customer.checkedIn': ['seit {{time}}', 'since {{time}}'],
  'customer.take': ['{{name}} bedienen', 'Serve {{name}}'],

  'customer.earns': ['Dieser Einkauf bringt', 'This purchase brings'],
  'customer.points': ['{{count}} Punkte', '{{count}} points'],
  'customer.bonus': ['{{amount}} Bonus', '{{amount}} bonus'],
  'customer.nearSum': ['Noch {{amount}} bis „{{name}}“', '{{amount}} more until “{{name}}”'],
  'customer.nearArticles': ['Noch {{count}} Stück bis „{{name}}“', '{{count}} more pieces until “{{name}}”'],
  'customer.words': ['Was heißt was?', 'What do these words mean?'],
  'customer.word.balance': [
    'Guthaben: eingezahltes Geld auf der Karte. Es bezahlt.',
    'Balance: money that was paid onto the card. It pays.',
  ],
  'customer.word.bonus': [
    'Bonus: geschenktes Geld auf der Karte. Es wird abgezogen, bevor bezahlt wird.',
    'Bonus: money that the shop gave. It is taken off before anything is paid.',
  ],
  'customer.word.discount': [
    'Rabatt: was Aktionen und Coupons vom Preis abziehen.',
    'Discount: what campaigns and coupons take off the price.',
  ],
  'customer.word.coupon': [
    'Coupon: gilt einmal und zieht etwas vom Preis ab.',
    'Coupon: is used once and lowers the price.',
  ],
  'customer.word.voucher': [
    'Gutschein: wurde gekauft und bezahlt wie Geld, auch in Teilen.',
    'Voucher: was bought and pays like money, in parts too.',
  ],
  'customer.word.points': [
    'Punkte: Sammelstand der Karte. Sie sind kein Geld.',
    'Points: what the card has collected. They are not money.',
  ],

  'customer.tipIn': ['darin Trinkgeld', 'including a tip'],
  'customer.tipChange': ['Trinkgeld ändern', 'Change the tip'],
  'customer.tipTitle': ['Trinkgeld?', 'Tip?'],
  'customer.tipDue': ['Zu zahlen ohne Trinkgeld', 'To pay without a tip'],
  'customer.tipNone': ['Kein Trinkgeld', 'No tip'],
  'customer.tipOther': ['Anderer Betrag', 'Another amount'],
  'customer.tipGive': ['{{amount}} Trinkgeld', '{{amount}} tip'],
  'customer.tipTotal': ['zusammen {{amount}}', '{{amount}} in total'],
  'customer.tipWhy': [
    'Trinkgeld für das Personal ist steuerfrei und kein Umsatz.',
    'A tip for the staff is tax-free and is not turnover.',
  ],
  'customer.tipDrop': ['Trinkgeld entfernen', 'Remove the tip'],

  'card.scanHint': ['Karte scannen oder Nummer eingeben', 'Scan the card or enter its number'],
  'card.number': ['Kartennummer', 'Card number'],
  'card.read': ['Am Terminal lesen', 'Read at the terminal'],
  'card.reading': ['Karte jetzt ans Terminal halten …', 'Hold the card to the terminal now …'],
  'card.take': ['Übernehmen', 'Use this card'],
  'card.use': ['Guthaben nutzen', 'Pay with balance'],
  'card.cash': ['Guthaben', 'Balance'],
  'card.bonus': ['Bonus', 'Bonus'],
  'card.points': ['Punkte', 'Points'],
  'card.expiring': ['Am {{day}} verfällt: {{what}}', 'Expires on {{day}}: {{what}}'],
  'card.kept': [
    'Das Guthaben bleibt auf der Karte. Ihre Rabatte gelten trotzdem.',
    'The balance stays on the card. Its discounts still apply.',
  ],
  'card.stillUsed': ['Weiter gilt die Karte {{number}}.', 'Card {{number}} is still in use.'],
  'card.refusedTitle': ['Karte {{number}}', 'Card {{number}}'],
} as const;

export const useCustomerTexts = addTexts(customerTexts);
export type CustomerTexts = ReturnType<typeof useCustomerTexts>;
