/** Sentences for a screen reader about changes of the basket, and the money to hand out. */

import { addTexts } from '../context.tsx';

export const spokenTexts = {
  'spoken.removed': ['{{name}} entfernt, zusammen {{total}}', '{{name}} removed, total {{total}}'],
  'spoken.removedSome': ['{{count}} Zeilen entfernt, zusammen {{total}}', '{{count}} lines removed, total {{total}}'],
  'spoken.count': [
    '{{name}}, Menge {{quantity}}, zusammen {{total}}',
    '{{name}}, quantity {{quantity}}, total {{total}}',
  ],
  'spoken.change': ['Bezahlt. Rückgeld {{amount}}', 'Paid. Change {{amount}}'],
  'spoken.handOut': ['Bar herausgeben {{amount}}', 'Hand out in cash {{amount}}'],
} as const;

export const useSpokenTexts = addTexts(spokenTexts);
