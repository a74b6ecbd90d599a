/** Texts of the dialogs in which the cashier takes money; loaded with them. */

import { addTexts } from '../context.tsx';
import { de } from './de.ts';
import { en } from './en.ts';

export const useTenderTexts = addTexts({ de, en });
