/** Texts of the articles page. */

import { addTexts } from '../context.tsx';
import { de } from './de.ts';
import { en } from './en.ts';

export const useArticleTexts = addTexts({ de, en });
export type ArticleTexts = ReturnType<typeof useArticleTexts>;
