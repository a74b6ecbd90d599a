/** Texts of the questions about clock and numbers. */

import { addTexts } from '../context.tsx';
import { de } from './de.ts';
import { en } from './en.ts';

export const useDoubtTexts = addTexts({ de, en });
