/** Texts of receipts and of the screen of a closed sale; loaded with them. */

import { addTexts } from '../context.tsx';
import { de } from './de.ts';
import { en } from './en.ts';

export const useReceiptTexts = addTexts({ de, en });
