/** Where the screen is beside the sale: a page of the manager, or none. Money that moves always comes first. */

import { createStore } from 'zustand/vanilla';
import type { Screen } from './till.ts';

export type Page = 'dayEnd' | 'terminals' | 'operations';

export interface PlaceState {
  readonly page: Page | null;
  /** The terminal the page was opened for; null for that of this till. */
  readonly device: string | null;
}

export type PlaceStore = ReturnType<typeof createPlace>;

export function createPlace() {
  const store = createStore<PlaceState>(() => ({ page: null, device: null }));
  return {
    ...store,
    go: (page: Page, device: string | null = null) => store.setState({ page, device }),
    back: () => store.setState({ page: null, device: null }),
  };
}

/** The page, unless the screen of the sale must not be hidden. */
export const shownPage = ({ page }: Pick<PlaceState, 'page'>, screen: Screen): Page | null =>
  page && MAY_WAIT.includes(screen) ? page : null;

/**
 * Screens that a page may hide. Nothing of theirs is lost meanwhile: an open ending is still asked for, and stands in the
 * waiting room.
 */
const MAY_WAIT: readonly Screen[] = ['till', 'declined', 'receipt', 'unknown', 'late', 'signature'];

/** May a page be opened now? */
export const mayHide = (screen: Screen): boolean => MAY_WAIT.includes(screen);
