/** Result and error codes (BMP 27, 06 1E, 84 xx): what they mean, and which of our reasons they are. */
import type { Reason, Texts } from '../../terminal.ts';

export interface ResultCode extends Texts {
  readonly reason: Reason['code'];
}

/** 00 to 63 are answers of the host as a binary number, above it is the terminal itself that speaks. */
export function resultCode(code: number): ResultCode {
  return codes[code] ?? { reason: 'declined', de: `abgelehnt (Code ${code})`, en: `declined (code ${code})` };
}

/** Wrong PIN: the terminal may ask again, so this is not yet the end of a payment. */
export function mayBeTriedAgain(code: number): boolean {
  return code === 0x37 || code === 0x38 || code === 0x51 || code === 0x52;
}

/** The terminal works for nobody until something is done about it; no code with which a payment ends. */
export function isLock(code: number): boolean {
  return LOCKS.has(code);
}

const LOCKS = new Set([
  0x51, // initialisation
  0x62, // date or time
  0x6a, // turnover file full
  0x6b, // not registered
  0x9c, // busy
  0xa0, // not ready
  0xb1, // memory full
  0xb2, // journal full
  0xc1, // merchant card
  0xc2, // diagnosis
  0xc4, // profiles
  0xdf, // out of order
  0xe0, // maintenance
  0xe4, // activation
  0xf0, // end-of-day
  0xf6, // OPT data
]);

