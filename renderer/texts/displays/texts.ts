/** Texts about customer displays and serial scanners. */

import { addTexts } from '../context.tsx';
import { de } from './de.ts';
import { en } from './en.ts';

export const useDisplayTexts = addTexts({ de, en });
