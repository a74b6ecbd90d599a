/** Timers of the page. */

/** Resolves after a delay in milliseconds. */
export const wait = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds));

/** Calls back after a delay in milliseconds; returns a function that cancels the call. */
export const later = (run: () => void, delay: number): (() => void) => {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
};
