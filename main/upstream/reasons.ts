/** Reasons why a record waits or is parked, in plain words: one row for each reason that this bridge itself knows. */
import type { Texts } from '../domain/texts.ts';
import type { QueueReason } from '../world/queue.ts';

const reasons = {
  cardTypeUnknown: {
    de: 'Die Kartenart dieser Zahlung kennt der Dienst nicht. Bitte in der Konfiguration einen Ersatz angeben (upstream.cardTypes).',
    en: 'The service does not know the kind of card of this payment. Please name a substitute in the configuration (upstream.cardTypes).',
  },
  traceMissing: {
    de: 'Das Terminal hat keine Terminal-Nummer oder keine Trace-Nummer gemeldet; ohne sie nimmt der Dienst die Kartenzahlung nicht an.',
    en: 'The terminal reported no terminal id or no trace number; without them the service does not take the card payment.',
  },
  noWayUpstream: {
    de: 'Diese Zahlart lässt sich beim Dienst nicht nachtragen: Sie würde dort noch einmal Geld bewegen.',
    en: 'This payment method cannot be entered at the service afterwards: it would move money there once more.',
  },
  documentGone: {
    de: 'Der Verkauf ist in der Datenbank nicht mehr lesbar.',
    en: 'The sale can no longer be read in the database.',
  },
  sumDiffers: {
    de: 'Der Dienst kommt auf eine andere Summe als die Kasse. Dort wurde nichts bezahlt.',
    en: 'The service arrives at another sum than the till. Nothing was paid there.',
  },
  twoForOne: {
    de: 'Beim Dienst gibt es diesen Verkauf zweimal bezahlt. Bitte dort einen davon stornieren.',
    en: 'The service holds this sale twice, both paid. Please cancel one of them there.',
  },
  ambiguous: {
    de: 'Beim Dienst gibt es Verkäufe mit derselben Referenz, und er gibt unser Kennzeichen nicht zurück.',
    en: 'The service holds sales with the same reference, and does not return our mark.',
  },
  goneUpstream: {
    de: 'Der Dienst kennt den Verkauf nicht mehr, den er bestätigt hatte.',
    en: 'The service no longer knows the sale that it had confirmed.',
  },
  dayEnded: {
    de: 'Der Dienst hat den Tag dieses Belegs schon abgeschlossen; dort ist kein Storno mehr möglich.',
    en: 'The service has closed the day of this receipt; it can no longer be cancelled there.',
  },
  cancelledUpstream: {
    de: 'Der Verkauf wurde beim Dienst storniert, an der Kasse nicht.',
    en: 'The sale was cancelled at the service and not at the till.',
  },
  answerAwaited: {
    de: 'Die Antwort ging verloren. Die Kasse sieht nach, ob der Dienst den Verkauf schon hat.',
    en: 'The answer was lost. The till looks whether the service holds the sale already.',
  },
  refused: {
    de: 'Der Dienst nimmt die Zugangsdaten nicht an. Bitte Kennung, Geheimnis und Vertrag prüfen.',
    en: 'The service does not accept the credentials. Please check client id, secret and contract.',
  },
} as const satisfies Record<string, Texts>;

export type ReasonName = keyof typeof reasons;

export const reasonOf = (code: ReasonName): QueueReason => ({ code, texts: reasons[code] });
