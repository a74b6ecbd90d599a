/** Texts of the back office: the page of a Z report. */

export const closingsTexts = {
  'closing.title': ['Z-Bericht {{number}}', 'Z report {{number}}'],
  'closing.titleNone': ['Z-Bericht', 'Z report'],
  'closing.nav': ['Z-Berichte dieser Kasse', 'Z reports of this till'],
  'closing.before': ['Davor', 'Before'],
  'closing.next': ['Danach', 'Next'],
  'closing.all': ['Alle Z-Berichte', 'All Z reports'],
  'closing.held': ['Was hier angekommen ist', 'What has arrived here'],
  'closing.agrees': [
    'Alles ist angekommen, und der Umsatz stimmt: {{turnover}}.',
    'Everything has arrived, and the turnover agrees: {{turnover}}.',
  ],
  'closing.differs': [
    'Umsatz im Z-Bericht {{till}}, hier {{office}}.',
    'Turnover in the Z report {{till}}, here {{office}}.',
  ],
  'closing.gaps': [
    'Datensätze der Kasse, die nicht angekommen sind: {{numbers}}.',
    'Records of the till that have not arrived: {{numbers}}.',
  ],
  'closing.noReceipt': ['Belegnummern ohne Verkauf: {{numbers}}.', 'Receipt numbers without a sale: {{numbers}}.'],
  'closing.sales': ['Verkäufe dieses Abschlusses', 'Sales of this closing'],
  'closing.made': ['Erstellt', 'Made'],
  'closing.by': ['Von', 'By'],
  'closing.schedule': ['Zeitplan', 'Schedule'],
  'closing.receipts': ['Belege', 'Receipts'],
  'closing.cashSales': ['Bar aus Verkäufen', 'Cash of sales'],
  'closing.expected': ['Bar erwartet', 'Cash expected'],
  'closing.counted': ['Bar gezählt', 'Cash counted'],
  'closing.difference': ['Kassendifferenz', 'Cash difference'],
  'closing.reason': ['Grund', 'Reason'],
  'closing.count': ['Anzahl', 'Count'],
  'closing.tips': ['davon Trinkgeld, kein Umsatz', 'of it tips, no turnover'],
} as const;
