/** Texts of the manager's pages. */

import { addTexts } from '../context.tsx';
import type { TextKey } from '../de.ts';
import type { TextsOf } from '../texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export const useManagerTexts = addTexts({ de, en });
export type ManagerTextKey = TextKey | keyof typeof de;
export type ManagerTexts = TextsOf<ManagerTextKey>;
