/** Texts of the queue and its targets. */

import { addTexts } from '../context.tsx';
import type { TextKey } from '../de.ts';
import type { TextsOf } from '../texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export const useQueueTexts = addTexts({ de, en });
export type QueueTextKey = TextKey | keyof typeof de;
export type QueueTexts = TextsOf<QueueTextKey>;
