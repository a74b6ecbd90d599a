/** Reasons to refuse a row of a bank's file: what is wrong, and what to do. */
import type { Texts } from '../../domain/texts.ts';

export type BankRefusalCode =
  | 'terminal'
  | 'trace'
  | 'amount'
  | 'ambiguousAmount'
  | 'day'
  | 'currency'
  | 'otherCurrency'
  | 'unknownTerminal'
  | 'cardNumber'
  | 'width'
  | 'severalTerminals'
  | 'broken';

export const bankRefusalTexts: Readonly<Record<BankRefusalCode, Texts>> = {
  terminal: {
    de: 'Die Terminal-ID fehlt oder ist keine. Bitte die Spalte prüfen.',
    en: 'The terminal id is missing or is none. Check the column.',
  },
  trace: {
    de: 'Die Trace-Nummer fehlt oder ist keine ganze Zahl. Bitte die Spalte prüfen.',
    en: 'The trace number is missing or is no whole number. Check the column.',
  },
  amount: {
    de: 'Der Betrag ist nicht lesbar. Bitte die Spalte prüfen.',
    en: 'The amount cannot be read. Check the column.',
  },
  ambiguousAmount: {
    de: 'Ob Punkt oder Komma die Cents trennt, geht aus der Datei nicht hervor. Bitte Beträge mit zwei Nachkommastellen ausgeben lassen.',
    en: 'The file does not say whether a point or a comma separates the cents. Have the bank write amounts with two decimals.',
  },
  day: { de: 'Das Datum ist nicht lesbar.', en: 'The day cannot be read.' },
  currency: { de: 'Die Währung ist kein Kürzel wie EUR.', en: 'The currency is no code such as EUR.' },
  otherCurrency: {
    de: 'Die Zahlung ist in anderer Währung und wird nicht abgeglichen.',
    en: 'The payment is in another currency and is not reconciled.',
  },
  unknownTerminal: {
    de: 'Dieses Terminal gehört zu keiner Filiale, die Sie sehen. Nach der ersten Kartenzahlung der Filiale noch einmal einlesen.',
    en: 'This terminal belongs to no store that you see. Import again after the first card payment of the store.',
  },
  cardNumber: {
    de: 'Hier steht eine Kartennummer. Sie wird nicht gespeichert; bitte eine andere Spalte wählen.',
    en: 'A card number stands here. It is not stored; choose another column.',
  },
  width: {
    de: 'Die Zeile hat mehr Spalten als die Überschrift.',
    en: 'The row has more columns than the heads.',
  },
  broken: {
    de: 'Ein Anführungszeichen wird nicht geschlossen, oder die Zeile hat kein Ende. Bitte die Zeile in der Datei prüfen.',
    en: 'A quotation mark is not closed, or the row has no end. Check the row in the file.',
  },
  severalTerminals: {
    de: 'Die Sammelbuchung nennt mehrere Terminals und keine Beträge. Bitte bei der Bank Einzelbuchungen bestellen.',
    en: 'The collective entry names several terminals and no amounts. Ask the bank for single entries.',
  },
};
