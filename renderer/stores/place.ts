/** Where the screen is beside the sale: a page of the manager, or none. Money that moves always comes first. */

import { createStore } from 'zustand/vanilla';
import type { Screen } from './till.ts';

export type Page = 'dayEnd' | 'terminals';

export interface PlaceState {
  readonly page: Page | null;
}

export type PlaceStore = ReturnType<typeof createPlace>;

export function createPlace() {
  const store = createStore<PlaceState>(() => ({ page: null }));
  return {
    ...store,
    go: (page: Page) => store.setState({ page }),
    back: () => store.setState({ page: null }),
  };
}

/** The page, unless the screen of the sale must not be hidden. */
export const shownPage = ({ page }: PlaceState, screen: Screen): Page | null =>
  page && MAY_WAIT.includes(screen) ? page : null;

const MAY_WAIT: readonly Screen[] = ['till', 'declined', 'receipt'];
