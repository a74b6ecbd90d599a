/** Whether a request can be said in the protocol at all is found out before anything is sent. */
import type { Reason } from './terminal.ts';

/** What `make` builds, or `unsupported` where a value fits in no message (it throws a RangeError). */
export function orUnsupported<T extends object>(make: () => T): T | Reason {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return { code: 'unsupported', text: error.message };
    throw error;
  }
}
