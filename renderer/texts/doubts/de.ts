/** German texts of the questions about clock and numbers. */
export const de = {
  'doubts.title': 'Uhr und Nummern',
  'doubts.none': 'Uhr und Nummern sind in Ordnung. Es kann verkauft werden.',
  'doubts.clock': 'Stimmt die Uhr?',
  'doubts.clockNow': 'Uhr dieser Kasse',
  'doubts.clockNewest': 'Letzte Buchung',
  'doubts.clockHelp':
    'Stimmen Datum und Uhrzeit nicht: am Gerät stellen, danach geht es von selbst weiter. Stimmen sie, hier bestätigen.',
  'doubts.clockRight': 'Die Uhr stimmt',
  'doubts.clockSure': 'Es ist wirklich {{moment}}? Alles, was jetzt verkauft wird, trägt diese Zeit.',
  'doubts.clockYes': 'Ja, verkaufen',
  'doubts.back': 'Zurück',
  'doubts.numbers': 'Welche Nummern sind schon vergeben?',
  'doubts.numbersHelp':
    'Bitte die neuesten gedruckten Belege aller Kassen dieses Geräts ansehen und die höchste Nummer eintragen. Danach geht es mit der nächsten weiter; keine Nummer wird zweimal vergeben.',
  'doubts.here': 'Hier bekannt',
  'doubts.office': 'In der Zentrale bekannt',
  'doubts.officeNone': 'Die Zentrale hat nicht geantwortet. Ihre Nummern zählen, sobald sie es tut.',
  'doubts.upstream': 'Beim Online-Dienst',
  'doubts.unknown': '{{count}} bezahlte Verkäufe, die hier fehlen',
  'doubts.receiptKnown': 'Beleg {{number}}',
  'doubts.reportKnown': 'Z-Bericht {{number}} ({{till}})',
  'doubts.nothing': 'keine Nummer',
  'doubts.receipt': 'Höchste Belegnummer auf Papier',
  'doubts.report': 'Neuester Z-Bericht auf Papier, {{till}}',
  'doubts.lower':
    'Bekannt ist schon {{number}}. Bitte die höchste Nummer eintragen, auch wenn sie nicht auf dem Papier steht.',
  'doubts.empty': 'Bitte eine Zahl eintragen; 0, wenn noch kein Beleg gedruckt wurde.',
  'doubts.check': 'Weiter',
  'doubts.numbersSure':
    'Der nächste Beleg bekommt die Nummer {{number}}. Liegt kein Beleg mit dieser oder einer höheren Nummer vor?',
  'doubts.numbersYes': 'Ja, ab {{number}} verkaufen',
  'doubts.done': 'Erledigt. Es kann wieder verkauft werden.',
} as const;
