/** Texts of the page of sales. */

import { addTexts } from '../context.tsx';
import type { TextKey } from '../de.ts';
import type { TextsOf } from '../texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export const useSalesTexts = addTexts({ de, en });
export type SalesTexts = TextsOf<TextKey | keyof typeof de>;
