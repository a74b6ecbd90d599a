/** Texts of returns and exchanges. */

import { addTexts } from '../context.tsx';
import type { TextKey } from '../de.ts';
import type { TextsOf } from '../texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export const useReturnsTexts = addTexts({ de, en });
export type ReturnsTexts = TextsOf<TextKey | keyof typeof de>;
