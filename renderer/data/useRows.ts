/** A list that is loaded page by page. */

import { useChange } from './useChange.ts';
import { type Resource, useResource } from './useResource.ts';

/** One page of a list, or all pages so far. */
export interface Rows<T> {
  /** All that fit, including those that are not loaded yet. */
  readonly count: number;
  readonly data: readonly T[];
}

export interface RowsOf<Page> extends Resource<Page> {
  more(): Promise<void>;
}

/** `load` gives the page behind `offset` rows, and depends on nothing but `key`; a new key starts again. */
export function useRows<Page extends { readonly data: readonly unknown[] }>(
  key: string,
  load: (offset: number, before: Page | null) => Promise<Page>,
): RowsOf<Page> {
  const rows = useResource(key, () => load(0, null));
  const further = useChange();
  return {
    ...rows,
    problem: rows.problem ?? further.problem,
    reload() {
      further.clear();
      rows.reload();
    },
    async more() {
      const before = rows.value;
      const next = before && (await further.run(() => load(before.data.length, before)));
      if (next) rows.show({ ...next, data: [...before.data, ...next.data] });
    },
  };
}
