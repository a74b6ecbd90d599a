/**
 * Risks to money or data: `/healthz` is red as long as there is a risk, and the screen shows it. Each
 * kind has its cause and its cure in one table; facts that differ from case to case stand beside them.
 */

export type RiskKind =
  | 'behind'
  | 'foreign'
  | 'readOnly'
  | 'diskFull'
  | 'unwritable'
  | 'damaged'
  | 'chainBroken'
  | 'markUnwritable'
  | 'backupOverdue'
  | 'numbersUnsure'
  | 'clockUnsure'
  | 'clockDiffers';

export interface Texts {
  readonly de: string;
  readonly en: string;
}

export interface Risk {
  readonly kind: RiskKind;
  readonly cause: Texts;
  readonly cure: Texts;
  /** The facts for those who look into it, without secrets. */
  readonly details: string;
}

export interface Risks {
  all(): readonly Risk[];
  /** Says it again with other details, too. */
  raise(kind: RiskKind, details: string): void;
  clear(kind: RiskKind): void;
  onChanged(listener: (risks: readonly Risk[]) => void): void;
}

export function createRisks(): Risks {
  const raised = new Map<RiskKind, Risk>();
  const listeners = new Set<(risks: readonly Risk[]) => void>();
  const all = () => [...raised.values()];
  const notify = () => {
    for (const listener of listeners) listener(all());
  };
  return {
    all,
    raise(kind, details) {
      const isNew = raised.get(kind)?.details !== details;
      raised.set(kind, { kind, ...TEXTS[kind], details });
      if (isNew) notify();
    },
    clear(kind) {
      if (raised.delete(kind)) notify();
    },
    onChanged: listener => void listeners.add(listener),
  };
}

const BACKUP_OR_ACCEPT: Texts = {
  de: 'Bitte das Programm beenden und die letzte Sicherung des ganzen Ordners zurückspielen. Gibt es keine, die fehlenden Verkäufe aus den Belegen ermitteln und mit „npm run data -- accept-loss --data ORDNER“ bestätigen; danach kann wieder verkauft werden.',
  en: 'Please stop the program and put back the latest backup of the whole directory. If there is none, find the missing sales by their receipts and confirm with "npm run data -- accept-loss --data DIR"; after that the till sells again.',
};

