/** The address of the page: which page is open, and what it shows. Links change it without loading the page again. */

import { createStore } from 'zustand/vanilla';

export interface Address {
  /** Parts of the path: `['reports', 'turnover']`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export type AddressStore = ReturnType<typeof createAddress>;

/** `page` is the window; a test gives something smaller. */
export function createAddress(page: Pick<Window, 'location' | 'history' | 'addEventListener'>) {
  const store = createStore<Address>(() => readAddress(page.location));
  const update = () => store.setState(readAddress(page.location), true);
  page.addEventListener('popstate', update);
  return {
    ...store,
    go(target: string): void {
      page.history.pushState(null, '', target);
      update();
    },
    /** Changes the query of the same page; going back skips it. */
    replace(query: string): void {
      page.history.replaceState(null, '', `${page.location.pathname}${query ? `?${query}` : ''}`);
      update();
    },
  };
}

function readAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Address {
  return { path: pathname.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(search) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Opens links to pages of this screen in place. New windows, downloads and other addresses are left to the browser. */
export function openLinksInPlace(document: Document, go: (target: string) => void): void {
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.hash || !isPage(link.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}

/** The API and its documentation are served from the same origin. */
const isPage = (path: string): boolean => !/^\/(office\/|docs|healthz|metrics)/.test(path);
