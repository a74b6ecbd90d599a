/** Texts about the facts of the shop, for the first run and for the page of the manager. */

import { addTexts } from '../context.tsx';
import { de } from './de.ts';
import { en } from './en.ts';

export const useShopTexts = addTexts({ de, en });
