/** The refusal of a command that a model or a protocol cannot do; it is found out before anything is sent. */
import type { Reason } from './terminal.ts';

export const UNSUPPORTED: Reason = { code: 'unsupported', text: 'this terminal cannot do that' };

/** Returns the result of `make`, or `unsupported` when a value fits in no message (`make` throws a RangeError). */
export function orUnsupported<T extends object>(make: () => T): T | Reason {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return { code: 'unsupported', text: error.message };
    throw error;
  }
}
