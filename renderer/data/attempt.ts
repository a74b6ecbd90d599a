/** A request whose failure is a value: stores and forms show a problem beside what they hold. */

import { type Problem, problemOf } from '../bridge/problem.ts';

export type Attempt<T> =
  | { readonly answer: T; readonly problem: null }
  | { readonly answer: null; readonly problem: Problem };

/** Rejects, like `problemOf`, with errors that are neither a refusal nor a lost line. */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { answer: await work(), problem: null };
  } catch (error) {
    return { answer: null, problem: problemOf(error) };
  }
}
