/** The words of the screens on which a payment needs a person. */

import { moreTexts } from '../../app/context.tsx';
import type { TextKey } from '../de.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export const useTerminalWords = moreTexts({ de, en });
export type TerminalTextKey = TextKey | keyof typeof de;
