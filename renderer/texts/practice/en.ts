/** Texts of the exercises of a training, in English. */

import type { de } from './de.ts';

export const en: Readonly<Record<keyof typeof de, string>> = {
  'practice.title': 'Practise',
  'practice.help':
    'The virtual terminal plays a difficult case. After the sale the till says whether the choice was good.',
  'practice.begin': 'Begin: {{name}}',
  'practice.stop': 'End the exercise',
  'practice.done': 'done',
  'practice.running': 'running',
  'practice.failed': 'The exercise could not begin.',
  'practice.decline': 'Card declined',
  'practice.decline.task': 'Sell something and press “Card”. The terminal declines: find another way.',
  'practice.decline.right': 'Good: the card was not charged, and the sale is paid another way.',
  'practice.decline.wrong': 'The card was declined: the sale needs another way.',
  'practice.decline.again': 'Nothing was declined. Please try again with “Card”.',
  'practice.cut': 'Line cut',
  'practice.cut.task': 'Sell something and press “Card”. The line is cut before the result is there: what do you do?',
  'practice.cut.right': 'Good: you waited until the terminal answered. The card is charged once.',
  'practice.cut.wrong':
    'Now the customer has paid twice: the card was already charged. Wait until the result is certain.',
  'practice.cut.again': 'The line was not cut. Please try again with “Card”.',
  'practice.late': 'Cancelled too late',
  'practice.late.task':
    'Sell something, press “Card”, and press “Cancel” while the terminal is working: the customer no longer wants the goods.',
  'practice.late.right': 'Good: the goods stay here, and the money goes back to the card.',
  'practice.late.wrong':
    'The customer no longer wanted the goods, and has paid all the same. “Take the payment back” is right.',
  'practice.late.again': 'Nothing was cancelled. Please try again: “Cancel” as soon as the terminal is working.',
  'practice.signature': 'Wrong signature',
  'practice.signature.task':
    'Sell something and press “Card”. The customer signs, and it is not the signature on the card.',
  'practice.signature.right': 'Good: the signature did not match, and the card is not charged.',
  'practice.signature.wrong': 'The signature differed from the one on the card. “It does not match” is right.',
  'practice.signature.again': 'Nobody signed. Please try again with “Card”.',
};