const TEXTS: Readonly<Record<RiskKind, { readonly cause: Texts; readonly cure: Texts }>> = {
  behind: {
    cause: {
      de: 'Die Datenbank ist älter als das, was diese Kasse bestätigt hat: Verkäufe fehlen. Es wird nicht verkauft, nur gelesen.',
      en: 'The database is older than what this till has confirmed: sales are missing. Nothing is sold, only read.',
    },
    cure: BACKUP_OR_ACCEPT,
  },
  foreign: {
    cause: {
      de: 'Die Datenbank gehört zu einem anderen Ordner. Es wird nicht verkauft, nur gelesen.',
      en: 'The database belongs to another directory. Nothing is sold, only read.',
    },
    cure: {
      de: 'Bitte das Programm beenden und die richtige Datenbank zurücklegen. Soll diese hier gelten, mit „npm run data -- accept-loss --data ORDNER“ bestätigen.',
      en: 'Please stop the program and put back the right database. If this one is meant, confirm with "npm run data -- accept-loss --data DIR".',
    },
  },
  readOnly: {
    cause: {
      de: 'Die Datenbank ist nur zum Lesen geöffnet. Es wird nicht verkauft.',
      en: 'The database is opened for reading only. Nothing is sold.',
    },
    cure: {
      de: 'Bitte für Platz und Schreibrechte auf dem Datenträger sorgen und das Programm ohne --read-only neu starten.',
      en: 'Please see to room and write permission on the disk and start the program again without --read-only.',
    },
  },
  diskFull: {
    cause: {
      de: 'Der Datenträger ist voll. Laufende Zahlungen werden zu Ende gebracht und gespeichert, Anmelden geht; Neues wird nicht verkauft.',
      en: 'The disk is full. Payments under way are brought to their end and stored, and people can sign in; nothing new is sold.',
    },
    cure: {
      de: 'Bitte auf dem Datenträger dieser Kasse mindestens 20 MB frei machen: alte Downloads und Protokolle, nie andere Dateien ihres Ordners. Danach geht es von selbst weiter.',
      en: 'Please free at least 20 MB on the disk of this till: old downloads and logs, never other files of its folder. Work goes on by itself afterwards.',
    },
  },
  unwritable: {
    cause: {
      de: 'Auf den Datenträger kann nicht geschrieben werden. Nichts Neues wird angenommen; Bestätigtes ist gespeichert.',
      en: 'The disk cannot be written. Nothing new is accepted; what was confirmed is stored.',
    },
    cure: {
      de: 'Bitte Platz auf dem Datenträger schaffen oder ihn prüfen. Danach geht es von selbst weiter.',
      en: 'Please make room on the disk or have it checked. Work goes on by itself afterwards.',
    },
  },
  damaged: {
    cause: {
      de: 'Die Datenbank ist beschädigt. Was lesbar ist, bleibt lesbar.',
      en: 'The database is damaged. What can be read stays readable.',
    },
    cure: {
      de: 'Bitte mit „npm run data -- export --data ORDNER“ sichern, was lesbar ist, dann die letzte Sicherung zurückspielen und den Datenträger prüfen.',
      en: 'Please save what can be read with "npm run data -- export --data DIR", then put back the latest backup and have the disk checked.',
    },
  },
  chainBroken: {
    cause: {
      de: 'Ein abgeschlossener Verkauf wurde außerhalb des Programms geändert oder entfernt.',
      en: 'A closed sale was changed or removed outside of the program.',
    },
    cure: {
      de: 'Bitte mit „npm run data -- verify --data ORDNER“ nachsehen, welcher, und die letzte unveränderte Sicherung heranziehen.',
      en: 'Please look which one with "npm run data -- verify --data DIR" and compare it with the latest unchanged backup.',
    },
  },
  numbersUnsure: {
    cause: {
      de: 'Diese Kasse weiß nicht sicher, welche Belegnummern schon vergeben sind. Es wird nicht verkauft, damit keine zweimal vergeben wird.',
      en: 'This till does not know for certain which receipt numbers were given. Nothing is sold, so that none is given twice.',
    },
    cure: {
      de: 'Bitte als Leitung anmelden und unter „Uhr und Nummern“ die höchste Nummer der gedruckten Belege eintragen.',
      en: 'Please sign in as a manager and enter the highest number of the printed receipts under "Clock and numbers".',
    },
  },
  clockUnsure: {
    cause: {
      de: 'Die Uhr dieser Kasse kann nicht stimmen. Es wird nicht verkauft.',
      en: 'The clock of this till cannot be right. Nothing is sold.',
    },
    cure: {
      de: 'Bitte Datum und Uhrzeit des Geräts stellen; danach geht es von selbst weiter. Stimmen sie, bestätigt das eine Leitung unter „Uhr und Nummern“.',
      en: 'Please set date and time of the machine; work goes on by itself afterwards. If they are right, a manager confirms it under "Clock and numbers".',
    },
  },
  clockDiffers: {
    cause: {
      de: 'Die Uhren dieser Kasse und der Zentrale weichen um mehr als eine Stunde ab. Verkäufe stehen so im falschen Tag, oder die Zentrale legt sie beiseite.',
      en: 'The clocks of this till and of the back office differ by more than an hour. Sales stand in the wrong day, or the back office puts them aside.',
    },
    cure: {
      de: 'Bitte Datum und Uhrzeit des Geräts prüfen; stimmen sie, die Uhr der Zentrale.',
      en: 'Please check date and time of the machine; if they are right, the clock of the back office.',
    },
  },
  backupOverdue: {
    cause: {
      de: 'Seit mehr als drei Tagen gibt es keine neue Sicherung. Verkauft werden kann; geht die Festplatte verloren, fehlen diese Tage.',
      en: 'For more than three days there has been no new backup. The till sells; if its disk is lost, these days are missing.',
    },
    cure: {
      de: 'Bitte Datenträger oder Freigabe der Sicherung anschließen und unter „Sicherung“ jetzt sichern.',
      en: 'Please connect the disk or share of the backups and back up now under "Backups".',
    },
  },
  markUnwritable: {
    cause: {
      de: 'Die Markierung neben der Datenbank kann nicht geschrieben werden. Verkäufe sind gespeichert; ein Verlust fiele aber nicht auf.',
      en: 'The mark beside the database cannot be written. Sales are stored, but a loss would go unnoticed.',
    },
    cure: {
      de: 'Bitte Platz und Schreibrechte für die Datei tillbridge.mark prüfen.',
      en: 'Please check room and write permission of the file tillbridge.mark.',
    },
  },
};
