/** Texts of what a customer wants at the counter beside goods. */

import { addTexts } from '../context.tsx';
import type { TextKey } from '../de.ts';
import type { TextsOf } from '../texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export const useCustomerTexts = addTexts({ de, en });
export type CustomerTexts = TextsOf<TextKey | keyof typeof de>;
