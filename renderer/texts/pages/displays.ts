/** Texts about customer displays and serial scanners. */

import { addTexts } from '../context.tsx';

export const displayTexts = {
  'display.title': ['Kundenanzeigen', 'Customer displays'],
  'display.intro': [
    'Eine Kundenanzeige zeigt der Kundin ihren Einkauf, die Summe und was das Kartenterminal gerade möchte. Jedes Gerät mit einem Browser kann eine sein, auch ein zweiter Bildschirm an dieser Kasse.',
    'A customer display shows the customer the purchase, the total, and what the card terminal asks for. Any device with a browser can be one, including a second screen at this till.',
  ],
  'display.connect': ['Kundenanzeige verbinden', 'Connect a customer display'],
  'display.how': [
    'Auf dem Gerät, das anzeigen soll, diese Adresse öffnen und den Code eingeben:',
    'On the device that is to be the display, open this address and type the code:',
  ],
  'display.address': ['Adresse', 'Address'],
  'display.code': ['Code', 'Code'],
  'display.for': [
    'Zeigt die Verkäufe von „{{till}}“. Der Code gilt zehn Minuten und nur einmal.',
    'It will show the sales of “{{till}}”. The code works once, within ten minutes.',
  ],
  'display.here': [
    'Die Adresse gilt an diesem Rechner. Damit ein anderes Gerät die Kasse erreicht, muss sie im Netz freigegeben sein; wie das geht, steht in der Anleitung unter „Betrieb“.',
    'This address works on this computer. For another device to reach the till, the till has to be opened to the network; the manual says how, under “Operation”.',
  ],
  'display.till': ['Kasse', 'Till'],
  'display.name': ['Name der Anzeige', 'Name of the display'],
  'display.language': ['Sprache', 'Language'],
  'display.language.de': ['Deutsch', 'German'],
  'display.language.en': ['Englisch', 'English'],
  'display.none': ['Es ist noch keine Kundenanzeige verbunden.', 'No customer display is connected yet.'],
  'display.loading': ['Wird geladen …', 'Loading …'],
  'display.connected': ['zeigt gerade an', 'showing now'],
  'display.lastSeen': ['zuletzt verbunden {{moment}}', 'last connected {{moment}}'],
  'display.neverSeen': ['noch nie verbunden', 'never connected'],
  'display.facts': ['{{till}} · {{language}} · verbunden von {{by}}', '{{till}} · {{language}} · connected by {{by}}'],
  'display.ownWindow': ['dem zweiten Fenster der Kasse', 'the second window of the till'],
  'display.removeNote': [
    'Wird sie entfernt, zeigt sie sofort nichts mehr an. Ein neuer Code verbindet sie wieder.',
    'Once it is removed, it shows nothing any more. A new code connects it again.',
  ],
  'display.picture': ['Bild zwischen zwei Verkäufen', 'Picture between two sales'],
  'display.pictureChoose': ['Bild wählen', 'Choose a picture'],
  'display.pictureHelp': [
    'PNG, JPEG oder WebP, bis 1 MB. Ohne Bild steht dort der Name des Geschäfts.',
    'PNG, JPEG or WebP, up to 1 MB. Without a picture the name of the shop is shown.',
  ],
  'display.pictureSet': ['Auf den Anzeigen ist ein Bild.', 'The displays show a picture.'],
  'display.pictureRemove': ['Bild entfernen', 'Remove the picture'],
  'display.pictureRemoveYes': ['Ja, Bild entfernen', 'Yes, remove the picture'],
  'serial.title': ['Scanner an einem seriellen Anschluss', 'Scanners at a serial port'],
  'serial.intro': [
    'Scanner, die wie eine Tastatur schreiben, brauchen keine Einstellung. Hier stehen nur Scanner an einem seriellen Anschluss oder mit seriellem USB-Modus.',
    'Scanners that type like a keyboard need no setting. Only scanners at a serial port, or in serial USB mode, are listed here.',
  ],
  'serial.none': ['Es ist kein solcher Scanner eingerichtet.', 'No such scanner is set up.'],
  'serial.add': ['Scanner einrichten', 'Set up a scanner'],
  'serial.name': ['Name des Scanners', 'Name of the scanner'],
  'serial.till': ['Kasse', 'Till'],
  'serial.port': ['Anschluss', 'Port'],
  'serial.portOther': ['anderer Anschluss …', 'another port …'],
  'serial.portName': [
    'Name des Anschlusses, zum Beispiel /dev/ttyACM0 oder COM3',
    'Name of the port, for example /dev/ttyACM0 or COM3',
  ],
  'serial.speed': ['Geschwindigkeit (Baud)', 'Speed (baud)'],
  'serial.prefix': ['Zeichen vor jedem Code (meist keine)', 'Characters before each code (usually none)'],
  'serial.suffix': ['Was einen Code beendet', 'What ends a code'],
  'serial.suffix.line': ['Zeilenende (üblich)', 'end of line (usual)'],
  'serial.suffix.tab': ['Tabulator', 'tab'],
  'serial.suffix.etx': ['Steuerzeichen ETX', 'control character ETX'],
  'serial.suffix.pause': ['eine kurze Pause', 'a short pause'],
  'serial.state.connecting': ['wird verbunden', 'connecting'],
  'serial.state.ready': ['bereit', 'ready'],
  'serial.state.offline': ['nicht erreichbar', 'not reachable'],
  'serial.state.closed': ['aus', 'off'],
  'serial.offlineHelp': [
    'Ist der Scanner eingesteckt und eingeschaltet? Die Kasse versucht es von selbst weiter.',
    'Is the scanner plugged in and switched on? The till keeps trying by itself.',
  ],
  'serial.try': [
    'Zum Prüfen etwas scannen: Der Code erscheint hier.',
    'To check it, scan something: the code appears here.',
  ],
  'serial.last': ['Zuletzt gelesen: {{code}}', 'Last read: {{code}}'],
  'serial.noise': [
    'Es kamen Zeichen, die kein Code sind. Meist ist am Scanner eine andere Geschwindigkeit eingestellt.',
    'Characters arrived that are no code. Usually the scanner is set to another speed.',
  ],
  'serial.removeNote': [
    'Wird er entfernt, nimmt die Kasse nichts mehr von ihm an.',
    'Once it is removed, the till takes nothing from it any more.',
  ],
} as const;

export const useDisplayTexts = addTexts(displayTexts);
