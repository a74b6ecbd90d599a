/** The OverallResult of an answer, and its meaning for money. */
import type { Reason, Texts } from '../../terminal.ts';

interface Row extends Texts {
  /** `unsure`: the answer does not say whether the money moved. */
  readonly means: 'done' | 'not' | 'unsure';
  readonly reason: Reason['code'];
}

const results = {
  Success: { means: 'done', reason: 'refused', de: 'Erfolgreich', en: 'successful' },
  PartialFailure: {
    means: 'unsure',
    reason: 'garbled',
    de: 'Nur teilweise erfolgreich',
    en: 'successful only in part',
  },
  Failure: { means: 'not', reason: 'declined', de: 'Abgelehnt', en: 'declined' },
  DeviceUnavailable: { means: 'not', reason: 'refused', de: 'Ein Gerät ist nicht bereit', en: 'a device is not ready' },
  Busy: { means: 'not', reason: 'busy', de: 'Das Terminal ist belegt', en: 'the terminal is busy' },
  Loggedout: { means: 'not', reason: 'refused', de: 'Die Kasse ist nicht angemeldet', en: 'the till is not logged in' },
  Aborted: { means: 'not', reason: 'aborted', de: 'Abgebrochen', en: 'aborted' },
  TimedOut: { means: 'not', reason: 'aborted', de: 'Zeit abgelaufen', en: 'timed out at the terminal' },
  CommunicationError: {
    means: 'not',
    reason: 'declined',
    de: 'Keine Verbindung zum Betreiber',
    en: 'the terminal could not reach its host',
  },
  FormatError: { means: 'not', reason: 'refused', de: 'Anfrage nicht verstanden', en: 'request not understood' },
  ParsingError: { means: 'not', reason: 'refused', de: 'Anfrage nicht lesbar', en: 'request not readable' },
  ValidationError: { means: 'not', reason: 'refused', de: 'Anfrage nicht gültig', en: 'request not valid' },
  MissingMandatoryData: { means: 'not', reason: 'refused', de: 'In der Anfrage fehlt etwas', en: 'request incomplete' },
  PrintLastTicket: {
    means: 'not',
    reason: 'refused',
    de: 'Erst den letzten Beleg am Terminal wiederholen',
    en: 'repeat the last receipt at the terminal first',
  },
} as const satisfies Record<string, Row>;

export type Result = keyof typeof results;

const UNKNOWN_RESULT: Row = {
  means: 'unsure',
  reason: 'garbled',
  de: 'Unbekannte Antwort',
  en: 'an answer nobody knows',
};

/** An unknown result is certain about nothing. */
export function resultOf(name: string | undefined): Row {
  return name !== undefined && Object.hasOwn(results, name) ? results[name as Result] : UNKNOWN_RESULT;
}
