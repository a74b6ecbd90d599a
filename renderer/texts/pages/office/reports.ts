/** Texts of the back office: the pages of reports, with their kept views. */

export const reportsTexts = {
  'reports.title': ['Berichte', 'Reports'],
  'reports.choose': ['Bericht wählen', 'Choose a report'],
  'views.title': ['Ansichten', 'Views'],
  'views.none': ['Noch keine Ansicht behalten.', 'No view kept yet.'],
  'views.shared': ['für alle', 'for everybody'],
  'views.remove': ['{{name}} entfernen', 'Remove {{name}}'],
  'views.name': ['Name der Ansicht', 'Name of the view'],
  'views.help': [
    'Behält die Seite mit Filtern, Vergleich und Zeitraum. Ein Zeitraum wie „Letzte 7 Tage“ wandert mit.',
    'Keeps the page with filters, comparison and span. A span such as "Last 7 days" moves along.',
  ],
  'views.share': ['Für alle im Betrieb', 'For everybody of the business'],
  'views.mail': ['Als Mail: {{name}}', 'By mail: {{name}}'],
  'views.mailTo': ['Als Mail an {{address}}', 'By mail to {{address}}'],
  'views.mailHelp': [
    'Der Zeitraum wandert mit und endet am Vortag; jeder bekommt die Zahlen der eigenen Filialen.',
    'The span moves along and ends the day before; everybody gets the figures of their own stores.',
  ],
  'views.file': ['Datei der Mail', 'File of the mail'],
  'views.file.xlsx': ['Excel', 'Excel'],
  'views.file.csv': ['CSV', 'CSV'],
  'views.pause': ['Angehalten: Es kommt keine, bis das hier aus ist', 'Paused: none comes until this is off'],
  'views.paused': ['Mail angehalten', 'mail paused'],
  'views.mailed.never': ['Keine Mail', 'No mail'],
  'views.mailed.day': ['Jeden Morgen', 'Every morning'],
  'views.mailed.week': ['Montags', 'On Mondays'],
  'views.mailed.month': ['Am Ersten des Monats', 'On the first of the month'],
  'views.mailFailed': [
    'Die letzte Mail dieser Ansicht konnte nicht gesendet werden.',
    'The last mail of this view could not be sent.',
  ],
  'views.keep': ['Ansicht behalten', 'Keep the view'],
} as const;
