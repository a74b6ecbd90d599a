/** The sentences the shell itself says, outside the page. */
import type { Reason } from './gate.ts';

export interface Texts {
  readonly question: string;
  readonly stay: string;
  readonly leave: string;
  readonly reasons: Readonly<Record<Reason, string>>;
  /** Stands below the reasons while records wait for upstream service or back office. */
  readonly waiting: string;
  /** Above the place of a file. */
  readonly saved: string;
  readonly notSaved: string;
}

export const texts: Readonly<Record<'de' | 'en', Texts>> = {
  de: {
    question: 'Tillbridge trotzdem beenden?',
    stay: 'Weiterarbeiten',
    leave: 'Beenden',
    reasons: {
      running:
        'Am Kartenterminal läuft eine Zahlung. Wer jetzt beendet, erfährt das Ergebnis erst beim nächsten Start; bitte das Terminal fertig werden lassen.',
      unknown:
        'Bei einer Kartenzahlung ist offen, ob Geld geflossen ist. Die Karte nicht noch einmal belasten; Tillbridge fragt das Terminal, sobald es wieder läuft.',
      midTender:
        'Ein Einkauf ist erst zum Teil bezahlt. Er bleibt gespeichert und kann nach dem Start fortgesetzt werden.',
    },
    waiting:
      'Es warten noch Verkäufe auf die Zentrale. Sie bleiben gespeichert und werden nach dem nächsten Start gesendet.',
    saved: 'Die Datei ist gespeichert.',
    notSaved: 'Die Datei ist nicht gespeichert. Bitte noch einmal versuchen; hilft das nicht, ist die Platte voll.',
  },
  en: {
    question: 'Quit Tillbridge anyway?',
    stay: 'Keep working',
    leave: 'Quit',
    reasons: {
      running:
        'A payment is running at the card terminal. If you quit now, its result is known only after the next start; please let the terminal finish.',
      unknown:
        'For one card payment it is not known whether money moved. Do not take the card again; Tillbridge asks the terminal as soon as it runs again.',
      midTender: 'A sale is only partly paid. It stays stored and can be continued after the start.',
    },
    waiting: 'Sales are still waiting for the head office. They stay stored and are sent after the next start.',
    saved: 'The file is saved.',
    notSaved: 'The file is not saved. Please try again; if that does not help, the disk is full.',
  },
};
