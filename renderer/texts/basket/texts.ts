/** Texts of the dialogs of an open basket, and of a till without articles. */

import { addTexts } from '../context.tsx';
import { de } from './de.ts';
import { en } from './en.ts';

export const useBasketTexts = addTexts({ de, en });
