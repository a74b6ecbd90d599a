/** Texts of the page of the loyalty programme. */

import { addTexts } from '../context.tsx';
import { de } from './de.ts';
import { en } from './en.ts';

export const useLoyaltyTexts = addTexts({ de, en });
