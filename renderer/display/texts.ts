/** Texts of the customer display. They stand here, so that the display loads no other text. */

import type { Language } from '../texts/money.ts';

const de = {
  title: 'Kundenanzeige',
  welcome: 'Willkommen',
  pairTitle: 'Diese Anzeige verbinden',
  pairSteps: 'An der Kasse „Einstellungen“ öffnen, dort „Kundenanzeige verbinden“ wählen, und den Code hier eingeben.',
  pairCode: 'Code',
  pairSend: 'Verbinden',
  pairing: 'Wird verbunden …',
  'problem.code':
    'Der Code ist nicht richtig oder nicht mehr gültig. Bitte an der Kasse einen neuen Code anzeigen lassen.',
  'problem.tooMany': 'Es wurden zu viele falsche Codes eingegeben. Bitte einige Minuten warten.',
  'problem.unreachable': 'Die Kasse antwortet nicht. Bitte noch einmal versuchen.',
  connecting: 'Verbindung zur Kasse wird aufgebaut …',
  offline: 'Keine Verbindung zur Kasse. Die Anzeige verbindet sich von selbst wieder.',
  training: 'Übung: Es wird nichts wirklich bezahlt.',
  basket: 'Ihr Einkauf',
  total: 'Summe',
  missing: 'Noch zu zahlen',
  due: 'Zu zahlen',
  back: 'Sie bekommen zurück',
  each: '{{quantity}} × {{price}}',
  'tender.cash': 'Bar',
  'tender.card': 'Karte',
  'tender.loyalty': 'Kundenkarte',
  'tender.voucher': 'Gutschein',
  'tender.rounding': 'Rundung',
  'tender.other': 'Andere Zahlung',
  'tender.open': 'läuft',
  'tender.returned': 'zurückgegeben',
  given: 'Gegeben',
  change: 'Rückgeld',
  points: '{{points}} Punkte auf Ihrer Karte',
  terminal: 'Bitte am Kartenterminal',
  terminalWait: 'Das Kartenterminal wird vorbereitet …',
  wait: 'Einen Moment bitte',
  waitMore: 'Wir prüfen, wie die Zahlung ausgegangen ist. Bitte die Karte nicht noch einmal vorhalten.',
  notPaid: 'Nicht bezahlt. Es wurde nichts abgebucht.',
  thanks: 'Vielen Dank!',
  goodbye: 'Auf Wiedersehen',
  returned: 'Storniert',
  returnedMore: 'Ihr Geld haben Sie zurückbekommen.',
  added: '{{name}}, {{sum}}.',
  other: 'English',
  otherName: 'Switch to English',
} as const;

export type DisplayTextKey = keyof typeof de;

const en: Record<DisplayTextKey, string> = {
  title: 'Customer display',
  welcome: 'Welcome',
  pairTitle: 'Connect this display',
  pairSteps: 'Open “Settings” at the till, choose “Connect a customer display”, and type the code here.',
  pairCode: 'Code',
  pairSend: 'Connect',
  pairing: 'Connecting …',
  'problem.code': 'The code is not correct or no longer valid. Ask the till for a new code.',
  'problem.tooMany': 'Too many wrong codes were typed. Please wait a few minutes.',
  'problem.unreachable': 'The till does not answer. Please try again.',
  connecting: 'Connecting to the till …',
  offline: 'No connection to the till. The display will reconnect by itself.',
  training: 'Training: no payment is real.',
  basket: 'Your purchase',
  total: 'Total',
  missing: 'Still to pay',
  due: 'To pay',
  back: 'You get back',
  each: '{{quantity}} × {{price}}',
  'tender.cash': 'Cash',
  'tender.card': 'Card',
  'tender.loyalty': 'Loyalty card',
  'tender.voucher': 'Voucher',
  'tender.rounding': 'Rounding',
  'tender.other': 'Other payment',
  'tender.open': 'in progress',
  'tender.returned': 'given back',
  given: 'Cash given',
  change: 'Change',
  points: '{{points}} points on your card',
  terminal: 'At the card terminal, please',
  terminalWait: 'The card terminal is getting ready …',
  wait: 'One moment, please',
  waitMore: 'We are checking how the payment ended. Please do not present your card again.',
  notPaid: 'Not paid. Nothing was charged.',
  thanks: 'Thank you!',
  goodbye: 'See you soon',
  returned: 'Cancelled',
  returnedMore: 'Your money has been returned.',
  added: '{{name}}, {{sum}}.',
  other: 'Deutsch',
  otherName: 'Auf Deutsch umschalten',
};

const TEXTS: Readonly<Record<Language, Record<DisplayTextKey, string>>> = { de, en };

export type DisplayText = (key: DisplayTextKey, values?: Readonly<Record<string, string | number>>) => string;

export const displayTexts =
  (language: Language): DisplayText =>
  (key, values = {}) =>
    TEXTS[language][key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
