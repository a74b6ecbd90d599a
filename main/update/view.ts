/** The updates as a manager hears of them, from the file that the updating program leaves. */
import type { Update } from '../wire/update.ts';
import { stateIn } from './state.ts';

/** `folder` null: this till does not update itself. */
export function updateView(folder: string | null, running: string): Update {
  const state = folder === null ? null : stateIn(folder);
  if (state === null) return { running, last: null };
  const { at, ending, version, because } = state;
  return { running, last: { at, ending, version, because: [...because] } };
}
