/** Texts of the menu, of the own PIN, and of a call for a manager; loaded with them. */

import { addTexts } from '../context.tsx';
import { de } from './de.ts';
import { en } from './en.ts';

export const useMenuTexts = addTexts({ de, en });
