/** Texts of the pages of people, API clients and changes. */

import { addTexts } from '../context.tsx';
import type { TextKey } from '../de.ts';
import type { TextsOf } from '../texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export const usePeopleTexts = addTexts({ de, en });
export type PeopleTextKey = TextKey | keyof typeof de;
export type PeopleTexts = TextsOf<PeopleTextKey>;
