/** Texts of the cash of the till. */

import { addTexts } from '../context.tsx';
import type { TextKey } from '../de.ts';
import type { TextsOf } from '../texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export const useCashTexts = addTexts({ de, en });
export type CashTexts = TextsOf<TextKey | keyof typeof de>;
