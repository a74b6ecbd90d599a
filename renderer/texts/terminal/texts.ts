/** Texts of the screens on which a payment needs a person. */

import { addTexts } from '../context.tsx';
import type { TextKey } from '../de.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export const useTerminalTexts = addTexts({ de, en });
export type TerminalTextKey = TextKey | keyof typeof de;