const codes: Readonly<Record<number, ResultCode>> = {
  0: { reason: 'declined', de: 'erfolgreich', en: 'success' },
  1: { reason: 'declined', de: 'Kreditkartengesellschaft anrufen', en: 'call the acquirer' },
  2: { reason: 'declined', de: 'Kreditkartengesellschaft anrufen', en: 'call the acquirer' },
  3: { reason: 'declined', de: 'Händler ungültig', en: 'wrong merchant' },
  4: { reason: 'declined', de: 'Karte einziehen', en: 'retain card' },
  5: { reason: 'declined', de: 'abgelehnt', en: 'declined' },
  6: { reason: 'cardError', de: 'Karte ungültig', en: 'invalid card' },
  7: { reason: 'declined', de: 'abgelehnt', en: 'declined' },
  9: { reason: 'declined', de: 'Flottendaten falsch', en: 'fleet identification wrong' },
  10: { reason: 'declined', de: 'nicht erlaubt', en: 'not allowed' },
  13: { reason: 'declined', de: 'Betrag ungültig', en: 'amount invalid' },
  14: { reason: 'cardError', de: 'Karte ungültig', en: 'invalid card' },
  17: { reason: 'declined', de: 'Flottendaten falsch', en: 'fleet identification wrong' },
  25: { reason: 'declined', de: 'Storno abgelehnt', en: 'reversal declined' },
  30: { reason: 'refused', de: 'Formatfehler', en: 'format error' },
  34: { reason: 'declined', de: 'abgelehnt', en: 'declined' },
  41: { reason: 'declined', de: 'Karte einziehen', en: 'retain card' },
  43: { reason: 'declined', de: 'Karte einziehen', en: 'retain card' },
  50: { reason: 'declined', de: 'abgelehnt', en: 'declined' },
  51: { reason: 'declined', de: 'abgelehnt', en: 'declined' },
  54: { reason: 'cardError', de: 'Karte verfallen', en: 'card expired' },
  55: { reason: 'declined', de: 'Geheimzahl falsch', en: 'PIN wrong' },
  56: { reason: 'declined', de: 'Geheimzahl falsch', en: 'PIN wrong' },
  57: { reason: 'cardError', de: 'falsche Karte', en: 'wrong card' },
  58: { reason: 'declined', de: 'Systemfehler', en: 'system error' },
  64: { reason: 'declined', de: 'falscher Betrag', en: 'wrong amount' },
  80: { reason: 'cardError', de: 'Karte verfallen', en: 'card expired' },
  81: { reason: 'declined', de: 'Geheimzahl falsch', en: 'PIN wrong' },
  82: { reason: 'declined', de: 'Geheimzahl falsch', en: 'PIN wrong' },
  86: { reason: 'refused', de: 'Terminal inaktiv', en: 'terminal inactive' },
  87: { reason: 'refused', de: 'Initialisierung erforderlich', en: 'initialisation required' },
  89: { reason: 'refused', de: 'Terminal gesperrt', en: 'terminal locked' },
  98: { reason: 'refused', de: 'Diagnose erforderlich', en: 'diagnosis required' },
  100: { reason: 'cardError', de: 'Karte nicht lesbar', en: 'card not readable' },
  101: { reason: 'cardError', de: 'Kartendaten fehlen', en: 'card data missing' },
  102: { reason: 'declined', de: 'Verarbeitungsfehler', en: 'processing error' },
  103: {
    reason: 'cardError',
    de: 'für girocard und Maestro nicht zugelassen',
    en: 'not permitted for girocard and Maestro',
  },
  104: {
    reason: 'cardError',
    de: 'für Kredit- und Tankkarten nicht zugelassen',
    en: 'not permitted for credit and fuel cards',
  },
  106: {
    reason: 'endOfDayRequired',
    de: 'Umsatzdatei voll, Kassenabschluss nötig',
    en: 'turnover file full, end of day needed',
  },
  107: { reason: 'refused', de: 'Terminal nicht angemeldet', en: 'terminal not registered' },
  108: { reason: 'aborted', de: 'Abbruch durch Taste oder Zeitablauf', en: 'aborted by key or timeout' },
  110: { reason: 'cardError', de: 'Karte gesperrt', en: 'card blocked' },
  111: { reason: 'refused', de: 'falsche Währung oder falscher Betrag', en: 'wrong currency or amount' },
  113: { reason: 'declined', de: 'Guthaben auf dem Chip reicht nicht', en: 'credit on the chip not sufficient' },
  114: { reason: 'cardError', de: 'Chipfehler', en: 'chip error' },
  115: { reason: 'cardError', de: 'Kartendaten falsch', en: 'card data wrong' },
  116: { reason: 'declined', de: 'DUKPT-Schlüssel erschöpft', en: 'DUKPT keys exhausted' },
  117: { reason: 'declined', de: 'Text nicht authentisch', en: 'text not authentic' },
  118: { reason: 'cardError', de: 'Kartennummer nicht auf der Liste', en: 'card number not on the list' },
  119: { reason: 'declined', de: 'Kassenabschluss nicht möglich', en: 'end of day not possible' },
  120: { reason: 'cardError', de: 'Karte verfallen', en: 'card expired' },
  121: { reason: 'cardError', de: 'Karte noch nicht gültig', en: 'card not yet valid' },
  122: { reason: 'cardError', de: 'Karte unbekannt', en: 'card unknown' },
  123: {
    reason: 'cardError',
    de: 'Magnetstreifen für girocard nicht möglich',
    en: 'fallback to the stripe not possible for girocard',
  },
  124: { reason: 'cardError', de: 'Magnetstreifen nicht möglich', en: 'fallback to the stripe not possible' },
  125: { reason: 'declined', de: 'Kommunikationsfehler', en: 'communication error' },
  126: {
    reason: 'cardError',
    de: 'Magnetstreifen nicht möglich, Lastschrift möglich',
    en: 'fallback not possible, debit advice possible',
  },
  131: { reason: 'unsupported', de: 'Funktion nicht möglich', en: 'function not possible' },
  133: { reason: 'declined', de: 'Schlüssel fehlt', en: 'key missing' },
  137: { reason: 'declined', de: 'PIN-Pad defekt', en: 'pinpad defective' },
  154: { reason: 'refused', de: 'Protokollfehler', en: 'protocol error' },
  155: { reason: 'declined', de: 'Einwahl- oder Kommunikationsfehler', en: 'error dialling or communicating' },
  156: { reason: 'busy', de: 'Terminal beschäftigt, bitte warten', en: 'terminal busy, please wait' },
  157: { reason: 'declined', de: 'Ware teilweise ausgegeben', en: 'goods issued in part' },
  160: { reason: 'busy', de: 'Empfänger nicht bereit', en: 'receiver not ready' },
  161: { reason: 'declined', de: 'Gegenstelle antwortet nicht', en: 'remote station does not answer' },
  163: { reason: 'declined', de: 'keine Verbindung', en: 'no connection' },
  164: { reason: 'declined', de: 'GeldKarte-Einreichung nicht möglich', en: 'submission of GeldKarte impossible' },
  165: { reason: 'declined', de: 'durch Kartenregeln nicht erlaubt', en: 'not allowed by the card rules' },
  177: { reason: 'endOfDayRequired', de: 'Speicher voll, Kassenabschluss nötig', en: 'memory full, end of day needed' },
  178: {
    reason: 'endOfDayRequired',
    de: 'Händlerjournal voll, Kassenabschluss nötig',
    en: 'journal full, end of day needed',
  },
  180: { reason: 'declined', de: 'bereits storniert', en: 'already reversed' },
  181: { reason: 'declined', de: 'Storno nicht möglich', en: 'reversal not possible' },
  183: { reason: 'declined', de: 'Reservierung oder Betrag falsch', en: 'pre-authorisation or amount wrong' },
  184: { reason: 'declined', de: 'Fehler bei der Reservierung', en: 'error in pre-authorisation' },
  191: { reason: 'declined', de: 'Versorgungsspannung zu niedrig', en: 'supply voltage too low' },
  192: { reason: 'declined', de: 'Kartenverriegelung defekt', en: 'card lock defective' },
  193: { reason: 'declined', de: 'Händlerkarte gesperrt', en: 'merchant card locked' },
  194: { reason: 'refused', de: 'Diagnose erforderlich', en: 'diagnosis required' },
  195: { reason: 'declined', de: 'Höchstbetrag überschritten', en: 'maximum amount exceeded' },
  196: { reason: 'refused', de: 'Kartenprofil ungültig', en: 'card profile invalid' },
  197: { reason: 'cardError', de: 'Zahlungsart nicht unterstützt', en: 'payment method not supported' },
  198: { reason: 'refused', de: 'Währung nicht möglich', en: 'currency not applicable' },
  200: { reason: 'declined', de: 'Betrag zu klein', en: 'amount too small' },
  201: { reason: 'declined', de: 'maximaler Transaktionsbetrag zu klein', en: 'maximum transaction amount too small' },
  203: { reason: 'refused', de: 'nur in Euro möglich', en: 'only in euro' },
  204: { reason: 'refused', de: 'Drucker nicht bereit', en: 'printer not ready' },
  205: { reason: 'declined', de: 'Bargeldauszahlung nicht möglich', en: 'cashback not possible' },
  210: { reason: 'cardError', de: 'für Servicekarten nicht zugelassen', en: 'not permitted for service cards' },
  220: { reason: 'cardError', de: 'Karte steckt', en: 'card inserted' },
  221: { reason: 'cardError', de: 'Fehler beim Kartenauswurf', en: 'error ejecting the card' },
  222: { reason: 'cardError', de: 'Fehler beim Karteneinzug', en: 'error inserting the card' },
  223: { reason: 'refused', de: 'Terminal außer Betrieb', en: 'terminal out of order' },
  224: { reason: 'busy', de: 'Fernwartung läuft', en: 'remote maintenance running' },
  225: { reason: 'cardError', de: 'Karte nicht ganz entnommen', en: 'card not fully removed' },
  226: { reason: 'cardError', de: 'Kartenleser gestört', en: 'card reader error' },
  227: { reason: 'cardError', de: 'Verschluss geschlossen', en: 'shutter closed' },
  228: { reason: 'refused', de: 'Terminalaktivierung erforderlich', en: 'terminal activation required' },
  231: { reason: 'declined', de: 'Warengruppe fehlt', en: 'goods group missing' },
  232: { reason: 'declined', de: 'keine Warengruppentabelle', en: 'no table of goods groups' },
  233: { reason: 'declined', de: 'Warengruppe eingeschränkt', en: 'goods group restricted' },
  234: { reason: 'declined', de: 'Kartencode nicht zugelassen', en: 'card code not permitted' },
  235: { reason: 'declined', de: 'PIN-Algorithmus unbekannt', en: 'PIN algorithm unknown' },
  236: { reason: 'declined', de: 'PIN-Verarbeitung nicht möglich', en: 'PIN processing not possible' },
  237: { reason: 'declined', de: 'PIN-Pad defekt', en: 'pinpad defective' },
  240: {
    reason: 'endOfDayRequired',
    de: 'Kassenabschluss offen, muss zuerst laufen',
    en: 'end of day open, must be done first',
  },
  241: { reason: 'declined', de: 'Offline-Fehler girocard oder Maestro', en: 'offline error of girocard or Maestro' },
  245: { reason: 'declined', de: 'OPT-Fehler', en: 'OPT error' },
  246: { reason: 'declined', de: 'OPT-Daten fehlen', en: 'OPT data missing' },
  250: { reason: 'declined', de: 'Fehler bei der Offline-Übertragung', en: 'error in offline transfer' },
  251: { reason: 'declined', de: 'Fehler im Offline-Datensatz', en: 'error in an offline record' },
  252: { reason: 'declined', de: 'Gerät fehlt oder ist defekt', en: 'device missing or defective' },
  253: { reason: 'refused', de: 'Baudrate nicht unterstützt', en: 'baud rate not supported' },
  254: { reason: 'refused', de: 'Register unbekannt', en: 'register unknown' },
  255: { reason: 'declined', de: 'sonstiger Fehler', en: 'other error' },
};
