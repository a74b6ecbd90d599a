/** Texts of the exercises of a training. */

import { addTexts } from '../context.tsx';
import type { TextKey } from '../de.ts';
import type { TextsOf } from '../texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export const usePracticeTexts = addTexts({ de, en });
export type PracticeTexts = TextsOf<TextKey | keyof typeof de>;
