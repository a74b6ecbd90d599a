/** Texts of the questions about clock and numbers. */

import { addTexts } from '../context.tsx';

export const doubtTexts = {
  'doubts.title': ['Uhr und Nummern', 'Clock and numbers'],
  'doubts.none': [
    'Uhr und Nummern sind in Ordnung. Es kann verkauft werden.',
    'Clock and numbers are in order. The till can sell.',
  ],
  'doubts.clock': ['Stimmt die Uhr?', 'Is the clock right?'],
  'doubts.clockNow': ['Uhr dieser Kasse', 'Clock of this till'],
  'doubts.clockNewest': ['Letzte Buchung', 'Newest booking'],
  'doubts.clockHelp': [
    'Stimmen Datum und Uhrzeit nicht: am Gerät stellen, danach geht es von selbst weiter. Stimmen sie, hier bestätigen.',
    'If date and time are wrong, set them at the machine; work goes on by itself afterwards. If they are right, confirm here.',
  ],
  'doubts.clockRight': ['Die Uhr stimmt', 'The clock is right'],
  'doubts.clockSure': [
    'Es ist wirklich {{moment}}? Alles, was jetzt verkauft wird, trägt diese Zeit.',
    'Is it really {{moment}}? Everything that is sold now carries this time.',
  ],
  'doubts.clockYes': ['Ja, verkaufen', 'Yes, sell'],
  'doubts.again': ['Noch einmal: ja', 'Once more: yes'],
  'doubts.back': ['Zurück', 'Back'],
  'doubts.numbers': ['Welche Nummern sind schon vergeben?', 'Which numbers were given already?'],
  'doubts.numbersHelp': [
    'Bitte die neuesten gedruckten Belege aller Kassen dieses Geräts ansehen und die höchste Nummer eintragen. Danach geht es mit der nächsten weiter; keine Nummer wird zweimal vergeben.',
    'Please look at the newest printed receipts of all tills of this machine and enter the highest number. The till goes on with the next one; no number is given twice.',
  ],
  'doubts.here': ['Hier bekannt', 'Known here'],
  'doubts.office': ['In der Zentrale bekannt', 'Known at the back office'],
  'doubts.officeNone': [
    'Die Zentrale hat nicht geantwortet. Ihre Nummern zählen, sobald sie es tut.',
    'The back office has not answered. Its numbers count as soon as it does.',
  ],
  'doubts.upstream': ['Beim Online-Dienst', 'At the online service'],
  'doubts.unknown': ['{{count}} bezahlte Verkäufe, die hier fehlen', '{{count}} paid sales that are missing here'],
  'doubts.receiptKnown': ['Beleg {{number}}', 'receipt {{number}}'],
  'doubts.reportKnown': ['Z-Bericht {{number}} ({{till}})', 'Z report {{number}} ({{till}})'],
  'doubts.nothing': ['keine Nummer', 'no number'],
  'doubts.receipt': ['Höchste Belegnummer auf Papier', 'Highest receipt number on paper'],
  'doubts.report': ['Neuester Z-Bericht auf Papier, {{till}}', 'Newest Z report on paper, {{till}}'],
  'doubts.lower': [
    'Bekannt ist schon {{number}}. Bitte die höchste Nummer eintragen, auch wenn sie nicht auf dem Papier steht.',
    '{{number}} is known already. Please enter the highest number, even where it is not on the paper.',
  ],
  'doubts.empty': [
    'Bitte eine Zahl eintragen; 0, wenn noch kein Beleg gedruckt wurde.',
    'Please enter a number; 0 where no receipt was printed yet.',
  ],
  'doubts.check': ['Weiter', 'Next'],
  'doubts.numbersSure': [
    'Der nächste Beleg bekommt die Nummer {{number}}. Liegt kein Beleg mit dieser oder einer höheren Nummer vor?',
    'The next receipt gets the number {{number}}. Is there no receipt with this or a higher number?',
  ],
  'doubts.numbersYes': ['Ja, ab {{number}} verkaufen', 'Yes, sell from {{number}}'],
  'doubts.done': ['Erledigt. Es kann wieder verkauft werden.', 'Done. The till can sell again.'],
} as const;

export const useDoubtTexts = addTexts(doubtTexts);
