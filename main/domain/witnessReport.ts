/** What a witness of a verdict may say. */
import type { OpenCase, WitnessReport } from './evidence.ts';
import type { Texts } from './texts.ts';

/** Within so short a time after a command no terminal is expected to close its day, ms. */
const NOT_CLOSED_WITHIN = 10 * 60_000;

/**
 * Nothing before and nothing now is what a terminal tells that did nothing, and one that has closed its day since. A clock
 * that went back says nothing.
 */
export function mayHaveClosedDay({ startedAt, askedAt }: OpenCase): boolean {
  const since = askedAt - startedAt;
  return since < 0 || since > NOT_CLOSED_WITHIN;
}

export const happened = (because: Texts): WitnessReport => ({ says: 'happened', because });
export const didNotHappen = (because: Texts): WitnessReport => ({ says: 'didNotHappen', because });
export const contradiction = (because: Texts): WitnessReport => ({ says: 'contradiction', because });
