/** Texts of printers: their light, the receipt on its way, the page of the manager. */

import { addTexts } from '../context.tsx';
import type { TextKey } from '../de.ts';
import type { TextsOf } from '../texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export const usePrinterTexts = addTexts({ de, en });
export type PrinterTexts = TextsOf<TextKey | keyof typeof de>;
