/** The sentences the shell itself says, outside the page. */
import type { Lights } from './bridgeFace.ts';
import type { Reason } from './gate.ts';

/** Roles of Electron that the menus use. */
export type MenuRole =
  | ('undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll')
  | ('resetZoom' | 'zoomIn' | 'zoomOut' | 'togglefullscreen')
  | ('minimize' | 'zoom' | 'about' | 'hide' | 'hideOthers' | 'unhide');

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
  /** Above a request for a file of the machine, in a kiosk. */
  readonly noFiles: string;
  readonly notPrinted: string;
  readonly quit: string;
  /** The report for whoever helps: its item of the menus, and the question above its whole text. */
  readonly report: Readonly<Record<'item' | 'question' | 'save' | 'leave', string>>;
  /** The bridge ends again and again. */
  readonly loop: Readonly<Record<'message' | 'detail' | 'close', string>>;
  readonly menus: {
    readonly edit: string;
    readonly view: string;
    readonly window: string;
    readonly roles: Readonly<Record<MenuRole, string>>;
  };
  readonly tray: {
    readonly silent: string;
    readonly terminal: Readonly<Record<NonNullable<Lights['terminal']> | 'none', string>>;
    readonly upstream: Readonly<Record<'up' | 'down', string>>;
    readonly waiting: (count: number) => string;
    readonly unknown: string;
    readonly show: string;
    readonly autostart: string;
    readonly update: Readonly<Record<'current' | 'ready' | 'waits', (version: string) => string>>;
  };
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
      silent:
        'Die Kasse antwortet gerade nicht. Ob eine Zahlung läuft, ist nicht bekannt; bitte am Kartenterminal nachsehen und eine Minute warten.',
    },
    waiting:
      'Es warten noch Verkäufe auf die Zentrale. Sie bleiben gespeichert und werden nach dem nächsten Start gesendet.',
    saved: 'Die Datei ist gespeichert.',
    notSaved: 'Die Datei ist nicht gespeichert. Bitte noch einmal versuchen; hilft das nicht, ist die Platte voll.',
    noFiles: 'An dieser Kasse wird keine Datei geöffnet. Bitte die Verwaltung an einem anderen Bildschirm öffnen.',
    notPrinted: 'Der Beleg ist nicht gedruckt. Bitte am Drucker der Kasse nachsehen und noch einmal drucken.',
    quit: 'Tillbridge beenden',
    report: {
      item: 'Bericht für den Support …',
      question:
        'Dieser Text hilft bei der Suche nach einem Fehler. Er enthält keine Karten, Namen oder Umsätze. Speichern?',
      save: 'Speichern',
      leave: 'Abbrechen',
    },
    loop: {
      message: 'Die Kasse kann gerade nicht arbeiten.',
      detail:
        'Sie wurde dreimal neu gestartet und hat jedes Mal aufgehört. Bezahlte Verkäufe sind gespeichert. Läuft am Kartenterminal eine Zahlung, gilt, was dort steht; die Karte nicht noch einmal belasten. Tillbridge versucht es jede Minute wieder; hilft das nicht, den Bericht speichern und dem Support geben.',
      close: 'Verstanden',
    },
    menus: {
      ...{ edit: 'Bearbeiten', view: 'Ansicht', window: 'Fenster' },
      roles: {
        ...{ undo: 'Rückgängig', redo: 'Wiederholen', cut: 'Ausschneiden', copy: 'Kopieren', paste: 'Einfügen' },
        ...{ selectAll: 'Alles auswählen', resetZoom: 'Originalgröße', zoomIn: 'Vergrößern', zoomOut: 'Verkleinern' },
        ...{ togglefullscreen: 'Vollbild', minimize: 'Minimieren', zoom: 'Zoomen', about: 'Über Tillbridge' },
        ...{ hide: 'Tillbridge ausblenden', hideOthers: 'Andere ausblenden', unhide: 'Alle einblenden' },
      },
    },
    tray: {
      silent: 'Die Kasse antwortet nicht',
      terminal: {
        ready: 'Kartenterminal bereit',
        busy: 'Kartenterminal arbeitet',
        connecting: 'Kartenterminal wird verbunden',
        offline: 'Kartenterminal nicht erreichbar',
        closed: 'Kartenterminal nicht erreichbar',
        none: 'Kein Kartenterminal',
      },
      upstream: { up: 'Zentrale erreichbar', down: 'Zentrale nicht erreichbar; verkauft wird weiter' },
      waiting: count => (count === 1 ? 'Ein Beleg wartet auf die Zentrale' : `${count} Belege warten auf die Zentrale`),
      unknown: 'Bei einer Kartenzahlung ist offen, ob Geld geflossen ist',
      show: 'Fenster zeigen',
      autostart: 'Beim Anmelden starten',
      update: {
        current: version => `Version ${version}`,
        ready: version => `Neu starten mit Version ${version}`,
        waits: version => `Version ${version} ist bereit; erst beenden, was noch läuft oder wartet`,
      },
    },
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
      silent:
        'The till does not answer at the moment. It is not known whether a payment runs; please look at the card terminal and wait a minute.',
    },
    waiting: 'Sales are still waiting for the head office. They stay stored and are sent after the next start.',
    saved: 'The file is saved.',
    notSaved: 'The file is not saved. Please try again; if that does not help, the disk is full.',
    noFiles: 'No file is opened at this till. Please open the management at another screen.',
    notPrinted: 'The receipt is not printed. Please look at the printer of the till and print again.',
    quit: 'Quit Tillbridge',
    report: {
      item: 'Report for the support …',
      question: 'This text helps to find a fault. It holds no cards, names or turnover. Save it?',
      save: 'Save',
      leave: 'Cancel',
    },
    loop: {
      message: 'The till cannot work at the moment.',
      detail:
        'It was started three times and ended each time. Paid sales are stored. If a payment runs at the card terminal, its display is right; do not take the card again. Tillbridge tries again every minute; if that does not help, save the report and give it to the support.',
      close: 'Understood',
    },
    menus: {
      ...{ edit: 'Edit', view: 'View', window: 'Window' },
      roles: {
        ...{ undo: 'Undo', redo: 'Redo', cut: 'Cut', copy: 'Copy', paste: 'Paste', selectAll: 'Select all' },
        ...{ resetZoom: 'Actual size', zoomIn: 'Zoom in', zoomOut: 'Zoom out', togglefullscreen: 'Full screen' },
        ...{ minimize: 'Minimize', zoom: 'Zoom', about: 'About Tillbridge' },
        ...{ hide: 'Hide Tillbridge', hideOthers: 'Hide others', unhide: 'Show all' },
      },
    },
    tray: {
      silent: 'The till does not answer',
      terminal: {
        ready: 'Card terminal ready',
        busy: 'Card terminal at work',
        connecting: 'Card terminal is being connected',
        offline: 'Card terminal not reachable',
        closed: 'Card terminal not reachable',
        none: 'No card terminal',
      },
      upstream: { up: 'Head office reachable', down: 'Head office not reachable; selling goes on' },
      waiting: count =>
        count === 1 ? 'One record waits for the head office' : `${count} records wait for the head office`,
      unknown: 'For a card payment it is not known whether money moved',
      show: 'Show the window',
      autostart: 'Start at sign-in',
      update: {
        current: version => `Version ${version}`,
        ready: version => `Restart with version ${version}`,
        waits: version => `Version ${version} is ready; first finish what still runs or waits`,
      },
    },
  },
};
