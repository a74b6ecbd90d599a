/** Refusals about setting up and running the shop: set-up, facts of the shop, articles, printers, displays and scanners. */
import { entry, format, notAllowed, notFound, security } from './entry.ts';

export const shopErrors = {
  setupWaiting: entry(403, security, 5050, 'state', 'not_moved', {
    de: 'Hier ist noch kein Geschäft eingerichtet. Bitte an diesem Rechner einrichten: im Browser, oder mit einer Datei (npm run setup). Es wurde kein Geld bewegt.',
    en: 'No shop has been set up here yet. Please set it up at this machine: in the browser, or by a file (npm run setup). No money was moved.',
    cause: {
      de: 'Im Datenverzeichnis ist noch kein Geschäft, und alles außer der Einrichtung wartet darauf.',
      en: 'The data directory has no shop yet, and everything but the set-up waits for it.',
    },
    cure: {
      de: 'An diesem Rechner die Adresse der Bridge öffnen oder npm run setup -- --data DIR --file shop.json ausführen; --demo braucht keine Einrichtung.',
      en: 'Open the address of the bridge at this machine, or run npm run setup -- --data DIR --file shop.json; --demo needs no set-up.',
    },
  }),
  setupDone: entry(405, notAllowed, 5051, 'state', 'none_involved', {
    de: 'Hier ist schon ein Geschäft eingerichtet. Geändert wird es von der Leitung am Bildschirm.',
    en: 'A shop has been set up here already. A manager changes it at the screen.',
    cause: {
      de: 'In diesem Datenverzeichnis ist ein Geschäft eingerichtet, und das geschieht einmal.',
      en: 'A shop was set up in this data directory, and it is set up once.',
    },
    cure: {
      de: 'Es als Leitung mit PUT /bridge/v1/shop ändern oder npm run setup mit der Datei wiederholen; geändert wird nur, was abweicht.',
      en: 'Change it by PUT /bridge/v1/shop as a manager, or repeat npm run setup with the file, which changes only what differs.',
    },
  }),
  setupElsewhere: entry(403, security, 5052, 'client', 'none_involved', {
    de: 'Eingerichtet wird nur an dem Rechner, auf dem Tillbridge läuft. Bitte dort die Adresse mit 127.0.0.1 öffnen.',
    en: 'A shop is set up only at the machine on which Tillbridge runs. Please open the address with 127.0.0.1 there.',
    cause: {
      de: 'Die Einrichtung wurde von einem anderen Rechner aufgerufen, und sie antwortet nur auf Loopback.',
      en: 'The set-up was called from another machine, and it answers on loopback only.',
    },
    cure: {
      de: 'Am Rechner der Bridge 127.0.0.1 öffnen, einen Tunnel dorthin benutzen oder mit einer Datei einrichten (npm run setup).',
      en: 'Open 127.0.0.1 at the machine of the bridge, use a tunnel to it, or set up by a file (npm run setup).',
    },
  }),
  setupCode: entry(401, security, 5053, 'client', 'none_involved', {
    de: 'Dieser Einmalcode gilt nicht: falsch, schon benutzt, oder Tillbridge wurde neu gestartet. Ein neuer steht nach dem nächsten Start in der Konsole und im Protokoll, oder npm run setup -- --new-code macht einen.',
    en: 'This one-time code is not valid: wrong, used, or Tillbridge was started again. The next start shows a new one in the console and in the log, or npm run setup -- --new-code makes one.',
    cause: {
      de: 'Der Einmalcode der Einrichtung ist falsch, benutzt oder von einem früheren Start.',
      en: 'The one-time code of the set-up is wrong, used, or of an earlier start.',
    },
    cure: {
      de: 'Den Code dieses Starts in Konsole oder Protokoll lesen oder mit npm run setup -- --new-code einen machen und an POST /bridge/v1/setup/begin senden.',
      en: 'Read the code of this start in the console or the log, or make one by npm run setup -- --new-code, and send it to POST /bridge/v1/setup/begin.',
    },
  }),
  setupToken: entry(401, security, 5054, 'client', 'none_involved', {
    de: 'Diese Einrichtung läuft in einem anderen Fenster, oder Tillbridge wurde neu gestartet. Was eingegeben ist, bleibt; bitte mit dem Einmalcode weitermachen.',
    en: 'This set-up goes on in another window, or Tillbridge was started again. What was entered stays; please go on with the one-time code.',
    cause: {
      de: 'Das Token ist nicht das der laufenden Einrichtung: Ein anderes Fenster hat weitergemacht, oder die Bridge wurde neu gestartet.',
      en: 'The token is not the one of the set-up under way: another window went on with it, or the bridge was started again.',
    },
    cure: {
      de: 'POST /bridge/v1/setup/begin mit dem Einmalcode; der Entwurf bleibt.',
      en: 'POST /bridge/v1/setup/begin with the one-time code; the draft is kept.',
    },
  }),
  setupFaults: entry(500, format, 5055, 'client', 'none_involved', {
    de: 'Die Einrichtung ist noch nicht vollständig oder enthält Fehler. Es wurde nichts eingerichtet.',
    en: 'The set-up is not complete yet or has faults. Nothing was set up.',
    cause: {
      de: 'In der Einrichtung fehlt etwas, oder Werte lassen sich nicht übernehmen; `faults` nennt jedes mit Grund.',
      en: 'The set-up lacks something or has values that cannot be taken; `faults` names each with its reason.',
    },
    cure: {
      de: 'Die Felder aus `faults` mit PUT /bridge/v1/setup/draft berichtigen und POST /bridge/v1/setup/finish wiederholen.',
      en: 'Correct the members in `faults` by PUT /bridge/v1/setup/draft and repeat POST /bridge/v1/setup/finish.',
    },
  }),
  setupVersion: entry(405, notAllowed, 5056, 'state', 'none_involved', {
    de: 'Diese Einrichtung wurde mit einer anderen Version begonnen und kann hier nicht fortgesetzt werden. Bitte von vorn beginnen; eingerichtet ist noch nichts.',
    en: 'This set-up was begun with another version and cannot be continued here. Please begin again; nothing has been set up yet.',
    cause: {
      de: 'Der Entwurf wurde mit einer anderen Programmversion begonnen, deren Form diese nicht liest.',
      en: 'The draft was begun with another version of the program, whose form this one does not read.',
    },
    cure: {
      de: 'DELETE /bridge/v1/setup/draft und neu beginnen.',
      en: 'DELETE /bridge/v1/setup/draft and begin again.',
    },
  }),
  shopFaults: entry(500, format, 5058, 'client', 'none_involved', {
    de: 'Angaben zum Geschäft sind fehlerhaft. Es wurde nichts geändert.',
    en: 'Facts of the shop are wrong. Nothing was changed.',
    cause: {
      de: 'Angaben zum Geschäft lassen sich nicht übernehmen; `faults` nennt jede mit Grund.',
      en: 'Members of the shop cannot be taken; `faults` names each with its reason.',
    },
    cure: {
      de: 'Die Angaben aus `faults` berichtigen und alles noch einmal senden; nichts davon wurde gespeichert.',
      en: 'Correct the members in `faults` and send all of it again; nothing of it was stored.',
    },
  }),
  shopInUse: entry(405, notAllowed, 5057, 'state', 'none_involved', {
    de: 'Das lässt sich nicht mehr ändern, weil schon verkauft wurde.',
    en: 'This cannot be changed any more, because something has been sold.',
    cause: {
      de: 'Die Währung des Geschäfts kann sich nicht ändern, nachdem darin verkauft wurde.',
      en: 'The currency of the shop cannot change after something was sold in it.',
    },
    cure: {
      de: 'Die Währung behalten; eine andere braucht ein Geschäft in einem eigenen Datenverzeichnis.',
      en: 'Keep the currency; another one wants a shop in a data directory of its own.',
    },
  }),
  articleFault: entry(500, format, 5070, 'client', 'none_involved', {
    de: 'Die Angaben sind fehlerhaft.',
    en: 'What was sent is not valid.',
    cause: {
      de: 'Angaben zu Artikel, Gruppe oder Steuersatz lassen sich nicht übernehmen; `faults` nennt jede mit Grund.',
      en: 'Members of an article, a group or a tax rate cannot be taken; `faults` names each with its reason.',
    },
    cure: {
      de: 'Die Angaben aus `faults` berichtigen und alles noch einmal senden; nichts davon wurde gespeichert.',
      en: 'Correct the members in `faults` and send all of it again; nothing of it was stored.',
    },
  }),
  articleEnded: entry(405, notAllowed, 5071, 'state', 'not_moved', {
    de: 'Dieser Artikel wird nicht mehr verkauft.',
    en: 'This article is not sold any more.',
    cause: {
      de: 'Der Artikel ist beendet: Er bleibt auf alten Bons und wird nicht mehr verkauft.',
      en: 'The article was ended: it stays in old receipts and is sold no more.',
    },
    cure: {
      de: 'Einen anderen Artikel verkaufen; eine Leitung holt ihn mit PUT /bridge/v1/articles/{id} zurück.',
      en: 'Sell another article; a manager brings it back by PUT /bridge/v1/articles/{id}.',
    },
  }),
  importRunning: entry(405, notAllowed, 5072, 'state', 'none_involved', {
    de: 'Gerade werden Artikel importiert. Bitte warten, bis der Import fertig ist; verkauft werden kann weiter.',
    en: 'Articles are being imported. Please wait until the import is done; selling goes on.',
    cause: {
      de: 'Ein Import von Artikeln läuft, und es gibt nur einen zugleich.',
      en: 'An import of articles is running, and there is one at a time.',
    },
    cure: {
      de: 'GET /bridge/v1/articles/import lesen, bis er beendet ist, dann wiederholen.',
      en: 'Read GET /bridge/v1/articles/import until it has ended, then repeat.',
    },
    retry: true,
  }),
  pictureRefused: entry(500, format, 5073, 'client', 'none_involved', {
    de: 'Das Bild wird nicht angenommen: PNG, JPEG oder WebP, bis 1 MB und 4096 Punkte je Seite.',
    en: 'The picture is not taken: PNG, JPEG or WebP, up to 1 MB and 4096 pixels on each side.',
    cause: {
      de: 'Die Bytes sind kein PNG, JPEG oder WebP, oder das Bild ist größer als 1 MB oder 4096 Punkte je Seite.',
      en: 'The bytes are no PNG, JPEG or WebP, or the picture is larger than 1 MB or 4096 pixels on a side.',
    },
    cure: {
      de: 'Die Bytes eines kleineren Bilds mit seinem Content-Type senden, zum Beispiel image/webp.',
      en: 'Send the bytes of a smaller picture with its Content-Type, for example image/webp.',
    },
  }),
  printerBusy: entry(405, notAllowed, 1220, 'state', 'none_involved', {
    de: 'An diesem Drucker warten noch Bons. Bitte erst drucken oder verwerfen.',
    en: 'Slips are still waiting for this printer. Please print or discard them first.',
    cause: {
      de: 'An diesem Drucker warten Bons, deshalb lässt er sich jetzt nicht ändern oder entfernen.',
      en: 'Slips wait at this printer, so it cannot be changed or removed now.',
    },
    cure: {
      de: 'Sie mit POST /bridge/v1/printers/{id}/held drucken oder verwerfen; GET /bridge/v1/printers/{id}/jobs zeigt sie.',
      en: 'Print or discard them by POST /bridge/v1/printers/{id}/held; GET /bridge/v1/printers/{id}/jobs lists them.',
    },
  }),
  linksOff: entry(405, notAllowed, 1221, 'server', 'none_involved', {
    de: 'Der Bon als Datei ist ausgeschaltet, oder es fehlt die Adresse, unter der ihn ein Telefon erreicht. Bitte drucken; einstellen kann es die Leitung.',
    en: 'The receipt as a file is switched off, or lacks an address that a phone can reach. Please print it; a manager can set it up.',
    cause: {
      de: 'Bons als Datei sind ausgeschaltet oder haben keine Adresse, die ein Telefon erreicht.',
      en: 'Receipts as a file are switched off, or have no address that a phone can reach.',
    },
    cure: {
      de: 'Den Bon drucken, oder eine Leitung setzt die Adresse mit PUT /bridge/v1/printing/receipt-links.',
      en: 'Print the receipt, or let a manager set the address by PUT /bridge/v1/printing/receipt-links.',
    },
  }),
  receiptTooLong: entry(405, notAllowed, 1222, 'state', 'none_involved', {
    de: 'Der Bon ist zu lang für eine Datei. Bitte drucken.',
    en: 'The receipt is too long for a file. Please print it.',
    cause: {
      de: 'Der Bon hat mehr Zeilen, als eine Datei davon haben darf.',
      en: 'The receipt has more lines than a file of it may have.',
    },
    cure: {
      de: 'Ihn mit POST /bridge/v1/sales/{id}/prints drucken.',
      en: 'Print it by POST /bridge/v1/sales/{id}/prints.',
    },
  }),
  tooManyLinks: entry(405, notAllowed, 1223, 'state', 'none_involved', {
    de: 'Für diesen Bon gibt es schon genug Links. Bitte einen davon verwenden oder drucken.',
    en: 'There are enough links to this receipt already. Please use one of them, or print it.',
    cause: {
      de: 'Für diesen Bon gibt es so viele Links, wie einer haben darf.',
      en: 'As many links to this receipt were made as one may have.',
    },
    cure: {
      de: 'Einen Link verwenden, den POST /bridge/v1/sales/{id}/receipt-link schon gegeben hat, oder den Bon drucken.',
      en: 'Use a link that POST /bridge/v1/sales/{id}/receipt-link gave before, or print the receipt.',
    },
  }),
  invoiceOfCancelled: entry(405, notAllowed, 1224, 'state', 'none_involved', {
    de: 'Der Verkauf ist storniert: Für ihn gibt es keine Rechnung mehr.',
    en: 'The sale is cancelled: no invoice can be made for it any more.',
    cause: { de: 'Der Verkauf wurde storniert.', en: 'The sale was cancelled.' },
    cure: {
      de: 'Den richtigen Verkauf suchen, oder die Ware neu verkaufen.',
      en: 'Look for the right sale, or sell the goods again.',
    },
  }),
  displayCodeUnknown: entry(404, notFound, 1230, 'client', 'none_involved', {
    de: 'Der Code ist nicht richtig oder nicht mehr gültig. Ein neuer Code steht an der Kasse unter Einstellungen, oder auf der Seite Geschäft unter Kundenanzeigen.',
    en: 'The code is not correct or no longer valid. A new code is at the till under settings, or on the page Shop under customer displays.',
    cause: {
      de: 'Keine Kundenanzeige wartet mit diesem Code: Er ist vertippt, benutzt oder zu alt.',
      en: 'No customer display waits with this code: it is mistyped, used or too old.',
    },
    cure: {
      de: 'Mit POST /bridge/v1/displays/codes einen neuen Code machen und an POST /bridge/v1/display/pairing senden.',
      en: 'Make a new code by POST /bridge/v1/displays/codes and send it to POST /bridge/v1/display/pairing.',
    },
  }),
  tooManyDisplays: entry(405, notAllowed, 1231, 'state', 'none_involved', {
    de: 'Es gibt schon zu viele Kundenanzeigen. Bitte erst eine entfernen, die nicht mehr gebraucht wird.',
    en: 'There are too many customer displays already. Remove one first that is no longer needed.',
    cause: {
      de: 'Das Geschäft hat so viele Kundenanzeigen, wie es haben darf; `error_details` hat die Zahl.',
      en: 'The shop has as many customer displays as it may have; `error_details` has the number.',
    },
    cure: {
      de: 'Eine mit POST /bridge/v1/displays/{id}/revoke entfernen.',
      en: 'Remove one by POST /bridge/v1/displays/{id}/revoke.',
    },
  }),
  scaleTwice: entry(405, notAllowed, 1293, 'state', 'none_involved', {
    de: 'Diese Kasse oder dieser Anschluss hat schon eine Waage oder einen Scanner. Bitte das andere Gerät zuerst ändern oder entfernen.',
    en: 'This till or this port has a scale or a scanner already. Change or remove the other device first.',
    cause: {
      de: 'Eine Kasse hat höchstens eine Waage, und an einem Anschluss ist höchstens ein Gerät.',
      en: 'A till has one scale at most, and a port one device.',
    },
    cure: {
      de: 'Das andere ändern oder entfernen: PUT oder DELETE /bridge/v1/scales/{id}, /bridge/v1/scanners/{id}.',
      en: 'Change or remove the other one: PUT or DELETE /bridge/v1/scales/{id}, /bridge/v1/scanners/{id}.',
    },
  }),
  scannerTwice: entry(405, notAllowed, 1232, 'state', 'none_involved', {
    de: 'An diesem Anschluss ist schon ein Scanner eingerichtet, oder es sind zu viele. Bitte den anderen zuerst ändern oder entfernen.',
    en: 'A scanner has been set up at this port already, or there are too many. Change or remove the other one first.',
    cause: {
      de: 'An diesem Anschluss ist schon ein Scanner eingerichtet, oder es gibt so viele, wie es geben darf.',
      en: 'Another scanner is set up at this port, or there are as many scanners as there may be.',
    },
    cure: {
      de: 'Den anderen ändern oder entfernen: PUT oder DELETE /bridge/v1/scanners/{id}.',
      en: 'Change or remove the other one: PUT or DELETE /bridge/v1/scanners/{id}.',
    },
  }),
} as const;
