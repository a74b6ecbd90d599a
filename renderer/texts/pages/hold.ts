/** Texts of a button that is held. */

import { addTexts } from '../context.tsx';

export const holdTexts = {
  'hold.how': ['Eine Sekunde gedrückt halten.', 'Press and hold for one second.'],
  'hold.longer': [
    'Nicht lange genug: bitte eine Sekunde gedrückt halten.',
    'Not long enough: please hold it for one second.',
  ],
  'hold.again': ['Noch einmal drücken, um zu bestätigen.', 'Press once more to confirm.'],
} as const;

export const useHoldTexts = addTexts(holdTexts);
