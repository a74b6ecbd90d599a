/** The pages of the back office, in the order of the navigation. */

import type { Me } from '../../main/wire/office/people.ts';
import type { IconName } from '../parts/Icon.tsx';

interface PageEntry {
  readonly path: string;
  readonly icon: IconName;
  /** Roles that see the page; the back office refuses its calls to everybody else. */
  readonly roles: readonly Me['role'][];
}

const everybody = ['chain', 'store', 'readonly'] as const;
const chain = ['chain'] as const;

export const pages = {
  today: { path: '/', icon: 'home', roles: everybody },
  reports: { path: '/reports', icon: 'chart', roles: everybody },
  sales: { path: '/sales', icon: 'receipt', roles: everybody },
  tills: { path: '/tills', icon: 'terminal', roles: everybody },
  bank: { path: '/bank', icon: 'card', roles: ['chain', 'store'] },
  shop: { path: '/shop', icon: 'tag', roles: chain },
  people: { path: '/people', icon: 'person', roles: chain },
  audit: { path: '/audit', icon: 'lock', roles: chain },
  account: { path: '/account', icon: 'person', roles: everybody },
} as const satisfies Record<string, PageEntry>;

export type PageName = keyof typeof pages;
export const pageNames = Object.keys(pages) as readonly PageName[];
