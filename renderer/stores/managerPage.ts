/** The page of the manager that is open over the sale, if any. A payment at the terminal always comes first. */

import { createStore } from 'zustand/vanilla';
import type { ManualPageId } from '../../main/wire/manual.ts';
import type { ScreenPage } from '../../main/wire/screenPages.ts';
import type { Screen } from './till.ts';

export type Page = ScreenPage;

export interface ManagerPageState {
  readonly page: Page | null;
  /** The terminal, step or part that the page was opened for; null for the terminal of this till, the step that is due, the first part. */
  readonly device: string | null;
  /** The settings of the person are open over the screen. */
  readonly isOwnOpen: boolean;
  /** The page of the manual that is open over the screen. */
  readonly manual: ManualPageId | null;
}

/** `opened`: the sale opened the page for this code. */
type TakeScan = (code: string, opened: boolean) => void;

export type ManagerPageStore = ReturnType<typeof createManagerPage>;

export function createManagerPage() {
  const store = createStore<ManagerPageState>(() => ({ page: null, device: null, isOwnOpen: false, manual: null }));
  /** Use of a scanned code by an open page; null: the code belongs to the sale. */
  let taker: TakeScan | null = null;
  /** A code for which a page was opened; it is taken when the page is there. */
  let waiting: string | null = null;
  return {
    ...store,
    /** While a page is open that looks something up by its code. Gives the function that ends it. */
    takeScans(take: TakeScan) {
      taker = take;
      if (waiting !== null) take(waiting, true);
      waiting = null;
      return () => {
        taker = null;
      };
    },
    /** True where an open page has taken the code. */
    scanned(code: string): boolean {
      taker?.(code, false);
      return taker !== null;
    },
    /** Opens a page with a scanned code. */
    goWith(page: Page, code: string) {
      if (taker && store.getState().page === page) taker(code, true);
      else waiting = code;
      store.setState({ page, device: null });
    },
    go: (page: Page, device: string | null = null) => store.setState({ page, device }),
    showManual: (manual: ManualPageId | null) => store.setState({ manual }),
    setOwn: (isOwnOpen: boolean) => store.setState({ isOwnOpen }),
    /** The sale alone, as when somebody's session has ended: the settings of that person close, too. */
    back: () => store.setState({ page: null, device: null, isOwnOpen: false }),
  };
}

/** The open page; null while the screen of the sale must stay in front. */
export const visiblePage = ({ page }: Pick<ManagerPageState, 'page'>, screen: Screen): Page | null =>
  page && HIDEABLE.includes(screen) ? page : null;

/**
 * Screens that a page may hide. Nothing is lost while they are hidden: the bridge keeps asking for an unknown outcome, and
 * the payment stays in the list of open payments.
 */
const HIDEABLE: readonly Screen[] = ['till', 'declined', 'receipt', 'unknown', 'partlyReversed', 'late', 'signature'];

/** True when a page may be opened over this screen. */
export const canOpenPage = (screen: Screen): boolean => HIDEABLE.includes(screen);
