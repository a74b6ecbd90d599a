/** Texts of the intermediate status codes (04 FF), in the two languages of the screen. */

import type { PromptMeaning } from '../../terminal.ts';

export interface StatusText {
  readonly de: string;
  readonly en: string;
}

/** The text of a code; an unknown code has the text that points to the terminal's display. */
export function intermediateStatusText(code: number): StatusText {
  return texts[code] ?? removal(code) ?? texts[0xff]!;
}

const REMOVE = { de: 'bitte Karte entnehmen', en: 'please remove card' };

// 41 to 5D mean the same as 01 to 1D, and ask to remove the card.
function removal(code: number): StatusText | undefined {
  const base = code >= 0x41 && code <= 0x5d ? texts[code - 0x40] : undefined;
  return base && { de: `${base.de}, ${REMOVE.de}`, en: `${base.en}, ${REMOVE.en}` };
}

const texts: Readonly<Record<number, StatusText>> = Object.fromEntries<StatusText>([
  [0x00, { de: 'Warten auf Betragsbestätigung', en: 'waiting for amount confirmation' }],
  [0x01, { de: 'Bitte Anzeige auf dem PIN-Pad beachten', en: 'please watch the pinpad' }],
  [0x02, { de: 'Bitte Anzeige auf dem PIN-Pad beachten', en: 'please watch the pinpad' }],
  [0x03, { de: 'Vorgang nicht möglich', en: 'not accepted' }],
  [0x04, { de: 'Warten auf Antwort vom Host', en: 'waiting for the host' }],
  [0x05, { de: 'Automatischer Storno wird gesendet', en: 'sending automatic reversal' }],
  [0x06, { de: 'Nachbuchungen werden gesendet', en: 'sending stored bookings' }],
  [0x07, { de: 'Karte nicht zugelassen', en: 'card not admitted' }],
  [0x08, { de: 'Karte unbekannt', en: 'card unknown' }],
  [0x09, { de: 'Karte verfallen', en: 'card expired' }],
  [0x0a, { de: 'Bitte Karte stecken oder vorhalten', en: 'insert or present card' }],
  [0x0b, { de: 'Bitte Karte entnehmen', en: 'please remove card' }],
  [0x0c, { de: 'Karte nicht lesbar', en: 'card not readable' }],
  [0x0d, { de: 'Vorgang abgebrochen', en: 'processing error' }],
  [0x0e, { de: 'Bitte warten', en: 'please wait' }],
  [0x0f, { de: 'Automatischer Kassenabschluss', en: 'automatic end of day' }],
  [0x10, { de: 'Karte ungültig', en: 'invalid card' }],
  [0x11, { de: 'Guthaben', en: 'balance' }],
  [0x12, { de: 'Systemfehler', en: 'system malfunction' }],
  [0x13, { de: 'Zahlung nicht möglich', en: 'payment not possible' }],
  [0x14, { de: 'Guthaben nicht ausreichend', en: 'credit not sufficient' }],
  [0x15, { de: 'Geheimzahl falsch', en: 'incorrect PIN' }],
  [0x16, { de: 'Limit nicht ausreichend', en: 'limit not sufficient' }],
  [0x17, { de: 'Bitte warten', en: 'please wait' }],
  [0x18, { de: 'Geheimzahl zu oft falsch', en: 'too many wrong PINs' }],
  [0x19, { de: 'Kartendaten falsch', en: 'card data incorrect' }],
  [0x1a, { de: 'Servicemodus', en: 'service mode' }],
  [0x1b, { de: 'Autorisierung erfolgt, bitte tanken', en: 'approved, please fill up' }],
  [0x1c, { de: 'Zahlung erfolgt, bitte Ware entnehmen', en: 'approved, please take the goods' }],
  [0x1d, { de: 'Autorisierung nicht möglich', en: 'declined' }],
  [0x26, { de: 'Bitte Mobilnummer eingeben', en: 'enter mobile number' }],
  [0x27, { de: 'Bitte Mobilnummer wiederholen', en: 'repeat mobile number' }],
  [0x28, { de: 'Bitte Währung wählen', en: 'choose the currency' }],
  [0x29, { de: 'Bitte Sprache wählen', en: 'choose the language' }],
  [0x2a, { de: 'Zum Laden Karte einstecken', en: 'insert card for loading' }],
  [0x2b, { de: 'Offline-Notbetrieb, bitte warten', en: 'emergency transaction, please wait' }],
  [0x2c, { de: 'Bitte Anwendung wählen', en: 'choose the application' }],
  [0x5e, { de: 'Kontaktlosvorgang beendet', en: 'contactless finished' }],
  [0x66, { de: 'Bitte Mobilnummer eingeben, bitte Karte entnehmen', en: 'enter mobile number, please remove card' }],
  [
    0x67,
    { de: 'Bitte Mobilnummer wiederholen, bitte Karte entnehmen', en: 'repeat mobile number, please remove card' },
  ],
  [0x68, { de: 'Kundenkarte steckt', en: 'customer card inserted' }],
  [0x69, { de: 'Bitte Kartenwährung wählen', en: 'choose the currency of the card' }],
  [0xa0, { de: 'Zahlung erfolgt', en: 'payment processed' }],
  [0xa1, { de: 'Zahlung erfolgt, bitte Karte entnehmen', en: 'payment processed, please remove card' }],
  [0xa2, { de: 'Abbruch erfolgt', en: 'cancellation done' }],
  [0xa3, { de: 'Abbruch erfolgt, bitte Karte entnehmen', en: 'cancellation done, please remove card' }],
  [0xa4, { de: 'Abbruch nicht möglich', en: 'cancellation impossible' }],
  [0xa5, { de: 'Abbruch nicht möglich, bitte Karte entnehmen', en: 'cancellation impossible, please remove card' }],
  [0xc7, { de: 'Bitte Kilometerstand eingeben', en: 'enter mileage' }],
  [0xc8, { de: 'Warten auf die Kasse', en: 'waiting for the cashier' }],
  [0xc9, { de: 'Automatische Diagnose', en: 'automatic diagnosis' }],
  [0xca, { de: 'Automatische Initialisierung', en: 'automatic initialisation' }],
  [0xcb, { de: 'Händlerjournal voll', en: 'journal full' }],
  [0xcc, { de: 'Lastschrift nicht möglich, Geheimzahl nötig', en: 'direct debit not possible, PIN needed' }],
  [0xd2, { de: 'Verbindung wird aufgebaut', en: 'connecting' }],
  [0xd3, { de: 'Verbindung besteht', en: 'connected' }],
  [0xe0, { de: 'Bitte Anwendung wählen', en: 'choose the application' }],
  [0xe1, { de: 'Bitte Sprache wählen', en: 'choose the language' }],
  [0xe2, { de: 'Reinigungskarte', en: 'cleaning card' }],
  [0xf1, { de: 'Offline', en: 'offline' }],
  [0xf2, { de: 'Online', en: 'online' }],
  [0xf3, { de: 'Offline-Transaktion', en: 'offline transaction' }],
  [0xff, { de: 'Bitte Anzeige des Terminals beachten', en: 'see the terminal' }],
]);

