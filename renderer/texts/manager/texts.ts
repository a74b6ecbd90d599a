/** The words of the manager's pages. */

import { moreTexts } from '../../app/context.tsx';
import type { TextKey } from '../de.ts';
import type { WordsOf } from '../texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export const useManagerWords = moreTexts({ de, en });
export type ManagerTextKey = TextKey | keyof typeof de;
export type ManagerWords = WordsOf<ManagerTextKey>;
