/** Words beside a field for a number; loaded with the first one. */

import { addTexts } from '../context.tsx';

export const numberTexts = {
  'number.whole': ['Hier zählen nur ganze Zahlen. Nichts übernommen.', 'Only whole numbers count here. Nothing taken.'],
  'number.characters': ['Das ist keine Zahl. Nichts übernommen.', 'This is no number. Nothing taken.'],
  'number.decimals': [
    'Höchstens {{count}} Stellen nach dem Komma. Nichts übernommen.',
    'At most {{count}} digits after the point. Nothing taken.',
  ],
  'number.most': ['Höchstens {{most}}. Nichts übernommen.', 'At most {{most}}. Nothing taken.'],
} as const;

export const useNumberTexts = addTexts(numberTexts);