/** The meaning of a code for the till (ZVT 04 FF, table of intermediate status codes); undefined: see the terminal. */
export function intermediateStatusMeaning(code: number): PromptMeaning | undefined {
  if (code >= 0x41 && code <= 0x5d) return 'removeCard';
  return MEANINGS[code];
}

const MEANINGS: Readonly<Record<number, PromptMeaning>> = Object.fromEntries<PromptMeaning>([
  [0x00, 'confirmAmount'],
  [0x03, 'notPossible'],
  [0x04, 'wait'],
  [0x05, 'reversing'],
  [0x06, 'wait'],
  [0x07, 'cardRefused'],
  [0x08, 'cardRefused'],
  [0x09, 'cardRefused'],
  [0x0a, 'presentCard'],
  [0x0b, 'removeCard'],
  [0x0c, 'cardUnreadable'],
  [0x0d, 'cancelled'],
  [0x0e, 'wait'],
  [0x0f, 'service'],
  [0x10, 'cardRefused'],
  [0x12, 'notPossible'],
  [0x13, 'notPossible'],
  [0x14, 'limitReached'],
  [0x15, 'pinWrong'],
  [0x16, 'limitReached'],
  [0x17, 'wait'],
  [0x18, 'pinBlocked'],
  [0x19, 'cardRefused'],
  [0x1a, 'service'],
  [0x1b, 'takeGoods'],
  [0x1c, 'takeGoods'],
  [0x1d, 'notPossible'],
  [0x26, 'enterData'],
  [0x27, 'enterData'],
  [0x28, 'chooseCurrency'],
  [0x29, 'chooseLanguage'],
  [0x2a, 'presentCard'],
  [0x2b, 'wait'],
  [0x2c, 'chooseApplication'],
  [0x5e, 'wait'],
  [0x66, 'removeCard'],
  [0x67, 'removeCard'],
  [0x69, 'chooseCurrency'],
  [0xa0, 'approved'],
  [0xa1, 'removeCard'],
  [0xa2, 'cancelled'],
  [0xa3, 'removeCard'],
  [0xa4, 'notPossible'],
  [0xa5, 'removeCard'],
  [0xc7, 'enterData'],
  [0xc8, 'cashierAsked'],
  [0xc9, 'service'],
  [0xca, 'service'],
  [0xcb, 'service'],
  [0xcc, 'notPossible'],
  [0xd2, 'wait'],
  [0xd3, 'wait'],
  [0xe0, 'chooseApplication'],
  [0xe1, 'chooseLanguage'],
  [0xe2, 'service'],
  [0xf1, 'wait'],
  [0xf2, 'wait'],
  [0xf3, 'wait'],
]);
