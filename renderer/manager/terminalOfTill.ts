/** Finds the terminal of a till. */

import type { Terminal } from '../../main/wire/terminals.ts';

/** True for the terminal that the till uses by default; a single payment may run at another terminal. */
export const isTerminalOf =
  (till: string | null) =>
  ({ tills }: Pick<Terminal, 'tills'>): boolean =>
    tills.some(({ id }) => id === till);
