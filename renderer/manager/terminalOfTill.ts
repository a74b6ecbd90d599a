/** Whose card payments a terminal takes. */

import type { Terminal } from '../../main/wire/terminals.ts';

/** Is it that of the till? What the till is working at just now may be another one. */
export const isTerminalOf =
  (till: string | null) =>
  ({ tills }: Pick<Terminal, 'tills'>): boolean =>
    tills.some(({ id }) => id === till);
