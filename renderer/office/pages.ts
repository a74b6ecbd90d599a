/** The pages of the back office, in the order of the navigation. */

import type { IconName } from '../parts/Icon.tsx';

interface PageEntry {
  readonly path: string;
  readonly icon: IconName;
  /** Only people of the role `chain` see the page; the back office refuses its calls to everybody else. */
  readonly chainOnly: boolean;
}

export const pages = {
  today: { path: '/', icon: 'home', chainOnly: false },
  reports: { path: '/reports', icon: 'chart', chainOnly: false },
  sales: { path: '/sales', icon: 'receipt', chainOnly: false },
  tills: { path: '/tills', icon: 'terminal', chainOnly: false },
  people: { path: '/people', icon: 'person', chainOnly: true },
  audit: { path: '/audit', icon: 'lock', chainOnly: true },
} as const satisfies Record<string, PageEntry>;

export type PageName = keyof typeof pages;
export const pageNames = Object.keys(pages) as readonly PageName[];
