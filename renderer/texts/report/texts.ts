/** Texts of the reports. */

import { addTexts } from '../context.tsx';
import { de } from './de.ts';
import { en } from './en.ts';

export const useReportTexts = addTexts({ de, en });
