/** Result and error codes (BMP 27, 06 1E, 84 xx): texts, and the `Reason` of each code. */
import type { Condition, Reason, Texts } from '../../terminal.ts';

export interface ResultCode extends Texts {
  readonly reason: Reason['code'];
  /** The terminal works for nobody until this cure; such a code comes as a refusal, an abort or a result. */
  readonly lock?: Condition['cure'];
  /** The terminal refuses every command until the cause is removed, so no payment ends with this code. */
  readonly endsNoPayment?: true;
  /** A wrong PIN: the terminal may ask again, so the code does not end a payment. */
  readonly mayBeTriedAgain?: true;
}

/** The row of a code. 00 to 63 are codes of the host as a binary number, 64 to FF are codes of the terminal. */
export function resultCode(code: number): ResultCode {
  return codes[code] ?? { reason: 'declined', de: `abgelehnt (Code ${code})`, en: `declined (code ${code})` };
}

const codes: Readonly<Record<number, ResultCode>> = Object.fromEntries<ResultCode>([
  [0x00, { reason: 'declined', de: 'erfolgreich', en: 'success' }],
  [0x01, { reason: 'declined', de: 'Kreditkartengesellschaft anrufen', en: 'call the acquirer' }],
  [0x02, { reason: 'declined', de: 'Kreditkartengesellschaft anrufen', en: 'call the acquirer' }],
  [0x03, { reason: 'declined', de: 'Händler ungültig', en: 'wrong merchant' }],
  [0x04, { reason: 'declined', de: 'Karte einziehen', en: 'retain card' }],
  [0x05, { reason: 'declined', de: 'abgelehnt', en: 'declined' }],
  [0x06, { reason: 'cardError', de: 'Karte ungültig', en: 'invalid card' }],
  [0x07, { reason: 'declined', de: 'abgelehnt', en: 'declined' }],
  [0x09, { reason: 'declined', de: 'Flottendaten falsch', en: 'fleet identification wrong' }],
  [0x0a, { reason: 'declined', de: 'nicht erlaubt', en: 'not allowed' }],
  [0x0d, { reason: 'declined', de: 'Betrag ungültig', en: 'amount invalid' }],
  [0x0e, { reason: 'cardError', de: 'Karte ungültig', en: 'invalid card' }],
  [0x11, { reason: 'declined', de: 'Flottendaten falsch', en: 'fleet identification wrong' }],
  [0x19, { reason: 'declined', de: 'Storno abgelehnt', en: 'reversal declined' }],
  [0x1e, { reason: 'refused', de: 'Formatfehler', en: 'format error' }],
  [0x22, { reason: 'declined', de: 'abgelehnt', en: 'declined' }],
  [0x29, { reason: 'declined', de: 'Karte einziehen', en: 'retain card' }],
  [0x2b, { reason: 'declined', de: 'Karte einziehen', en: 'retain card' }],
  [0x32, { reason: 'declined', de: 'abgelehnt', en: 'declined' }],
  [0x33, { reason: 'declined', de: 'abgelehnt', en: 'declined' }],
  [0x36, { reason: 'cardError', de: 'Karte verfallen', en: 'card expired' }],
  [0x37, { reason: 'declined', de: 'Geheimzahl falsch', en: 'PIN wrong', mayBeTriedAgain: true }],
  [0x38, { reason: 'declined', de: 'Geheimzahl falsch', en: 'PIN wrong', mayBeTriedAgain: true }],
  [0x39, { reason: 'cardError', de: 'falsche Karte', en: 'wrong card' }],
  [0x3a, { reason: 'declined', de: 'Systemfehler', en: 'system error' }],
  [0x40, { reason: 'declined', de: 'falscher Betrag', en: 'wrong amount' }],
  [0x50, { reason: 'cardError', de: 'Karte verfallen', en: 'card expired' }],
  [
    0x51,
    {
      reason: 'declined',
      de: 'Geheimzahl falsch',
      en: 'PIN wrong',
      lock: 'initialisation',
      endsNoPayment: true,
      mayBeTriedAgain: true,
    },
  ],
  [0x52, { reason: 'declined', de: 'Geheimzahl falsch', en: 'PIN wrong', mayBeTriedAgain: true }],
  [0x56, { reason: 'refused', de: 'Terminal inaktiv', en: 'terminal inactive', lock: 'person' }],
  [
    0x57,
    { reason: 'refused', de: 'Initialisierung erforderlich', en: 'initialisation required', lock: 'initialisation' },
  ],
  [0x59, { reason: 'refused', de: 'Terminal gesperrt', en: 'terminal locked', lock: 'person' }],
  [
    0x62,
    {
      reason: 'refused',
      de: 'Diagnose erforderlich',
      en: 'diagnosis required',
      lock: 'diagnosis',
      endsNoPayment: true,
    },
  ],
  [0x64, { reason: 'cardError', de: 'Karte nicht lesbar', en: 'card not readable' }],
  [0x65, { reason: 'cardError', de: 'Kartendaten fehlen', en: 'card data missing' }],
  [0x66, { reason: 'declined', de: 'Verarbeitungsfehler', en: 'processing error' }],
  [
    0x67,
    {
      reason: 'cardError',
      de: 'für girocard und Maestro nicht zugelassen',
      en: 'not permitted for girocard and Maestro',
    },
  ],
  [
    0x68,
    {
      reason: 'cardError',
      de: 'für Kredit- und Tankkarten nicht zugelassen',
      en: 'not permitted for credit and fuel cards',
    },
  ],
  [
    0x6a,
    {
      reason: 'endOfDayRequired',
      de: 'Umsatzdatei voll, Kassenabschluss nötig',
      en: 'turnover file full, end of day needed',
      lock: 'endOfDay',
      endsNoPayment: true,
    },
  ],
  [0x6b, { reason: 'refused', de: 'Terminal nicht angemeldet', en: 'terminal not registered', endsNoPayment: true }],
  [0x6c, { reason: 'aborted', de: 'Abbruch durch Taste oder Zeitablauf', en: 'aborted by key or timeout' }],
  [0x6e, { reason: 'cardError', de: 'Karte gesperrt', en: 'card blocked' }],
  [0x6f, { reason: 'refused', de: 'falsche Währung oder falscher Betrag', en: 'wrong currency or amount' }],
  [0x71, { reason: 'declined', de: 'Guthaben auf dem Chip reicht nicht', en: 'credit on the chip not sufficient' }],
  [0x72, { reason: 'cardError', de: 'Chipfehler', en: 'chip error' }],
  [0x73, { reason: 'cardError', de: 'Kartendaten falsch', en: 'card data wrong' }],
  [0x74, { reason: 'declined', de: 'DUKPT-Schlüssel erschöpft', en: 'DUKPT keys exhausted' }],
  [0x75, { reason: 'declined', de: 'Text nicht authentisch', en: 'text not authentic' }],
  [0x76, { reason: 'cardError', de: 'Kartennummer nicht auf der Liste', en: 'card number not on the list' }],
  [0x77, { reason: 'declined', de: 'Kassenabschluss nicht möglich', en: 'end of day not possible' }],
  [0x78, { reason: 'cardError', de: 'Karte verfallen', en: 'card expired' }],
  [0x79, { reason: 'cardError', de: 'Karte noch nicht gültig', en: 'card not yet valid' }],
  [0x7a, { reason: 'cardError', de: 'Karte unbekannt', en: 'card unknown' }],
  [
    0x7b,
    {
      reason: 'cardError',
      de: 'Magnetstreifen für girocard nicht möglich',
      en: 'fallback to the stripe not possible for girocard',
    },
  ],
  [0x7c, { reason: 'cardError', de: 'Magnetstreifen nicht möglich', en: 'fallback to the stripe not possible' }],
  [0x7d, { reason: 'declined', de: 'Kommunikationsfehler', en: 'communication error' }],
  [
    0x7e,
    {
      reason: 'cardError',
      de: 'Magnetstreifen nicht möglich, Lastschrift möglich',
      en: 'fallback not possible, debit advice possible',
    },
  ],
  [0x83, { reason: 'unsupported', de: 'Funktion nicht möglich', en: 'function not possible' }],
  [0x85, { reason: 'declined', de: 'Schlüssel fehlt', en: 'key missing' }],
  [0x89, { reason: 'declined', de: 'PIN-Pad defekt', en: 'pinpad defective' }],
  [0x9a, { reason: 'refused', de: 'Protokollfehler', en: 'protocol error' }],
  [0x9b, { reason: 'declined', de: 'Einwahl- oder Kommunikationsfehler', en: 'error dialling or communicating' }],
  [
    0x9c,
    { reason: 'busy', de: 'Terminal beschäftigt, bitte warten', en: 'terminal busy, please wait', endsNoPayment: true },
  ],
  [0x9d, { reason: 'declined', de: 'Ware teilweise ausgegeben', en: 'goods issued in part' }],
  [0xa0, { reason: 'busy', de: 'Empfänger nicht bereit', en: 'receiver not ready', endsNoPayment: true }],
  [0xa1, { reason: 'declined', de: 'Gegenstelle antwortet nicht', en: 'remote station does not answer' }],
  [0xa3, { reason: 'declined', de: 'keine Verbindung', en: 'no connection' }],
  [0xa4, { reason: 'declined', de: 'GeldKarte-Einreichung nicht möglich', en: 'submission of GeldKarte impossible' }],
  [0xa5, { reason: 'declined', de: 'durch Kartenregeln nicht erlaubt', en: 'not allowed by the card rules' }],
  [
    0xb1,
    {
      reason: 'endOfDayRequired',
      de: 'Speicher voll, Kassenabschluss nötig',
      en: 'memory full, end of day needed',
      lock: 'endOfDay',
      endsNoPayment: true,
    },
  ],
  [
    0xb2,
    {
      reason: 'endOfDayRequired',
      de: 'Händlerjournal voll, Kassenabschluss nötig',
      en: 'journal full, end of day needed',
      lock: 'person',
      endsNoPayment: true,
    },
  ],
  [0xb4, { reason: 'declined', de: 'bereits storniert', en: 'already reversed' }],
  [0xb5, { reason: 'declined', de: 'Storno nicht möglich', en: 'reversal not possible' }],
  [0xb7, { reason: 'declined', de: 'Reservierung oder Betrag falsch', en: 'pre-authorisation or amount wrong' }],
  [0xb8, { reason: 'declined', de: 'Fehler bei der Reservierung', en: 'error in pre-authorisation' }],
  [0xbf, { reason: 'declined', de: 'Versorgungsspannung zu niedrig', en: 'supply voltage too low' }],
  [0xc0, { reason: 'declined', de: 'Kartenverriegelung defekt', en: 'card lock defective' }],
  [
    0xc1,
    {
      reason: 'declined',
      de: 'Händlerkarte gesperrt',
      en: 'merchant card locked',
      lock: 'diagnosis',
      endsNoPayment: true,
    },
  ],
  [
    0xc2,
    {
      reason: 'refused',
      de: 'Diagnose erforderlich',
      en: 'diagnosis required',
      lock: 'diagnosis',
      endsNoPayment: true,
    },
  ],
  [0xc3, { reason: 'declined', de: 'Höchstbetrag überschritten', en: 'maximum amount exceeded' }],
  [
    0xc4,
    { reason: 'refused', de: 'Kartenprofil ungültig', en: 'card profile invalid', lock: 'person', endsNoPayment: true },
  ],
  [0xc5, { reason: 'cardError', de: 'Zahlungsart nicht unterstützt', en: 'payment method not supported' }],
  [0xc6, { reason: 'refused', de: 'Währung nicht möglich', en: 'currency not applicable' }],
  [0xc8, { reason: 'declined', de: 'Betrag zu klein', en: 'amount too small' }],
  [
    0xc9,
    { reason: 'declined', de: 'maximaler Transaktionsbetrag zu klein', en: 'maximum transaction amount too small' },
  ],
  [0xcb, { reason: 'refused', de: 'nur in Euro möglich', en: 'only in euro' }],
  [0xcc, { reason: 'refused', de: 'Drucker nicht bereit', en: 'printer not ready' }],
  [0xcd, { reason: 'declined', de: 'Bargeldauszahlung nicht möglich', en: 'cashback not possible' }],
  [0xd2, { reason: 'cardError', de: 'für Servicekarten nicht zugelassen', en: 'not permitted for service cards' }],
  [0xdc, { reason: 'cardError', de: 'Karte steckt', en: 'card inserted' }],
  [0xdd, { reason: 'cardError', de: 'Fehler beim Kartenauswurf', en: 'error ejecting the card' }],
  [0xde, { reason: 'cardError', de: 'Fehler beim Karteneinzug', en: 'error inserting the card' }],
  [
    0xdf,
    {
      reason: 'refused',
      de: 'Terminal außer Betrieb',
      en: 'terminal out of order',
      lock: 'person',
      endsNoPayment: true,
    },
  ],
  [
    0xe0,
    { reason: 'busy', de: 'Fernwartung läuft', en: 'remote maintenance running', lock: 'wait', endsNoPayment: true },
  ],
  [0xe1, { reason: 'cardError', de: 'Karte nicht ganz entnommen', en: 'card not fully removed' }],
  [0xe2, { reason: 'cardError', de: 'Kartenleser gestört', en: 'card reader error' }],
  [0xe3, { reason: 'cardError', de: 'Verschluss geschlossen', en: 'shutter closed' }],
  [
    0xe4,
    {
      reason: 'refused',
      de: 'Terminalaktivierung erforderlich',
      en: 'terminal activation required',
      lock: 'person',
      endsNoPayment: true,
    },
  ],
  [0xe7, { reason: 'declined', de: 'Warengruppe fehlt', en: 'goods group missing' }],
  [0xe8, { reason: 'declined', de: 'keine Warengruppentabelle', en: 'no table of goods groups' }],
  [0xe9, { reason: 'declined', de: 'Warengruppe eingeschränkt', en: 'goods group restricted' }],
  [0xea, { reason: 'declined', de: 'Kartencode nicht zugelassen', en: 'card code not permitted' }],
  [0xeb, { reason: 'declined', de: 'PIN-Algorithmus unbekannt', en: 'PIN algorithm unknown' }],
  [0xec, { reason: 'declined', de: 'PIN-Verarbeitung nicht möglich', en: 'PIN processing not possible' }],
  [0xed, { reason: 'declined', de: 'PIN-Pad defekt', en: 'pinpad defective' }],
  [
    0xf0,
    {
      reason: 'endOfDayRequired',
      de: 'Kassenabschluss offen, muss zuerst laufen',
      en: 'end of day open, must be done first',
      lock: 'endOfDay',
      endsNoPayment: true,
    },
  ],
  [
    0xf1,
    { reason: 'declined', de: 'Offline-Fehler girocard oder Maestro', en: 'offline error of girocard or Maestro' },
  ],
  [0xf5, { reason: 'declined', de: 'OPT-Fehler', en: 'OPT error' }],
  [0xf6, { reason: 'declined', de: 'OPT-Daten fehlen', en: 'OPT data missing', lock: 'person', endsNoPayment: true }],
  [0xfa, { reason: 'declined', de: 'Fehler bei der Offline-Übertragung', en: 'error in offline transfer' }],
  [0xfb, { reason: 'declined', de: 'Fehler im Offline-Datensatz', en: 'error in an offline record' }],
  [0xfc, { reason: 'declined', de: 'Gerät fehlt oder ist defekt', en: 'device missing or defective' }],
  [0xfd, { reason: 'refused', de: 'Baudrate nicht unterstützt', en: 'baud rate not supported' }],
  [0xfe, { reason: 'refused', de: 'Register unbekannt', en: 'register unknown' }],
  [0xff, { reason: 'declined', de: 'sonstiger Fehler', en: 'other error' }],
]);
