/** Texts of fields for numbers and amounts: proposals, and reasons why a field does not take what stands in it. */

import { addTexts } from '../context.tsx';

export const numberTexts = {
  'number.whole': ['Hier zählen nur ganze Zahlen. Nichts übernommen.', 'Only whole numbers count here. Nothing taken.'],
  'number.characters': ['Das ist keine Zahl. Nichts übernommen.', 'This is no number. Nothing taken.'],
  'number.decimals': [
    'Höchstens {{count}} Stellen nach dem Komma. Nichts übernommen.',
    'At most {{count}} digits after the point. Nothing taken.',
  ],
  'number.most': ['Höchstens {{most}}. Nichts übernommen.', 'At most {{most}}. Nothing taken.'],
  'cash.invalid': [
    'Bitte einen Betrag eingeben, zum Beispiel 20 oder 12,50.',
    'Please enter an amount, for example 20 or 12.50.',
  ],
  'cash.quick': ['Beträge', 'Amounts'],
} as const;

export const useNumberTexts = addTexts(numberTexts);
