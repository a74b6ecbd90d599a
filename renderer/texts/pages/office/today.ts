/** Texts of the back office: the page of today. */

export const todayTexts = {
  'today.title': ['Heute', 'Today'],
  'today.store': ['Filiale', 'Store'],
  'today.allStores': ['Alle Filialen', 'All stores'],
  'today.rows': ['Zeilen', 'Rows'],
  'today.byStore': ['nach Filiale', 'by store'],
  'today.byRegion': ['nach Region', 'by region'],
  'today.asOf': [
    'Stand {{time}} Uhr, verglichen mit derselben Uhrzeit vor einer Woche',
    'As of {{time}}, compared with the same time a week ago',
  ],
  'today.before': ['vor einer Woche {{value}}', 'a week ago {{value}}'],
  'today.yearBefore': ['vor einem Jahr {{value}}', 'a year ago {{value}}'],
  'today.target': ['Monatsziel erreicht', 'Target of the month reached'],
  'today.reached': [
    'von {{target}}; bis heute Abend erwartet: {{expected}}',
    'of {{target}}; expected by tonight: {{expected}}',
  ],
  'today.average': ['Durchschnitt', 'Average'],
  'today.cancelled': ['Storniert', 'Cancelled'],
  'today.margin': [
    'Rohertrag {{margin}}, Marge {{share}}; Einkaufspreis bekannt für {{known}}',
    'margin {{margin}}, {{share}}; cost known for {{known}}',
  ],
  'today.bonus': ['Bonus ausgegeben', 'Bonus issued'],
  'today.redeemed': ['eingelöst {{value}}', 'redeemed {{value}}'],
  'today.attention': ['Zu klären', 'To be looked at'],
  'today.fine': [
    'Nichts Offenes: alle Kassen melden sich, kein Unterschied, keine Lücke.',
    'Nothing open: all tills report, no difference, no gap.',
  ],
  'today.silent': ['Kassenrechner, die sich nicht melden: {{count}}', 'Installations not heard of: {{count}}'],
  'today.clock': [
    'Uhren, die von der Zentrale abweichen: {{count}}',
    'Clocks that differ from the back office: {{count}}',
  ],
  'today.gaps': ['Kassen mit Lücken in ihren Nummern: {{count}}', 'Tills with gaps in their numbers: {{count}}'],
  'today.refused': ['Abgelehnte Datensätze: {{count}}', 'Refused records: {{count}}'],
  'today.mailFailed': [
    'Die Mail vom Morgen ging nach vielen Versuchen nicht hinaus: zu den Zahlen',
    'The mail of the morning could not be sent, after many attempts: to the figures',
  ],
  'today.unclear': ['Zahlungen mit unklarem Ausgang: {{count}}', 'Payments with an unknown result: {{count}}'],
  'today.differences': ['Unterschiede bei Karten oder Bargeld: {{count}}', 'Differences of cards or cash: {{count}}'],
} as const;
