/** What the check of the database's pages is doing, and what it found last. */

import type { IntegrityResult } from './integrity.ts';

export interface IntegrityView {
  readonly running: { readonly done: number; readonly of: number } | null;
  readonly last: IntegrityResult | null;
}
