/** What the codes of an intermediate status (04 FF) mean, in both languages of the screen. */

export interface StatusText {
  readonly de: string;
  readonly en: string;
}

/** The text of a code; codes nobody described send the reader to the terminal. */
export function intermediateStatusText(code: number): StatusText {
  return texts[code] ?? removal(code) ?? texts[0xff]!;
}

const REMOVE = { de: 'bitte Karte entnehmen', en: 'please remove card' };

// 41 to 5D repeat 01 to 1D and ask for the card to be removed.
function removal(code: number): StatusText | undefined {
  const base = code >= 0x41 && code <= 0x5d ? texts[code - 0x40] : undefined;
  return base && { de: `${base.de}, ${REMOVE.de}`, en: `${base.en}, ${REMOVE.en}` };
}

const texts: Readonly<Record<number, StatusText>> = {
  0: { de: 'Warten auf Betragsbestätigung', en: 'waiting for amount confirmation' },
  1: { de: 'Bitte Anzeige auf dem PIN-Pad beachten', en: 'please watch the pinpad' },
  2: { de: 'Bitte Anzeige auf dem PIN-Pad beachten', en: 'please watch the pinpad' },
  3: { de: 'Vorgang nicht möglich', en: 'not accepted' },
  4: { de: 'Warten auf Antwort vom Host', en: 'waiting for the host' },
  5: { de: 'Automatischer Storno wird gesendet', en: 'sending automatic reversal' },
  6: { de: 'Nachbuchungen werden gesendet', en: 'sending stored bookings' },
  7: { de: 'Karte nicht zugelassen', en: 'card not admitted' },
  8: { de: 'Karte unbekannt', en: 'card unknown' },
  9: { de: 'Karte verfallen', en: 'card expired' },
  10: { de: 'Bitte Karte stecken oder vorhalten', en: 'insert or present card' },
  11: { de: 'Bitte Karte entnehmen', en: 'please remove card' },
  12: { de: 'Karte nicht lesbar', en: 'card not readable' },
  13: { de: 'Vorgang abgebrochen', en: 'processing error' },
  14: { de: 'Bitte warten', en: 'please wait' },
  15: { de: 'Automatischer Kassenabschluss', en: 'automatic end of day' },
  16: { de: 'Karte ungültig', en: 'invalid card' },
  17: { de: 'Guthaben', en: 'balance' },
  18: { de: 'Systemfehler', en: 'system malfunction' },
  19: { de: 'Zahlung nicht möglich', en: 'payment not possible' },
  20: { de: 'Guthaben nicht ausreichend', en: 'credit not sufficient' },
  21: { de: 'Geheimzahl falsch', en: 'incorrect PIN' },
  22: { de: 'Limit nicht ausreichend', en: 'limit not sufficient' },
  23: { de: 'Bitte warten', en: 'please wait' },
  24: { de: 'Geheimzahl zu oft falsch', en: 'too many wrong PINs' },
  25: { de: 'Kartendaten falsch', en: 'card data incorrect' },
  26: { de: 'Servicemodus', en: 'service mode' },
  27: { de: 'Autorisierung erfolgt, bitte tanken', en: 'approved, please fill up' },
  28: { de: 'Zahlung erfolgt, bitte Ware entnehmen', en: 'approved, please take the goods' },
  29: { de: 'Autorisierung nicht möglich', en: 'declined' },
  38: { de: 'Bitte Mobilnummer eingeben', en: 'enter mobile number' },
  39: { de: 'Bitte Mobilnummer wiederholen', en: 'repeat mobile number' },
  40: { de: 'Bitte Währung wählen', en: 'choose the currency' },
  41: { de: 'Bitte Sprache wählen', en: 'choose the language' },
  42: { de: 'Zum Laden Karte einstecken', en: 'insert card for loading' },
  43: { de: 'Offline-Notbetrieb, bitte warten', en: 'emergency transaction, please wait' },
  44: { de: 'Bitte Anwendung wählen', en: 'choose the application' },
  94: { de: 'Kontaktlosvorgang beendet', en: 'contactless finished' },
  102: { de: 'Bitte Mobilnummer eingeben, bitte Karte entnehmen', en: 'enter mobile number, please remove card' },
  103: { de: 'Bitte Mobilnummer wiederholen, bitte Karte entnehmen', en: 'repeat mobile number, please remove card' },
  104: { de: 'Kundenkarte steckt', en: 'customer card inserted' },
  105: { de: 'Bitte Kartenwährung wählen', en: 'choose the currency of the card' },
  160: { de: 'Zahlung erfolgt', en: 'payment processed' },
  161: { de: 'Zahlung erfolgt, bitte Karte entnehmen', en: 'payment processed, please remove card' },
  162: { de: 'Abbruch erfolgt', en: 'cancellation done' },
  163: { de: 'Abbruch erfolgt, bitte Karte entnehmen', en: 'cancellation done, please remove card' },
  164: { de: 'Abbruch nicht möglich', en: 'cancellation impossible' },
  165: { de: 'Abbruch nicht möglich, bitte Karte entnehmen', en: 'cancellation impossible, please remove card' },
  199: { de: 'Bitte Kilometerstand eingeben', en: 'enter mileage' },
  200: { de: 'Warten auf die Kasse', en: 'waiting for the cashier' },
  201: { de: 'Automatische Diagnose', en: 'automatic diagnosis' },
  202: { de: 'Automatische Initialisierung', en: 'automatic initialisation' },
  203: { de: 'Händlerjournal voll', en: 'journal full' },
  204: { de: 'Lastschrift nicht möglich, Geheimzahl nötig', en: 'direct debit not possible, PIN needed' },
  210: { de: 'Verbindung wird aufgebaut', en: 'connecting' },
  211: { de: 'Verbindung besteht', en: 'connected' },
  224: { de: 'Bitte Anwendung wählen', en: 'choose the application' },
  225: { de: 'Bitte Sprache wählen', en: 'choose the language' },
  226: { de: 'Reinigungskarte', en: 'cleaning card' },
  241: { de: 'Offline', en: 'offline' },
  242: { de: 'Online', en: 'online' },
  243: { de: 'Offline-Transaktion', en: 'offline transaction' },
  255: { de: 'Bitte Anzeige des Terminals beachten', en: 'see the terminal' },
};
