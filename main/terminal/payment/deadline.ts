/**
 * The deadline of a call that waits for a terminal (setting `answerWithin`): after it the caller is answered with the state so
 * far, and the work goes on; an intent that is not written by then is never written.
 */
import { BridgeError } from '../../world/errors.ts';
import type { World } from '../../world/world.ts';

export interface Deadline {
  /** Inside the job that writes the intent: throws `terminalSlow` when the caller has been answered already. */
  begin(): void;
  /** The answer of `work`, or `instead` after the deadline; throws `terminalSlow` where no intent was written by then. */
  answer<T>(work: Promise<T>, instead: () => T): Promise<T>;
}

export function deadlineOf({ settings, log }: Pick<World, 'settings' | 'log'>): Deadline {
  let begun = false;
  let passed = false;
  const slow = () =>
    new BridgeError(
      'terminalSlow',
      `the terminal has not answered within ${settings.answerWithin / 1000} s; nothing was sent`,
    );
  return {
    begin() {
      if (passed) throw slow();
      begun = true;
    },
    answer<T>(work: Promise<T>, instead: () => T): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const timer = setTimeout(() => {
        passed = true;
        try {
          if (begun) resolve(instead());
          else reject(slow());
        } catch (error) {
          reject(error);
        }
      }, settings.answerWithin);
      work.then(resolve, error => {
        if (passed) log('warn', 'a call that was answered before ended with a refusal', { error: String(error) });
        reject(error);
      });
      return promise.finally(() => clearTimeout(timer));
    },
  };
}
