/** Loaded with the dialogs: nothing that the first screen needs asks for it. */

import type { BasketState } from './basketState.ts';

/** True for a basket in whose place another one may come. */
export const isEmpty = ({ lines, card }: Pick<BasketState, 'lines' | 'card'>): boolean =>
  lines.length === 0 && card === null;
