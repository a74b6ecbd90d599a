/** Texts of the exercises of a training. */

import { addTexts } from '../context.tsx';

export const practiceTexts = {
  'practice.title': ['Üben', 'Practise'],
  'practice.help': [
    'Das virtuelle Terminal spielt einen schwierigen Fall. Nach dem Verkauf sagt die Kasse, ob die Wahl gut war.',
    'The virtual terminal plays a difficult case. After the sale the till says whether the choice was good.',
  ],
  'practice.begin': ['Beginnen: {{name}}', 'Begin: {{name}}'],
  'practice.stop': ['Übung beenden', 'End the exercise'],
  'practice.done': ['geschafft', 'done'],
  'practice.running': ['läuft', 'running'],
  'practice.failed': ['Die Übung konnte nicht beginnen.', 'The exercise could not begin.'],
  'practice.decline': ['Karte abgelehnt', 'Card declined'],
  'practice.decline.task': [
    'Verkaufen Sie etwas und nehmen Sie „Karte“. Das Terminal lehnt ab: Finden Sie einen anderen Weg.',
    'Sell something and press “Card”. The terminal declines: find another way.',
  ],
  'practice.decline.right': [
    'Gut: Die Karte wurde nicht belastet, und der Verkauf ist anders bezahlt.',
    'Good: the card was not charged, and the sale is paid another way.',
  ],
  'practice.decline.wrong': [
    'Die Karte wurde abgelehnt: Der Verkauf braucht einen anderen Weg.',
    'The card was declined: the sale needs another way.',
  ],
  'practice.decline.again': [
    'Die Ablehnung kam nicht vor. Bitte noch einmal mit „Karte“.',
    'Nothing was declined. Please try again with “Card”.',
  ],
  'practice.cut': ['Leitung gerissen', 'Line cut'],
  'practice.cut.task': [
    'Verkaufen Sie etwas und nehmen Sie „Karte“. Die Leitung reißt, bevor das Ergebnis da ist: Was tun Sie?',
    'Sell something and press “Card”. The line is cut before the result is there: what do you do?',
  ],
  'practice.cut.right': [
    'Gut: gewartet, bis das Terminal Bescheid gab. Die Karte ist einmal belastet.',
    'Good: you waited until the terminal answered. The card is charged once.',
  ],
  'practice.cut.wrong': [
    'So hat der Kunde zweimal bezahlt: Die Karte war schon belastet. Warten Sie, bis das Ergebnis feststeht.',
    'Now the customer has paid twice: the card was already charged. Wait until the result is certain.',
  ],
  'practice.cut.again': [
    'Die Leitung ist nicht gerissen. Bitte noch einmal mit „Karte“.',
    'The line was not cut. Please try again with “Card”.',
  ],
  'practice.late': ['Zu spät abgebrochen', 'Cancelled too late'],
  'practice.late.task': [
    'Verkaufen Sie etwas, nehmen Sie „Karte“, und drücken Sie „Abbrechen“, während das Terminal arbeitet: Der Kunde möchte die Ware nicht mehr.',
    'Sell something, press “Card”, and press “Cancel” while the terminal is working: the customer no longer wants the goods.',
  ],
  'practice.late.right': [
    'Gut: Die Ware bleibt hier, und das Geld geht zurück auf die Karte.',
    'Good: the goods stay here, and the money goes back to the card.',
  ],
  'practice.late.wrong': [
    'Der Kunde wollte die Ware nicht mehr und hat doch bezahlt. Richtig ist „Zahlung zurücknehmen“.',
    'The customer no longer wanted the goods, and has paid all the same. “Take the payment back” is right.',
  ],
  'practice.late.again': [
    'Es wurde nicht abgebrochen. Bitte noch einmal: „Abbrechen“, sobald das Terminal arbeitet.',
    'Nothing was cancelled. Please try again: “Cancel” as soon as the terminal is working.',
  ],
  'practice.signature': ['Falsche Unterschrift', 'Wrong signature'],
  'practice.signature.task': [
    'Verkaufen Sie etwas und nehmen Sie „Karte“. Der Kunde unterschreibt, und es ist nicht die Unterschrift der Karte.',
    'Sell something and press “Card”. The customer signs, and it is not the signature on the card.',
  ],
  'practice.signature.right': [
    'Gut: Die Unterschrift passte nicht, und die Karte ist nicht belastet.',
    'Good: the signature did not match, and the card is not charged.',
  ],
  'practice.signature.wrong': [
    'Die Unterschrift war eine andere als auf der Karte. Richtig ist „Stimmt nicht“.',
    'The signature differed from the one on the card. “It does not match” is right.',
  ],
  'practice.signature.again': [
    'Niemand hat unterschrieben. Bitte noch einmal mit „Karte“.',
    'Nobody signed. Please try again with “Card”.',
  ],
} as const;

export const usePracticeTexts = addTexts(practiceTexts);
export type PracticeTexts = ReturnType<typeof usePracticeTexts>;
