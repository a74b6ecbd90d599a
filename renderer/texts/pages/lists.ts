/** Texts about lists that come as a file: articles, cards, coupons, people. */

import { addTexts } from '../context.tsx';

export const listTexts = {
  'list.samples': ['{{name}}: die ersten drei Zeilen', '{{name}}: the first three lines'],
  'list.columns': ['Spalten der Datei', 'Columns of the file'],
  'list.columnNumber': ['Spalte {{number}}', 'Column {{number}}'],
  'list.columnMissing': [
    'Es fehlt: {{columns}}. Bitte bei einer Spalte wählen oder unten für die ganze Datei sagen.',
    'Missing: {{columns}}. Please choose it for a column, or say it below for the whole file.',
  ],
  'list.columnChosen': [
    'Es fehlt: {{columns}}. Bitte bei einer Spalte wählen.',
    'Missing: {{columns}}. Please choose it for a column.',
  ],
  'list.zeros': [
    '{{count}} Zeilen haben Nummern, die vorn Nullen verloren zu haben scheinen',
    '{{count}} lines have numbers that seem to have lost zeros in front',
  ],
  'list.zeros.restore': ['Nullen ergänzen', 'Restore the zeros'],
  'list.zeros.keep': ['So übernehmen', 'Take as they are'],
  'list.rounded': [
    '{{count}} Zeilen haben lange Nummern, die auf Nullen enden: Eine Tabellenkalkulation rundet so',
    '{{count}} lines have long numbers that end in zeros: a spreadsheet rounds them so',
  ],
  'list.rounded.ask': ['Diese Zeilen weglassen', 'Leave these lines out'],
  'list.rounded.keep': ['Die Nummern stimmen', 'The numbers are right'],
  'list.noHead': [
    'Die Datei hat keine Zeile mit Namen der Spalten. Bitte wählen, was jede Spalte ist.',
    'The file has no line with names of columns. Please choose what each column is.',
  ],
  'list.headLine': [
    'Die Namen der Spalten stehen in Zeile {{line}}; was darüber steht, bleibt weg.',
    'The names of the columns stand in line {{line}}; what is above is left out.',
  ],
  'list.columnsKept': [
    'Die Spalten sind so gewählt wie bei der letzten Datei dieser Art.',
    'The columns are chosen as for the last file of this kind.',
  ],
  'list.wholeFile': ['Für die ganze Datei, wo sie nichts sagt', 'For the whole file, where it says nothing'],
  'list.asInFile': ['wie in der Datei', 'as in the file'],
  'list.column.none': ['nicht einlesen', 'leave out'],
  'list.characterSet': ['Zeichensatz', 'Character set'],
  'list.setHelp': [
    'Stimmen die Namen nicht, hilft ein anderer Zeichensatz.',
    'Where the names are wrong, another character set helps.',
  ],
  'list.setGuessed': [
    'Der Zeichensatz ist geraten. Bitte die Namen ansehen; stimmen sie nicht, einen anderen wählen.',
    'The character set is a guess. Please look at the names; where they are wrong, choose another one.',
  ],
  'list.set.utf-8': ['Unicode (UTF-8)', 'Unicode (UTF-8)'],
  'list.set.utf-16le': ['Unicode (UTF-16)', 'Unicode (UTF-16)'],
  'list.set.utf-16be': ['Unicode (UTF-16, umgekehrt)', 'Unicode (UTF-16, reversed)'],
  'list.set.windows-1252': ['Windows (1252)', 'Windows (1252)'],
  'list.set.windows-1250': ['Windows Mitteleuropa (1250)', 'Windows Central European (1250)'],
  'list.set.windows-1251': ['Windows Kyrillisch (1251)', 'Windows Cyrillic (1251)'],
  'list.set.windows-1253': ['Windows Griechisch (1253)', 'Windows Greek (1253)'],
  'list.set.macintosh': ['Mac (Roman)', 'Mac (Roman)'],
  'list.set.ibm850': ['DOS (850)', 'DOS (850)'],
  'list.problems': ['Fehler nach Zeilen', 'Faults by line'],
  'list.problemAt': ['Zeile {{line}}', 'Line {{line}}'],
  'list.problemsMore': [
    'Weitere Fehler: {{count}}. Sie haben oft denselben Grund.',
    'Further faults: {{count}}. They often have the same cause.',
  ],
  'list.choose': ['Datei wählen', 'Choose a file'],
  'list.other': ['Andere Datei', 'Another file'],
  'list.apply': ['{{count}} einlesen', 'Import {{count}}'],
  'list.skip': ['{{count}} einlesen, fehlerhafte Zeilen weglassen', 'Import {{count}}, leave the faulty lines out'],
  'list.nothing': ['Es gibt nichts einzulesen.', 'There is nothing to import.'],
  'list.save': ['Als Datei speichern', 'Save as a file'],
} as const;

export const useListTexts = addTexts(listTexts);
