/** Texts of the first run. */

import { addTexts } from '../context.tsx';
import type { TextKey } from '../de.ts';
import type { TextsOf } from '../texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export const useSetupTexts = addTexts({ de, en });
export type SetupTexts = TextsOf<TextKey | keyof typeof de>;
