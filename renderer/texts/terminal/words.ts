/** The words of the screens on which a payment needs a person. */

import { moreTexts } from '../../context.tsx';
import { de } from './de.ts';
import { en } from './en.ts';

export const useTerminalWords = moreTexts({ de, en });
