/** Texts of the page about backups. */

import { addTexts } from '../context.tsx';

export const backupTexts = {
  'backups.title': ['Sicherung', 'Backups'],
  'backups.none': ['Es gibt noch keine Sicherung.', 'There is no backup yet.'],
  'backups.last': ['Letzte Sicherung', 'Last backup'],
  'backups.lastHelp': [
    'Geschrieben, zurückgelesen und verglichen: {{sales}} Verkäufe bis Beleg {{receipt}}, {{megabytes}} MB.',
    'Written, read back and compared: {{sales}} sales up to receipt {{receipt}}, {{megabytes}} MB.',
  ],
  'backups.sealed': [
    'Verschlüsselt. Ohne die Passphrase hilft sie niemandem.',
    'Encrypted. Without the passphrase it helps nobody.',
  ],
  'backups.open': [
    'Nicht verschlüsselt: wer den Ordner hat, liest alles. Bitte den Datenträger verschließen.',
    'Not encrypted: whoever has the folder reads everything. Please keep the disk locked away.',
  ],
  'backups.keyless': [
    'Der Schlüssel der Geheimnisse ist nicht dabei und muss getrennt aufbewahrt werden.',
    'The key of the secrets is not in it and has to be kept apart.',
  ],
  'backups.plan': ['Wohin und wann', 'Where and when'],
  'backups.place': ['Ordner', 'Folder'],
  'backups.next': ['Nächste', 'Next one'],
  'backups.never': ['nur von Hand', 'only by hand'],
  'backups.kept': ['Aufbewahrt', 'Kept'],
  'backups.keptOf': [
    'die neueste von {{days}} Tagen, {{weeks}} Wochen und {{months}} Monaten',
    'the newest of {{days}} days, {{weeks}} weeks and {{months}} months',
  ],
  'backups.unset': [
    'Es wird nicht gesichert. Geht diese Festplatte verloren, sind alle Verkäufe verloren, die nicht in der Zentrale sind. Wer die Kasse betreut, trägt in den Einstellungen unter „backup.to“ einen Ordner auf einem anderen Datenträger ein.',
    'Nothing is backed up. If this disk is lost, all sales are lost that are not at the back office. Whoever looks after the till names a folder on another disk in the setting "backup.to".',
  ],
  'backups.failed': [
    'Die Sicherung ist nicht gelungen ({{at}}). Frühere Sicherungen sind unversehrt.',
    'The backup has failed ({{at}}). Earlier backups are untouched.',
  ],
  'backups.placeMissing': [
    'Der Ordner ist nicht da: Datenträger einstecken oder Freigabe verbinden. Danach wird von selbst gesichert.',
    'The folder is not there: plug in its disk or connect its share. The backup is made by itself then.',
  ],
  'backups.placeUnwritable': [
    'Auf den Datenträger der Sicherung kann nicht geschrieben werden: Platz schaffen oder Schreibrechte prüfen.',
    'The disk of the backups cannot be written: make room or check the right to write.',
  ],
  'backups.placeLies': [
    'Der Datenträger gibt anderes zurück, als geschrieben wurde: bitte einen anderen nehmen.',
    'The disk gives back something else than was written: please take another one.',
  ],
  'backups.noRoom': [
    'Auf der Festplatte dieser Kasse ist zu wenig Platz für die Sicherung: bitte Platz schaffen.',
    'The disk of this till has too little room for the backup: please make room.',
  ],
  'backups.damaged': [
    'Die Datenbank dieser Kasse ist beschädigt: bitte gleich den anrufen, der die Kasse betreut. Keine Sicherung löschen.',
    'The database of this till is damaged: please call whoever looks after the till at once. Delete no backup.',
  ],
  'backups.other': ['Das Protokoll der Kasse nennt den Grund.', 'The log of the till names the reason.'],
  'backups.running': [
    'Es wird gesichert. Verkauft werden kann weiter.',
    'A backup is being made. The till goes on selling.',
  ],
  'backups.now': ['Jetzt sichern', 'Back up now'],
  'update.title': ['Programm', 'Program'],
  'update.running': ['Version {{version}} wird gerade installiert.', 'Version {{version}} is being installed.'],
  'update.version': ['Version {{version}}', 'Version {{version}}'],
  'update.looked': ['Zuletzt nachgesehen: {{at}}', 'Last look: {{at}}'],
  'update.support': ['Für den, der die Kasse betreut:', 'For whoever looks after the till:'],
  'update.none': [
    'Diese Kasse sucht nicht selbst nach neuen Versionen. Wer die Kasse betreut, installiert sie.',
    'This till does not look for new versions by itself. Whoever looks after the till installs them.',
  ],
  'update.newest': ['Es gibt keine neuere.', 'There is no newer one.'],
  'update.notYet': [
    'Version {{version}} kommt später auch an diese Kasse.',
    'Version {{version}} will come to this till later.',
  ],
  'update.failedBefore': [
    'Version {{version}} lief an dieser Kasse nicht und wird nicht noch einmal versucht. Die nächste kommt von selbst.',
    'Version {{version}} did not work at this till and is not tried again. The next one comes by itself.',
  ],
  'update.waits': [
    'Version {{version}} wartet, bis keine Zahlung läuft oder offen ist und alles gesendet ist. Dann kommt sie von selbst.',
    'Version {{version}} waits until no payment runs or is unclear and everything has been sent. Then it comes by itself.',
  ],
  'update.ready': [
    'Version {{version}} ist geholt und geprüft. Ein Neustart über das Symbol der Kasse installiert sie, sobald keine Zahlung läuft oder offen ist und alles gesendet ist.',
    'Version {{version}} has been fetched and checked. A restart by the icon of the till installs it as soon as no payment runs or is unclear and everything has been sent.',
  ],
  'update.broken': [
    'Version {{version}} läuft nicht gut. Bitte gleich den anrufen, der die Kasse betreut: Er installiert die Version davor, und die Daten von davor kommen mit ihr zurück.',
    'Version {{version}} does not work well. Please call whoever looks after the till at once: they install the version before, and the data of before come back with it.',
  ],
  'update.updated': ['Version {{version}} ist installiert und läuft.', 'Version {{version}} is installed and works.'],
  'update.wentBack': [
    'Version {{version}} lief nicht. Die Version davor arbeitet wieder, es fehlt kein Verkauf. Bitte dem Bescheid geben, der die Kasse betreut.',
    'Version {{version}} did not work. The version before works again, and no sale is missing. Please tell whoever looks after the till.',
  ],
  'update.stays': [
    'Version {{version}} läuft nicht gut, hat aber schon verkauft. Sie bleibt, damit kein Verkauf fehlt. Bitte gleich den anrufen, der die Kasse betreut.',
    'Version {{version}} does not work well, but has sold already. It stays, so that no sale is missing. Please call whoever looks after the till at once.',
  ],
  'update.failed': [
    'Die Suche nach einer neuen Version ist nicht gelungen. An der Kasse ist nichts geändert; es wird von selbst wieder versucht.',
    'The look for a new version has failed. Nothing at the till has changed; it is tried again by itself.',
  ],
} as const;

export const useBackupTexts = addTexts(backupTexts);
