/** Refusals because of the bridge itself: its data, its disk, and what waits to leave the shop. */
import { entry, internal, notAllowed } from './entry.ts';

export const storageErrors = {
  internal: entry(500, internal, 1000, 'server', 'unknown', {
    de: 'Es ist ein Fehler aufgetreten.',
    en: 'Something went wrong.',
    cause: {
      de: 'Die Bridge ist auf einen eigenen Fehler gestoßen; das Journal hat ihn unter der supportId.',
      en: 'The bridge met a fault of its own; the journal holds it under the supportId.',
    },
    cure: {
      de: 'Das Objekt der Anfrage lesen, um zu sehen, ob sie ausgeführt wurde, dann mit demselben Idempotency-Key wiederholen; tritt es wieder auf, GET /bridge/v1/journal/{supportId} melden.',
      en: 'Read the object the request was about to see whether it was carried out, then repeat it with the same Idempotency-Key; report GET /bridge/v1/journal/{supportId} if it happens again.',
    },
    retry: true,
  }),
  storage: entry(500, internal, 1002, 'server', 'not_moved', {
    de: 'Der Speicher ist nicht beschreibbar. Es wurde kein Geld bewegt.',
    en: 'The storage cannot be written. No money was moved.',
    cause: {
      de: 'Die Datenbank ließ sich nicht schreiben: Der Datenträger ist voll, sein Verzeichnis schreibgeschützt, oder das Gerät versagt.',
      en: 'The database could not be written: the disk is full, its directory is read-only, or the device fails.',
    },
    cure: {
      de: 'Platz auf dem Datenträger des Datenverzeichnisses schaffen oder das Schreibrecht herstellen; GET /healthz zeigt, wann es wieder geht, dann die Anfrage wiederholen.',
      en: 'Free space on the disk of the data directory or restore the right to write there; GET /healthz says when it is well, then repeat the request.',
    },
    retry: true,
  }),
  diskReserve: entry(405, notAllowed, 1271, 'server', 'none_involved', {
    de: 'Der Datenträger hat kaum noch Platz; der Rest ist für Verkäufe. Es wurde nichts gespeichert. Bitte Platz schaffen.',
    en: 'The disk has hardly any room left, and the rest is for sales. Nothing was stored. Please free some space.',
    cause: {
      de: 'Auf dem Datenträger des Datenverzeichnisses ist weniger frei, als die Einstellung `diskReserve` (Megabyte) Verkäufen vorbehält. Bilder, Dokumente und Importe werden deshalb nicht angenommen; Verkäufe gehen weiter.',
      en: 'The disk of the data directory has less room than the setting `diskReserve` (megabytes) keeps for sales. So pictures, documents and imports are not taken; sales go on.',
    },
    cure: {
      de: 'Platz auf dem Datenträger des Datenverzeichnisses schaffen, dann die Anfrage wiederholen.',
      en: 'Free space on the disk of the data directory, then repeat the request.',
    },
    retry: true,
  }),
  backupPlaceMissing: entry(405, notAllowed, 1272, 'server', 'none_involved', {
    de: 'Es ist kein Ordner für Sicherungen eingestellt. Es wurde nicht gesichert.',
    en: 'No folder for backups is set. Nothing was backed up.',
    cause: {
      de: 'Die Einstellung `backup.to` nennt keinen Ordner.',
      en: 'The setting `backup.to` names no folder.',
    },
    cure: {
      de: 'In den Einstellungen unter `backup.to` einen Ordner auf einem anderen Datenträger nennen und die Bridge neu starten.',
      en: 'Name a folder on another disk in the setting `backup.to` and start the bridge again.',
    },
  }),
  readOnly: entry(405, notAllowed, 1130, 'server', 'not_moved', {
    de: 'Diese Kasse liest nur: Es fehlen Daten, oder sie können nicht gespeichert werden. Es wurde kein Geld bewegt. Ursache und Abhilfe zeigen der Bildschirm und /healthz.',
    en: 'This till only reads: data is missing or cannot be stored. No money was moved. The screen and /healthz show cause and cure.',
    cause: {
      de: 'Die Bridge hat ihre Daten nur zum Lesen geöffnet: durch die Einstellung `readOnly`, oder weil Daten fehlen oder nicht gespeichert werden können.',
      en: 'The bridge has opened its data for reading only: by the setting `readOnly`, or because data is missing or cannot be stored.',
    },
    cure: {
      de: 'Der Ursache und Abhilfe folgen, die GET /healthz nennt, und die Bridge neu starten; Lesen und Anmelden gehen weiter.',
      en: 'Follow what GET /healthz names as cause and cure, and start the bridge again; reading calls and signing in go on meanwhile.',
    },
  }),
  recordDamaged: entry(500, internal, 1131, 'server', 'not_moved', {
    de: 'Dieser Datensatz ist auf dem Datenträger beschädigt und kann nicht gelesen werden. Es wurde kein Geld bewegt. Bitte die letzte Sicherung bereithalten; /healthz zeigt die Abhilfe.',
    en: 'This record is damaged on the disk and cannot be read. No money was moved. Please have the latest backup ready; /healthz shows the cure.',
    cause: {
      de: 'Die Datenbank meldet, dass dieser Datensatz oder seine Seite auf dem Datenträger beschädigt ist.',
      en: 'The database reports that this record, or the page it stands on, is damaged on the disk.',
    },
    cure: {
      de: 'Die Bridge beenden, das Datenverzeichnis kopieren und npm run data -- verify ausführen; dann die letzte Sicherung einsetzen oder mit dem Lesbaren weitermachen, wie GET /healthz es beschreibt.',
      en: 'Stop the bridge, keep a copy of the data directory, and run npm run data -- verify; then put the latest backup in its place, or go on with what is readable as GET /healthz describes.',
    },
  }),
  intentUnwritten: entry(500, internal, 1270, 'server', 'not_moved', {
    de: 'Tillbridge konnte den Vorgang nicht speichern, deshalb wurde nichts an das Terminal gesendet. Es wurde kein Geld bewegt. Bitte Speicherplatz schaffen und den Vorgang wiederholen; an der Karte liegt es nicht.',
    en: 'Tillbridge could not store what it was to do, so nothing was sent to the terminal. No money was moved. Please free disk space, then do it again; it is not because of the card.',
    cause: {
      de: 'Die Absicht, Geld zu bewegen, steht auf der Platte, bevor das Terminal den Befehl bekommt. Der Datenträger ist voll, schreibgeschützt oder gestört.',
      en: 'The intent to move money is on disk before the terminal gets the command. The disk is full, read-only or failing.',
    },
    cure: {
      de: 'Platz schaffen oder den Datenträger ersetzen; GET /healthz zeigt, wann es wieder geht, dann die Anfrage mit demselben Idempotency-Key wiederholen.',
      en: 'Free space or replace the disk; GET /healthz says when it is well, then repeat the request with the same Idempotency-Key.',
    },
    retry: true,
  }),
  endingUnwritten: entry(500, internal, 1022, 'server', 'unknown', {
    de: 'Der Ausgang der Kartenzahlung konnte nicht gespeichert werden. Bitte nicht noch einmal kassieren.',
    en: 'The ending of the card payment could not be stored. Do not take the card again.',
    cause: {
      de: 'Terminal oder Zahlungsdienstleister haben geantwortet, aber die Antwort ließ sich nicht speichern; der Verkauf bleibt `pending`.',
      en: 'The terminal or the payment processor has answered, but the answer could not be stored; the sale stays `pending`.',
    },
    cure: {
      de: 'Nicht noch einmal zahlen: Den Datenträger beschreibbar machen (GET /healthz), dann GET /api/v2/Smart/Transactions/{id}, bis `outcome.final` wahr ist; die Bridge fragt das Terminal selbst.',
      en: 'Do not pay again: make the disk writable (GET /healthz), then GET /api/v2/Smart/Transactions/{id} until `outcome.final` is true; the bridge asks the terminal by itself.',
    },
    retry: true,
  }),
  queueFull: entry(405, notAllowed, 1132, 'server', 'not_moved', {
    de: 'Zu viele Verkäufe warten darauf, an die Zentrale gesendet zu werden. Es wird nichts verkauft, bis die Leitung wieder steht. Es wurde kein Geld bewegt.',
    en: 'Too many sales are waiting to be sent to the head office. Nothing is sold until the line is back. No money was moved.',
    cause: {
      de: 'Es warten mehr Verkäufe auf die Zustellung, als `stopHours`, `stopRecords` oder `stopMoney` der Einstellung `queue` erlauben, weil Dienst oder Zentrale sie nicht angenommen haben.',
      en: 'More sales wait to be delivered than `stopHours`, `stopRecords` or `stopMoney` of the setting `queue` allow, because the upstream service or the back office has not taken them.',
    },
    cure: {
      de: 'Die Leitung beheben; GET /bridge/v1/queue nennt Ziel und letzten Fehler, POST /bridge/v1/queue/try sendet sofort. Der Betreiber kann die Grenzen in `queue` erhöhen.',
      en: 'Mend the line; GET /bridge/v1/queue names the target and its last error, POST /bridge/v1/queue/try sends at once. The operator may raise the limits in `queue`.',
    },
    retry: true,
  }),
  numbersUnsure: entry(405, notAllowed, 1291, 'server', 'not_moved', {
    de: 'Diese Kasse weiß nicht sicher, welche Belegnummern schon vergeben sind. Es wird nichts verkauft, bis eine Leitung die höchste genannt hat. Es wurde kein Geld bewegt.',
    en: 'This till does not know for certain which receipt numbers were given. Nothing is sold until a manager has named the highest one. No money was moved.',
    cause: {
      de: 'Das Datenverzeichnis wurde zurückgespielt oder kopiert, seine Markierung fehlt, ein Verlust wurde bestätigt, oder die Zentrale kennt höhere Nummern.',
      en: 'The data directory was restored or copied, its mark is gone, a loss was accepted, or the back office knows higher numbers.',
    },
    cure: {
      de: 'GET /bridge/v1/doubts nennt Grund und bekannte Nummern; eine Leitung nennt mit POST /bridge/v1/doubts/numbers (oder am Bildschirm) die höchste auf Papier.',
      en: 'GET /bridge/v1/doubts names the reason and the known numbers; a manager names the highest one on paper by POST /bridge/v1/doubts/numbers (or at the screen).',
    },
    retry: true,
  }),
  clockUnsure: entry(405, notAllowed, 1292, 'server', 'not_moved', {
    de: 'Die Uhr dieser Kasse kann nicht stimmen. Es wird nichts verkauft, bis sie gestellt ist oder eine Leitung sie bestätigt. Es wurde kein Geld bewegt.',
    en: 'The clock of this till cannot be right. Nothing is sold until it is set, or a manager confirms it. No money was moved.',
    cause: {
      de: 'Die Uhr liegt vor der letzten Buchung oder mehr als 31 Tage danach: meist eine leere Batterie der Uhr oder ein vertipptes Jahr.',
      en: 'The clock lies before the newest booking, or more than 31 days after it: mostly an empty battery of the clock, or a mistyped year.',
    },
    cure: {
      de: 'Datum und Uhrzeit des Geräts stellen; stimmen sie, bestätigt es eine Leitung mit POST /bridge/v1/doubts/clock oder am Bildschirm.',
      en: 'Set date and time of the machine; if they are right, a manager confirms it by POST /bridge/v1/doubts/clock or at the screen.',
    },
    retry: true,
  }),
  recordsWait: entry(405, notAllowed, 1210, 'state', 'none_involved', {
    de: 'Die Zentrale hat noch nicht alles bekommen. Es wurde nichts aufgegeben.',
    en: 'The back office has not received everything yet. Nothing was given up.',
    cause: {
      de: 'Die Bridge sollte ihre Zentrale verlassen, während hier noch Datensätze für sie warten.',
      en: 'The bridge was to leave its back office while records for it are still waiting here.',
    },
    cure: {
      de: 'POST /bridge/v1/queue/office/try sendet sie; mit `despite_waiting=true` wird die Zentrale trotzdem verlassen, und die Datensätze bleiben hier.',
      en: 'POST /bridge/v1/queue/office/try sends them; with `despite_waiting=true` the back office is left all the same and the records stay here.',
    },
  }),
} as const;
