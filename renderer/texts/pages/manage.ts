/** Texts of the page of the management: names, states, and the words by which people search. */

import { addTexts } from '../context.tsx';

export const manageTexts = {
  'manage.title': ['Verwaltung', 'Manage'],
  'manage.search': ['Seite oder Einstellung suchen', 'Search pages and settings'],
  'manage.hits': ['Gefunden', 'Found'],
  'manage.none': [
    'Nichts gefunden. Die Karten stehen unter Verkauf, Geräte und Menschen.',
    'Nothing found. The cards are under Sale, Devices and People.',
  ],
  'manage.readOnly': [
    'Ihr Konto darf Listen und Berichte ansehen. Verkaufen und ändern darf es nicht.',
    'Your account can view lists and reports. It cannot sell or change anything.',
  ],
  'manage.notSelling': ['Ihr Konto verkauft nicht.', 'Your account does not sell.'],
  'manage.group.sale': ['Verkauf', 'Sale'],
  'manage.group.devices': ['Geräte', 'Devices'],
  'manage.group.people': ['Menschen', 'People'],

  'manage.reports': ['Berichte', 'Reports'],
  'manage.reports.words': [
    'Umsatz Umsätze Statistik Auswertung Renner Warengruppen Tagesbericht Monat Export',
    'turnover revenue statistics best sellers groups daily month export',
  ],
  'manage.articles': ['Artikel', 'Articles'],
  'manage.articles.words': [
    'Preis Preise Ware Produkt Strichcode EAN Tasten Favoriten Warengruppe',
    'price prices product goods barcode EAN keys favourites group',
  ],
  'manage.tiles': ['Kacheln', 'Tiles'],
  'manage.tiles.words': [
    'Favoriten Ordner Tasten Schnelltaste Anordnung anordnen Bild Reihenfolge',
    'favourites folders keys quick key arrange order layout',
  ],
  'manage.loyalty': ['Kundenkarten', 'Loyalty'],
  'manage.loyalty.words': [
    'Kunde Bonus Punkte Guthaben Rabatt Aktion Gutschein Stammkunde',
    'customer bonus points balance discount campaign voucher card',
  ],
  'manage.shop': ['Geschäft', 'Shop'],
  'manage.shop.words': [
    'Adresse Name Bon Steuernummer Kasse Kassen Anzeige Laden Firma Steuer',
    'address name receipt tax number till tills display store company',
  ],
  'manage.terminals': ['Terminals', 'Terminals'],
  'manage.terminals.words': [
    'Kartenterminal Kartengerät EC Gerät Kartenleser koppeln ZVT OPI girocard Diagnose',
    'card reader device pair ZVT OPI diagnosis pinpad',
  ],
  'manage.dayEnd': ['Kassenschnitt', 'End of day'],
  'manage.dayEnd.words': [
    'Terminal Karten Abrechnung Summen Unterschiede Einreichung',
    'terminal cards settlement totals differences batch',
  ],
  'manage.printers': ['Drucker', 'Printers'],
  'manage.printers.words': [
    'Bon Bondrucker Papier Bonrolle Schublade Logo Testbon drucken',
    'receipt paper roll drawer logo test print',
  ],
  'manage.queue': ['Warteschlange', 'Queue'],
  'manage.queue.words': [
    'Übertragung Online Dienst Zentrale Internet gesendet wartet offline',
    'transfer online service back office internet sent waiting offline',
  ],
  'manage.people': ['Personen und Zugänge', 'People and API clients'],
  'manage.people.words': [
    'Mitarbeiter Benutzer Rolle Rechte PIN Passwort Leitung Kassierer Zugang API',
    'staff user employee role rights PIN password manager cashier access',
  ],
  'manage.audit': ['Änderungen', 'Changes'],
  'manage.audit.words': ['Protokoll Verlauf wer was wann Log', 'log history who what when audit'],
  'manage.backups': ['Sicherung', 'Backups'],
  'manage.backups.words': ['Backup Datensicherung Festplatte USB Stick', 'backup copy disk USB stick safe'],
  'manage.doubts': ['Uhr und Nummern', 'Clock and numbers'],
  'manage.doubts.words': ['Uhrzeit Zeit Datum Belegnummer Zweifel', 'time date receipt number doubt'],
  'manage.own': ['Eigene PIN und Darstellung', 'My PIN and appearance'],
  'manage.own.words': ['Einstellungen Abmelden persönlich', 'settings sign out personal'],

  'manage.sales': ['Belege', 'Sales'],
  'manage.sales.words': [
    'Verkäufe Bon Rückgabe Storno Umtausch Quittung Kopie letzter',
    'receipts return void exchange copy last',
  ],
  'manage.cash': ['Bargeld', 'Cash'],
  'manage.cash.words': [
    'Schublade Einlage Entnahme zählen Zählung Wechselgeld Schicht Kassensturz',
    'drawer deposit withdrawal count float shift',
  ],
  'manage.closing': ['Tagesabschluss', 'Close the day'],
  'manage.closing.words': ['Z-Bericht Abschluss Feierabend Tagesende', 'Z report end evening'],
  'manage.operations': ['Vorgänge von Hand', 'Manual operations'],
  'manage.operations.words': [
    'Terminal Gutschrift Storno Trinkgeld Vorautorisierung Telefon',
    'terminal refund void tip pre-authorisation telephone',
  ],
  'manage.language': ['Sprache', 'Language'],
  'manage.language.words': ['Deutsch Englisch English', 'German English Deutsch'],
  'manage.theme': ['Darstellung und Kontrast', 'Appearance and contrast'],
  'manage.theme.words': ['dunkel hell Nacht Farben Schrift', 'dark light night colours'],
  'manage.hand': ['Linke oder rechte Hand', 'Left or right hand'],
  'manage.hand.words': ['Linkshänder Bedienung Seite', 'left-handed layout side'],
  'manage.scanner': ['Scanner und Töne', 'Scanner and sounds'],
  'manage.scanner.words': ['Strichcode anlernen Ton leise Piepen', 'barcode teach beep quiet sound'],
  'manage.pin': ['Eigene PIN ändern', 'Change my PIN'],
  'manage.pin.words': ['Passwort Kennwort', 'password'],
  'manage.lock': ['Sperren, Person wechseln, abmelden', 'Lock, change person, sign out'],
  'manage.lock.words': ['Pause Schichtwechsel', 'break logout'],
  'manage.display': ['Kundenanzeige verbinden', 'Connect a customer display'],
  'manage.display.words': ['Bildschirm Monitor zweiter', 'screen monitor second'],
  'manage.import': ['Artikel importieren', 'Import articles'],
  'manage.import.words': ['Preisliste CSV Excel Datei einlesen', 'price list CSV Excel file'],
  'manage.tax': ['Steuersätze', 'Tax rates'],
  'manage.tax.words': ['Mehrwertsteuer MwSt Umsatzsteuer USt Prozent', 'VAT percent'],
  'manage.slip': ['Logo und Bon auf dem Telefon', 'Logo and receipt on a phone'],
  'manage.slip.words': ['QR Code Kopfzeile Bild', 'QR code header picture'],

  'manage.state.articles': ['{{count}} im Verkauf', '{{count}} on sale'],
  'manage.state.people': ['Personen an der Kasse: {{count}}', 'People at the till: {{count}}'],
  'manage.state.terminals': ['{{count}} bereit', '{{count}} ready'],
  'manage.state.terminalsAway': [
    'Terminals: {{count}}, nicht erreichbar: {{away}}',
    'Terminals: {{count}}, not reachable: {{away}}',
  ],
  'manage.state.noTerminals': ['noch keines gekoppelt', 'none paired yet'],
  'manage.state.printers': ['{{count}} bereit', '{{count}} ready'],
  'manage.state.due': ['jetzt fällig', 'due now'],
  'manage.state.sent': ['alles gesendet', 'everything sent'],
  'manage.state.waiting': ['{{count}} warten', '{{count}} waiting'],
  'manage.state.toClear': ['{{count}} zu klären', '{{count}} to clear up'],
  'manage.state.own': ['{{name}}, {{language}}', '{{name}}, {{language}}'],
} as const;

export type ManageKey = keyof typeof manageTexts;

export const useManageTexts = addTexts(manageTexts);
