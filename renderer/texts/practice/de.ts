/** Texts of the exercises of a training, in German. */

export const de = {
  'practice.title': 'Üben',
  'practice.help':
    'Das virtuelle Terminal spielt einen schwierigen Fall. Nach dem Verkauf sagt die Kasse, ob die Wahl gut war.',
  'practice.begin': 'Beginnen: {{name}}',
  'practice.stop': 'Übung beenden',
  'practice.done': 'geschafft',
  'practice.running': 'läuft',
  'practice.failed': 'Die Übung konnte nicht beginnen.',
  'practice.decline': 'Karte abgelehnt',
  'practice.decline.task':
    'Verkaufen Sie etwas und nehmen Sie „Karte“. Das Terminal lehnt ab: Finden Sie einen anderen Weg.',
  'practice.decline.right': 'Gut: Die Karte wurde nicht belastet, und der Verkauf ist anders bezahlt.',
  'practice.decline.wrong': 'Die Karte wurde abgelehnt: Der Verkauf braucht einen anderen Weg.',
  'practice.decline.again': 'Die Ablehnung kam nicht vor. Bitte noch einmal mit „Karte“.',
  'practice.cut': 'Leitung gerissen',
  'practice.cut.task':
    'Verkaufen Sie etwas und nehmen Sie „Karte“. Die Leitung reißt, bevor das Ergebnis da ist: Was tun Sie?',
  'practice.cut.right': 'Gut: gewartet, bis das Terminal Bescheid gab. Die Karte ist einmal belastet.',
  'practice.cut.wrong':
    'So hat der Kunde zweimal bezahlt: Die Karte war schon belastet. Warten Sie, bis das Ergebnis feststeht.',
  'practice.cut.again': 'Die Leitung ist nicht gerissen. Bitte noch einmal mit „Karte“.',
  'practice.late': 'Zu spät abgebrochen',
  'practice.late.task':
    'Verkaufen Sie etwas, nehmen Sie „Karte“, und drücken Sie „Abbrechen“, während das Terminal arbeitet: Der Kunde möchte die Ware nicht mehr.',
  'practice.late.right': 'Gut: Die Ware bleibt hier, und das Geld geht zurück auf die Karte.',
  'practice.late.wrong':
    'Der Kunde wollte die Ware nicht mehr und hat doch bezahlt. Richtig ist „Zahlung zurücknehmen“.',
  'practice.late.again': 'Es wurde nicht abgebrochen. Bitte noch einmal: „Abbrechen“, sobald das Terminal arbeitet.',
  'practice.signature': 'Falsche Unterschrift',
  'practice.signature.task':
    'Verkaufen Sie etwas und nehmen Sie „Karte“. Der Kunde unterschreibt, und es ist nicht die Unterschrift der Karte.',
  'practice.signature.right': 'Gut: Die Unterschrift passte nicht, und die Karte ist nicht belastet.',
  'practice.signature.wrong': 'Die Unterschrift war eine andere als auf der Karte. Richtig ist „Stimmt nicht“.',
  'practice.signature.again': 'Niemand hat unterschrieben. Bitte noch einmal mit „Karte“.',
} as const;
