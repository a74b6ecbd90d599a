/** Texts of the back office's screen. */

import { addTexts } from '../context.tsx';
import type { TextKey } from '../de.ts';
import type { TextsOf } from '../texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export const useOfficeTexts = addTexts({ de, en });
export type OfficeTextKey = TextKey | keyof typeof de;
export type OfficeTexts = TextsOf<OfficeTextKey>;
